"""Taking back a published round: it becomes a draft again, its games are annulled, and nothing else is lost."""

from collections.abc import Callable
from random import Random

import pytest

from accounts.errors import Conflict, Forbidden
from accounts.models import User
from games.enums import GameStatus
from games.models import Game, Notice
from tests.accounts.people import at_once, attempt, has_code
from tests.games.playing import make_people
from tests.tournaments.pages import browser_of, refusals
from tests.tournaments.playing import (
    decide,
    entry,
    finish_by_turns,
    make_club,
    next_round,
    open_tables,
    pairs_of,
    running_tournament,
    seen,
)
from tournaments.enums import RoundStatus, Venue
from tournaments.models import Entry, ForbiddenPair, Round, Seat, Table, Tournament
from tournaments.pairing.values import Format
from tournaments.services.advance import advance
from tournaments.services.draft import allow_pair, forbid_pair
from tournaments.services.locking import Seen
from tournaments.services.pairing import pair_again, pair_round
from tournaments.services.publishing import publish_round, take_back_round
from tournaments.services.registration import add_player
from tournaments.services.results import claim_result, count_finished_games, set_result
from tournaments.services.withdrawal import withdraw_player

ONLINE = {"venue": Venue.CORRESPONDENCE}


@pytest.fixture
def olga(db: None) -> User:
    return make_people("olga")[0]


def take_back(tournament: Tournament, user: User, shown: Seen | None = None, reason: str = "") -> tuple[str, ...]:
    return take_back_round(tournament_id=tournament.pk, user=user, seen=shown or seen(tournament), reason=reason)


def only_round(tournament: Tournament) -> Round:
    return Round.objects.get(tournament=tournament)


def test_the_round_is_a_draft_again_and_can_be_published(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 4)
    pairs, shown = pairs_of(next_round(tournament, olga)), seen(tournament)
    take_back(tournament, olga, reason="Anna is missing.")
    draft = only_round(tournament)
    assert (draft.status, draft.published_at, pairs_of(draft)) == (RoundStatus.DRAFT, None, pairs)
    assert draft.attempt > shown.attempt
    assert tournament.changes.first().reason == "Anna is missing."  # type: ignore[union-attr]
    publish_round(tournament_id=tournament.pk, user=olga, seen=seen(tournament))
    decide(tournament, olga, Random(1))
    assert only_round(tournament).status == RoundStatus.FINISHED


def test_games_are_annulled_and_start_again_with_the_round(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 4, **ONLINE)
    next_round(tournament, olga)
    before = set(Game.objects.values_list("pk", flat=True))
    take_back(tournament, olga)
    assert set(Game.objects.values_list("status", flat=True)) == {GameStatus.ANNULLED}
    assert count_finished_games() == 0
    assert only_round(tournament).status == RoundStatus.DRAFT
    publish_round(tournament_id=tournament.pk, user=olga, seen=seen(tournament))
    started = Game.objects.exclude(pk__in=before)
    assert [game.is_in_progress for game in started] == [True, True]
    assert {table.game_id for table in open_tables(tournament)} == {game.pk for game in started}


def test_players_are_notified_and_hear_of_the_round_again(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 3)
    next_round(tournament, olga)

    def texts() -> list[str]:
        return sorted(Notice.objects.filter(key__regex="^(round|taken_back):").values_list("about", flat=True))

    assert texts() == ["bye_published", "round_published", "round_published"]
    take_back(tournament, olga)
    assert texts() == ["round_taken_back"] * 3
    publish_round(tournament_id=tournament.pk, user=olga, seen=seen(tournament))
    assert texts() == ["bye_published", "round_published", "round_published", *["round_taken_back"] * 3]


def test_a_round_with_a_result_stays(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 4)
    next_round(tournament, olga)
    set_result(table_id=open_tables(tournament)[0].pk, user=olga, outcome="draw")
    with pytest.raises(Conflict, check=has_code("has_results")):
        take_back(tournament, olga)
    assert only_round(tournament).status == RoundStatus.PUBLISHED


def test_a_finished_game_that_is_not_counted_yet_is_a_result(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 4, **ONLINE)
    next_round(tournament, olga)
    one, other = Game.objects.order_by("pk")
    finish_by_turns(other)
    Table.objects.filter(game=other).update(outcome="", source="", decided_at=None)
    with pytest.raises(Conflict, check=has_code("has_results")):
        take_back(tournament, olga)
    one.refresh_from_db()
    assert one.is_in_progress


def test_an_unconfirmed_report_is_dropped_with_its_question(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 2)
    next_round(tournament, olga)
    table = open_tables(tournament)[0]
    claim_result(table_id=table.pk, user=User.objects.get(username="player001"), outcome="draw")
    take_back(tournament, olga)
    table.refresh_from_db()
    assert (table.claim, table.claimed_by) == (None, None)
    assert not Notice.objects.filter(key=f"claim:{table.pk}").exists()


def test_a_known_forfeit_is_no_obstacle_and_is_known_again(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 4, Format.ROUND_ROBIN)
    withdraw_player(entry_id=entry(tournament, "player004").pk, user=olga)
    next_round(tournament, olga)
    forfeits = list(Table.objects.filter(outcome="forfeit").values_list("number", flat=True))
    take_back(tournament, olga)
    assert not Table.objects.exclude(outcome="").exists()
    assert not Seat.objects.exclude(rank=None).exists()
    publish_round(tournament_id=tournament.pk, user=olga, seen=seen(tournament))
    assert list(Table.objects.filter(outcome="forfeit").values_list("number", flat=True)) == forfeits


