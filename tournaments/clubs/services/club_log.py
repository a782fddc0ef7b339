"""The club log: actions of a club's organisers, written in the transaction of the action."""

from accounts.models import User
from tournaments.enums import ClubAction
from tournaments.models import Club, ClubChange

LONGEST = 200


def note_deed(club: Club, actor: User, deed: ClubAction, about: str = "") -> None:
    ClubChange.objects.create(club=club, actor=actor, deed=deed, about=about[:LONGEST])
