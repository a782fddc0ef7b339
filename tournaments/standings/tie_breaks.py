"""Tie-breaks computed for one entrant at a time; each is a small function that returns its arithmetic.

To add one: write the function, give it a line in `TieBreak` and a line in `TIE_BREAKS`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor
from typing import NamedTuple

from games.rules.sentences import say
from tournaments.pairing.values import Format
from tournaments.standings.exact import exact_mean, exact_sum
from tournaments.standings.record import ZERO, Record, RoundRecord


class TieBreak(StrEnum):
    DIRECT_ENCOUNTER = "direct_encounter"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT_1 = "buchholz_cut_1"
    SONNEBORN_BERGER = "sonneborn_berger"
    FULL_WINS = "full_wins"
    WINS = "wins"
    KOYA = "koya"
    PROGRESSIVE = "progressive"
    AVERAGE_RATING = "average_rating"
    MOVED_FIRST = "moved_first"


USUAL_TIE_BREAKS = (TieBreak.BUCHHOLZ_CUT_1, TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER)
ROUND_ROBIN_TIE_BREAKS = (TieBreak.DIRECT_ENCOUNTER, TieBreak.SONNEBORN_BERGER, TieBreak.WINS)


def tie_breaks_for(format: Format) -> tuple[TieBreak, ...]:
    """The default tie-breaks of a format. Buchholz says nothing where everyone meets everyone."""
    if format == Format.KNOCKOUT:
        return ()
    return ROUND_ROBIN_TIE_BREAKS if format.is_round_robin else USUAL_TIE_BREAKS


class Note(StrEnum):
    """How a term was computed, where it isn't simply a game played."""

    PLAYED = "played"
    FORFEIT = "forfeit"  # not played: the lower of the own score and the opponent's
    DUMMY = "dummy"  # no opponent: the own score, at most neutral in every round
    CUT = "cut"  # the lowest, left out
    BELOW_HALF = "below_half"  # an opponent with less than half of the points
    UNRATED = "unrated"


class Term(NamedTuple):
    """One round's term of a tie-break. `factor` is what `value` was multiplied with."""

    round: int
    opponents: tuple[int, ...]
    value: Fraction
    note: Note = Note.PLAYED
    factor: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Working:
    """A tie-break of one entrant: its value (None where it doesn't apply) and its terms."""

    value: Fraction | None
    terms: tuple[Term, ...] = ()


Compute = Callable[[Record, int], Working]


@dataclass(frozen=True, slots=True)
class Rule:
    """A tie-break's name, explanation and function, and which values are better."""

    title: str
    explanation: str
    compute: Compute
    fewer_is_better: bool = False


def buchholz(record: Record, entrant: int) -> Working:
    terms = _opponents_scores(record, entrant)
    return Working(exact_sum(term.value for term in terms), terms)


def buchholz_cut_1(record: Record, entrant: int) -> Working:
    """Buchholz without the lowest term; a voluntarily unplayed round is cut first, whatever its value (16.5)."""
    terms = _opponents_scores(record, entrant)
    if not terms:
        return Working(ZERO)
    voluntary = set() if record.is_predetermined else _voluntary_rounds(record, entrant)
    lowest = min(terms, key=lambda term: (term.round not in voluntary, term.value))
    kept = tuple(term._replace(note=Note.CUT) if term is lowest else term for term in terms)
    return Working(exact_sum(term.value for term in terms) - lowest.value, kept)


def _voluntary_rounds(record: Record, entrant: int) -> set[int]:
    return {one.round for one in record.rounds[entrant] if one.is_voluntary}


def _opponents_scores(record: Record, entrant: int) -> tuple[Term, ...]:
    terms = []
    for one in record.rounds[entrant]:
        if one.mates or not record.is_predetermined:
            value, note = _worth(record, entrant, one)
            terms.append(Term(one.round, tuple(mate.entrant for mate in one.mates), value, note))
    return tuple(terms)


def _worth(record: Record, entrant: int, one: RoundRecord) -> tuple[Fraction, Note]:
    """The score of a round's opponents, at a table the mean; for an unplayed round by article 16.4."""
    if not one.mates:
        return min(record.points[entrant], record.tournament.scoring.neutral * record.after_round), Note.DUMMY
    theirs = record.mean_adjusted(one)
    if one.is_played or record.is_predetermined:
        return theirs, Note.PLAYED
    return min(record.points[entrant], theirs), Note.FORFEIT


