"""Knockout matches of several games, and the match for third place."""

from random import Random

import pytest

from accounts.errors import Conflict, Invalid
from accounts.models import User
from games.enums import GameStatus
from tests.accounts.people import has_code
from tests.tournaments.playing import (
    finish_by_resignation,
    names_at,
    next_round,
    open_tables,
    running_tournament,
    seen,
)
from tournaments.enums import Outcome, RoundStatus, Status, Venue
from tournaments.models import Club, Entry, Round, Table, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.bracket import bracket_json
from tournaments.selectors.standings import standings_json
from tournaments.services.corrections import clear_result
from tournaments.services.lifecycle import change_tournament
from tournaments.services.pairing import pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.results import count_finished_games, set_result
from tournaments.services.withdrawal import withdraw_player

FIRST, SECOND = [1, 2], [2, 1]


def match_of(club: Club, secretary: User, games: int = 3, **more: object) -> tuple[Tournament, Table]:
    tournament = running_tournament(club, secretary, 2, Format.KNOCKOUT, games_per_match=games, tie_breaks=(), **more)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    return tournament, table


def enter(table: Table, secretary: User, ranks: list[int]) -> tuple[str, ...]:
    outcome = "draw" if ranks == [1, 1] else "goal"
    return set_result(table_id=table.pk, user=secretary, outcome=outcome, ranks=ranks, reason="sheet").follows


def win(tournament: Tournament, secretary: User, winner: str) -> None:
    """Enter a win of that player at their open table."""
    (table,) = (one for one in open_tables(tournament) if winner in names_at(one))
    enter(table, secretary, FIRST if names_at(table)[0] == winner else SECOND)


def games_of(tournament: Tournament) -> list[int]:
    return [table.replay for table in Table.objects.filter(round__tournament=tournament).order_by("replay")]


def status_of(tournament: Tournament) -> str:
    return Tournament.objects.get(pk=tournament.pk).status


def test_the_games_of_a_match_follow_each_other_with_sides_swapped(club: Club, secretary: User) -> None:
    tournament, first = match_of(club, secretary)
    one, two = names_at(first)
    win(tournament, secretary, one)
    (second,) = open_tables(tournament)
    assert (second.replay, second.number, names_at(second)) == (1, first.number, [two, one])
    win(tournament, secretary, two)
    (third,) = open_tables(tournament)
    assert names_at(third) == [one, two]
    enter(third, secretary, [1, 1])
    assert status_of(tournament) == Status.RUNNING  # one win each: one game more
    win(tournament, secretary, two)
    assert (games_of(tournament), status_of(tournament)) == ([0, 1, 2, 3], Status.PROVISIONAL)
    tournament.refresh_from_db()
    assert standings_json(tournament)["rows"][0]["player"]["name"] == two
    (match,) = bracket_json(tournament)[0]["matches"]
    assert [len(side["points"]) for side in match["sides"]] == [4, 4]


def test_online_games_of_a_match_start_by_themselves(club: Club, secretary: User) -> None:
    tournament, _table = match_of(club, secretary, venue=Venue.CORRESPONDENCE)
    played = 0
    while tables := open_tables(tournament):
        (table,) = tables
        assert table.game is not None
        finish_by_resignation(table.game, Random(played))
        assert count_finished_games() == 1
        played += 1
    assert played in (2, 3)
    assert status_of(tournament) == Status.PROVISIONAL


def test_a_correction_removes_the_game_that_is_no_longer_needed(club: Club, secretary: User) -> None:
    tournament, first = match_of(club, secretary, venue=Venue.CORRESPONDENCE)
    winner = names_at(first)[0]
    for ranks in (FIRST, FIRST):  # sides are swapped, so one win each
        enter(open_tables(tournament)[0], secretary, ranks)
    third = open_tables(tournament)[0]
    assert enter(first, secretary, SECOND) != ()
    assert (open_tables(tournament), status_of(tournament)) == ([], Status.PROVISIONAL)
    assert third.game is not None
    third.game.refresh_from_db()
    assert third.game.status == GameStatus.ANNULLED
    tournament.refresh_from_db()
    assert standings_json(tournament)["rows"][0]["player"]["name"] != winner
    enter(first, secretary, FIRST)  # and back: the third game is due again
    assert (games_of(tournament), status_of(tournament)) == ([0, 1, 2], Status.RUNNING)


def test_a_correction_leaves_a_game_that_is_still_needed(club: Club, secretary: User) -> None:
    tournament, first = match_of(club, secretary)
    enter(first, secretary, FIRST)
    (second,) = open_tables(tournament)
    assert enter(first, secretary, [1, 1]) == ()
    assert open_tables(tournament) == [second]