def test_only_the_last_round_as_it_was_seen(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 4, Format.ROUND_ROBIN, games_at_once=2)
    with pytest.raises(Conflict, check=has_code("not_published")):
        take_back(tournament, olga)
    next_round(tournament, olga)
    first = seen(tournament)
    next_round(tournament, olga)
    with pytest.raises(Conflict, check=has_code("played_on")):
        take_back(tournament, olga, first)
    with pytest.raises(Conflict, check=has_code("stale")):
        take_back(tournament, olga, Seen(2, seen(tournament).attempt - 1))
    take_back(tournament, olga)
    take_back(tournament, olga, first)
    drafts = Round.objects.filter(tournament=tournament).values_list("number", "status")
    assert list(drafts) == [(1, RoundStatus.DRAFT)], "the draft of round 2 would be a second one"


def test_a_late_entry_plays_the_round_that_is_paired_again(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 4, late_entry_until=3)
    next_round(tournament, olga)
    late = add_player(tournament_id=tournament.pk, user=olga, name="Late")
    assert late.first_round == 2
    take_back(tournament, olga)
    assert not Round.objects.filter(tournament=tournament).exists()
    paired = pair_round(tournament_id=tournament.pk, user=olga)
    assert late.pk in {
        *Seat.objects.values_list("entry_id", flat=True),
        *paired.byes.values_list("entry_id", flat=True),
    }


def test_a_player_who_withdrew_meanwhile_is_not_paired(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 5)
    next_round(tournament, olga)
    resting = Entry.objects.get(byes__round__tournament=tournament)
    withdraw_player(entry_id=resting.pk, user=olga)
    assert len(take_back(tournament, olga)) == 1  # the draft was discarded
    pair_round(tournament_id=tournament.pk, user=olga)
    assert not Seat.objects.filter(entry=resting).exists()
    assert not resting.byes.exists()


def test_pairs_forbidden_or_allowed_meanwhile_count_for_the_round(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 6)
    ids = list(tournament.entries.order_by("number").values_list("pk", flat=True))
    pairs = [{"one_id": ids[place], "other_id": ids[place + 1]} for place in (0, 2)]
    forbid_pair(tournament_id=tournament.pk, user=olga, **pairs[0])
    next_round(tournament, olga)
    allow_pair(tournament_id=tournament.pk, user=olga, **pairs[0])
    forbid_pair(tournament_id=tournament.pk, user=olga, **pairs[1])
    take_back(tournament, olga)
    left = ForbiddenPair.objects.values_list("one_id", "other_id", "first_round", "last_round")
    assert list(left) == [(ids[2], ids[3], 1, None)]
    assert not Round.objects.filter(tournament=tournament).exists()


def test_automatic_rounds_are_switched_off(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 4, auto_advance=True)
    assert advance(tournament_id=tournament.pk)
    assert len(take_back(tournament, olga)) == 1  # and the organiser reads so
    assert not advance(tournament_id=tournament.pk)
    assert only_round(tournament).status == RoundStatus.DRAFT


def test_others_are_refused(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 2)
    next_round(tournament, olga)
    with pytest.raises(Forbidden, check=has_code("not_an_organiser")):
        take_back(tournament, User.objects.get(username="player001"))


@pytest.mark.once
def test_the_page_offers_it_until_the_first_result(olga: User) -> None:
    tournament = running_tournament(make_club(olga), olga, 4)
    next_round(tournament, olga)
    browser, address = browser_of(olga), f"/tournaments/{tournament.pk}/rounds/1/"
    form = {"round": 1, "attempt": seen(tournament).attempt, "reason": "Wrong list"}
    assert browser.get(address).context["may_take_back"]
    assert not browser_of(User.objects.get(username="player001")).get(address).context["may_take_back"]
    answer = browser.post(f"/tournaments/{tournament.pk}/do/take-back/", form)
    assert answer["Location"] == address
    publish_round(tournament_id=tournament.pk, user=olga, seen=seen(tournament))
    set_result(table_id=open_tables(tournament)[0].pk, user=olga, outcome="draw")
    assert not browser.get(address).context["may_take_back"]
    answer = browser.post(f"/tournaments/{tournament.pk}/do/take-back/", form, follow=True)
    assert refusals(answer) == ["stale"]


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_a_result_and_a_take_back(self, olga: User) -> None:
        """Either the result is in and the round stays, or the round is a draft without a result."""
        tournament = running_tournament(make_club(olga), olga, 2)
        next_round(tournament, olga)
        table, shown = open_tables(tournament)[0], seen(tournament)
        actions: list[Callable[[], object]] = [
            lambda: set_result(table_id=table.pk, user=olga, outcome="draw"),
            lambda: take_back(tournament, olga, shown),
        ]
        answers = at_once(2, lambda number: attempt(actions[number]))
        table.refresh_from_db()
        assert (table.outcome, only_round(tournament).is_public) in [("draw", True), ("", False)], answers

    def test_two_organisers_take_it_back(self, olga: User) -> None:
        tournament = running_tournament(make_club(olga), olga, 4)
        next_round(tournament, olga)
        shown = seen(tournament)
        answers = at_once(2, lambda _number: attempt(lambda: take_back(tournament, olga, shown)))
        assert sorted(answers) == ["done", "not_published"]
        assert only_round(tournament).status == RoundStatus.DRAFT
        pair_again(tournament_id=tournament.pk, user=olga, seen=seen(tournament))
        assert only_round(tournament).status == RoundStatus.DRAFT