def sonneborn_berger(record: Record, entrant: int) -> Working:
    """Each opponent's score times the points taken from them; at a table the mean over the opponents."""
    terms = []
    for one in record.rounds[entrant]:
        if not one.mates and record.is_predetermined:
            continue
        opponents = tuple(mate.entrant for mate in one.mates)
        score, note = _worth(record, entrant, one)
        part = score * one.points
        if note == Note.PLAYED and (len(one.mates) > 1 or one.no_shows):
            part = exact_mean([record.adjusted[mate.entrant] * mate.points for mate in one.mates])
        terms.append(Term(one.round, opponents, part, note, factor=one.points))
    return Working(exact_sum(term.value for term in terms), tuple(terms))


def full_wins(record: Record, entrant: int) -> Working:
    """Rounds with full points, with or without playing."""
    return _count(record, entrant, lambda one: one.points >= record.tournament.scoring.win)


def wins(record: Record, entrant: int) -> Working:
    """Rounds won: by the aim, by tally, by forfeit, or by a bye that is worth a win by tally at least."""
    return _count(record, entrant, lambda one: one.is_win)


def moved_first(record: Record, entrant: int) -> Working:
    return _count(record, entrant, lambda one: one.moved_first)


def _count(record: Record, entrant: int, counts: Callable[[RoundRecord], bool]) -> Working:
    terms = tuple(
        Term(one.round, tuple(mate.entrant for mate in one.mates), Fraction(1))
        for one in record.rounds[entrant]
        if counts(one)
    )
    return Working(Fraction(len(terms)), terms)


def koya(record: Record, entrant: int) -> Working:
    """Points against opponents with at least half of the possible points; at a table the mean over all opponents."""
    terms = []
    for one in record.rounds[entrant]:
        strong = [mate for mate in one.mates if _has_half(record, mate.entrant)]
        if one.mates:
            part = exact_sum(mate.points for mate in strong) / len(one.mates)
            opponents = tuple(mate.entrant for mate in one.mates)
            terms.append(Term(one.round, opponents, part, Note.PLAYED if strong else Note.BELOW_HALF))
    return Working(exact_sum(term.value for term in terms), tuple(terms))


def _has_half(record: Record, entrant: int) -> bool:
    games = record.after_round
    if record.is_predetermined:
        games = sum(bool(one.mates) for one in record.rounds[entrant])
    return 2 * record.points[entrant] >= games * record.tournament.scoring.win


def progressive(record: Record, entrant: int) -> Working:
    """The sum of the scores after each round."""
    terms: list[Term] = []
    score = total = ZERO
    rounds = record.rounds[entrant]
    for number in range(1, record.after_round + 1):
        score += exact_sum(one.points for one in rounds if one.round == number)
        total += score
        terms.append(Term(number, (), score))
    return Working(total, tuple(terms))


def average_rating(record: Record, entrant: int) -> Working:
    """The mean rating of opponents actually met, by table, to the nearest whole number, a half upwards."""
    terms = []
    for one in record.rounds[entrant]:
        if one.is_played and one.mates:
            opponents = tuple(mate.entrant for mate in one.mates)
            rated = [rating for mate in opponents if (rating := record.ratings[mate]) is not None]
            mean = Fraction(sum(rated), len(rated)) if rated else ZERO
            terms.append(Term(one.round, opponents, mean, Note.PLAYED if rated else Note.UNRATED))
    known = [term.value for term in terms if term.note != Note.UNRATED]
    value = Fraction(floor(exact_mean(known) + Fraction(1, 2))) if known else None
    return Working(value, tuple(terms))


TIE_BREAKS: dict[TieBreak, Rule] = {
    TieBreak.BUCHHOLZ: Rule("Buchholz", say("The sum of the opponents' scores."), buchholz),
    TieBreak.BUCHHOLZ_CUT_1: Rule(
        say("Buchholz cut 1"), say("The sum of the opponents' scores, without the lowest."), buchholz_cut_1
    ),
    TieBreak.SONNEBORN_BERGER: Rule(
        "Sonneborn-Berger", say("Each opponent's score multiplied by the points scored against them."), sonneborn_berger
    ),
    TieBreak.FULL_WINS: Rule(say("Full wins"), say("Rounds with full points."), full_wins),
    TieBreak.WINS: Rule(say("Wins"), say("Rounds won, outright or on tally."), wins),
    TieBreak.KOYA: Rule("Koya", say("Points against opponents who scored at least half of the points."), koya),
    TieBreak.PROGRESSIVE: Rule(say("Progressive score"), say("The sum of the scores after each round."), progressive),
    TieBreak.AVERAGE_RATING: Rule(say("Average rating"), say("The average rating of the opponents."), average_rating),
    TieBreak.MOVED_FIRST: Rule(
        say("Games moved first"),
        say("Players who moved first less often rank higher."),
        moved_first,
        fewer_is_better=True,
    ),
}
