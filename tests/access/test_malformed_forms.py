"""Every form of every page, submitted with one extreme field value: never a 500, never slow."""

from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from tests.access.endpoints import Endpoint, all_endpoints, ask
from tests.access.scene import Scene
from tests.access.sweeping import some_of, undone
from tests.access.test_malformed_input import EXTREMES, HUGE
from tests.access.test_matrix import PROBES
from tournaments.enums import Status
from tournaments.models import Tournament

pytestmark = [pytest.mark.slow, pytest.mark.once(on="postgresql"), pytest.mark.timeout(900)]

VALUES = (str(HUGE), *EXTREMES)
NOT_TYPED = ("hidden", "submit", "button", "checkbox", "radio", "file", "password")


class Form(HTMLParser):
    """Collects the POST forms of a page: their action, and what a browser would send unchanged."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str], list[str]]] = []
        self.select = self.text = ""
        self.is_inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.is_inside = given.get("method", "").lower() == "post"
            if self.is_inside:
                self.forms.append((given.get("action", ""), {}, []))
        elif not self.is_inside:
            return
        elif tag in ("input", "textarea") and given.get("name"):
            self._add_input(tag, given)
        elif tag == "select":
            self.select = given.get("name", "")
        elif tag == "option" and self.select:
            values = self.forms[-1][1]
            if "selected" in given or self.select not in values:
                values[self.select] = given.get("value", "")

    def _add_input(self, tag: str, given: dict[str, str]) -> None:
        _action, values, typed = self.forms[-1]
        name, kind = given["name"], given.get("type", "text")
        if kind in ("checkbox", "radio") and "checked" not in given:
            return
        values[name] = given.get("value", "")
        if tag == "textarea":
            self.text = name
        if kind not in NOT_TYPED:
            typed.append(name)

    def handle_data(self, data: str) -> None:
        if self.text:
            self.forms[-1][1][self.text] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_inside = False
        self.text = "" if tag == "textarea" else self.text
        self.select = "" if tag == "select" else self.select


def shown_forms(scene: Scene, endpoints: Iterable[Endpoint]) -> Iterator[tuple[str, dict[str, str], list[str]]]:
    """Yield each distinct form once, by its action and its fields."""
    seen = set()
    for endpoint in endpoints:
        if endpoint.is_api or endpoint.method != "GET" or endpoint.route in ("/accounts/logout/", *PROBES):
            continue
        address = endpoint.address(scene.places)
        page = scene.client("owner", address).get(address)
        if page.status_code != 200 or page.streaming or not page["Content-Type"].startswith("text/html"):
            continue
        reader = Form()
        reader.feed(page.content.decode())
        for action, values, typed in reader.forms:
            target = action or address
            if (target, *sorted(values)) not in seen:
                seen.add((target, *sorted(values)))
                yield target, values, typed


def test_no_form_causes_a_500_for_an_extreme_number_or_date(scene: Scene) -> None:
    tried = tried_fields(scene, all_endpoints())
    assert {"first_round_at", "lowest_rating", "reason"} <= tried


def test_no_rule_of_a_tournament_before_its_start_causes_a_500(scene: Scene) -> None:
    """Rules that can't change any more have no field: the tournament of the other test has started."""
    Tournament.objects.update(status=Status.REGISTRATION)
    tried = tried_fields(scene, [Endpoint("/tournaments/<tournament_id>/edit/", "GET")])
    assert {"win", "first_round_at", "turn_limit", "rounds"} <= tried


def tried_fields(scene: Scene, endpoints: Iterable[Endpoint]) -> set[str]:
    """Submit the forms of some pages with extreme values in each field; return the fields' names."""
    tried = set[str]()
    for address, values, typed in list(shown_forms(scene, endpoints)):
        client = scene.client("owner", address)
        for name in typed:
            for value in (EXTREMES[0], *some_of(VALUES, address, name)):
                form: dict[str, Any] = {**values, name: value}
                endpoint = Endpoint(address, "POST")
                answer = undone(lambda who=client, what=endpoint, sent=form: ask(who, what, what.route, sent))
                assert answer.status_code < 500, (address, name, value[:20])
                tried.add(name)
    return tried
