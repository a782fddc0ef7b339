"""Events of a tournament's stream are stored in the transaction of the change."""

from random import Random

import pytest

from accounts.errors import Conflict
from tests.accounts.people import has_code
from tests.tournaments.playing import decide, next_round, open_tables, running_tournament, seen
from tournaments.models import TournamentEvent
from tournaments.selectors.events import event_facts
from tournaments.services.lifecycle import reopen, sign_off
from tournaments.services.publishing import publish_round
from tournaments.services.results import set_result
from tournaments.services.withdrawal import withdraw_player

pytestmark = pytest.mark.django_db


def stored_events(tournament):
    return list(TournamentEvent.objects.filter(tournament=tournament).order_by("seq"))


def test_every_revision_has_one_event(club, secretary):
    tournament = running_tournament(club, secretary, 4, rounds=2, accounts=False)
    for seed in (1, 2):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(seed))
    tournament = sign_off(tournament_id=tournament.pk, user=secretary)
    rows = stored_events(tournament)
    assert [row.seq for row in rows] == list(range(1, tournament.revision + 1))
    kinds = [row.kind for row in rows]
    assert (kinds.count("round_published"), kinds.count("result"), kinds.count("round_finished")) == (2, 4, 2)
    assert rows[-1].kind == "final"
    text = tournament.changes.latest("id").text
    facts = event_facts(rows)
    assert facts[-1] == {"round": None, "status": "final", "log": "life", "text": text}
    published = [said["round"] for row, said in zip(rows, facts, strict=True) if row.kind == "round_published"]
    assert published == [1, 2]


def test_events_of_results_contain_points_and_mark_corrections(club, secretary):
    tournament = running_tournament(club, secretary, 2, rounds=1, accounts=False)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    for outcome, ranks in (("goal", [1, 2]), ("limit", [2, 1])):
        set_result(table_id=table.pk, user=secretary, outcome=outcome, ranks=ranks, reason="on the sheet")
    first, second = (row.payload for row in stored_events(tournament) if row.kind == "result")
    assert (first["table"], first["round"], first["outcome"], first["is_corrected"]) == (table.pk, 1, "goal", False)
    assert sorted(player["points"] for player in first["players"]) == ["0", "6"]
    assert (second["outcome"], second["is_corrected"]) == ("limit", True)
    assert sorted(player["points"] for player in second["players"]) == ["0", "4"]


def test_a_rolled_back_change_has_no_event(club, secretary):
    tournament = running_tournament(club, secretary, 4, rounds=2, accounts=False)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    before = len(stored_events(tournament))
    with pytest.raises(Conflict, check=has_code("published")):
        publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
    assert len(stored_events(tournament)) == before


def test_a_withdrawal_over_the_board_has_an_event_of_the_forfeit(club, secretary):
    tournament = running_tournament(club, secretary, 4, rounds=2, accounts=False)
    next_round(tournament, secretary)
    leaver = open_tables(tournament)[0].seats.first().entry
    withdraw_player(entry_id=leaver.pk, user=secretary, reason="ill")
    (result,) = (row.payload for row in stored_events(tournament) if row.kind == "result")
    assert result["outcome"] == "forfeit"
    assert {player["id"]: player["points"] for player in result["players"]}[leaver.pk] == "0"


def test_reopening_a_tournament_has_a_status_event(club, secretary):
    tournament = running_tournament(club, secretary, 2, rounds=1, accounts=False)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    sign_off(tournament_id=tournament.pk, user=secretary)
    reopen(tournament_id=tournament.pk, user=secretary, reason="a wrong sheet")
    assert (stored_events(tournament)[-1].kind, stored_events(tournament)[-1].payload["status"]) == (
        "status",
        "provisional",
    )
