"""A minimal HTTP client like a browser: cookies, forms with their CSRF token, and streams."""

import http.client
import re
import time
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from tests.fire.context import check

PASSWORD = "glass-orbit-77"


@dataclass
class Browser:
    url: str
    address: str = "127.0.0.1"
    """Source address: any of the loopback network."""
    host: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> http.client.HTTPResponse:
        """Send a request; return the response with its body unread."""
        parts = urlsplit(self.url)
        connection = http.client.HTTPConnection(parts.netloc, timeout=60, source_address=(self.address, 0))
        sent = {"Host": self.host or parts.netloc, **headers}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        return answer

    def submit(self, path: str, **form: str) -> tuple[int, str]:
        """Load a form and post it; return the status and the page."""
        with self.ask("GET", path) as page:
            (token, *_) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
        body = urlencode({"csrfmiddlewaretoken": token, **form})
        with self.ask("POST", path, body, **{"Content-Type": "application/x-www-form-urlencoded"}) as answer:
            return answer.status, answer.read().decode()

    def log_in(self, name: str) -> None:
        status, page = self.submit("/accounts/login/", login=name, password=PASSWORD)
        check(status == 302, f"{name} could not log in: {status} {page[:300]}")

    def listen(self, path: str) -> http.client.HTTPResponse:
        """Open a stream and wait for its hello event."""
        answer = self.ask("GET", path, Accept="text/event-stream")
        check(answer.status == 200, f"{path} was answered with {answer.status}")
        while not answer.readline().startswith(b"event: hello"):
            pass
        return answer


def read_to_end(stream: http.client.HTTPResponse) -> tuple[float, bytes]:
    """Return how many seconds the server takes to end a stream, and what it still sends."""
    begun = time.monotonic()
    with stream:
        rest = stream.read()
    return time.monotonic() - begun, rest
