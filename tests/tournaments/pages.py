"""What the tests of pages share: a browser, the wizard step by step, and the forms that do something."""

from typing import Any

from django.test import Client

from accounts.models import User

EVENT_STEPS: list[dict[str, Any]] = [
    {"name": "Spring Open", "variant": "lyra-2", "description": ""},
    {"format": "swiss", "rounds": "3", "tie_breaks": ["buchholz", "wins"]},
    {"venue": "correspondence", "clock": "days:3", "round_days": "14"},
    {"size": "20", "late_entry_until": "0"},
]


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def walk_wizard(client: Client, slug: str, steps: list[dict[str, Any]]) -> Any:
    """Step by step, the answers travelling as the page's hidden fields do."""
    address = f"/clubs/{slug}/new-event/"
    assert client.get(address).status_code == 200
    answers: dict[str, Any] = {}
    for number, step in enumerate(steps, start=1):
        answers |= step
        page = client.post(address, {**answers, "step": number})
        assert page.status_code == 200, page.content.decode()
        for name, value in page.context["kept"]:
            assert value == answers[name] or value in answers[name]
    return client.post(address, {**answers, "step": 5}, follow=True), page


def do(client: Client, event: str, deed: str, **data: Any) -> str:
    page = client.post(f"{event}do/{deed}/", data, follow=True)
    assert page.status_code == 200
    assert [str(message) for message in page.context["messages"] if message.level_tag == "error"] == []
    return page.content.decode()


def pairings_part(page: str) -> str:
    return page[page.index('<ul class="list pairings">') :]
