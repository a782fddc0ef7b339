"""Requests through the whole site in this process, called as a WSGI server does, without a client's own cost."""

import io
import json
from collections.abc import Callable
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.test import Client

from accounts.models import User
from accounts.services.tokens import create_token


def token_of(user: User) -> str:
    return create_token(user=user, name="bench", scopes=["read", "play"], days=1)[1]


def cookie_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return f"sessionid={client.cookies['sessionid'].value}"


class Visitor:
    """A user authenticated by a token or by a session cookie."""

    def __init__(self, *, token: str = "", cookie: str = "") -> None:
        self.handler = WSGIHandler()
        self.who = {"HTTP_AUTHORIZATION": f"Bearer {token}"} if token else {"HTTP_COOKIE": cookie}

    def get(self, path: str) -> bytes:
        return self._send(self._request("GET", path), 200)

    def posts(self, path: str, body: Any) -> Callable[[], bytes]:
        """Return a prepared request: calling it does only the site's work."""
        request = self._request("POST", path, json.dumps(body).encode())
        return lambda: self._send(request, 201)

    def _request(self, method: str, path: str, body: bytes = b"") -> dict[str, Any]:
        return {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "HTTP_HOST": "localhost",
            "REMOTE_ADDR": "127.0.0.1",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            "wsgi.url_scheme": "http",
            "wsgi.version": (1, 0),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": False,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
            **self.who,
        }

    def _send(self, request: dict[str, Any], expected: int) -> bytes:
        answered: list[str] = []
        response: Any = self.handler(request, lambda status, *_: answered.append(status))  # type: ignore[arg-type]
        body = b"".join(response)
        response.close()
        if not answered[0].startswith(str(expected)):
            raise AssertionError(f"{request['PATH_INFO']} answered {answered[0]}: {body[:400]!r}")
        return body
