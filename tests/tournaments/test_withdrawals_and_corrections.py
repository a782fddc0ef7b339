"""Withdrawals, no-shows, late entries, corrected results, and rounds without a valid pairing."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from accounts.errors import Conflict, Forbidden, Unprocessable
from accounts.models import User
from accounts.services.account_closure import close_account
from games.enums import GameStatus
from games.lobby.services.create import start_game
from games.lobby.services.terms import read_terms
from games.models import Game, RatingChange
from games.ratings.services import rate_finished_games
from games.selectors.result_text import result_words
from games.services.clock import settle_game
from games.services.endings import resign
from games.timing import TimeControl
from tests.accounts.people import has_code
from tests.games.playing import client_of, play
from tests.tournaments.playing import (
    decide,
    entry,
    finish_by_flag,
    log_of,
    names_at,
    next_round,
    open_tables,
    pairs_of,
    running_tournament,
    seen,
)
from tournaments.enums import EntryStatus, LogKind, Outcome, RoundStatus, Status, Venue
from tournaments.models import Bye, Club, Entry, Membership, Round, Table, Tournament
from tournaments.pairing.values import ByeKind, Format
from tournaments.selectors.guidance import next_action
from tournaments.selectors.names import with_names
from tournaments.selectors.record import tournament_data
from tournaments.selectors.remedies import FINISH
from tournaments.services import tables
from tournaments.services.account_closure import finish_withdrawals, withdraw_everywhere
from tournaments.services.lifecycle import cancel, finish_early, reopen, sign_off
from tournaments.services.pairing import pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.registration import enter
from tournaments.services.results import count_finished_games, count_game, set_result
from tournaments.services.withdrawal import ask_bye, preview_withdrawal, reinstate_player, withdraw_player
from tournaments.standings.ranking import standings

pytestmark = pytest.mark.slow


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def test_withdrawing_before_a_round_discards_its_draft(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    pair_round(tournament_id=tournament.pk, user=secretary)
    withdraw_player(entry_id=entry(tournament, "player004").pk, user=secretary)
    assert not Round.objects.filter(tournament=tournament).exists()
    round_ = next_round(tournament, secretary)
    assert "player004" not in [name for pair in pairs_of(round_) for name in pair]
    assert Bye.objects.get(round=round_).kind == "pairing"
    withdrawn, dropped = log_of(tournament)[-4:-2]
    assert withdrawn == (LogKind.PLAYERS, {"name": "player004", "round": 1})
    assert (dropped[0], dropped[1]["round"]) == (LogKind.PAIRING, 1)


def test_withdrawing_during_a_round_resigns_the_game(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    leaver = entry(tournament, "player001")
    assert leaver.user is not None
    withdraw_player(entry_id=leaver.pk, user=leaver.user)
    table = Table.objects.get(seats__entry=leaver)
    assert table.game is not None
    assert table.game.reason == "resignation"
    assert count_finished_games() == 1
    assert count_finished_games() == 0
    leaver.refresh_from_db()
    assert (leaver.status, leaver.left_round) == (EntryStatus.WITHDRAWN, 2)
    assert withdraw_player(entry_id=leaver.pk, user=secretary).left_round == 2


def test_a_player_out_of_a_running_game_may_withdraw(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.SWISS_TABLES, rounds=2, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    leaver = entry(tournament, "player001")
    game = Game.objects.get()
    resign(game_id=game.pk, user=leaver.user)
    assert withdraw_player(entry_id=leaver.pk, user=leaver.user).status == EntryStatus.WITHDRAWN
    game.refresh_from_db()
    assert game.is_in_progress


def test_over_the_board_a_withdrawal_is_a_forfeit(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    withdraw_player(entry_id=entry(tournament, "player002").pk, user=secretary)
    assert Table.objects.get().outcome == Outcome.FORFEIT
    assert fresh(tournament).status == Status.PROVISIONAL


def test_withdrawing_before_half_of_a_round_robin_voids_the_results(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 5, Format.ROUND_ROBIN)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    leaver = Table.objects.filter(round__tournament=tournament)[0].seats.all()[0].entry
    preview = preview_withdrawal(tournament=tournament, entry=leaver)
    assert preview.strikes_results
    assert re.findall(r"\d+", preview.sentence)[:2] == ["1", "4"]
    withdraw_player(entry_id=leaver.pk, user=secretary)
    assert Table.objects.filter(is_void=True).count() == 1
    assert leaver.pk not in {one for table in tournament_data(tournament).played for one in table.entrants}
    for _ in range(4):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(2))
    assert fresh(tournament).status == Status.PROVISIONAL
    assert len(standings(tournament_data(tournament), after_round=5).rows) == 4


def test_withdrawing_after_half_of_a_round_robin_forfeits_the_rest(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.ROUND_ROBIN)
    for _ in range(2):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(1))
    leaver = entry(tournament, "player002")
    withdraw_player(entry_id=leaver.pk, user=secretary)
    next_round(tournament, secretary)
    forfeit = Table.objects.get(round__number=3, seats__entry=leaver)
    assert (forfeit.outcome, forfeit.source) == (Outcome.FORFEIT, "draw")
    decide(tournament, secretary, Random(3))
    assert fresh(tournament).status == Status.PROVISIONAL


def test_a_player_who_never_moves_forfeits(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    table = open_tables(tournament)[0]
    assert table.game is not None
    finish_by_flag(table.game)
    assert count_game(game_id=table.game.pk)
    played = tournament_data(tournament).played[0]
    assert played.forfeit
    assert [seat.points for seat in played.seats] == [0, 6]
    absent = pairs_of(table.round)[0][0]
    (text,) = with_names([tournament.changes.filter(kind=LogKind.RESULT).latest("id").text])
    assert absent in text


def test_the_winner_by_forfeit_does_not_read_that_the_game_does_not_count(club: Club, secretary: User) -> None:
    """The game is annulled, so that no rating changes; in the tournament it counts as a win."""
    tournament = running_tournament(club, secretary, 2, rounds=1, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    game = open_tables(tournament)[0].game
    assert game is not None
    finish_by_flag(game)
    count_finished_games()
    winner = User.objects.get(username=names_at(Table.objects.get())[1])
    assert standings(tournament_data(tournament), after_round=1).rows[0].points == 6
    client = client_of(winner)
    game.refresh_from_db()
    arranged = result_words(game, [])
    game.arranged_by = ""
    for_nothing = result_words(game, [])
    texts = [notice["words"] for notice in client.get("/api/v1/notices/").json()["results"]]
    assert not [words for words in texts if for_nothing in words]
    assert client.get(f"/api/v1/games/{game.pk}/").json()["result"]["words"] == arranged != for_nothing


def test_a_forfeit_changes_no_rating(club: Club, secretary: User) -> None:
    rated = read_terms(variant="lyra-2", control=TimeControl.days(3), rated=True)
    tournament = running_tournament(club, secretary, 4, rounds=1, venue=Venue.CORRESPONDENCE, terms=rated)
    next_round(tournament, secretary)
    forfeited, played = (table.game for table in open_tables(tournament))
    assert forfeited is not None
    assert played is not None
    finish_by_flag(forfeited)
    play(played, 2)
    finish_by_flag(played)
    count_finished_games()
    rate_finished_games()
    assert set(RatingChange.objects.values_list("game_id", flat=True)) == {played.pk}
    forfeited.refresh_from_db()
    assert forfeited.status == GameStatus.ANNULLED


def test_after_the_deadline_unfinished_games_end_by_tally(club: Club, secretary: User) -> None:
    tournament = running_tournament(
        club, secretary, 4, rounds=1, venue=Venue.CORRESPONDENCE, round_length=timedelta(days=1), turn_limit=None
    )
    round_ = next_round(tournament, secretary)
    games = list(Game.objects.all())
    assert {game.ends_at for game in games} == {round_.deadline}
    for game in games:
        play(game, 4)
    for game in games:
        settle_game(game_id=game.pk, now=timezone.now() + timedelta(days=1, seconds=1))
    assert count_finished_games() == 2
    assert set(Table.objects.values_list("outcome", flat=True)) <= {Outcome.LIMIT, Outcome.DRAW}
    assert fresh(tournament).status == Status.PROVISIONAL


def test_a_correction_after_the_next_round_keeps_its_pairings(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    first = next_round(tournament, secretary)
    for table in open_tables(tournament):
        set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="sheet")
    second = next_round(tournament, secretary)
    before = pairs_of(second)
    winner = standings(tournament_data(tournament), after_round=1).rows[0].entrant
    wrong = Table.objects.get(round=first, seats__entry_id=winner)
    set_result(table_id=wrong.pk, user=secretary, outcome="goal", ranks=[2, 1], reason="sheet was misread")
    assert pairs_of(second) == before
    assert standings(tournament_data(tournament), after_round=1).row_of(winner).points == 0
    change = tournament.changes.first()
    assert change is not None
    assert (change.reason, change.actor) == ("sheet was misread", secretary)
    kind, values = log_of(tournament)[-1]
    assert (kind, list(values)) == (
        LogKind.RESULT,
        ["one", "other"],
    )  # the text for a correction after later rounds were published


def test_a_correction_discards_the_draft_made_from_the_wrong_result(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    pair_round(tournament_id=tournament.pk, user=secretary)
    table = Table.objects.filter(round__number=1)[0]
    set_result(table_id=table.pk, user=secretary, outcome="draw", reason="they agreed")
    assert list(Round.objects.values_list("number", flat=True)) == [1]


def test_in_a_knockout_a_result_with_a_later_round_cannot_be_corrected(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.KNOCKOUT)
    next_round(tournament, secretary)
    for table in open_tables(tournament):
        set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="sheet")
    next_round(tournament, secretary)
    table = Table.objects.filter(round__number=1)[0]
    with pytest.raises(Conflict) as refused:
        set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[2, 1], reason="oh")
    assert refused.value.code == "played_on"
    assert Table.objects.get(pk=table.pk).seats.get(index=0).rank == 1
    set_result(table_id=table.pk, user=secretary, outcome="limit", ranks=[1, 2], reason="by tally, really")


def test_the_error_without_a_valid_pairing_advises_what_to_do(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=2)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    with pytest.raises(Unprocessable) as refused:
        pair_round(tournament_id=tournament.pk, user=secretary)
    assert refused.value.code == "no_pairing"
    assert FINISH in (refused.value.payload or {})["remedies"]
    assert Round.objects.get(number=2).status == RoundStatus.STUCK
    finish_early(tournament_id=tournament.pk, user=secretary, reason="everybody has met")
    tournament = fresh(tournament)
    assert (tournament.status, tournament.rounds) == (Status.PROVISIONAL, 1)


def test_all_players_withdraw(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 3, rounds=2)
    for player in Entry.objects.filter(tournament=tournament):
        withdraw_player(entry_id=player.pk, user=secretary)
    with pytest.raises(Unprocessable):
        pair_round(tournament_id=tournament.pk, user=secretary)
    with pytest.raises(Conflict):
        finish_early(tournament_id=tournament.pk, user=secretary, reason="nobody is left")
    cancel(tournament_id=tournament.pk, user=secretary, reason="nobody is left")
    assert fresh(tournament).status == Status.CANCELLED


@pytest.mark.parametrize("format", Format)
def test_all_players_withdraw_after_a_round_of_any_format(club: Club, secretary: User, format: Format) -> None:
    tournament = running_tournament(club, secretary, 6, format, rounds=3)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    for player in Entry.objects.filter(tournament=tournament):
        withdraw_player(entry_id=player.pk, user=secretary)
    with pytest.raises(Unprocessable) as refused:
        pair_round(tournament_id=tournament.pk, user=secretary)
    assert refused.value.code == "no_pairing"
    assert tuple((refused.value.payload or {})["remedies"]) == next_action(tournament).remedies
    finish_early(tournament_id=tournament.pk, user=secretary, reason="nobody is left")
    assert fresh(tournament).status == Status.PROVISIONAL


@pytest.mark.parametrize("format", [Format.SWISS, Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN, Format.KNOCKOUT])
def test_two_players_only(club: Club, secretary: User, format: Format) -> None:
    tournament = running_tournament(club, secretary, 2, format, rounds=1)
    for _ in range(tournament.rounds):
        next_round(tournament, secretary)
        while tables := open_tables(tournament):
            set_result(table_id=tables[0].pk, user=secretary, outcome="goal", ranks=[1, 2], reason="sheet")
    assert fresh(tournament).status == Status.PROVISIONAL


def test_in_a_knockout_a_withdrawn_player_does_not_win_by_walkover(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 3, Format.KNOCKOUT)
    next_round(tournament, secretary)
    for player in Entry.objects.filter(tournament=tournament):
        withdraw_player(entry_id=player.pk, user=secretary)
    assert Table.objects.get().outcome == Outcome.FORFEIT
    with pytest.raises(Unprocessable, check=has_code("no_pairing")):
        pair_round(tournament_id=tournament.pk, user=secretary)


def test_in_a_knockout_a_withdrawn_player_has_no_replay(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.KNOCKOUT)
    round_ = next_round(tournament, secretary)
    decide(tournament, secretary, Random(1), ["goal"])
    table = Table.objects.get(round=round_, number=1)
    loser, winner = (table.seats.get(rank=rank).entry for rank in (2, 1))
    withdraw_player(entry_id=loser.pk, user=secretary)
    set_result(table_id=table.pk, user=secretary, outcome="draw", reason="on the sheet")
    assert not Table.objects.filter(round=round_, replay=1).exists()
    round_.refresh_from_db()
    assert round_.status == RoundStatus.FINISHED
    assert winner.name in pairs_of(next_round(tournament, secretary))[0]


def test_a_late_entry_plays_from_the_next_round(club: Club, secretary: User, stranger: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=3, late_entry_until=2)
    next_round(tournament, secretary)
    late = enter(tournament_id=tournament.pk, user=stranger)
    assert (late.number, late.first_round) == (5, 2)
    decide(tournament, secretary, Random(1))
    round_ = next_round(tournament, secretary)
    assert Bye.objects.filter(round=round_).count() == 1
    decide(tournament, secretary, Random(1))
    with pytest.raises(Conflict) as refused:
        enter(tournament_id=tournament.pk, user=User.objects.create_user("later", "later@example.org"))
    assert refused.value.code == "registration_closed"


def test_reinstatement_and_requested_byes(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 5, rounds=3)
    away = entry(tournament, "player005")
    withdraw_player(entry_id=away.pk, user=secretary)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    reinstate_player(entry_id=away.pk, user=secretary)
    resting = entry(tournament, "player001")
    assert resting.user is not None
    ask_bye(entry_id=resting.pk, user=resting.user, round_number=2)
    round_ = next_round(tournament, secretary)
    assert [(bye.entry_id, bye.kind, bye.points) for bye in Bye.objects.filter(round=round_)] == [
        (resting.pk, "requested", 2)
    ]
    with pytest.raises(Forbidden):
        ask_bye(entry_id=away.pk, user=resting.user, round_number=3)
    with pytest.raises(Forbidden):
        ask_bye(entry_id=resting.pk, user=resting.user, round_number=3, kind=ByeKind.ABSENT)


def test_the_bye_ai_plays_against_the_player_without_an_opponent(club: Club, secretary: User) -> None:
    ai = User.objects.create_user("robo", is_ai=True)
    tournament = running_tournament(club, secretary, 5, rounds=2, venue=Venue.CORRESPONDENCE, bye_ai=ai)
    bye_ai = Entry.objects.get(tournament=tournament, is_bye_ai=True)
    assert bye_ai.name.startswith("robo (")
    first = next_round(tournament, secretary)
    assert Table.objects.filter(round=first).count() == 3
    assert not Bye.objects.filter(round=first).exists()
    for table in open_tables(tournament):
        set_result(table_id=table.pk, user=secretary, outcome="draw", reason="by agreement")
    withdraw_player(entry_id=entry(tournament, "player003").pk, user=secretary)
    second = next_round(tournament, secretary)
    assert [bye.entry_id for bye in Bye.objects.filter(round=second)] == [bye_ai.pk]


def test_cancelling_annuls_games_and_needs_a_reason(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    with pytest.raises(Unprocessable):
        cancel(tournament_id=tournament.pk, user=secretary, reason=" ")
    cancel(tournament_id=tournament.pk, user=secretary, reason="the hall burnt down")
    assert set(Game.objects.values_list("status", flat=True)) == {"annulled"}
    assert count_finished_games() == 0
    assert set(Table.objects.values_list("outcome", flat=True)) == {""}


def test_a_final_tournament_is_reopened_with_a_reason(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    sign_off(tournament_id=tournament.pk, user=secretary)
    table = Table.objects.get()
    with pytest.raises(Conflict):
        set_result(table_id=table.pk, user=secretary, outcome="draw", reason="late news")
    reopen(tournament_id=tournament.pk, user=secretary, reason="a sheet turned up")
    set_result(table_id=table.pk, user=secretary, outcome="draw", reason="late news")
    sign_off(tournament_id=tournament.pk, user=secretary)
    assert fresh(tournament).status == Status.FINAL
    assert [change.reason for change in tournament.changes.filter(reason__contains="sheet t")] == ["a sheet turned up"]


def test_closing_an_account_leaves_tournaments_and_clubs(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    leaver = User.objects.get(username="player001")
    Membership.objects.create(club=club, user=leaver)
    close_account(user=leaver)
    withdraw_everywhere(user_id=leaver.pk)
    withdraw_everywhere(user_id=leaver.pk)
    left = Entry.objects.get(tournament=tournament, user=leaver)
    assert left.status == EntryStatus.WITHDRAWN
    assert "player001" not in left.name
    assert not Membership.objects.filter(user=leaver).exists()


def test_the_sweep_finds_a_closed_account_whose_task_was_lost(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    leaver, other = User.objects.filter(username__in=["player001", "player002"]).order_by("username")
    Membership.objects.create(club=club, user=leaver)
    close_account(user=leaver)
    assert finish_withdrawals() == 1
    assert finish_withdrawals() == 0
    left = Entry.objects.get(tournament=tournament, user=leaver)
    assert (left.status, left.name) == (EntryStatus.WITHDRAWN, User.objects.get(pk=leaver.pk).public_name)
    assert not Membership.objects.filter(user=leaver).exists()
    assert Entry.objects.get(tournament=tournament, user=other).status == EntryStatus.ENTERED


def test_publishing_a_round_is_atomic(club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = running_tournament(club, secretary, 6, rounds=2, venue=Venue.CORRESPONDENCE)
    pair_round(tournament_id=tournament.pk, user=secretary)
    started = []
    real = start_game

    def die_at_the_third(**terms: object) -> Game:
        started.append(1)
        if len(started) == 3:
            raise KeyboardInterrupt
        return real(**terms)  # type: ignore[arg-type]

    monkeypatch.setattr(tables, "start_game", die_at_the_third)
    with pytest.raises(KeyboardInterrupt):
        publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
    assert Game.objects.count() == 0
    assert Round.objects.get().status == RoundStatus.DRAFT
    monkeypatch.undo()
    publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
    assert Game.objects.count() == 3


def test_a_result_for_a_running_game_needs_a_reason(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    with pytest.raises(Unprocessable) as refused:
        set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2])
    table.refresh_from_db()
    assert (refused.value.code, table.outcome, table.game.status) == ("reason_missing", "", GameStatus.RUNNING)
    set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="both say so")
    table.game.refresh_from_db()
    assert table.game.status == GameStatus.ANNULLED


def test_reinstatement_discards_the_draft_made_without_the_player(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 5)
    one = entry(tournament, "player001")
    withdraw_player(entry_id=one.pk, user=secretary)
    pair_round(tournament_id=tournament.pk, user=secretary)
    reinstate_player(entry_id=one.pk, user=secretary)
    assert not Round.objects.filter(tournament=tournament).exists()
    round_ = next_round(tournament, secretary)
    in_round = {name for pair in pairs_of(round_) for name in pair} | {bye.entry.name for bye in Bye.objects.all()}
    assert "player001" in in_round
