"""Nonaga's grid: a window of rows of bits around the discs, which move, and the moves on it.

A place is row * 64 + column of the window. The discs are one group of 19, so they always fit into the window; they are
never at its rim, so that all neighbours of a disc are inside it. The position of the window follows from the discs, so
that equal positions have equal places; and it moves in leaps, so that most steps don't change it.
"""

from typing import Final

from games.rules.core import bit_places
from games.rules.native import append, i64, vec

COLUMNS: Final = 62
NOWHERE: Final = -1

# The topmost disc is in rows 1 to 4 of the window, the leftmost in columns 8 to 23.
ROW_LEAP: Final = 4
ROW_MARGIN: Final = 1
COLUMN_LEAP: Final = 16
COLUMN_MARGIN: Final = 8

# Around a place, each of the six next to the previous one.
DIRECTIONS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def _arcs(around: int) -> int:
    """The number of separate runs of neighbours, for one of the 64 ways a place can be surrounded."""
    begun = [turn for turn in range(6) if around >> turn & 1 and not around >> ((turn + 5) % 6) & 1]
    return 1 if around == 63 else len(begun)


BIT: Final[vec[i64]] = vec[i64]([2**column for column in range(COLUMNS)])
STRIDE: Final[vec[i64]] = vec[i64]([row * 64 + column for column, row in DIRECTIONS])
COLUMN_OF_BIT: Final[vec[i64]] = vec[i64](bit_places(COLUMNS))
ARCS: Final[vec[i64]] = vec[i64]([_arcs(around) for around in range(64)])


def has(rows: vec[i64], place: i64) -> bool:
    return rows[place >> 6] & BIT[place & 63] != 0


def are_neighbours(one: i64, other: i64) -> bool:
    apart = one - other if one > other else other - one
    return apart == 1 or apart == 63 or apart == 64  # noqa: PLR1714 - a set would be built of objects


def adjacent_pairs(pawns: vec[i64], first: i64) -> i64:
    """How many pairs of the three pawns from index `first` on are neighbours; two pairs make a connected three."""
    a = pawns[first]
    b = pawns[first + 1]
    c = pawns[first + 2]
    pairs: i64 = 0
    if are_neighbours(a, b):
        pairs += 1
    if are_neighbours(b, c):
        pairs += 1
    if are_neighbours(a, c):
        pairs += 1
    return pairs


def window_origin(low_q: int, low_r: int) -> tuple[int, int]:
    """The axial coordinates of the window's row 0 and column 0, given the least ones of the discs."""
    left = (low_q - COLUMN_MARGIN) // COLUMN_LEAP * COLUMN_LEAP
    top = (low_r - ROW_MARGIN) // ROW_LEAP * ROW_LEAP
    return left, top


def fits_window(rows: vec[i64]) -> bool:
    """Whether the window is still the right one for these discs, with none at its rim."""
    last: i64 = len(rows) - 1
    if rows[0] | rows[last] or rows[1] | rows[2] | rows[3] | rows[4] == 0:
        return False
    union: i64 = 0
    for row in rows:
        union |= row
    leftmost = union & -union
    return BIT[COLUMN_MARGIN] <= leftmost < BIT[COLUMN_MARGIN + COLUMN_LEAP]


def bare_discs(rows: vec[i64], pawns: vec[i64]) -> vec[i64]:
    """The discs without a pawn."""
    bare = rows[:]
    for pawn in pawns:
        bare[pawn >> 6] &= ~BIT[pawn & 63]
    return bare


def slide(bare: vec[i64], start: i64, stride: i64) -> i64:
    """The last disc a pawn slides to in one direction; its own place if it can't move that way."""
    place = start
    while has(bare, place + stride):
        place += stride
    return place


