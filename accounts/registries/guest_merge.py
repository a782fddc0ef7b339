"""Merging a guest into the account they log in to. Each app registers how its rows are transferred.

`register_handover("games", hand_over_games)`, where `hand_over_games(guest, member)` transfers the rows in the caller's
transaction and returns how many there were. An app does so in its `ready()`.
"""

from collections.abc import Callable

from accounts.models import User

Handover = Callable[[User, User], int]
_handovers: dict[str, Handover] = {}


def register_handover(name: str, function: Handover) -> None:
    if _handovers.get(name, function) is not function:
        raise ValueError(f"Duplicate handover name {name!r}.")
    _handovers[name] = function


def hand_over_belongings(guest: User, member: User) -> int:
    """Transfer everything that any app keeps of the guest to the member; return how many things there were."""
    return sum(function(guest, member) for _name, function in sorted(_handovers.items()))
