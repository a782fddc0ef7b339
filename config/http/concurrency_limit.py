"""ASGI middleware that limits concurrent requests per network, so that one client can't occupy the whole site."""

from collections import Counter

from django.http import HttpRequest

from accounts.http.addresses import client_network
from config.http.bodies import Application, Message, Receive, Scope, Send
from config.http.refusals import refuse

MAX_REQUESTS_PER_NETWORK = 500
"""Per process. A whole club behind one address stays far below: a request takes a fraction of a second."""
ALWAYS_ANSWERED = ("/healthz",)
MESSAGE = "Too many requests at once from your network. Try again in a few seconds."


class LimitedRequests:
    """An event stream counts until it begins: streams have limits of their own (`games.streams.sse`)."""

    def __init__(self, application: Application, *, most: int = MAX_REQUESTS_PER_NETWORK) -> None:
        self.application, self.most = application, most
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        network = network_of(scope)
        if self.open[network] >= self.most and scope["path"] not in ALWAYS_ANSWERED:
            await refuse(scope, send, status=429, code="too_many_requests", message=MESSAGE, retry_after=5)
            return
        is_counted = True
        self.open[network] += 1

        def leave() -> None:
            nonlocal is_counted
            if is_counted:
                is_counted = False
                self.open[network] -= 1
                if not self.open[network]:
                    del self.open[network]

        def watched(message: Message) -> object:
            if message["type"] == "http.response.start" and _is_stream(message):
                leave()
            return send(message)

        try:
            await self.application(scope, receive, watched)  # type: ignore[arg-type]
        finally:
            leave()


def network_of(scope: Scope) -> str:
    """The client's network, as for all rate limits: behind the configured proxies."""
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    request = HttpRequest()
    request.META = {"REMOTE_ADDR": (scope.get("client") or ("",))[0]}
    if forwarded:
        request.META["HTTP_X_FORWARDED_FOR"] = forwarded.decode("latin-1")
    return client_network(request)


def _is_stream(message: Message) -> bool:
    return any(name.lower() == b"content-type" and b"event-stream" in value for name, value in message["headers"])
