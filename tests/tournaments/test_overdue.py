"""Deadlines over the board: undisputed reports become results; organisers are asked about the rest."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.errors import Conflict
from accounts.models import User
from games.models import Notice
from tests.tournaments.playing import entry, log_of, next_round, open_tables, running_tournament
from tournaments.enums import LogKind, Outcome, RoundStatus, Source, Status
from tournaments.models import Club, Round, Table, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.guidance import next_action
from tournaments.selectors.record import tournament_data
from tournaments.services.overdue import close_overdue_tables, look_after_overdue
from tournaments.services.results import claim_result, confirm_result, set_result
from tournaments.tasks import sweep_tournaments

DAY = timedelta(days=1)


def late_round(tournament: Tournament, secretary: User) -> Round:
    """A published round whose deadline has just passed."""
    round_ = next_round(tournament, secretary)
    Round.objects.filter(pk=round_.pk).update(deadline=timezone.now() - timedelta(minutes=1))
    return round_


def report_first_table(tournament: Tournament) -> Table:
    table = open_tables(tournament)[0]
    teller = table.seats.get(index=0).entry.user
    assert teller is not None
    claim_result(table_id=table.pk, user=teller, outcome="limit", ranks=[1, 2])
    return table


def test_the_organisers_next_action_settles_overdue_tables(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2, round_length=DAY)
    late_round(tournament, secretary)
    reported = report_first_table(tournament)
    action = next_action(tournament)
    assert (action.action, re.findall(r"\d+", action.sentence)) == ("close-overdue", ["2"])
    assert close_overdue_tables(tournament_id=tournament.pk, user=secretary) == 2
    stands, silent = Table.objects.order_by("number")
    assert (stands.pk, stands.outcome, stands.source) == (reported.pk, Outcome.LIMIT, Source.PLAYERS)
    assert silent.outcome == Outcome.FORFEIT
    assert sorted(seat.points for table in tournament_data(tournament).played for seat in table.seats) == [0, 0, 0, 4]
    assert Round.objects.get().status == RoundStatus.FINISHED
    reasons = [str(values["why"]) for kind, values in log_of(tournament) if kind == LogKind.RESULT]
    assert len(set(reasons)) == 2
    assert not Notice.objects.filter(about="result_claimed").exists()
    with pytest.raises(Conflict):
        close_overdue_tables(tournament_id=tournament.pk, user=secretary)


def test_disputed_results_wait_for_the_organiser(club: Club, secretary: User) -> None:
    """A regression: the last report before the deadline used to count."""
    tournament = running_tournament(club, secretary, 4, rounds=2, auto_advance=True)
    late_round(tournament, secretary)
    table = report_first_table(tournament)
    other = table.seats.get(index=1).entry.user
    assert other is not None
    claim_result(table_id=table.pk, user=other, outcome="goal", ranks=[2, 1])
    asked = Notice.objects.get(user=secretary)
    assert (asked.about, asked.facts["table"]) == ("result_disputed", table.number)
    assert close_overdue_tables(tournament_id=tournament.pk, user=None) == 1
    assert open_tables(tournament) == [table]
    asked_for = next_action(tournament)
    assert (asked_for.action, re.findall(r"\d+", asked_for.sentence)) == ("", ["1"])
    assert [re.findall(r"\d+", remedy) for remedy in asked_for.remedies] == [[str(table.number)]]
    set_result(table_id=table.pk, user=secretary, reason="", outcome="draw")
    assert not Notice.objects.filter(about="result_disputed").exists()


def test_organisers_are_notified_once_and_nothing_is_settled_without_them(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    round_ = late_round(tournament, secretary)
    assert [look_after_overdue() for _ in range(3)] == [1, 1, 1]
    notice = Notice.objects.get(user=secretary)
    assert (notice.about, notice.facts["tables"], notice.facts["round"]) == ("round_overdue", 2, 1)
    assert len(open_tables(tournament)) == 2
    Round.objects.filter(pk=round_.pk).update(deadline=timezone.now() + DAY)
    assert look_after_overdue() == 0


@pytest.mark.slow
def test_an_automatic_tournament_continues(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2, auto_advance=True)
    late_round(tournament, secretary)
    report_first_table(tournament)
    done = sweep_tournaments()
    assert (done["overdue"], done["advanced"]) == (0, 1)
    assert list(Round.objects.order_by("number").values_list("status", flat=True)) == ["finished", "published"]
    assert not Notice.objects.filter(user=secretary).exists()


def test_tables_of_three_and_four_wait_for_the_organiser(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 7, Format.SWISS_TABLES, rounds=1, auto_advance=True)
    late_round(tournament, secretary)
    assert look_after_overdue() == 1
    assert len(open_tables(tournament)) == 2
    asked_for = next_action(tournament)
    assert re.findall(r"\d+", asked_for.sentence) == ["2"]
    assert (asked_for.action, asked_for.remedies) == ("", ())
    assert Notice.objects.get(user=secretary).facts["tables"] == 2
    assert Tournament.objects.get().status == Status.RUNNING
    assert entry(tournament, "player001").left_round is None


def test_the_reporter_of_a_result_cannot_confirm_it(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2)
    next_round(tournament, secretary)
    table = report_first_table(tournament)
    teller, other = (seat.entry.user for seat in table.seats.order_by("index"))
    assert teller is not None
    assert other is not None
    with pytest.raises(Conflict) as refused:
        confirm_result(table_id=table.pk, user=teller)
    table.refresh_from_db()
    assert (refused.value.code, table.outcome) == ("own_claim", "")
    assert confirm_result(table_id=table.pk, user=other).outcome == Outcome.LIMIT
