"""People from rows of cells: with or without a heading row, in English, French or Czech; or from a TRF file."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules.sentences import say
from tournaments.clubs.roster_files.tables import Row, UnreadableRoster, decode, read_rows
from tournaments.pairing.trf_import import UnreadableTrf, read_players

MAX_NAME = 60
HIGHEST_RATING = 9999
EMAIL = re.compile(r"[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+")
HEADINGS = {
    "name": {"name", "player", "full name", "nom complet", "nom et prenom", "joueur"}
    | {"jmeno a prijmeni", "cele jmeno", "hrac"},
    "first": {"first name", "firstname", "given name", "prenom", "krestni jmeno"},
    "last": {"last name", "lastname", "surname", "family name", "nom de famille", "prijmeni"},
    "email": {"e-mail", "email", "mail", "e-mail address", "email address"}
    | {"courriel", "adresse e-mail", "e-mailova adresa"},
    "rating": {"rating", "elo", "fide", "elo rating", "rtg", "classement", "cote", "hodnoceni"},
}
# "Nom" and "jméno" are the whole name where they are alone, else the last and the first name.
AMBIGUOUS = {"nom": "last", "jmeno": "first"}


class Fault(StrEnum):
    """Why a line is doubtful before it is compared with the roster."""

    NO_NAME = "no_name"
    LONG_NAME = "long_name"
    UNREADABLE_RATING = "unreadable_rating"
    UNREADABLE_EMAIL = "unreadable_email"
    TWICE_IN_LIST = "twice_in_list"


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """One line of a list: what it says, and what is wrong with it. An unreadable value is left out."""

    line: int
    name: str
    email: str = ""
    rating: int | None = None
    faults: tuple[Fault, ...] = ()


def read_people(content: bytes) -> tuple[ListedPerson, ...]:
    """The people of a file: TRF, XLSX or text with separators. Raises UnreadableRoster if there are none."""
    people = _trf_people(content) or _people(read_rows(content))
    if not people:
        raise UnreadableRoster(say("This list has no names. Write one person per line."))
    return tuple(people)


def _trf_people(content: bytes) -> list[ListedPerson]:
    if not re.search(rb"^(\xef\xbb\xbf)?001 ", content, re.MULTILINE) or content.startswith(b"PK"):
        return []
    try:
        players = read_players(decode(content))
    except UnreadableTrf as error:
        raise UnreadableRoster(*error.args) from error
    return _with_repeats(
        [ListedPerson(number, _western(player.name), rating=player.rating) for number, player in enumerate(players, 1)]
    )


def _western(name: str) -> str:
    """The first name first: TRF files have "Kovac, Mira"."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() else name


def _people(rows: Sequence[Row]) -> list[ListedPerson]:
    filled = [(number, row) for number, row in enumerate(rows, start=1) if any(row)]
    if not filled:
        return []
    columns = _columns(filled[0][1])
    if columns is None:
        columns = _guessed_columns([row for _number, row in filled])
    else:
        filled = filled[1:]
    return _with_repeats([_person(number, row, columns) for number, row in filled])


def _columns(row: Row) -> dict[str, int] | None:
    """The columns by a heading row; None if the row isn't one."""
    found: dict[str, int] = {}
    plain = [_plain(cell) for cell in row]
    for index, heading in enumerate(plain):
        meaning = next((name for name, known in HEADINGS.items() if heading in known), AMBIGUOUS.get(heading))
        if meaning is not None:
            found.setdefault(meaning, index)
    has_both = {"first", "last"} <= set(found)
    if not has_both and "name" not in found:
        for half in ("last", "first"):
            if half in found and plain[found[half]] in AMBIGUOUS:
                found["name"] = found.pop(half)
    return found if has_both or "name" in found else None


def _guessed_columns(rows: Sequence[Row]) -> dict[str, int]:
    """Without a heading the name is first; the e-mail and the rating are where most lines have one."""
    columns = {"name": 0}
    for index in range(1, max(map(len, rows))):
        cells = [row[index] for row in rows if index < len(row) and row[index]]
        if "email" not in columns and 2 * sum("@" in cell for cell in cells) > len(cells):
            columns["email"] = index
        elif "rating" not in columns and 2 * sum(cell.isdecimal() for cell in cells) > len(cells):
            columns["rating"] = index
        elif index == 1 and cells and not any("@" in cell or cell.isdecimal() for cell in cells):
            columns = {"first": 0, "last": 1}
    return columns


def _person(number: int, row: Row, columns: dict[str, int]) -> ListedPerson:
    def cell(name: str) -> str:
        index = columns.get(name)
        return row[index] if index is not None and index < len(row) else ""

    name = _tidy(cell("name") or f"{cell('first')} {cell('last')}")
    email, rating = cell("email"), _rating(cell("rating"))
    has_email = EMAIL.fullmatch(email) is not None
    faults = [
        (Fault.NO_NAME, not name),
        (Fault.LONG_NAME, len(name) > MAX_NAME),
        (Fault.UNREADABLE_EMAIL, bool(email) and not has_email),
        (Fault.UNREADABLE_RATING, rating is None and _plain(cell("rating")) not in ("", "-", "0")),
    ]
    return ListedPerson(
        number, name[:MAX_NAME], email if has_email else "", rating, tuple(fault for fault, is_so in faults if is_so)
    )


def _rating(text: str) -> int | None:
    digits = text.replace("\u00a0", "").replace(" ", "")
    is_rating = digits.isascii() and digits.isdecimal() and len(digits) < 6 and 0 < int(digits) <= HIGHEST_RATING
    return int(digits) if is_rating else None


def _with_repeats(people: list[ListedPerson]) -> list[ListedPerson]:
    """Mark every line whose name an earlier line has."""
    known: set[str] = set()
    marked = []
    for person in people:
        key = person.name.casefold()
        repeats = (Fault.TWICE_IN_LIST,) if key and key in known else ()
        marked.append(replace(person, faults=person.faults + repeats))
        known.add(key)
    return marked


def _tidy(name: str) -> str:
    """The name on one line; a formula's apostrophe, which exports put in front, is removed."""
    visible = "".join(letter if letter.isprintable() else " " for letter in unicodedata.normalize("NFKC", name))
    return " ".join(visible.split()).removeprefix("'").strip()


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold().strip().rstrip(":"))
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())