def loose_in_row(rows: vec[i64], row: i64) -> i64:
    """The discs of a row that can slide out: two adjacent neighbouring places are empty."""
    here = rows[row]
    above = rows[row - 1]
    below = rows[row + 1]
    east = here >> 1
    west = here << 1
    south_west = below << 1
    north_east = above >> 1
    shut = (east | below) & (below | south_west) & (south_west | west)
    shut &= (west | above) & (above | north_east) & (north_east | east)
    return here & ~shut


def is_loose(rows: vec[i64], place: i64) -> bool:
    return loose_in_row(rows, place >> 6) & BIT[place & 63] != 0


def contacts(rows: vec[i64], place: i64) -> i64:
    """The six neighbours as bits, in the order of DIRECTIONS: 1 for a disc."""
    around: i64 = 0
    for turn in range(i64(6)):
        if has(rows, place + STRIDE[turn]):
            around |= BIT[turn]
    return around


def holds_without(rows: vec[i64], place: i64) -> bool:
    """Whether the other discs stay one group without this one."""
    if ARCS[contacts(rows, place)] == 1:
        return True
    rest = rows[:]
    rest[place >> 6] &= ~BIT[place & 63]
    return is_one_group(rest)


def is_one_group(rows: vec[i64]) -> bool:
    height: i64 = len(rows)
    reached = _seed(rows)
    spreading = True
    while spreading:
        spreading = False
        for row in range(i64(1), height - 1):
            here = reached[row]
            above = reached[row - 1]
            below = reached[row + 1]
            grown = rows[row] & (here | here << 1 | here >> 1 | above | above >> 1 | below | below << 1)
            if grown != here:
                reached[row] = grown
                spreading = True
    missed: i64 = 0
    for row in range(height):
        missed |= rows[row] & ~reached[row]
    return missed == 0


def _seed(rows: vec[i64]) -> vec[i64]:
    """One of all discs, as rows."""
    seed = vec[i64]()
    found = False
    for row in rows:
        seed = append(seed, 0 if found else row & -row)
        found = found or row != 0
    return seed


def open_places(rows: vec[i64], at_least: i64) -> vec[i64]:
    """For each row, the empty places that touch at least two (or three) discs."""
    open_rows = vec[i64]()
    above: i64 = 0
    last: i64 = len(rows) - 1
    for row in range(last + 1):
        here = rows[row]
        below = rows[row + 1] if row < last else i64(0)
        open_rows = append(open_rows, _touching(above, here, below, at_least) & ~here)
        above = here
    return open_rows


def _touching(above: i64, here: i64, below: i64, at_least: i64) -> i64:
    """The places of a row that touch at least two (or three) discs, counted neighbour by neighbour."""
    if above | here | below == 0:
        return 0
    east = here >> 1
    west = here << 1
    one = east | west
    two = east & west
    three = two & above
    two |= one & above
    one |= above
    north_east = above >> 1
    three |= two & north_east
    two |= one & north_east
    one |= north_east
    three |= two & below
    two |= one & below
    one |= below
    south_west = below << 1
    three |= two & south_west
    two |= one & south_west
    return two if at_least == 2 else three


def places(rows: vec[i64]) -> vec[i64]:
    """All bits set in the rows, as places in order."""
    found = vec[i64]()
    for row in range(i64(len(rows))):
        bits = rows[row]
        while bits:
            low = bits & -bits
            found = append(found, row * 64 + COLUMN_OF_BIT[low % 67])
            bits ^= low
    return found


def removable_discs(rows: vec[i64], pawns: vec[i64], frozen: i64) -> vec[i64]:
    """The discs that may be moved, in order."""
    loose = bare_discs(rows, pawns)
    if frozen != NOWHERE:
        loose[frozen >> 6] &= ~BIT[frozen & 63]
    for row in range(i64(1), i64(len(rows)) - 1):
        if loose[row]:
            loose[row] &= loose_in_row(rows, row)
    found = vec[i64]()
    for place in places(loose):
        if holds_without(rows, place):
            found = append(found, place)
    return found
