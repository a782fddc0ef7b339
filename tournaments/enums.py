"""Enumerations of clubs and tournaments. Formats and kinds of byes are defined in `tournaments.pairing`."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from tournaments.pairing.values import Format


class Joining(TextChoices):
    """How users become members."""

    OPEN = "open", _("open to everyone")
    REQUEST = "request", _("on request, approved by an organiser")
    INVITATION = "invitation", _("by invitation link only")


class Role(TextChoices):
    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    MEMBER = "member", _("member")


# Roles that run a club.
RUNNERS = (Role.OWNER, Role.ORGANISER)


class Status(TextChoices):
    """The status of a tournament, from draft to final."""

    DRAFT = "draft", _("draft")
    REGISTRATION = "registration", _("registration")
    RUNNING = "running", _("running")
    PROVISIONAL = "provisional", _("provisional")
    FINAL = "final", _("final")
    CANCELLED = "cancelled", _("cancelled")


class Venue(TextChoices):
    CORRESPONDENCE = "correspondence", _("online, by correspondence")
    LIVE = "live", _("online, live")
    BOARD = "board", _("over the board")


class EntryStatus(TextChoices):
    PENDING = "pending", _("awaiting approval")
    WAITING = "waiting", _("on the waiting list")
    ENTERED = "entered", _("entered")
    WITHDRAWN = "withdrawn", _("withdrawn")
    REFUSED = "refused", _("refused")


class RoundStatus(TextChoices):
    PAIRING = "pairing", _("being paired")
    STUCK = "stuck", _("pairing failed")
    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("in progress")
    FINISHED = "finished", _("finished")


class Outcome(TextChoices):
    """How a table ended; its points follow from this."""

    GOAL = "goal", _("goal reached")
    LIMIT = "limit", _("limit reached, decided on tally")
    DRAW = "draw", _("draw")
    FORFEIT = "forfeit", _("forfeit")


class Source(TextChoices):
    """Who reported a result."""

    GAME = "game", _("online game")
    PLAYERS = "players", _("players' report")
    ORGANISER = "organiser", _("organiser's entry")
    DRAW = "draw", _("pairing")


class CheckedInBy(TextChoices):
    """Who checked a player in."""

    ORGANISER = "organiser", _("by an organiser")
    SELF = "self", _("by themselves")


class LogKind(TextChoices):
    LIFE = "life", _("lifecycle")
    RULES = "rules", _("rules")
    PLAYERS = "players", _("players")
    PAIRING = "pairing", _("pairings")
    RESULT = "result", _("results")


class EventKind(TextChoices):
    """Kinds of stream events; webhooks get some of them."""

    CHANGED = "changed", _("tournament changed")
    ROUND_PUBLISHED = "round_published", _("round published")
    ROUND_FINISHED = "round_finished", _("round finished")
    RESULT = "result", _("result entered")
    STATUS = "status", _("tournament status changed")
    FINAL = "final", _("standings final")


class DeliveryStatus(TextChoices):
    """The state of a webhook delivery."""

    WAITING = "waiting", _("pending")
    DELIVERED = "delivered", _("delivered")
    FAILED = "failed", _("failed")


class ClubAction(TextChoices):
    """Actions in a club's log; whom or what a line is about is stored beside it."""

    DESCRIBED = "described", _("Edited the club")
    INVITATION = "invitation", _("Made a new invitation link")
    ADMITTED = "admitted", _("Accepted a member")
    TURNED_AWAY = "turned_away", _("Declined a request")
    ROLE = "role", _("Changed a role")
    HANDED_OVER = "handed_over", _("Transferred the club")
    REMOVED = "removed", _("Removed a member")
    NEWS = "news", _("Published news")
    NEWS_GONE = "news_gone", _("Deleted news")
    SEASON = "season", _("Created a season")
    SEASON_CHANGED = "season_changed", _("Changed a season")
    SEASON_GONE = "season_gone", _("Deleted a season")
    WEBHOOK = "webhook", _("Added a webhook")
    WEBHOOK_GONE = "webhook_gone", _("Removed a webhook")
    TOURNAMENT = "tournament", _("Created a tournament")
    TOURNAMENT_GONE = "tournament_gone", _("Deleted a draft tournament")
    CLOSED = "closed", _("Closed the club")
    PERSON_ADDED = "person_added", _("Added a person to the roster")
    PERSON_CHANGED = "person_changed", _("Changed a person of the roster")
    PERSON_MERGED = "person_merged", _("Merged two people of the roster")
    PERSON_REMOVED = "person_removed", _("Removed a person from the roster")
    PEOPLE_IMPORTED = "people_imported", _("Imported people into the roster")
    NAME_LINKED = "name_linked", _("Linked a name to an account")
    NAME_RELEASED = "name_released", _("Unlinked a name from an account")
    CLAIM_DECLINED = "claim_declined", _("Declined the claim of a name")


class SeasonScore(TextChoices):
    """What a tournament contributes to the season's table."""

    POINTS = "points", _("points scored")
    PLACES = "places", _("players finished above")


class FormatChoices(TextChoices):
    """The formats of `tournaments.pairing` with their labels."""

    SWISS = Format.SWISS.value, _("Swiss")
    ROUND_ROBIN = Format.ROUND_ROBIN.value, _("round robin")
    DOUBLE_ROUND_ROBIN = Format.DOUBLE_ROUND_ROBIN.value, _("double round robin")
    KNOCKOUT = Format.KNOCKOUT.value, _("knockout")
    SWISS_TABLES = Format.SWISS_TABLES.value, _("Swiss at tables of 3 and 4")
    FIXED_TABLES = Format.FIXED_TABLES.value, _("tables, fixed schedule")
