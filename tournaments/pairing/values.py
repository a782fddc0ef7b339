"""Value types of pairing: entrants, results so far, the round to pair, and its draw.

Seats are listed in turn order, so the first of a table moves first. Points are exact fractions. An entrant's
`id` is the caller's; its `number` is the place in the starting order, 1 the strongest.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from games.rules.sentences import Name, Sentence, say, say_count


class Format(StrEnum):
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    KNOCKOUT = "knockout"
    SWISS_TABLES = "swiss_tables"
    FIXED_TABLES = "fixed_tables"

    @property
    def is_round_robin(self) -> bool:
        return self in (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN)

    @property
    def has_tables(self) -> bool:
        return self in (Format.SWISS_TABLES, Format.FIXED_TABLES)

    @property
    def is_open(self) -> bool:
        """Whether every player has a table or a bye in every round, so that players may enter late and come back."""
        return self in (Format.SWISS, Format.SWISS_TABLES, Format.FIXED_TABLES)


class ByeKind(StrEnum):
    """Why a player has no game in a round."""

    PAIRING = "pairing"  # no opponent was left
    REQUESTED = "requested"
    ABSENT = "absent"
    FREE = "free"  # the bye of an odd round robin, or a struck opponent
    SEEDED = "seeded"  # advances in a knockout without a game


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points for each result. Vaeva's default is 6, 4, 2 and 0; a tournament may choose others."""

    win: Fraction = Fraction(6)
    tally_win: Fraction = Fraction(4)
    draw: Fraction = Fraction(2)
    loss: Fraction = Fraction(0)
    pairing_bye: Fraction = Fraction(4)
    requested_bye: Fraction = Fraction(2)
    absence: Fraction = Fraction(0)

    @property
    def neutral(self) -> Fraction:
        """Half of the maximum, where FIDE's tie-break rules put half a point."""
        return self.win / 2

    def bye(self, kind: ByeKind) -> Fraction:
        values = {
            ByeKind.PAIRING: self.pairing_bye,
            ByeKind.REQUESTED: self.requested_bye,
            ByeKind.ABSENT: self.absence,
        }
        return values.get(kind, Fraction(0))


@dataclass(frozen=True, slots=True)
class Entrant:
    id: int
    number: int
    name: str = ""
    rating: int | None = None
    entered: int = 1
    left: int | None = None  # the first round no longer played
    void: bool | None = None  # left a round robin too early, so that no result counts; None: not decided yet

    @property
    def label(self) -> Name:
        """The name for messages, which store the id."""
        return Name(self.name, "entry", self.id)

    def takes_part(self, round_number: int) -> bool:
        return self.entered <= round_number and (self.left is None or round_number < self.left)


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of a finished table: its rank, 1 the best, and whether tally ranked it among the others so marked.

    In a forfeit a player who appeared has rank 1 and one who didn't rank 2; if neither appeared, both have rank 2.
    At a table of three or four, a player who didn't appear ranks behind all who did.
    """

    entrant: int
    points: Fraction
    rank: int = 1
    by_tally: bool = False
    tally: int | None = None
    absent: bool = False


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A finished game of two, three or four seats. A forfeit has points but was not played: at most one appeared.

    `replay` numbers the games of a knockout match from 0.
    """

    round: int
    seats: tuple[Seat, ...]
    forfeit: bool = False
    replay: int = 0

    @property
    def entrants(self) -> tuple[int, ...]:
        return tuple(seat.entrant for seat in self.seats)

    @property
    def appeared(self) -> tuple[int, ...]:
        """The entrants without those who didn't appear, in turn order."""
        return tuple(seat.entrant for seat in self.seats if not seat.absent)

    def seat_of(self, entrant: int) -> Seat:
        return next(seat for seat in self.seats if seat.entrant == entrant)


@dataclass(frozen=True, slots=True)
class ByeTaken:
    round: int
    entrant: int
    kind: ByeKind
    points: Fraction