def test_only_the_last_game_with_a_result_can_be_cleared(club: Club, secretary: User) -> None:
    tournament, first = match_of(club, secretary)
    enter(first, secretary, FIRST)
    second = open_tables(tournament)[0]
    enter(second, secretary, FIRST)
    with pytest.raises(Conflict, check=has_code("played_on")):
        clear_result(table_id=first.pk, user=secretary)
    clear_result(table_id=second.pk, user=secretary)
    assert open_tables(tournament) == [second]  # the third game went with the result
    clear_result(table_id=first.pk, user=secretary)
    assert open_tables(tournament) == [first]


@pytest.mark.parametrize("venue", [Venue.BOARD, Venue.CORRESPONDENCE])
def test_who_withdraws_during_a_match_loses_it(club: Club, secretary: User, venue: Venue) -> None:
    tournament, table = match_of(club, secretary, games=5, venue=venue)
    stays, goes = names_at(table)
    enter(table, secretary, SECOND)
    withdraw_player(entry_id=Entry.objects.get(name=goes).pk, user=secretary)
    count_finished_games()
    assert (open_tables(tournament), games_of(tournament)) == ([], [0, 1])
    assert status_of(tournament) == Status.PROVISIONAL
    tournament.refresh_from_db()
    assert [row["player"]["name"] for row in standings_json(tournament)["rows"]] == [stays, goes]


def test_a_forfeit_counts_as_one_game_of_the_match(club: Club, secretary: User) -> None:
    tournament, table = match_of(club, secretary)
    set_result(table_id=table.pk, user=secretary, outcome="forfeit", absent=[0], reason="late")
    (second,) = open_tables(tournament)
    assert (Table.objects.get(pk=table.pk).outcome, second.replay) == (Outcome.FORFEIT, 1)


def play_semi_finals(tournament: Tournament, secretary: User) -> None:
    next_round(tournament, secretary)
    for name in ("player001", "player002"):
        win(tournament, secretary, name)


def test_the_match_for_third_place_is_played_beside_the_final(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.KNOCKOUT, accounts=False, third_place=True)
    play_semi_finals(tournament, secretary)
    next_round(tournament, secretary)
    win(tournament, secretary, "player001")
    assert status_of(tournament) == Status.RUNNING
    win(tournament, secretary, "player004")
    assert status_of(tournament) == Status.PROVISIONAL
    tournament.refresh_from_db()
    rows = standings_json(tournament)["rows"]
    assert [(row["rank"], row["player"]["name"][-1]) for row in rows] == [(1, "1"), (2, "2"), (3, "4"), (4, "3")]
    *_earlier, last = bracket_json(tournament)
    assert [len(last["matches"]), len(last["for_third"])] == [1, 1]


def test_third_place_can_be_decided_on_until_the_final_is_published(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.KNOCKOUT, accounts=False)
    play_semi_finals(tournament, secretary)
    pair_round(tournament_id=tournament.pk, user=secretary)
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"third_place": True})
    assert not Round.objects.filter(tournament=tournament, number=2).exists()  # the draft was discarded
    pair_round(tournament_id=tournament.pk, user=secretary)
    publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
    assert len(open_tables(tournament)) == 2
    with pytest.raises(Conflict, check=has_code("too_late")):
        change_tournament(tournament_id=tournament.pk, user=secretary, changes={"third_place": False})


def test_a_draft_of_an_earlier_round_stays_when_third_place_is_decided_on(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.KNOCKOUT, accounts=False)
    pair_round(tournament_id=tournament.pk, user=secretary)
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"third_place": True})
    assert Round.objects.get().status == RoundStatus.DRAFT


@pytest.mark.parametrize("rule", [{"games_per_match": 3}, {"third_place": True}])
def test_rules_of_knockouts_are_refused_in_other_formats(club: Club, secretary: User, rule: dict[str, object]) -> None:
    with pytest.raises(Invalid) as refused:
        running_tournament(club, secretary, 4, Format.SWISS, **rule)
    assert set(refused.value.fields or {}) == set(rule)


@pytest.mark.parametrize("games", [0, 10])
def test_a_match_has_one_to_nine_games(club: Club, secretary: User, games: int) -> None:
    with pytest.raises(Invalid) as refused:
        running_tournament(club, secretary, 2, Format.KNOCKOUT, games_per_match=games)
    assert set(refused.value.fields or {}) == {"games_per_match"}
