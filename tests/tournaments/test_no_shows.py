"""Players who don't appear at tables of three and four: entered, stored, shown and explained."""

import re

import pytest

from accounts.errors import Invalid
from accounts.models import User
from tests.tournaments.pages import browser_of, do
from tests.tournaments.playing import next_round, open_tables, running_tournament
from tournaments.enums import Outcome, Status
from tournaments.models import Change, Club, Seat, Table, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.api_json import current_table_json
from tournaments.services.corrections import clear_result
from tournaments.services.results import set_result
from tournaments.services.table_results import read_verdict


def table_of(club: Club, secretary: User, players: int = 3) -> tuple[Tournament, Table]:
    tournament = running_tournament(club, secretary, players, Format.SWISS_TABLES, accounts=False, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    return tournament, table


def test_the_others_are_ranked_without_an_absent_player(club: Club, secretary: User) -> None:
    tournament, table = table_of(club, secretary)
    set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[2, 1, 1], absent=[2])
    shown = current_table_json(table.pk)
    assert [(seat["rank"], seat["points"]) for seat in shown["seats"]] == [(2, "3"), (1, "6"), (3, "0")]
    assert (shown["absent"], shown["outcome"]) == ([2], "goal")
    missing = Seat.objects.get(table=table, index=2).entry
    line = Change.objects.filter(tournament=tournament, kind="result").latest("pk").text
    assert f"entry {missing.pk} did not appear" in str(line)
    client = browser_of(secretary)
    for page in ("rounds/1/", "crosstable/", f"players/{missing.pk}/", "log/"):
        assert client.get(f"/tournaments/{tournament.pk}/{page}").status_code == 200
    tournament.refresh_from_db()
    assert tournament.status == Status.PROVISIONAL


@pytest.mark.parametrize(
    ("absent", "points"), [([0, 1], ["0", "0", "6"]), ([0, 1, 2], ["0", "0", "0"]), ([1], ["4", "0", "4"])]
)
def test_a_table_that_shrinks(club: Club, secretary: User, absent: list[int], points: list[str]) -> None:
    tournament, table = table_of(club, secretary)
    set_result(table_id=table.pk, user=secretary, outcome="draw", absent=absent)
    shown = current_table_json(table.pk)
    assert ([seat["points"] for seat in shown["seats"]], shown["absent"]) == (points, absent)
    assert shown["outcome"] == ("draw" if len(absent) == 1 else "forfeit")
    page = browser_of(secretary).get(f"/tournaments/{tournament.pk}/rounds/1/").content.decode()
    assert re.findall(r'data-absence="(\w+)"', page) == ["ranked" if len(absent) == 1 else "forfeit"]
    clear_result(table_id=table.pk, user=secretary)
    assert current_table_json(table.pk)["absent"] == []


def test_the_form_of_a_table_of_three_names_an_absent_player(club: Club, secretary: User) -> None:
    tournament, table = table_of(club, secretary)
    sent = {"outcome": "goal", "rank0": "absent", "rank1": "1", "rank2": "2"}
    do(browser_of(secretary), f"/tournaments/{tournament.pk}/", "result", table=table.pk, **sent)
    assert list(Seat.objects.order_by("index").values_list("rank", "is_absent")) == [(3, True), (1, False), (2, False)]


@pytest.mark.parametrize(
    ("outcome", "ranks", "absent"),
    [
        ("goal", [1, 2, 3], [3]),  # no such seat
        ("goal", [1, 3, 2], [2]),  # those who appeared have ranks 1 and 3
        ("goal", [1, 1, 3], [2]),  # no winner among them
        ("forfeit", [1, 1, 2], None),  # two appeared: rank them
        ("forfeit", [1, 1, 2], [2]),
    ],
)
def test_results_that_make_no_sense_are_refused(outcome: str, ranks: list[int], absent: list[int] | None) -> None:
    with pytest.raises(Invalid):
        read_verdict(3, outcome=outcome, ranks=ranks, absent=absent)


def test_at_a_table_of_two_an_absence_is_the_forfeit() -> None:
    verdict = read_verdict(2, outcome="goal", ranks=[1, 2], absent=[0])
    assert (verdict.outcome, verdict.ranks, verdict.absent) == (Outcome.FORFEIT, (2, 1), (0,))
    assert read_verdict(2, outcome="forfeit", ranks=[2, 1]) == verdict


def test_the_page_of_results_is_for_organisers(club: Club, secretary: User, stranger: User) -> None:
    tournament, table = table_of(club, secretary)
    address = f"/tournaments/{tournament.pk}/rounds/1/results/"
    assert f'data-table="{table.pk}"' in browser_of(secretary).get(address).content.decode()
    assert browser_of(stranger).get(address).status_code == 403
