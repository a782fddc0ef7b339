"""Match and points compared with a reference implementation of the rules that all variants share."""

import random
import re
from fractions import Fraction

import pytest

from games.rules import Game, Result, State, variant
from games.rules.match import Match
from games.rules.points import points
from tests.games.rules.nonaga_positions import discs_and_pawns, resting
from tests.games.rules.random_games import all_games, name_of

pytestmark = pytest.mark.slow

REFEREES_REASONS = {"limit", "repetition", "resignation", "timeout", "agreement"}
CELL = re.compile(r"[a-tA-T]\d+|\(-?\d+,-?\d+\)")


class Referee:
    """A reference match, which keeps a list of all positions and searches it for repetitions."""

    def __init__(self, state: State, turn_limit: int) -> None:
        self.state = state
        self.turn_limit = turn_limit
        self.beginnings: list[object] = []
        self.turns = [0] * len(state.placed)
        self.turn_is_fresh = True
        self.result: Result | None = None
        if not state.awaits_setup():
            self.begin_turn()

    def in_play(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.state.placed) if rank == 0]

    def free_ranks(self) -> list[int]:
        return [rank for rank in range(1, len(self.turns) + 1) if rank not in self.state.placed]

    def begin_turn(self) -> None:
        self.turn_is_fresh = True
        self.beginnings.append(position_of(self.state))
        if self.beginnings.count(self.beginnings[-1]) == 3:
            self.end_by_tally("repetition")
        elif min(self.turns[seat] for seat in self.in_play()) >= self.turn_limit:
            self.end_by_tally("limit")

    def play(self, step: str) -> None:
        mover, was_set_up = self.state.seat, not self.state.awaits_setup()
        self.state = self.state.play(step)
        self.turn_is_fresh = False
        if self.state.result is not None:
            self.result = self.state.result
        elif self.state.seat != mover and not self.state.awaits_setup():
            self.turns[mover] += was_set_up
            self.begin_turn()

    def end_by_tally(self, reason: str) -> None:
        """Seats in play rank below those already placed and above those already out; equal tallies share a rank."""
        ranks, tally, parted = list(self.state.placed), self.state.tally, self.in_play()
        better = [rank for rank in ranks if 0 < rank < min(self.free_ranks())]
        for seat in parted:
            ranks[seat] = 1 + len(better) + len([other for other in parted if tally[other] > tally[seat]])
        self.result = Result(tuple(ranks), reason, tuple(parted))

    def agree(self) -> None:
        best = self.free_ranks()[0]
        self.result = Result(tuple(rank or best for rank in self.state.placed), "agreement")

    def remove_seat(self, seat: int, reason: str) -> None:
        stays = [other for other in self.in_play() if other != seat]
        if len(stays) == 1:
            ranks = list(self.state.placed)
            ranks[stays[0]], ranks[seat] = self.free_ranks()
            self.result = Result(tuple(ranks), reason)
            return
        had_the_turn = self.state.seat == seat
        self.state = self.state.without(seat)
        if had_the_turn or self.turn_is_fresh:
            self.begin_turn()


def position_of(state: State) -> object:
    """What must be equal for a repetition. Nonaga's boards are shifted to the same corner."""
    if not state.scene().cells:
        return str(state)
    discs, pawns = discs_and_pawns(state)
    left, low = min(q for q, _ in discs), min(r for _, r in discs)
    disc_places, frozen_places = [sorted((q - left, r - low) for q, r in places) for places in (discs, resting(state))]
    return disc_places, sorted((q - left, r - low, seat) for (q, r), seat in pawns.items()), frozen_places, state.seat


def duel_points(result: Result, one: int, other: int) -> int:
    if result.ranks[one] == result.ranks[other]:
        return 2
    if result.ranks[one] > result.ranks[other]:
        return 0
    return 4 if {one, other} <= set(result.by_tally) else 6


def mean_points(result: Result) -> list[Fraction]:
    seats = range(len(result.ranks))
    duels = [[duel_points(result, seat, other) for other in seats if other != seat] for seat in seats]
    return [Fraction(sum(won), len(won)) for won in duels]


class Players:
    """Play at random, or move back and forth, so that positions repeat."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.dancing = chance.choice((0, 0.97))
        self.leaving = chance.choice((0, 0.1))
        self.ways_back: dict[tuple[int, str], str] = {}

    def entry(self, match: Match) -> str:
        drawn = self.chance.random()
        if drawn < self.leaving:
            return f"#{self.chance.choice(('resignation', 'timeout'))}:{self.chance.choice(match.seats_in_play())}"
        if drawn > 0.996:
            return "#agreement"
        if match.state.awaits_setup():
            form = match.game.setup_form(match.state.seat)
            assert form is not None
            return form.example
        return "#limit" if drawn > 0.992 else self.step(match.state)

    def step(self, state: State) -> str:
        steps = state.steps()
        sign = "o" if steps[0].startswith("o") else ""
        back = self.ways_back.get((state.seat, sign), "")
        step = back if back in steps and self.chance.random() < self.dancing else self.chance.choice(steps)
        cells = CELL.findall(step)
        if len(cells) > 1:
            # In Nonaga pawn and disc steps alternate, and each has its own way back.
            self.ways_back[state.seat, sign] = f"{sign}{cells[1]}-{cells[0]}"
        return step


def referee_enters(referee: Referee, entry: str) -> None:
    kind, _, seat = entry.partition(":")
    if kind == "#agreement":
        referee.agree()
    elif kind == "#limit":
        referee.end_by_tally("limit")
    elif kind.startswith("#"):
        referee.remove_seat(int(seat), kind[1:])
    else:
        referee.play(entry)


def play_under_both(game: Game, state: State, seed: int) -> Result:
    chance = random.Random(seed)
    limit, players = chance.choice((1, 3, 8, 30)), Players(chance)
    match, referee = Match.begin_from(game, state, turn_limit=limit), Referee(state, limit)
    while match.result is None:
        entry = players.entry(match)
        match = match.enter(entry)
        referee_enters(referee, entry)
        assert match.result == referee.result, match.record
    assert list(points(match.result)) == mean_points(match.result)
    return match.result


@pytest.mark.parametrize("game", all_games(), ids=name_of)
def test_matches_agree_with_the_reference(game: Game):
    reasons = {play_under_both(game, game.start(), seed).reason for seed in range(60)}
    assert reasons - {"goal"} == REFEREES_REASONS


@pytest.mark.parametrize(
    ("variant_id", "position", "seat"),
    [
        ("ligne-3", "bb3yy/bb5yy/bb1rrrr2yy/b9y/9/7 b - 100", 0),
        ("ligne-4", "6b/v7b/vv6b2/vryy3b3/rryy5/rry3b r - 0012", 2),
        ("bataille-4", "rr4y/rr6y/rr7yy/11/9/bbbb3 r - 0004", 3),
    ],
    ids=["a line of three seats", "two lines of four seats", "one is out"],
)
def test_seats_placed_or_out_keep_their_ranks_as_in_the_reference(variant_id: str, position: str, seat: int):
    game = variant(variant_id)
    state = game.parse(position)
    results = [play_under_both(game, state, seed) for seed in range(60)]
    assert {result.ranks[seat] for result in results} == {state.placed[seat]}
    assert {result.reason for result in results} >= {"limit", "agreement", "resignation", "timeout"}
