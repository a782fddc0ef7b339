"""Every stream ends when the token or session that opened it ends; no stream endpoint is overlooked."""

import pytest
from django.test import Client
from django.urls import get_resolver

from accounts.models import ApiToken
from games.streams import access
from games.streams.sse import StreamView
from tests.access.endpoints import _routes, all_endpoints
from tests.access.scene import Scene, make_scene
from tests.games.streams import Reader, in_a_loop, in_thread, is_ended, visit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_every_stream_endpoint_is_recognised() -> None:
    views = {route: getattr(callback, "view_class", None) for route, callback in _routes(get_resolver())}
    streams = {route for route, view in views.items() if view is not None and issubclass(view, StreamView)}
    assert streams == {endpoint.route for endpoint in all_endpoints() if endpoint.is_stream}


def end_all_credentials(scene: Scene) -> None:
    ApiToken.objects.update(revoked_at="2026-01-01T00:00:00Z")
    browser = Client()
    browser.cookies["sessionid"] = scene.sessions["mira"]
    browser.post("/accounts/logout/")


@in_a_loop
async def test_every_stream_ends_with_its_token_and_with_its_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "CHECK_SECONDS", 0.05)
    scene = await in_thread(make_scene)()
    session = await in_thread(scene._session)("mira")
    opened = []
    for endpoint in all_endpoints():
        if endpoint.is_stream:
            address = endpoint.address(scene.places)
            opened += [await visit(address, token=scene.tokens["mira"]), await visit(address, session=session)]
    assert [answer["status"] for _, answer in opened] == [200] * len(opened)
    assert len(opened) >= 6
    for asked, _ in opened:
        await Reader(asked).next()
    await in_thread(end_all_credentials)(scene)
    assert [await is_ended(asked) for asked, _ in opened] == [True] * len(opened)
