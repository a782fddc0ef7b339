"""Actions on a draft name the draft that was seen; if it is stale, nothing changes."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.errors import Conflict
from accounts.models import User
from tests.accounts.people import at_once, attempt, has_code, overtaken
from tests.games.playing import make_people
from tests.tournaments.pages import browser_of, refusals, untouched_form
from tests.tournaments.playing import decide, make_club, next_round, pairs_of, running_tournament, seen
from tests.tournaments.test_api import client_of
from tournaments.enums import RoundStatus, Venue
from tournaments.models import Change, Club, Entry, Round, Table, Tournament
from tournaments.services.advance import advance
from tournaments.services.draft import move_player, rotate_seats, set_round_times, set_table_venue, swap_players
from tournaments.services.locking import Seen
from tournaments.services.pairing import discard_draft, pair_again, pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.withdrawal import reinstate_player, withdraw_player

pytestmark = pytest.mark.slow

Act = Callable[[Tournament, User, Seen], Any]


def _by(tournament: Tournament, user: User, shown: Seen) -> dict[str, Any]:
    return {"tournament_id": tournament.pk, "user": user, "seen": shown}


def _swap(tournament: Tournament, user: User, shown: Seen) -> Any:
    one, other = Entry.objects.filter(tournament=tournament).order_by("number")[:2]
    return swap_players(**_by(tournament, user, shown), one_id=one.pk, other_id=other.pk)


def _move(tournament: Tournament, user: User, shown: Seen) -> Any:
    first = Entry.objects.filter(tournament=tournament).order_by("number")[0]
    return move_player(**_by(tournament, user, shown), entry_id=first.pk, table=None)


def _venue(tournament: Tournament, user: User, shown: Seen) -> Any:
    table = Table.objects.filter(round__tournament=tournament, number=1).latest("round__number")
    return set_table_venue(table_id=table.pk, user=user, seen=shown, venue=Venue.BOARD)


ACTS: dict[str, Act] = {
    "publish": lambda *it: publish_round(**_by(*it)),
    "pair again": lambda *it: pair_again(**_by(*it)),
    "discard": lambda *it: discard_draft(**_by(*it)),
    "swap": _swap,
    "move": _move,
    "turn": lambda *it: rotate_seats(**_by(*it), number=1),
    "times": lambda *it: set_round_times(**_by(*it), starts_at=None, deadline=None),
    "venue": _venue,
}
CHANGES: dict[str, Act] = {**{name: act for name, act in ACTS.items() if name not in ("publish", "discard")}}


def _dropped_and_paired(tournament: Tournament, user: User, shown: Seen) -> None:
    """Deleted and paired again: the new draft is not the old one, even if it looks the same."""
    entry = Entry.objects.filter(tournament=tournament).order_by("number")[0]
    withdraw_player(entry_id=entry.pk, user=user)
    reinstate_player(entry_id=entry.pk, user=user)
    pair_round(tournament_id=tournament.pk, user=user)


def _discarded_and_paired(tournament: Tournament, user: User, shown: Seen) -> None:
    discard_draft(**_by(tournament, user, shown))
    pair_round(tournament_id=tournament.pk, user=user)


CHANGES |= {"drop and pair": _dropped_and_paired, "discard and pair": _discarded_and_paired}


def everything(tournament: Tournament) -> list[Any]:
    rounds = Round.objects.filter(tournament=tournament).order_by("number")
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    tables = Table.objects.filter(round__tournament=tournament).order_by("pk").values_list("venue", flat=True)
    lines = Change.objects.filter(tournament=tournament).count()
    return [revision, lines, list(rounds.values()), [pairs_of(one) for one in rounds], list(tables)]


@pytest.fixture
def drafted(club: Club, secretary: User) -> Tournament:
    tournament = running_tournament(club, secretary, 6, rounds=3, accounts=False)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    pair_round(tournament_id=tournament.pk, user=secretary)
    return tournament


@pytest.mark.parametrize("change", CHANGES)
def test_actions_on_a_stale_draft_are_refused_and_change_nothing(
    drafted: Tournament, secretary: User, change: str
) -> None:
    shown = seen(drafted)
    CHANGES[change](drafted, secretary, shown)
    assert seen(drafted).round == shown.round
    assert seen(drafted).attempt > shown.attempt
    before = everything(drafted)
    for name, act in ACTS.items():
        with pytest.raises(Conflict) as refused:
            act(drafted, secretary, shown)
        assert (name, refused.value.code) == (name, "stale")
    assert everything(drafted) == before


@pytest.mark.parametrize("act", ACTS)
def test_actions_on_the_current_draft_are_accepted(drafted: Tournament, secretary: User, act: str) -> None:
    before = everything(drafted)
    ACTS[act](drafted, secretary, seen(drafted))
    assert everything(drafted) != before


def test_publishing_an_earlier_round_does_not_publish_the_next(drafted: Tournament, secretary: User) -> None:
    """The button was for round 2, which has been played; now there is a draft of round 3."""
    shown = seen(drafted)
    publish_round(**_by(drafted, secretary, shown))
    decide(drafted, secretary, Random(2))
    pair_round(tournament_id=drafted.pk, user=secretary)
    before = everything(drafted)
    for act in ACTS.values():
        with pytest.raises(Conflict, check=has_code("published")):
            act(drafted, secretary, shown)
    assert everything(drafted) == before


def test_pairing_names_its_round_too(drafted: Tournament, secretary: User) -> None:
    publish_round(**_by(drafted, secretary, seen(drafted)))
    decide(drafted, secretary, Random(2))
    before = everything(drafted)
    with pytest.raises(Conflict, match=r"\b3\b") as refused:
        pair_round(tournament_id=drafted.pk, user=secretary, number=2)
    assert (refused.value.code, everything(drafted)) == ("stale", before)
    assert pair_round(tournament_id=drafted.pk, user=secretary, number=3).number == 3


def test_an_automatic_tournament_publishes_only_the_draft_it_read(
    drafted: Tournament, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    Tournament.objects.filter(pk=drafted.pk).update(auto_advance=True)
    found = seen(drafted)
    real = "tournaments.services.advance.publish_round"

    def after_an_organiser_paired_again(**wanted: Any) -> Round:
        assert wanted["seen"] == found
        pair_again(**_by(drafted, secretary, found))
        return publish_round(**wanted)

    monkeypatch.setattr(real, after_an_organiser_paired_again)
    with pytest.raises(Conflict, check=has_code("stale")):
        advance(tournament_id=drafted.pk)
    assert not Round.objects.filter(tournament=drafted, number=2, published_at__isnull=False).exists()


# -- by page and by API -----------------------------------------------------------------------------------------------


def forms_of(client: Client, address: str) -> dict[str, dict[str, list[str]]]:
    """The forms of a page about a round, by action."""
    page = client.get(address).content.decode()
    actions = ("pair", "publish", "again", "discard", "swap", "place", "turn", "times", "move")
    return {action: untouched_form(page, f"do/{action}/") for action in actions if f"do/{action}/" in page}


def test_every_form_about_a_draft_names_it(drafted: Tournament, secretary: User) -> None:
    client, url = browser_of(secretary), f"/tournaments/{drafted.pk}/"
    shown = seen(drafted)
    forms = forms_of(client, f"{url}rounds/2/")
    assert set(forms) == {"publish", "again", "discard", "swap", "place", "turn", "times", "move"}
    named = {action: Seen(int(form["round"][0]), int(form["attempt"][0])) for action, form in forms.items()}
    assert named == dict.fromkeys(forms, shown)
    rotate_seats(**_by(drafted, secretary, shown), number=1)
    before = everything(drafted)
    for action, form in forms.items():
        answer = client.post(f"{url}do/{action}/", form, follow=True)
        assert (action, refusals(answer)) == (action, ["stale"])
        unnamed = {name: value for name, value in form.items() if name not in ("round", "attempt")}
        answer = client.post(f"{url}do/{action}/", unnamed, follow=True)
        assert (action, refusals(answer)) == (action, ["stale"])
    assert everything(drafted) == before
    fresh = forms_of(client, f"{url}rounds/2/")["publish"]
    client.post(f"{url}do/publish/", fresh)
    assert Round.objects.get(tournament=drafted, number=2).status == RoundStatus.PUBLISHED


def test_the_pair_button_names_its_round(drafted: Tournament, secretary: User) -> None:
    discard_draft(**_by(drafted, secretary, seen(drafted)))
    client, url = browser_of(secretary), f"/tournaments/{drafted.pk}/"
    form = forms_of(client, url)["pair"]
    assert form["round"] == ["2"]
    next_round(drafted, secretary)
    decide(drafted, secretary, Random(2))
    client.post(f"{url}do/pair/", form)
    assert not Round.objects.filter(tournament=drafted, number=3).exists()


def requests_of(drafted: Tournament) -> list[tuple[str, str, dict[str, Any]]]:
    one, other = Entry.objects.filter(tournament=drafted).order_by("number")[:2]
    table = Table.objects.get(round__tournament=drafted, round__number=2, number=1)
    url = f"/api/v1/tournaments/{drafted.pk}"
    return [
        ("post", f"{url}/rounds/2/publish/", {}),
        ("post", f"{url}/rounds/2/again/", {}),
        ("post", f"{url}/rounds/2/swap/", {"one": one.pk, "other": other.pk}),
        ("post", f"{url}/rounds/2/move/", {"player": one.pk}),
        ("post", f"{url}/rounds/2/turn/", {"table": 1}),
        ("post", f"{url}/rounds/2/times/", {}),
        ("post", f"{url}/tables/{table.pk}/venue/", {"venue": "board"}),
        ("delete", f"{url}/rounds/2/", {}),
    ]


def test_the_api_requires_the_attempt_and_refuses_a_stale_one(drafted: Tournament, secretary: User) -> None:
    api, url = client_of(secretary), f"/api/v1/tournaments/{drafted.pk}"
    stale = api.get(f"{url}/rounds/2/pairings/").json()["attempt"]
    rotate_seats(**_by(drafted, secretary, seen(drafted)), number=1)
    before = everything(drafted)
    for method, address, body in requests_of(drafted):
        act = getattr(api, method)
        missing = act(address, body)
        assert (missing.status_code, list(missing.json()["fields"])) == (400, ["attempt"]), address
        asked = f"?attempt={stale}" if method == "delete" else ""
        refused = act(f"{address}{asked}", {**body, "attempt": stale})
        assert (refused.status_code, refused.json()["code"]) == (409, "stale")
    assert everything(drafted) == before
    action = api.get(f"{url}/next/").json()
    assert (action["action"], action["round"], action["attempt"]) == ("publish", *seen(drafted))
    assert api.post(f"{url}/rounds/2/publish/", {"attempt": action["attempt"]}).status_code == 200
    assert api.post(f"{url}/rounds/", {"round": 2}).json()["code"] in ("round_in_play", "stale")


# -- at once ----------------------------------------------------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_concurrent_actions_on_one_draft_one_succeeds() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 6, rounds=3, accounts=False)
    pair_round(tournament_id=tournament.pk, user=secretary)
    shown, acts = seen(tournament), list(ACTS.values()) * 2
    answers = at_once(len(acts), lambda number: attempt(partial(acts[number], tournament, secretary, shown)))
    assert answers.count("done") == 1
    assert set(answers) <= {"done", "stale", "published", "no_draft"}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", CHANGES)
def test_a_draft_that_changes_while_publishing_waits_for_the_lock_is_not_published(change: str) -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 6, rounds=3, accounts=False)
    pair_round(tournament_id=tournament.pk, user=secretary)
    shown = seen(tournament)
    answer = overtaken(
        lambda: attempt(partial(publish_round, **_by(tournament, secretary, shown))),
        hold=partial(CHANGES[change], tournament, secretary, shown),
        meanwhile=lambda: None,
    )
    assert answer == "stale"
    assert not Round.objects.filter(tournament=tournament, published_at__isnull=False).exists()
