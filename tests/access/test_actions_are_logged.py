"""Every change by organisers and moderators is logged with its actor: all their endpoints are tried."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.test import Client

from accounts.models import ModerationEntry, User
from tests.access.endpoints import Endpoint, all_endpoints, ask, body_of
from tests.access.scene import Scene, form_of
from tests.access.test_csrf_and_safe_methods import answer_and_writes
from tests.accounts.people import PASSWORD
from tournaments.models import Change, ClubChange

LOGS = (Change, ClubChange, ModerationEntry)
THEIRS = ("/clubs/", "/tournaments/", "/moderation/", "/api/v1/clubs/", "/api/v1/tournaments/", "/api/v1/moderation/")
# Users asking or withdrawing something for themselves.
OWN_AFFAIRS = {
    "POST /api/v1/clubs/",
    "POST /clubs/<slug>/do/withdraw-request/",
    "DELETE /api/v1/clubs/<slug>/requests/own/",
    "DELETE /api/v1/tournaments/<tournament_id>/players/<entry_id>/byes/<number>/",
    "POST /api/v1/clubs/<slug>/people/<person_id>/claim/",
    "DELETE /api/v1/clubs/<slug>/claims/own/",
    "POST /clubs/<slug>/people/do/claim/",
    "POST /clubs/<slug>/people/do/withdraw-claim/",
}


def organiser_and_moderator_actions() -> list[Endpoint]:
    return [one for one in all_endpoints() if one.method != "GET" and one.route.startswith(THEIRS)]


def tables_of_rows(written: set[str]) -> set[str]:
    return {name for name in written if name.startswith(("tournaments_", "accounts_"))}


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
def test_every_action_of_an_organiser_or_moderator_is_logged(scene: Scene) -> None:
    logs = {model._meta.db_table for model in LOGS}
    unlogged, logged = set(), set()
    for endpoint in organiser_and_moderator_actions():
        address = endpoint.address(scene.places)
        body: Any = body_of(endpoint) if endpoint.is_api else form_of(scene)
        answer, written = answer_and_writes(scene.client("owner", address), endpoint, address, body)
        if answer.status_code < 400 and tables_of_rows(written):
            (logged if written & logs else unlogged).add(f"{endpoint.method} {endpoint.route}")
    assert unlogged == OWN_AFFAIRS
    assert len(logged) > 30, logged


@pytest.mark.slow
def test_the_log_names_the_actor(scene: Scene) -> None:
    for route, method in (
        ("/api/v1/clubs/<slug>/invitation/", "POST"),
        ("/api/v1/tournaments/<tournament_id>/cancel/", "POST"),
    ):
        endpoint = Endpoint(route, method)
        ask(scene.client("owner"), endpoint, endpoint.address(scene.places), body_of(endpoint))
    assert ClubChange.objects.order_by("-id")[0].actor == scene.users["mira"]
    assert Change.objects.order_by("-id")[0].actor == scene.users["mira"]


def test_changes_to_accounts_in_the_admin_are_in_the_admin_log(scene: Scene) -> None:
    """Django's own pages write the log; accounts are changed nowhere else in the admin."""
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
