"""Results of games between two players: score, Elo difference and its confidence interval."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log10, sqrt

from tests.bench.engines.match import Played

# 95 % of a normal distribution lie within so many standard deviations.
DEVIATIONS = 1.96
ELO_SCALE = 400.0


@dataclass(frozen=True)
class Score:
    """Games from the first player's side. At a larger table its duels with the second player's seats count."""

    games: int
    won: int
    drawn: int
    lost: int
    points: float

    @property
    def rate(self) -> float:
        return self.points / self.games

    @property
    def decided_rate(self) -> float | None:
        decided = self.won + self.lost
        return self.won / decided if decided else None

    @property
    def interval(self) -> tuple[float, float]:
        """Return Wilson's 95 % interval of the rate, which is never empty and always within 0 to 1."""
        n, p, z = self.games, self.rate, DEVIATIONS
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return middle - half, middle + half


def score_of(games: Sequence[Played]) -> Score:
    won = sum(game.share > 0.5 for game in games)
    lost = sum(game.share < 0.5 for game in games)
    return Score(len(games), won, len(games) - won - lost, lost, sum(game.share for game in games))


def elo(rate: float) -> float:
    """Return the Elo difference that corresponds to this expected score."""
    bounded = min(max(rate, 1e-4), 1 - 1e-4)
    return -ELO_SCALE * log10(1 / bounded - 1)


HEADING = (
    f"{'':<12}{'games':>6}{'won':>5}{'drawn':>6}{'lost':>5}{'score':>8}{'decided':>9}{'first':>7}"
    f"{'Elo':>7}  {'95 %':<15}{'limit':>6}{'repeated':>9}{'turns':>7}{'late':>5}"
)


def line(name: str, games: Sequence[Played]) -> str:
    """Return one row of the table: a variant, or all of them."""
    score = score_of(games)
    low, high = score.interval
    reasons = Counter(game.reason for game in games)
    decided = "-" if score.decided_rate is None else f"{score.decided_rate:.0%}"
    first = sum(game.is_first for game in games) / len(games)
    turns = sum(game.turns for game in games) / len(games)
    return (
        f"{name:<12}{score.games:>6}{score.won:>5}{score.drawn:>6}{score.lost:>5}{score.rate:>8.0%}{decided:>9}"
        f"{first:>7.0%}{elo(score.rate):>+7.0f}  {f'{elo(low):+.0f} … {elo(high):+.0f}':<15}"
        f"{reasons['limit']:>6}{reasons['repetition']:>9}{turns:>7.0f}{sum(game.late_turns for game in games):>5}"
    )
