"""Cleared results, results that someone else entered meanwhile, and what organisers read about both."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.errors import Conflict, Forbidden, Refused
from accounts.models import User
from games.notifications.models import Notice
from tests.accounts.people import has_code
from tests.tournaments.pages import browser_of, do, refusals
from tests.tournaments.playing import log_of, next_round, open_tables, running_tournament
from tournaments.enums import RoundStatus, Status, Venue
from tournaments.models import Change, Club, Round, Seat, Table, Tournament, TournamentEvent
from tournaments.pairing.values import Format
from tournaments.services.corrections import clear_result
from tournaments.services.overdue import look_after_overdue
from tournaments.services.pairing import pair_round
from tournaments.services.results import count_finished_games, set_result
from tournaments.services.withdrawal import withdraw_player


def enter(table: Table, user: User, outcome: str = "goal", **more: object) -> None:
    ranks = {"goal": [1, 2], "draw": None}[outcome]
    set_result(table_id=table.pk, user=user, outcome=outcome, **{"ranks": ranks, "reason": "sheet", **more})  # type: ignore[arg-type]


def test_a_cleared_result_leaves_the_table_open(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    next_round(tournament, secretary)
    table, other = open_tables(tournament)
    enter(table, secretary, tallies=[3, 1])
    written = clear_result(table_id=table.pk, user=secretary, seen=1)
    assert (written.follows, [one.pk for one in open_tables(tournament)]) == ((), [table.pk, other.pk])
    assert set(Seat.objects.values_list("rank", "by_tally", "tally", "is_absent")) == {(None, False, None, False)}
    assert log_of(tournament)[-1][0] == "result"
    event = TournamentEvent.objects.filter(tournament=tournament).latest("seq")
    assert (event.kind, event.payload["is_cleared"], event.payload["outcome"]) == ("result", True, "")
    notices = Notice.objects.filter(about="result_cleared")
    assert notices.count() == 2


def test_clearing_opens_round_and_tournament_again_and_discards_the_draft(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    first = next_round(tournament, secretary)
    tables = open_tables(tournament)
    for table in tables:
        enter(table, secretary)
    pair_round(tournament_id=tournament.pk, user=secretary)
    assert len(clear_result(table_id=tables[0].pk, user=secretary, seen=1).follows) == 2  # draft, round
    assert Round.objects.get().status == RoundStatus.PUBLISHED
    enter(tables[0], secretary)
    next_round(tournament, secretary)
    for table in open_tables(tournament):
        enter(table, secretary)
    tournament.refresh_from_db()
    assert tournament.status == Status.PROVISIONAL
    follows = clear_result(table_id=tables[0].pk, user=secretary).follows
    assert len(follows) == 3  # round 2 stays, round 1 is open, the tournament runs
    first.refresh_from_db()
    tournament.refresh_from_db()
    assert (first.status, tournament.status) == (RoundStatus.PUBLISHED, Status.RUNNING)
    enter(tables[0], secretary, "draw")
    tournament.refresh_from_db()
    assert tournament.status == Status.PROVISIONAL


def test_a_correction_names_the_rounds_that_stay_and_the_draft_that_goes(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=3)
    next_round(tournament, secretary)
    wrong = open_tables(tournament)[0]
    for _round in (1, 2):
        for table in open_tables(tournament):
            enter(table, secretary)
        if _round == 1:
            next_round(tournament, secretary)
    pair_round(tournament_id=tournament.pk, user=secretary)
    client, url = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    page = do(client, url, "result", table=wrong.pk, result="draw:1,1", reason="misread")
    assert "Round 2 was paired with the old result; it stays." in page
    assert "The draft of round 3 was discarded." in page


def test_a_result_entered_meanwhile_is_not_overwritten(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    next_round(tournament, secretary)
    table = open_tables(tournament)[0]
    enter(table, secretary, seen=0)
    lines = Change.objects.count()
    enter(table, secretary, seen=0)  # the same again: nothing happens
    assert Change.objects.count() == lines
    with pytest.raises(Conflict, check=has_code("stale")) as refused:
        enter(table, secretary, "draw", seen=0)
    assert refused.value.payload is not None
    assert (refused.value.payload["table"]["outcome"], refused.value.payload["table"]["version"]) == ("goal", 1)
    with pytest.raises(Conflict, check=has_code("stale")):
        clear_result(table_id=table.pk, user=secretary, seen=0)
    clear_result(table_id=table.pk, user=secretary, seen=1)
    clear_result(table_id=table.pk, user=secretary, seen=1)  # cleared already
    with pytest.raises(Conflict, check=has_code("stale")):  # a late repetition doesn't undo the clearing
        enter(table, secretary, seen=0)


def test_a_form_without_the_seen_version_is_stale(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    sent = {"table": table.pk, "result": "draw:1,1"}
    assert refusals(browser_of(secretary).post(f"/tournaments/{tournament.pk}/do/result/", sent, follow=True)) == [
        "stale"
    ]


def test_only_what_others_entered_needs_a_reason(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    next_round(tournament, secretary)
    table = open_tables(tournament)[0]
    enter(table, secretary)
    Table.objects.filter(pk=table.pk).update(decided_by=None)
    with pytest.raises(Refused, check=has_code("reason_missing")):
        clear_result(table_id=table.pk, user=secretary, seen=1)
    clear_result(table_id=table.pk, user=secretary, seen=1, reason="wrong table")


def test_a_stranger_clears_nothing(club: Club, secretary: User, stranger: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    with pytest.raises(Forbidden):
        clear_result(table_id=table.pk, user=stranger, seen=0, reason="why not")


def test_the_result_of_an_online_game_is_corrected_not_cleared(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    enter(table, secretary)
    with pytest.raises(Conflict, check=has_code("online")):
        clear_result(table_id=table.pk, user=secretary, seen=1)
    assert count_finished_games() == 0


def test_a_knockout_match_on_which_the_next_round_is_built_stays(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.KNOCKOUT)
    next_round(tournament, secretary)
    tables = open_tables(tournament)
    for table in tables:
        enter(table, secretary)
    next_round(tournament, secretary)
    with pytest.raises(Conflict, check=has_code("played_on")):
        clear_result(table_id=tables[0].pk, user=secretary, seen=1)


def test_the_replay_goes_with_the_draw_that_caused_it(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, Format.KNOCKOUT)
    next_round(tournament, secretary)
    (match,) = open_tables(tournament)
    enter(match, secretary, "draw")
    (replay,) = open_tables(tournament)
    enter(replay, secretary)
    with pytest.raises(Conflict, check=has_code("played_on")):
        clear_result(table_id=match.pk, user=secretary, seen=1)
    clear_result(table_id=replay.pk, user=secretary, seen=1)
    enter(match, secretary)
    assert (open_tables(tournament), Tournament.objects.get().status) == ([], Status.PROVISIONAL)


def test_a_deadline_in_the_past_does_not_close_a_cleared_table(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1, auto_advance=True, round_length=timedelta(days=1))
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    enter(table, secretary)
    Round.objects.update(deadline=timezone.now() - timedelta(hours=1))
    clear_result(table_id=table.pk, user=secretary, seen=1)
    look_after_overdue()
    assert not Table.objects.get().is_decided


def test_the_replay_of_a_drawn_match_is_there_while_others_play(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.KNOCKOUT)
    next_round(tournament, secretary)
    drawn, other = open_tables(tournament)
    enter(drawn, secretary, "draw")
    assert [(table.number, table.replay) for table in open_tables(tournament)] == [(other.number, 0), (drawn.number, 1)]


def test_an_organiser_decides_a_drawn_match_with_a_reason(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, Format.KNOCKOUT)
    next_round(tournament, secretary)
    (match,) = open_tables(tournament)
    enter(match, secretary, "draw")
    written = set_result(
        table_id=match.pk, user=secretary, outcome="limit", ranks=[2, 1], reason="the hall closes", seen=1
    )
    assert (len(written.follows), open_tables(tournament)) == (1, [])  # the replay was removed
    assert Change.objects.filter(kind="result", reason="the hall closes").count() == 1
    assert Tournament.objects.get().status == Status.PROVISIONAL


def test_an_organiser_enters_the_tallies_of_a_match_drawn_twice(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, Format.KNOCKOUT)
    next_round(tournament, secretary)
    client, url = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    for _game in range(2):
        (table,) = open_tables(tournament)
        do(client, url, "result", table=table.pk, result="draw:1,1", tally0="2", tally1="3")
    assert list(Seat.objects.order_by("table", "index").values_list("tally", flat=True)) == [2, 3, 2, 3]


def test_a_table_of_a_withdrawn_player_is_not_opened_again(club: Club, secretary: User) -> None:
    """It would wait for a player who doesn't come; another result can be entered."""
    tournament = running_tournament(club, secretary, 4, accounts=False, rounds=2)
    next_round(tournament, secretary)
    played, unplayed = open_tables(tournament)
    enter(played, secretary)
    for table in (played, unplayed):
        gone = table.seats.get(index=1).entry
        withdraw_player(entry_id=gone.pk, user=secretary)
        with pytest.raises(Conflict, check=has_code("withdrawn")):
            clear_result(table_id=table.pk, user=secretary, reason="wrong table")
    assert open_tables(tournament) == []
    enter(played, secretary, "draw")
