"""What else is a guest's when they turn out to have an account. Each app registers how its rows go over.

`register_handover("games", hand_over_games)`, where `hand_over_games(guest, member)` gives the one's rows to the other
in the caller's transaction and says how many things there were to keep. An app does so in its `ready()`.
"""

from collections.abc import Callable

from accounts.models import User

Handover = Callable[[User, User], int]
_handovers: dict[str, Handover] = {}


def register_handover(name: str, function: Handover) -> None:
    if _handovers.get(name, function) is not function:
        raise ValueError(f"Two handovers are called {name!r}.")
    _handovers[name] = function


def hand_over_belongings(guest: User, member: User) -> int:
    """Everything that any app keeps of the guest is the member's; how many things there were."""
    return sum(function(guest, member) for _name, function in sorted(_handovers.items()))
