"""Concurrent requests are limited per network, streams separately, `/healthz` never."""

import asyncio
import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from config.http.concurrency_limit import LimitedRequests, network_of

PAGE, STREAM = b"text/html", b"text/event-stream"
PATIENCE = 120


def scope_of(address: str, path: str = "/", *, forwarded: str | None = None) -> dict[str, Any]:
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    return {"type": "http", "method": "GET", "path": path, "headers": headers, "client": (address, 4000)}


class Waiting:
    """Starts the response at once, and ends it when released."""

    def __init__(self) -> None:
        self.let = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        kind = STREAM if scope["path"].endswith("/events/") else PAGE
        await send({"type": "http.response.start", "status": 200, "headers": [(b"Content-Type", kind)]})
        await self.let.wait()
        await send({"type": "http.response.body", "body": b""})


class Crowd:
    def __init__(self) -> None:
        self.waiting = Waiting()
        self.site = LimitedRequests(self.waiting, most=2)
        self.open: list[ApplicationCommunicator] = []

    async def status(self, scope: dict[str, Any]) -> int:
        asked = ApplicationCommunicator(self.site, scope)
        self.open.append(asked)
        self.begun = await asked.receive_output(PATIENCE)
        return int(self.begun["status"])

    async def end(self) -> None:
        self.waiting.let.set()
        for asked in self.open:
            await asked.wait(PATIENCE)
        assert self.site.open == {}


def test_concurrent_requests_are_limited_per_network() -> None:
    async def run() -> None:
        crowd = Crowd()
        assert [await crowd.status(scope_of("192.0.2.1")) for _ in range(3)] == [200, 200, 429]
        assert (b"retry-after", b"5") in crowd.begun["headers"]
        assert await crowd.status(scope_of("192.0.2.2")) == 200
        assert await crowd.status(scope_of("192.0.2.1", "/healthz")) == 200
        await crowd.end()
        assert await crowd.status(scope_of("192.0.2.1")) == 200
        await crowd.end()

    asyncio.run(run())


def test_an_open_stream_does_not_count_as_a_request() -> None:
    async def run() -> None:
        crowd = Crowd()
        streams = [await crowd.status(scope_of("192.0.2.1", "/api/v1/games/1/events/")) for _ in range(5)]
        assert streams == [200] * 5
        assert [await crowd.status(scope_of("192.0.2.1")) for _ in range(3)] == [200, 200, 429]
        await crowd.end()

    asyncio.run(run())


def test_api_clients_get_the_error_shape() -> None:
    async def run() -> dict[str, Any]:
        crowd = Crowd()
        for _ in range(3):
            await crowd.status(scope_of("192.0.2.1", "/api/v1/games/"))
        body = (await crowd.open[-1].receive_output(PATIENCE))["body"]
        await crowd.end()
        return dict(json.loads(body))

    assert asyncio.run(run())["code"] == "too_many_requests"


def test_an_ipv6_64_network_counts_as_one() -> None:
    assert network_of(scope_of("::ffff:192.0.2.1")) == "192.0.2.1"
    assert network_of(scope_of("2001:db8::1")) == network_of(scope_of("2001:db8::ffff")) == "2001:db8::/64"


@pytest.mark.parametrize(("proxies", "network"), [(0, "192.0.2.1"), (1, "203.0.113.9"), (3, "unknown")])
def test_a_forwarded_address_counts_behind_configured_proxies_only(settings: Any, proxies: int, network: str) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    assert network_of(scope_of("192.0.2.1", forwarded="198.51.100.1, 203.0.113.9")) == network


def test_clients_without_an_address_count_as_one_network() -> None:
    assert network_of({**scope_of(""), "client": None}) == "unknown"
