"""The benchmark of the engines: seatings of a match, scores, Elo, a whole game, and speed."""

import pytest

from tests.bench.engines.__main__ import main
from tests.bench.engines.match import Pairing, Played, pairings, play, seatings
from tests.bench.engines.score import elo, score_of


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
def test_elo_follows_the_logistic_curve(rate: float, difference: float) -> None:
    assert elo(rate) == pytest.approx(difference, abs=1)


def test_a_game_is_played_to_its_end() -> None:
    game = play(Pairing("nonaga", "2", "1", (0,), seed=3, scale=0.02))
    assert game.share in (0.0, 0.5, 1.0)
    assert game.turns > 0


def test_the_reference_player_plays_to_the_end_too() -> None:
    game = play(Pairing("lyra-2", "1", "uct", (0,), seed=3, scale=0.001, limit_times=0.1))
    assert game.turns > 0


def test_a_match_shows_the_score_and_elo_with_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--variants", "nonaga", "--games", "2", "--scale", "0.01", "--processes", "1", "--lengths"]
    main(["match", "comet", "meteor", *options])
    heading, nonaga, together, lengths = capsys.readouterr().out.splitlines()
    assert heading.split()[:8] == ["games", "won", "drawn", "lost", "score", "decided", "first", "Elo"]
    assert nonaga.split()[1:] == together.split()[1:]
    assert "…" in nonaga
    assert lengths.startswith("nonaga      limit 60, reached")


@pytest.mark.slow
@pytest.mark.parametrize("subject", ["rules", "ai"])
def test_speed_is_measured_interpreted_and_compiled_in_one_run(
    subject: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main([subject, "--variants", "nonaga", "--seconds", "0.05"])
    heading, nonaga = capsys.readouterr().out.splitlines()
    assert heading.count("compiled") == 2
    assert all(float(figure.replace(",", "")) > 0 for figure in nonaga.split()[1:4])
