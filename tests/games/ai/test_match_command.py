"""Matches between levels at the command line: seats, scores, Elo, and a game from start to end."""

from io import StringIO

import pytest
from django.core.management import call_command

from games.management.ai_match import Pairing, Played, pairings, play, seatings
from games.management.ai_score import elo, score_of


def test_both_levels_sit_at_every_seat_equally_often() -> None:
    assert seatings(2, alone=False) == [(0,), (1,)]
    assert seatings(3, alone=True) == [(0,), (1,), (2,)]
    assert seatings(3, alone=False) == [(0,), (1,), (2,), (1, 2), (0, 2), (0, 1)]


def test_a_round_of_seatings_shares_its_seed() -> None:
    todo = pairings("5", "4", ["nonaga"], games=4, scale=1.0, seed=10, alone=False)
    assert [(pairing.first_seats, pairing.seed) for pairing in todo] == [((0,), 10), ((1,), 10), ((0,), 11), ((1,), 11)]


def played(share: float) -> Played:
    return Played(Pairing("nonaga", "5", "4", (0,), 1, 1.0), share, share == 1.0, "goal", 20, 0)


def test_a_score_counts_games_and_points() -> None:
    score = score_of([played(share) for share in (1.0, 1.0, 0.5, 0.0)])
    assert (score.won, score.drawn, score.lost, score.rate) == (2, 1, 1, 0.625)
    assert score.decided_rate == pytest.approx(2 / 3)
    low, high = score.interval
    assert 0 < low < 0.625 < high < 1


@pytest.mark.parametrize(("rate", "difference"), [(0.5, 0), (0.64, 100), (0.909, 400), (0.36, -100)])
def test_elo_is_the_usual_curve(rate: float, difference: float) -> None:
    assert elo(rate) == pytest.approx(difference, abs=1)


def test_a_game_is_played_to_its_end() -> None:
    game = play(Pairing("nonaga", "2", "1", (0,), seed=3, scale=0.02))
    assert game.share in (0.0, 0.5, 1.0)
    assert game.turns > 0


def test_the_levels_are_listed() -> None:
    out = StringIO()
    call_command("ai", "levels", stdout=out)
    assert [line.split()[1] for line in out.getvalue().splitlines()] == ["Meteor", "Comet", "Nova", "Pulsar", "Quasar"]


def test_a_match_shows_its_progress_the_score_and_elo_with_its_interval() -> None:
    out, progress = StringIO(), StringIO()
    options = {"variants": ["nonaga"], "games": 2, "scale": 0.01, "processes": 1, "lengths": True}
    call_command("ai", "match", "comet", "meteor", stdout=out, stderr=progress, **options)
    heading, nonaga, together, lengths = out.getvalue().splitlines()
    assert heading.split()[:8] == ["games", "won", "drawn", "lost", "score", "decided", "first", "Elo"]
    assert nonaga.split()[1:] == together.split()[1:]
    assert "…" in nonaga
    assert lengths.startswith("nonaga      limit 60, reached")
    assert f"[{'#' * 30}] 2/2 nonaga" in progress.getvalue()


@pytest.mark.slow
def test_the_bench_measures_both_ways_in_one_run() -> None:
    out = StringIO()
    call_command("ai", "bench", variants=["nonaga"], seconds=0.05, stdout=out, stderr=StringIO())
    heading, nonaga = out.getvalue().splitlines()
    assert heading.split() == ["variant", "nodes/s", "compiled", "times", "depth", "compiled"]
    assert [float(figure.replace(",", "")) > 0 for figure in nonaga.split()[1:4]] == [True] * 3
