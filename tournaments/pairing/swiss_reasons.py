"""Explanations of Swiss pairings, from scores and sides, as a player would check them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.rules.sentences import say
from tournaments.pairing.first_move import explain_first_move
from tournaments.pairing.scores import played_before, scores_before, sides
from tournaments.pairing.values import RoundToPair, say_points


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
            names={entrant.id: entrant.label for entrant in task.tournament.entrants},
            scores=scores_before(task.tournament, task.round),
            sides=sides(played_before(task.tournament, task.round)),
            bye_points=task.tournament.scoring.pairing_bye,
            is_first_round=task.round == 1,
        )

    def pairing(self, first: int, second: int) -> str:
        side = explain_first_move(self.names[first], self.sides.get(first, ()), self.sides.get(second, ()))
        return say("{meeting}; {first_move}.", meeting=self._meeting(first, second), first_move=side)

    def _meeting(self, first: int, second: int) -> str:
        one, other = self.names[first], self.names[second]
        if self.is_first_round:
            return say(
                "{one} and {other} play each other, upper half of the starting order against the lower",
                one=one,
                other=other,
            )
        if self.scores[first] == self.scores[second]:
            return say(
                "{one} and {other} have {points} each and have not played each other",
                one=one,
                other=other,
                points=say_points(self.scores[first]),
            )
        above, below = (first, second) if self.scores[first] > self.scores[second] else (second, first)
        return say(
            "{above} ({more}) floats down to {below} ({fewer}), unpaired in the lower score group",
            above=self.names[above],
            more=say_points(self.scores[above]),
            below=self.names[below],
            fewer=say_points(self.scores[below]),
        )

    def bye(self, entrant: int) -> str:
        score = say_points(self.scores[entrant])
        return say(
            "The number of players is odd: {name} ({score}) gets the bye, worth {points}, as one of "
            "the lowest-placed players with no bye or forfeit win so far.",
            name=self.names[entrant],
            score=score,
            points=say_points(self.bye_points),
        )
