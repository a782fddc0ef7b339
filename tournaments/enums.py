"""Enumerations of clubs and tournaments. Formats and kinds of byes are defined in `tournaments.pairing`."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from tournaments.pairing.values import Format


class Joining(TextChoices):
    """How users become members."""

    OPEN = "open", _("anybody may join")
    REQUEST = "request", _("by request, which an organiser answers")
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
    PENDING = "pending", _("waits for approval")
    WAITING = "waiting", _("on the waiting list")
    ENTERED = "entered", _("entered")
    WITHDRAWN = "withdrawn", _("withdrawn")
    REFUSED = "refused", _("refused")


class RoundStatus(TextChoices):
    PAIRING = "pairing", _("being paired")
    STUCK = "stuck", _("no pairing found")
    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("being played")
    FINISHED = "finished", _("finished")


class Outcome(TextChoices):
    """How a table ended; its points follow from this."""

    AIM = "aim", _("the aim was reached")
    LIMIT = "limit", _("ended by the limit, ranked by tally")
    DRAW = "draw", _("a draw")
    FORFEIT = "forfeit", _("a forfeit")


class Source(TextChoices):
    """Who reported a result."""

    GAME = "game", _("the game itself")
    PLAYERS = "players", _("the players")
    ORGANISER = "organiser", _("an organiser")
    DRAW = "draw", _("the draw")


class LogKind(TextChoices):
    LIFE = "life", _("life of the event")
    RULES = "rules", _("rules")
    PLAYERS = "players", _("players")
    PAIRING = "pairing", _("pairings")
    RESULT = "result", _("results")


class EventKind(TextChoices):
    """Kinds of stream events; webhooks get some of them."""

    CHANGED = "changed", _("something changed")
    ROUND_PUBLISHED = "round_published", _("a round was published")
    ROUND_FINISHED = "round_finished", _("a round is finished")
    RESULT = "result", _("a result")
    STATUS = "status", _("a step of the event's life")
    FINAL = "final", _("the table is final")


class DeliveryStatus(TextChoices):
    """The state of a webhook delivery."""

    WAITING = "waiting", _("waits")
    DELIVERED = "delivered", _("delivered")
    FAILED = "failed", _("given up")


class ClubAction(TextChoices):
    """Actions in a club's log; whom or what a line is about is stored beside it."""

    DESCRIBED = "described", _("Changed the club's description")
    INVITATION = "invitation", _("Made a new invitation link")
    ADMITTED = "admitted", _("Let somebody in")
    TURNED_AWAY = "turned_away", _("Turned a request down")
    ROLE = "role", _("Gave a role")
    HANDED_OVER = "handed_over", _("Handed the club over")
    REMOVED = "removed", _("Removed a member")
    NEWS = "news", _("Published news")
    NEWS_GONE = "news_gone", _("Took news back")
    SEASON = "season", _("Began a season")
    SEASON_CHANGED = "season_changed", _("Changed a season")
    SEASON_GONE = "season_gone", _("Forgot a season")
    WEBHOOK = "webhook", _("Added a webhook")
    WEBHOOK_GONE = "webhook_gone", _("Took a webhook away")
    EVENT = "event", _("Set up an event")
    EVENT_GONE = "event_gone", _("Threw a draft event away")
    CLOSED = "closed", _("Closed the club")


class SeasonScore(TextChoices):
    """What a tournament contributes to the season's table."""

    POINTS = "points", _("the points of the event")
    PLACES = "places", _("the number of players left behind")


class FormatChoices(TextChoices):
    """The formats of `tournaments.pairing` with their labels."""

    SWISS = Format.SWISS.value, _("Swiss")
    ROUND_ROBIN = Format.ROUND_ROBIN.value, _("round robin")
    DOUBLE_ROUND_ROBIN = Format.DOUBLE_ROUND_ROBIN.value, _("double round robin")
    KNOCKOUT = Format.KNOCKOUT.value, _("knockout")
    SWISS_TABLES = Format.SWISS_TABLES.value, _("Swiss tables of three and four")
    FIXED_TABLES = Format.FIXED_TABLES.value, _("tables by a fixed schedule")
