"""Why a Swiss round is as it is, in sentences: taken from the scores and sides, as a player would check them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.first_move import explain_first_move
from tournaments.pairing.scores import played_before, scores_before, sides
from tournaments.pairing.values import RoundToPair, format_points


@dataclass(frozen=True, slots=True)
class SwissReasons:
    names: Mapping[int, str]
    scores: Mapping[int, Fraction]
    sides: Mapping[int, Sequence[bool]]
    bye_points: Fraction
    is_first_round: bool

    @classmethod
    def of(cls, task: RoundToPair) -> "SwissReasons":
        return cls(
            names={entrant.id: entrant.label for entrant in task.event.entrants},
            scores=scores_before(task.event, task.round),
            sides=sides(played_before(task.event, task.round)),
            bye_points=task.event.scoring.pairing_bye,
            is_first_round=task.round == 1,
        )

    def pairing(self, first: int, second: int) -> str:
        side = explain_first_move(self.names[first], self.sides.get(first, ()), self.sides.get(second, ()))
        return f"{self._meeting(first, second)}; {side}."

    def _meeting(self, first: int, second: int) -> str:
        one, other = self.names[first], self.names[second]
        if self.is_first_round:
            return f"{one} and {other} meet, the upper half of the starting order against the lower"
        if self.scores[first] == self.scores[second]:
            return f"{one} and {other} have {format_points(self.scores[first])} points each and have not met"
        above, below = (first, second) if self.scores[first] > self.scores[second] else (second, first)
        return (
            f"{self.names[above]} ({format_points(self.scores[above])} points) is paired down with "
            f"{self.names[below]} ({format_points(self.scores[below])} points), whom the score group left free"
        )

    def bye(self, entrant: int) -> str:
        score = format_points(self.scores[entrant])
        return (
            f"The number of players is odd: {self.names[entrant]} ({score} points) has the bye, worth "
            f"{format_points(self.bye_points)} points, as one of the lowest who had none and no win by forfeit."
        )
