"""Whatever organisers and moderators change is written down, with who did it: every address of theirs is tried."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.test import Client

from accounts.models import ModerationEntry, User
from tests.access.endpoints import Endpoint, all_endpoints, ask, body_of
from tests.access.scene import Scene, form_of
from tests.access.test_requests_that_change import answer_and_writes
from tests.accounts.people import PASSWORD
from tournaments.models import Change, ClubChange

LOGS = (Change, ClubChange, ModerationEntry)
THEIRS = ("/clubs/", "/tournaments/", "/moderation/", "/api/v1/clubs/", "/api/v1/tournaments/", "/api/v1/moderation/")
# What people take back for themselves; here there is nothing to take back, and nothing is changed.
OWN_AFFAIRS = {
    "POST /api/v1/clubs/",
    "POST /clubs/<slug>/do/withdraw-request/",
    "DELETE /api/v1/clubs/<slug>/requests/own/",
    "DELETE /api/v1/tournaments/<tournament_id>/players/<entry_id>/byes/<number>/",
}


def acts() -> list[Endpoint]:
    return [one for one in all_endpoints() if one.method != "GET" and one.route.startswith(THEIRS)]


def tables_of_rows(written: set[str]) -> set[str]:
    return {name for name in written if name.startswith(("tournaments_", "accounts_"))}


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
def test_no_act_of_an_organiser_or_a_moderator_goes_unwritten(scene: Scene) -> None:
    logs = {model._meta.db_table for model in LOGS}
    silent, told = set(), set()
    for endpoint in acts():
        address = endpoint.address(scene.places)
        body: Any = body_of(endpoint) if endpoint.is_api else form_of(scene)
        answer, written = answer_and_writes(scene.client("whose it is", address), endpoint, address, body)
        if answer.status_code < 400 and tables_of_rows(written):
            (told if written & logs else silent).add(f"{endpoint.method} {endpoint.route}")
    assert silent == OWN_AFFAIRS
    assert len(told) > 30, told


@pytest.mark.slow
def test_the_log_says_who_it_was(scene: Scene) -> None:
    for route, method in (
        ("/api/v1/clubs/<slug>/invitation/", "POST"),
        ("/api/v1/tournaments/<tournament_id>/cancel/", "POST"),
    ):
        endpoint = Endpoint(route, method)
        ask(scene.client("whose it is"), endpoint, endpoint.address(scene.places), body_of(endpoint))
    assert ClubChange.objects.order_by("-id")[0].actor == scene.users["mira"]
    assert Change.objects.order_by("-id")[0].actor == scene.users["mira"]


def test_what_administrators_change_of_an_account_is_in_their_log(scene: Scene) -> None:
    """Django's own pages write it; and nothing there is changed in another way."""
    keeper, pavel = Client(), scene.users["pavel"]
    keeper.force_login(scene.users["keeper"])
    page = keeper.get(f"/admin/accounts/user/{pavel.pk}/change/").context["adminform"].form
    values = {name: value for name, value in page.initial.items() if isinstance(value, str | int)}
    form = {name: value for name, value in values.items() if value is not False} | {"is_staff": "on"}
    with transaction.atomic():
        answer = keeper.post(f"/admin/accounts/user/{pavel.pk}/change/", form)
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    assert User.objects.get(pk=pavel.pk).is_staff
    (entry,) = LogEntry.objects.all()
    assert (entry.user, entry.object_id) == (scene.users["keeper"], str(pavel.pk))
    assert PASSWORD not in entry.change_message
