"""What those who run a club do, written down in the transaction of what was done."""

from accounts.models import User
from tournaments.enums import ClubAction
from tournaments.models import Club, ClubChange

LONGEST = 200


def note_deed(club: Club, actor: User, deed: ClubAction, about: str = "") -> None:
    ClubChange.objects.create(club=club, actor=actor, deed=deed, about=about[:LONGEST])
