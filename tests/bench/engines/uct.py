"""A reference player: plain UCT with random playouts, which knows only the rules of a game."""

from math import log, sqrt
from typing import Final

from games.rules.core import State
from games.rules.native import i64, vec

EXPLORATION: Final = 1.0
# A longer random game is decided by tally.
LONGEST_PLAYOUT: Final = 400


class Node:
    """A position in the tree. `won` is what playouts through it scored for the seat that moved into it."""

    def __init__(self, state: State, mover: int, code: int) -> None:
        self.state = state
        self.mover = mover
        self.code = code
        self.codes: vec[i64] = state.codes()
        self.tried: i64 = 0
        self.children: list[Node] = []
        self.visits: float = 0.0
        self.won: float = 0.0

    def favourite(self) -> "Node":
        """Return the child with the best UCT value: its score plus an exploration bonus."""
        best = self.children[0]
        best_value = -1.0
        breadth = log(self.visits)
        for child in self.children:
            value = child.won / child.visits + EXPLORATION * sqrt(breadth / child.visits)
            if value > best_value:
                best = child
                best_value = value
        return best


class Tree:
    def __init__(self, state: State, seed: i64) -> None:
        self.noise: i64 = seed * 2 + 1
        self.root = Node(state, int(state.seat), 0)

    def chance(self, sides: i64) -> i64:
        self.noise = (self.noise * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.noise >> 8) % sides

    def grow(self) -> None:
        """Select a leaf, expand it, play a random game from it, and backpropagate the result."""
        path = [self.root]
        node = self.root
        while node.tried == len(node.codes) and node.children:
            node = node.favourite()
            path.append(node)
        if node.tried < len(node.codes):
            node = self.expand(node)
            path.append(node)
        shares = self.playout(node.state)
        for passed in path:
            passed.visits += 1.0
            passed.won += shares[passed.mover]

    def expand(self, node: Node) -> Node:
        """Add one more child, chosen at random among the untried moves."""
        codes = node.codes
        drawn = node.tried + self.chance(i64(len(codes)) - node.tried)
        code = codes[drawn]
        codes[drawn] = codes[node.tried]
        codes[node.tried] = code
        node.tried += 1
        child = Node(node.state.after(code), int(node.state.seat), int(code))
        node.children.append(child)
        return child

    def playout(self, state: State) -> list[float]:
        steps = 0
        while steps < LONGEST_PLAYOUT:
            codes = state.codes()
            if len(codes) == 0:
                break
            state = state.after(codes[self.chance(i64(len(codes)))])
            steps += 1
        return shares_of(state)

    def best_turn(self) -> list[str]:
        """Return the most visited step, and further ones to the end of the turn."""
        steps: list[str] = []
        node = self.root
        seat = node.state.seat
        while not node.state.is_over() and node.state.seat == seat and not (steps and node.state.turn_begins()):
            child = self.expand(node) if not node.children else most_visited(node)
            steps.append(node.state.text(child.code))
            node = child
        return steps


def most_visited(node: Node) -> Node:
    best = node.children[0]
    for child in node.children:
        if child.visits > best.visits:
            best = child
    return best


def shares_of(state: State) -> list[float]:
    """Return for each seat the part of the others that it beats, ties counting half; by tally if the game goes on."""
    placed = state.placed
    tally = state.tally
    seats = len(placed)
    shares: list[float] = []
    for seat in range(seats):
        beaten = 0.0
        for other in range(seats):
            if other != seat:
                beaten += duel(placed[seat], placed[other], tally[seat], tally[other])
        shares.append(beaten / (seats - 1))
    return shares


def duel(rank: int, other_rank: int, tally: int, other_tally: int) -> float:
    """Return 1 for the better, 0 for the worse, a half for equals."""
    if rank == 0 and other_rank == 0:
        return half_or_whole(tally, other_tally)
    if rank == 0:
        return 0.0 if other_rank == 1 else 1.0
    if other_rank == 0:
        return 1.0 if rank == 1 else 0.0
    return half_or_whole(other_rank, rank)


def half_or_whole(mine: int, theirs: int) -> float:
    if mine == theirs:
        return 0.5
    return 1.0 if mine > theirs else 0.0
