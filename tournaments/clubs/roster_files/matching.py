"""What an import would do, line by line: new, known, or doubtful with the reasons and the people it may mean."""

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from tournaments.clubs.roster_files.people import Fault, ListedPerson

SIMILAR = 0.85
MAX_CANDIDATES = 5


class Verdict(StrEnum):
    NEW = "new"
    KNOWN = "known"
    DOUBTFUL = "doubtful"


class Doubt(StrEnum):
    """Why a line is doubtful when it is compared with the roster."""

    SIMILAR_NAME = "similar_name"
    SAME_EMAIL = "same_email"
    OTHER_EMAIL = "other_email"


@dataclass(frozen=True, slots=True)
class KnownPerson:
    id: int
    name: str
    email: str
    rating: int | None


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line of the list and what will happen with it; `people` are the ids that it may mean, the likeliest first.

    `changes` are the fields of a known person that get another value.
    """

    person: ListedPerson
    verdict: Verdict
    doubts: tuple[str, ...]
    people: tuple[int, ...]
    changes: tuple[str, ...] = ()


def plan_import(listed: Iterable[ListedPerson], roster: Sequence[KnownPerson]) -> tuple[PlannedLine, ...]:
    """Compare each line with the roster. A name or an e-mail that the roster has is never created unasked."""
    by_name = {person.name.casefold(): person for person in roster}
    by_email = {person.email.casefold(): person for person in roster if person.email}
    plain = [(_plain(person.name), person) for person in roster]
    return tuple(_planned(person, by_name, by_email, plain) for person in listed)


def plan_digest(plan: Sequence[PlannedLine]) -> str:
    """A digest of a plan: equal if the same would happen."""
    return hashlib.sha256(json.dumps([asdict(line) for line in plan]).encode()).hexdigest()


def _planned(
    listed: ListedPerson,
    by_name: dict[str, KnownPerson],
    by_email: dict[str, KnownPerson],
    plain: list[tuple[str, KnownPerson]],
) -> PlannedLine:
    named, mailed = by_name.get(listed.name.casefold()), by_email.get(listed.email.casefold())
    doubts: list[str] = list(listed.faults)
    if named is not None:
        if listed.email and named.email and listed.email.casefold() != named.email.casefold():
            doubts.append(Doubt.OTHER_EMAIL)
        people = [named]
    else:
        people = [] if Fault.NO_NAME in listed.faults else _similar(listed.name, plain)
        doubts += [Doubt.SIMILAR_NAME] if people else []
    if mailed is not None and mailed is not named:
        doubts.append(Doubt.SAME_EMAIL)
        people = [mailed, *(one for one in people if one is not mailed)]
    certain = Verdict.NEW if named is None else Verdict.KNOWN
    verdict = Verdict.DOUBTFUL if doubts else certain
    changes = _changes(listed, named) if named is not None and verdict == Verdict.KNOWN else ()
    return PlannedLine(listed, verdict, tuple(doubts), tuple(one.id for one in people[:MAX_CANDIDATES]), changes)


def _changes(listed: ListedPerson, person: KnownPerson) -> tuple[str, ...]:
    email = ("email",) if listed.email and listed.email != person.email else ()
    rating = ("rating",) if listed.rating is not None and listed.rating != person.rating else ()
    return email + rating


def _similar(name: str, plain: list[tuple[str, KnownPerson]]) -> list[KnownPerson]:
    """People with a similar name, whatever the order of its words, the most similar first."""
    wanted = _plain(name)
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    found = []
    for letters, person in plain:
        matcher.set_seq1(letters)
        if matcher.real_quick_ratio() >= SIMILAR and matcher.quick_ratio() >= SIMILAR and matcher.ratio() >= SIMILAR:
            found.append((-matcher.ratio(), person.id, person))
    return [person for *_order, person in sorted(found)]


def _plain(name: str) -> str:
    """A name without case and accents, its words in alphabetical order."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    words = "".join(letter if letter.isalnum() else " " for letter in letters if not unicodedata.combining(letter))
    return " ".join(sorted(words.split()))
