"""The club log: actions of a club's organisers, written in the transaction of the action."""

from accounts.models import User
from tournaments.enums import ClubAction
from tournaments.models import Club, ClubChange

LONGEST = 200


def record_club_action(club: Club, actor: User, action: ClubAction, about: str = "") -> None:
    ClubChange.objects.create(club=club, actor=actor, action=action, about=about[:LONGEST])
