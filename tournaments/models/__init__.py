"""Models of clubs and tournaments. They hold no logic: services write, selectors read."""

from tournaments.clubs.models import Club, ClubChange, JoinRequest, Membership, NameClaim, News, Person, Season
from tournaments.models.entry import AskedBye, Entry, ForbiddenPair
from tournaments.models.round import Bye, Round, Seat, Table
from tournaments.models.tournament import Change, Tournament, TournamentEvent
from tournaments.webhooks.models import Webhook, WebhookDelivery

__all__ = [
    "AskedBye",
    "Bye",
    "Change",
    "Club",
    "ClubChange",
    "Entry",
    "ForbiddenPair",
    "JoinRequest",
    "Membership",
    "NameClaim",
    "News",
    "Person",
    "Round",
    "Season",
    "Seat",
    "Table",
    "Tournament",
    "TournamentEvent",
    "Webhook",
    "WebhookDelivery",
]
