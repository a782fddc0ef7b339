"""Shared helpers for tests of pages: a client, the wizard step by step, and form actions."""

from html.parser import HTMLParser
from typing import Any

from django.test import Client

from accounts.models import User
from tests.tournaments.playing import seen
from tournaments.models import Table, Tournament
from tournaments.selectors.guidance import next_action

EVENT_STEPS: list[dict[str, Any]] = [
    {"name": "Spring Open", "variant": "lyra-2", "description": ""},
    {"format": "swiss", "rounds": "3", "tie_breaks": ["buchholz", "wins"]},
    {"venue": "correspondence", "clock": "days:3", "round_length": "14"},
    {"size": "20", "late_entry_until": "0"},
]


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def walk_wizard(client: Client, slug: str, steps: list[dict[str, Any]]) -> Any:
    """Submit the wizard step by step, passing earlier answers on as hidden fields."""
    address = f"/clubs/{slug}/new-tournament/"
    assert client.get(address).status_code == 200
    answers: dict[str, Any] = {}
    for number, step in enumerate(steps, start=1):
        answers |= step
        page = client.post(address, {**answers, "step": number})
        assert page.status_code == 200, page.content.decode()
        for name, value in page.context["kept"]:
            assert value == answers[name] or value in answers[name]
    return client.post(address, {**answers, "step": 5}, follow=True), page


DRAFT_ACTIONS = ("pair", "again", "discard", "publish", "swap", "place", "turn", "times", "move")
RESULT_ACTIONS = ("result", "clear-result")


def do(client: Client, url: str, action: str, **data: Any) -> str:
    """Submit a form of the tournament; forms about a draft or a result name what is there, as the page does."""
    tournament = Tournament.objects.get(pk=int(url.strip("/").split("/")[1]))
    if action in DRAFT_ACTIONS:
        draft = seen(tournament)
        data |= {"round": next_action(tournament).round or draft.round, "attempt": draft.attempt}
    if action in RESULT_ACTIONS:
        data.setdefault("seen", Table.objects.get(pk=data["table"]).result_version)
    page = client.post(f"{url}do/{action}/", data, follow=True)
    assert page.status_code == 200
    assert [str(message) for message in page.context["messages"] if message.level_tag == "error"] == []
    return page.content.decode()


def refusals(page: Any) -> list[str]:
    """The error codes that a page shows after a form was sent with `follow=True`."""
    return [message.extra_tags for message in page.context["messages"] if message.level_tag == "error"]


def pairings_part(page: str) -> str:
    return page[page.index('<ul class="list pairings">') :]


class _Form(HTMLParser):
    """The first form of a page after `start`, with what a browser sends if it is not edited."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self.textarea: str | None = None
        self.select: str | None = None
        self.options: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, is_on = given.get("name", ""), "disabled" not in given
        if tag == "input" and name and is_on:
            if given.get("type") not in ("checkbox", "radio"):
                self.sent.setdefault(name, []).append(given.get("value", ""))
            elif "checked" in given:
                self.sent.setdefault(name, []).append(given.get("value", "on"))
        elif tag == "textarea" and is_on:
            self.textarea = name
            self.sent[name] = [""]
        elif tag == "select" and is_on:
            self.select, self.options = name, []
        elif tag == "option" and self.select is not None:
            self.options.append((given["value"], "selected" in given))

    def handle_data(self, data: str) -> None:
        if self.textarea is not None:
            self.sent[self.textarea][0] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self.textarea is not None:
            text = self.sent[self.textarea][0].removeprefix("\n")  # a browser leaves out the first line break
            self.sent[self.textarea] = [text.replace("\r\n", "\n").replace("\n", "\r\n")]
            self.textarea = None
        if tag == "select" and self.select is not None:
            chosen = [value for value, is_selected in self.options if is_selected] or [self.options[0][0]]
            self.sent[self.select] = chosen
            self.select = None


def untouched_form(page: str, marker: str) -> dict[str, list[str]]:
    """What a browser sends of the unedited form that begins with `marker`."""
    start = page.index(marker)
    reader = _Form()
    reader.feed(page[start : page.index("</form>", start)])
    return reader.sent
