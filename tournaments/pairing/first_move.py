"""Who moves first in a game of two, where the format doesn't say: balanced over the tournament."""

from collections.abc import Sequence

from games.rules.sentences import say


def first_to_move(one: Sequence[bool], other: Sequence[bool], *, one_is_higher: bool, top_moves_first: bool) -> bool:
    """Whether `one` moves first; the histories say, game by game, whether each moved first.

    The player with fewer first moves relative to second moves does; then the one who moved second more recently; then
    the lot.
    """
    balance_one, balance_other = _balance(one), _balance(other)
    if balance_one != balance_other:
        return balance_one < balance_other
    if _moved_second_lately(one, other) != _moved_second_lately(other, one):
        return _moved_second_lately(one, other)
    return one_is_higher == top_moves_first


def _balance(history: Sequence[bool]) -> int:
    """Games moved first minus games moved second."""
    return 2 * sum(history) - len(history)


def _moved_second_lately(one: Sequence[bool], other: Sequence[bool]) -> bool:
    """Whether `one` moved second in the latest game in which their sides differ, counted back from the last."""
    sides = zip(reversed(one), reversed(other), strict=False)
    return next((not first for first, other_first in sides if first != other_first), False)


def explain_first_move(first: str, history: Sequence[bool], other_history: Sequence[bool]) -> str:
    """The clause about the side, for a game whose first mover is `first`."""
    if _balance(history) < _balance(other_history):
        return say("{first} moves first (has done so less often)", first=first)
    if not history and not other_history:
        return say("{first} moves first (drawn by lot)", first=first)
    if _moved_second_lately(history, other_history):
        return say("{first} moves first (moved second more recently)", first=first)
    return say("{first} moves first (by standings)", first=first)
