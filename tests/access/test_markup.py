"""Markup in anything that users write is shown as text, on every page and in every mail; no page needs inline code."""

import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import models

from accounts.enums import ModerationAction
from accounts.models import ApiToken, ModerationEntry, Report, User
from accounts.services.moderation import moderate
from games.enums import Delivery, MailState, NoticeKind
from games.models import ChatMessage, ImportedGame, Note, Notice, Proposal, SavedSetup
from games.notifications.selectors.notices import _PATTERNS
from games.notifications.services.mail import send_due_mails
from games.notifications.services.notices import choose_deliveries, notify_missed
from games.services.notes import keep_note_on_game, keep_note_on_person
from tests.access.endpoints import all_endpoints
from tests.access.scene import Scene
from tournaments.models import Change, Club, Entry, JoinRequest, News, Season, Table, Tournament

# Ends a script, an attribute in either kind of quotes, and a tag; short enough for a name.
EVIL = "\" x-evil '</script><x-evil>"
WRITTEN: dict[type[models.Model], tuple[str, ...]] = {
    User: ("display_name", "about"),
    ApiToken: ("name",),
    Report: ("words", "quote"),
    ModerationEntry: ("why",),
    ChatMessage: ("text",),
    Note: ("text",),
    Proposal: ("message",),
    SavedSetup: ("name",),
    Club: ("name", "description"),
    News: ("title", "text"),
    JoinRequest: ("message",),
    Season: ("name",),
    Tournament: ("name", "description"),
    Entry: ("name",),
    Change: ("text", "reason"),
    Table: ("reason",),
}
NO_PAGE = ("/accounts/logout/", "/healthz", "/readyz", "/metrics")


class MarkupFinder(HTMLParser):
    """Collects elements that come from injected markup, and inline code that the policy would block."""

    def __init__(self) -> None:
        super().__init__()
        self.evil: list[str] = []
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "x-evil" or any("x-evil" in name for name in given):
            self.evil.append(self.get_starttag_text() or tag)
        runs = tag == "script" and "src" not in given and "json" not in (given.get("type") or "")
        if runs or tag == "style" or "style" in given or any(name.startswith("on") for name in given):
            self.inline.append(self.get_starttag_text() or tag)


def parse(html: str) -> MarkupFinder:
    found = MarkupFinder()
    found.feed(html)
    return found


@pytest.fixture
def evil_scene(scene: Scene) -> Scene:
    """A site on which users have written markup in every text field."""
    mira, pavel = scene.users["mira"], scene.users["pavel"]
    keep_note_on_game(author=mira, game_id=scene.places["game_id"], text="A note.")
    keep_note_on_person(author=mira, person=pavel, text="A note.")
    moderate(moderator=scene.users["keeper"], person=pavel, action=ModerationAction.WARN, why="Unkind.")
    for model, fields in WRITTEN.items():
        assert model._default_manager.exists(), model
        for row in model._default_manager.all():
            # With the primary key, as some names are unique; without validators, as old rows may be.
            values = dict.fromkeys(fields, f"{row.pk}{EVIL}")
            model._default_manager.filter(pk=row.pk).update(**values)
    names = [f"{number}{EVIL}" for number in range(2)]
    ImportedGame.objects.update(players=names)
    return scene


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
def test_markup_is_text_on_every_page_and_no_page_needs_inline_code(evil_scene: Scene) -> None:
    shown = Counter[str]()
    for endpoint in all_endpoints():
        if endpoint.is_api or endpoint.method != "GET" or endpoint.route in NO_PAGE:
            continue
        address = endpoint.address(evil_scene.places)
        cache.clear()
        answer: Any = evil_scene.client("owner", address).get(address)
        kind = answer.get("Content-Type", "").partition(";")[0]
        if answer.streaming or kind not in ("text/html", "image/svg+xml"):
            continue
        page = answer.content.decode()
        found = parse(page)
        assert found.evil == [], (endpoint, found.evil)
        shown[endpoint.route] += page.count("x-evil")
        if kind == "text/html":
            policy = answer["Content-Security-Policy"]
            assert "default-src 'self'" in policy or "default-src 'none'" in policy, endpoint
            assert "unsafe" not in policy, endpoint
            assert found.inline == [], (endpoint, found.inline)
    assert len([route for route, times in shown.items() if times]) > 30, shown


@pytest.mark.slow
@pytest.mark.once
def test_markup_is_text_in_mails(evil_scene: Scene) -> None:
    for name in ("mira", "pavel", "xenia"):
        kinds = ("turn", "challenge", "club", "round", "event", "organising", "result")
        choose_deliveries(user=evil_scene.users[name], deliveries=dict.fromkeys(kinds, "now"))
    notify_missed()
    send_due_mails()
    assert len(mail.outbox) >= 2
    for message in mail.outbox:
        assert "\n" not in message.subject
        (page,) = (content for content, kind in message.alternatives if kind == "text/html")
        assert parse(page).evil == []
        assert "x-evil" in page


@pytest.mark.slow
def test_markup_is_text_in_every_sentence_that_is_mailed(scene: Scene) -> None:
    """Each kind of news that the site knows, filled with markup; in the mail and in the list of notices."""
    mira, filled = scene.users["mira"], 0
    for about, pattern in _PATTERNS.items():
        names = re.findall(r"%\((\w+)\)", str(pattern))
        filled += bool(names)
        notice = {"kind": NoticeKind.ORGANISING, "about": about, "facts": dict.fromkeys(names, EVIL), "path": "/"}
        Notice.objects.create(user=mira, key=about, delivery=Delivery.NOW, mail=MailState.WAITING, **notice)
    assert filled > 20
    choose_deliveries(user=mira, deliveries={"organising": "now"})
    send_due_mails()
    (letter,) = (one for one in mail.outbox if one.to == [mira.email])
    (page,) = (content for content, kind in letter.alternatives if kind == "text/html")
    for shown in (page, scene.client("owner").get("/notices/").content.decode()):
        found = parse(shown)
        assert (found.evil, found.inline if shown is not page else []) == ([], [])
    assert page.count("x-evil") >= filled


def test_the_finder_detects_unescaped_markup() -> None:
    for page in (f"<p>{EVIL}</p>", f'<p title="{EVIL}">', f"<script type=json>{EVIL}</script>"):
        assert parse(page).evil, page
    for page in ("<p style='x'>", "<p onclick='x'>", "<script>x</script>", "<style>x</style>"):
        assert parse(page).inline, page
