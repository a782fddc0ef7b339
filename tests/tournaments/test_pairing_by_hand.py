"""A round that the engine can't pair is paired by the organiser from an empty sheet, checked and then published."""

from random import Random

import pytest

from accounts.errors import Conflict, Unprocessable
from accounts.models import User
from tests.accounts.people import has_code
from tests.games.playing import client_of
from tests.tournaments.pages import browser_of
from tests.tournaments.playing import decide, entry, next_round, pairs_of, running_tournament, seen
from tournaments.enums import RoundStatus
from tournaments.models import Club, Round, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.record import objections_to, unplaced_entries
from tournaments.services.draft import move_player, pair_by_hand, seat_together, swap_players
from tournaments.services.pairing import pair_round
from tournaments.services.publishing import publish_round

pytestmark = pytest.mark.slow


def stuck(club: Club, secretary: User, players: int = 4) -> Tournament:
    """A Swiss in which all have met: the next round has no pairing."""
    tournament = running_tournament(club, secretary, players, rounds=players, accounts=False)
    for number in range(1, players):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(number))
    with pytest.raises(Unprocessable, check=has_code("no_pairing")):
        pair_round(tournament_id=tournament.pk, user=secretary)
    return tournament


def draft_of(tournament: Tournament) -> Round:
    return Round.objects.select_related("tournament").get(tournament=tournament, status=RoundStatus.DRAFT)


def test_an_empty_sheet_is_filled_and_published(club: Club, secretary: User) -> None:
    tournament = stuck(club, secretary)
    by = {"tournament_id": tournament.pk, "user": secretary}
    pair_by_hand(**by, seen=seen(tournament))
    draft = draft_of(tournament)
    assert (unplaced_entries(draft).count(), draft.edited_by_hand) == (4, True)
    assert [one.is_blocking for one in objections_to(draft)] == [True]
    with pytest.raises(Unprocessable, check=has_code("broken_draft")):
        publish_round(**by, seen=seen(tournament))
    ids = [entry(tournament, f"player00{number}").pk for number in (1, 2, 3, 4)]
    with pytest.raises(Unprocessable, check=has_code("unplaced")):
        swap_players(**by, seen=seen(tournament), one_id=ids[0], other_id=ids[1])
    seat_together(**by, seen=seen(tournament), one_id=ids[0], other_id=ids[1])
    swap_players(**by, seen=seen(tournament), one_id=ids[1], other_id=ids[2])
    assert [one.pk for one in unplaced_entries(draft)] == [ids[1], ids[3]]
    move_player(**by, seen=seen(tournament), entry_id=ids[1], table=2)
    move_player(**by, seen=seen(tournament), entry_id=ids[3], table=2)
    objections = objections_to(draft)
    assert [one.is_blocking for one in objections] == [False, False], "both pairs have met"
    round_ = publish_round(**by, seen=seen(tournament))
    assert pairs_of(round_) == [["player001", "player003"], ["player002", "player004"]]
    assert Round.objects.get(pk=round_.pk).edited_by_hand


def test_the_page_and_the_api_do_it_too(club: Club, secretary: User) -> None:
    tournament = stuck(club, secretary)
    last, browser = seen(tournament), browser_of(secretary)
    address = f"/tournaments/{tournament.pk}/"
    form = {"round": last.round, "attempt": last.attempt}
    page = browser.post(f"{address}do/by-hand/", form, follow=True)
    assert page.redirect_chain[-1][0] == f"{address}rounds/{last.round}/"
    assert [one["name"] for one in page.context["unplaced"]] == [f"player00{number}" for number in (1, 2, 3, 4)]
    ids = [one["id"] for one in page.context["unplaced"]]
    answer = client_of(secretary).post(
        f"/api/v1{address}rounds/{last.round}/seat-together/",
        {"attempt": seen(tournament).attempt, "one": ids[0], "other": ids[3]},
    )
    assert [seat["player"]["id"] for seat in answer.json()["tables"][0]["seats"]] == [ids[0], ids[3]]


def test_a_stale_request_is_refused(club: Club, secretary: User) -> None:
    tournament = stuck(club, secretary, 2)
    before = seen(tournament)
    pair_by_hand(tournament_id=tournament.pk, user=secretary, seen=before)
    with pytest.raises(Conflict):
        pair_by_hand(tournament_id=tournament.pk, user=secretary, seen=before)


def test_a_schedule_is_not_paired_by_hand(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.ROUND_ROBIN, accounts=False)
    round_ = pair_round(tournament_id=tournament.pk, user=secretary)
    Round.objects.filter(pk=round_.pk).update(status=RoundStatus.STUCK)
    with pytest.raises(Unprocessable, check=has_code("schedule")):
        pair_by_hand(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
