"""The arithmetic of the load tests: simulation, growth checks, tables, and stored rows."""

import re
import sys
from dataclasses import replace

import pytest

from accounts.models import User
from config.env import BASE_DIR
from games.models import Game, Seat, Step
from tests.games.playing import client_of, make_people
from tests.load import seeding, simulation
from tests.load.report import costs_table, grown, percentile, table
from tests.load.simulation import ROOM, Part, late, parts
from tests.load.soak import Sample, verdicts

SCALE = BASE_DIR / "docs" / "scale.md"
PART = Part(name="web", arrivals=10.0, cost=0.06, patience=0.5, at_first=1)
CALM = Sample(megabytes=900.0, files=200, waiting=3, unfinished=0, turns=0)


def test_a_part_needs_servers_for_its_load_with_headroom() -> None:
    assert (PART.load, PART.needed, PART.is_broken) == (pytest.approx(0.6), 1, False)
    busier = replace(PART, arrivals=10.1)
    assert (busier.needed, busier.is_broken) == (2, True)
    assert busier.load / busier.needed <= ROOM


def test_simulated_waiting_times_agree_with_queueing_theory() -> None:
    """One server at 60 % load (M/M/1): the slowest 5 % wait ln(12) times 2.5 service times or longer."""
    assert late(replace(PART, arrivals=0.6, cost=1.0), servers=1) == pytest.approx(6.2, rel=0.5)
    assert late(PART, servers=4) == 0.0


def test_ten_times_the_players_are_ten_times_the_load_of_every_part() -> None:
    for one, ten in zip(parts(1), parts(10), strict=True):
        assert ten.load == pytest.approx(10 * one.load)
    broken = [[part.name for part in parts(scale) if part.is_broken] for scale in (1, 10, 100, 1000)]
    assert [len(names) for names in broken] == sorted(len(names) for names in broken)
    assert not broken[0]


def test_growth_and_waiting_messages_are_reported() -> None:
    samples = [replace(CALM, turns=number) for number in range(24)]
    assert verdicts(samples) == []
    assert verdicts([CALM] * 24) == ["no turn was played"]
    leaking = [replace(one, megabytes=900 + 20 * one.turns, files=200 + 3 * one.turns) for one in samples]
    assert [words.split(" grew")[0] for words in verdicts(leaking)] == ["memory", "open files"]
    piling_up = [replace(one, waiting=10 * one.turns) for one in samples]
    assert verdicts(piling_up) == ["230 messages wait in the queues"]
    late_ones = [*samples[:-1], replace(samples[-1], unfinished=2)]
    assert verdicts(late_ones) == ["2 turns were owed for more than 0:01:00"]


def test_locust_statistics_become_a_table() -> None:
    assert percentile({"10": 94, "200": 5, "900": 1}, 0.95) == 200
    line = {"what": "a turn", "count": 100, "errors": 0, "median": 10.0, "p95": 200.0}
    assert table({"1000": [line], "2000": [{**line, "p95": 220.0}]}).splitlines()[-1] == (
        "| a turn | 100, 0, 10 ms, 200 ms | 100, 0, 10 ms, 220 ms | 1.10 × |"
    )


def test_response_times_that_grow_with_stored_games_are_reported() -> None:
    few, many = ({"what": "standings", "median": median} for median in (30.0, 60.0))
    assert grown({"1000": [few], "100000": [many]}) == []
    assert grown({"1000": [few], "10000": [few], "100000": [{**many, "median": 90.0}]}) == [
        "standings took 30 ms and takes 90 ms"
    ]
    assert grown({"1000": [many]}) == []


def test_costs_become_a_table() -> None:
    assert costs_table({"a turn": {"web": 0.0161, "database": 0.00155}}).splitlines()[-1] == "| a turn | 16.10 | 1.55 |"


@pytest.mark.slow
def test_the_command_simulates_all_scales_and_fails_if_a_part_waits_too_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["simulation"])
    simulation.main()
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| 1")]
    assert len(lines) == len(simulation.SCALES) * len(parts(1))
    monkeypatch.setattr(simulation, "ROOM", 0.999)
    with pytest.raises(SystemExit, match="longer than it may"):
        simulation.main()


def test_the_document_agrees_with_the_simulation() -> None:
    """The table of docs/scale.md, to the digits shown there."""
    documented = [line.split(" | ")[1:6] for line in SCALE.read_text().splitlines() if re.match(r"\| 1[0,]*00 ", line)]
    names = ("web processes", "AI workers", "workers", "database, cores", "streams held")
    assert len(documented) == len(simulation.SCALES)
    for scale, cells in zip(simulation.SCALES, documented, strict=True):
        loads = {part.name: part.load for part in parts(scale)}
        for name, cell in zip(names, cells, strict=True):
            assert float(cell.replace(",", "")) == pytest.approx(loads[name], rel=0.06, abs=0.006), (scale, name)


@pytest.mark.django_db
def test_copied_games_are_valid_games() -> None:
    """The rows that COPY writes, inserted by Django: they satisfy database and API."""

    def insert(model: type, rows: object) -> None:
        model.objects.bulk_create(model(**row) for row in rows)

    people = make_people("ada", "ben", "cleo")
    sample = seeding.finished_game(people[:2])
    numbers = range(sample.pk + 1, sample.pk + 7)
    insert(Game, seeding.game_rows(sample, numbers))
    insert(Seat, seeding.seat_rows(sample, numbers, [person.pk for person in people]))
    insert(Step, seeding.step_rows(sample, numbers))
    for person in people:
        assert client_of(person).get("/api/v1/games/?mine=true&status=over").json()["count"] >= 4
    copied = client_of(None).get(f"/api/v1/games/{numbers[-1]}/turns/").json()
    assert copied == client_of(None).get(f"/api/v1/games/{sample.pk}/turns/").json()
    assert User.objects.filter(seats__game=numbers[0]).count() == 2