@dataclass(frozen=True, slots=True)
class ForbiddenPair:
    """Two players not to be paired. The rounds are kept, for a later check of rounds paired before the ban."""

    one: int
    other: int
    first_round: int = 1
    last_round: int | None = None

    def holds_in(self, round_number: int) -> bool:
        return self.first_round <= round_number and (self.last_round is None or round_number <= self.last_round)


@dataclass(frozen=True, slots=True)
class TournamentData:
    """A tournament as input of pairing and standings. Struck results are left out."""

    format: Format
    rounds: int
    entrants: tuple[Entrant, ...]
    played: tuple[PlayedTable, ...] = ()
    byes: tuple[ByeTaken, ...] = ()
    scoring: Scoring = Scoring()
    forbidden: tuple[ForbiddenPair, ...] = ()
    top_moves_first: bool = True  # drawn by lot once per tournament
    games_per_match: int = 1  # in a knockout
    third_place: bool = False  # in a knockout, whether the losers of the semi-finals play for it

    def by_number(self) -> tuple[Entrant, ...]:
        return tuple(sorted(self.entrants, key=lambda entrant: entrant.number))


@dataclass(frozen=True, slots=True)
class AskedBye:
    entrant: int
    kind: ByeKind = ByeKind.REQUESTED


@dataclass(frozen=True, slots=True)
class RoundToPair:
    tournament: TournamentData
    round: int
    asked_byes: tuple[AskedBye, ...] = ()
    seed: int = 0

    def available(self) -> tuple[Entrant, ...]:
        """Entrants to be paired, in the starting order."""
        asked = {bye.entrant for bye in self.asked_byes}
        return tuple(e for e in self.tournament.by_number() if e.takes_part(self.round) and e.id not in asked)


@dataclass(frozen=True, slots=True)
class Table:
    """Seats to be played. `forfeited` names players known not to appear."""

    number: int
    seats: tuple[int, ...]
    reason: str
    forfeited: tuple[int, ...] = ()
    replay: int = 0


@dataclass(frozen=True, slots=True)
class Bye:
    entrant: int
    kind: ByeKind
    points: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class Engine:
    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Draw:
    """The pairing of a round, for the organiser to review, and what is needed to reproduce it."""

    round: int
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...]
    engine: Engine
    seed: int
    input_digest: str


class Remedy(StrEnum):
    """What may help with a round that can't be paired. Whether it is possible depends on the tournament's state."""

    PAIR_AGAIN = "pair_again"
    ENTER_RESULTS = "enter_results"
    LIFT_FORBIDDEN_PAIR = "lift_forbidden_pair"
    TAKE_BYE_BACK = "take_bye_back"
    GIVE_BYE = "give_bye"
    CHECK_IN = "check_in"
    REINSTATE_PLAYER = "reinstate_player"
    ENTER_PLAYER = "enter_player"
    PAIR_BY_HAND = "pair_by_hand"
    FINISH = "finish"


MORE_PLAYERS = (Remedy.CHECK_IN, Remedy.TAKE_BYE_BACK, Remedy.REINSTATE_PLAYER, Remedy.ENTER_PLAYER, Remedy.FINISH)


class NoPairing(Exception):
    """This round can't be paired: a state of the tournament, not a bug. `remedies` are what may help."""

    def __init__(self, message: str, remedies: Iterable[Remedy]) -> None:
        super().__init__(message)
        self.message = message
        self.remedies = tuple(remedies)


class EngineFailure(Exception):
    """The pairing engine failed on valid input: our bug or its own."""


def decimal_text(points: Fraction) -> str:
    """A decimal of at most two places: 6, 4.5, 2.33."""
    return f"{float(round(points, 2)):.2f}".rstrip("0").rstrip(".")


def format_points(points: Fraction) -> str:
    """Points as such a decimal, with the reader's decimal mark once it is translated."""
    whole, _, decimals = decimal_text(points).partition(".")
    return say("{whole}.{decimals}", whole=whole, decimals=decimals) if decimals else whole


def say_points(points: Fraction) -> Sentence:
    """Points with their unit: "1 point", "6 points", "2.5 points"."""
    whole = points.numerator if points.denominator == 1 else 2
    return say_count("{points} point", "{points} points", count=whole, points=format_points(points))
