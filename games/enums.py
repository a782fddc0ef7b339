"""Enumerations of games (Django `TextChoices`)."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class GameStatus(TextChoices):
    """The status of a game. Only the first two are in progress; a finished game may still be annulled."""

    SETUP = "setup", _("set-ups awaited")
    RUNNING = "running", _("in play")
    OVER = "over", _("finished")
    ABORTED = "aborted", _("aborted")
    ANNULLED = "annulled", _("annulled")


IN_PROGRESS = (GameStatus.SETUP, GameStatus.RUNNING)


class EndReason(TextChoices):
    """How a finished game ended, in the terms of the rules."""

    GOAL = "goal", _("the aim was reached")
    STALEMATE = "stalemate", _("nothing can change any more")
    REPETITION = "repetition", _("the position came back a third time")
    LIMIT = "limit", _("the limit was reached")
    TIMEOUT = "timeout", _("time ran out")
    RESIGNATION = "resignation", _("resignation")
    AGREEMENT = "agreement", _("a draw was agreed")


class LeftReason(TextChoices):
    """Why a seat left before the end."""

    RESIGNATION = "resignation", _("resigned")
    TIMEOUT = "timeout", _("ran out of time")


class Seating(TextChoices):
    """How seats are assigned."""

    LOT = "lot", _("seats by lot")
    CHOSEN = "chosen", _("seats as chosen")


class ProposalKind(TextChoices):
    """How others find a proposal."""

    SEEK = "seek", _("open to all, in the lobby")
    CHALLENGE = "challenge", _("to the people named")
    INVITATION = "invitation", _("to whoever has the link")


class ProposalStatus(TextChoices):
    OPEN = "open", _("waiting for players")
    STARTED = "started", _("started")
    WITHDRAWN = "withdrawn", _("withdrawn")
    DECLINED = "declined", _("declined")
    EXPIRED = "expired", _("expired")


class EventKind(TextChoices):
    """Kinds of stream events."""

    STARTED = "started"
    SETUP_IN = "setup_in"
    TURN = "turn"
    LEFT = "left"
    DRAW_OFFERED = "draw_offered"
    DRAW_DECLINED = "draw_declined"
    TAKEBACK_ASKED = "takeback_asked"
    TAKEBACK_DECLINED = "takeback_declined"
    TAKEN_BACK = "taken_back"
    CLOCK = "clock"
    CHAT = "chat"
    AI_STUCK = "ai_stuck"
    AI_RETRIED = "ai_retried"
    OVER = "over"
    ABORTED = "aborted"
    ANNULLED = "annulled"
    REMATCH = "rematch"


class Audience(TextChoices):
    """Who may read a message while the game is in progress; after the end, everyone who may see the game."""

    ALL = "all", _("everybody")
    PLAYERS = "players", _("players")
    SPECTATORS = "spectators", _("spectators")


class NoticeKind(TextChoices):
    """Kinds of notifications."""

    TURN = "turn", _("It is your turn")
    REMINDER = "reminder", _("Your time runs out")
    CHALLENGE = "challenge", _("Somebody challenges you")
    OVER = "over", _("A game of yours is over")
    CONDITIONAL_MOVES = "plan", _("A plan of yours cannot be followed")
    ROUND = "round", _("A round of your event is published")
    RESULT = "result", _("A result of your event asks for you")
    EVENT = "event", _("What becomes of your entry, and of your event")
    CLUB = "club", _("Your place in a club")
    ORGANISING = "organising", _("What you organise waits for you")
    MODERATION = "moderation", _("What moderators write to you")


class Delivery(TextChoices):
    """How a notice is sent by email. It is on the site in any case."""

    NOW = "now", _("at once")
    DIGEST = "digest", _("once a day")
    NEVER = "never", _("never")


class MailState(TextChoices):
    """The state of a notice's mail. Only waiting ones are claimed, each by one worker."""

    NONE = "none", _("none wanted")
    WAITING = "waiting", _("waiting")
    CLAIMED = "claimed", _("being sent")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("no longer needed")
    FAILED = "failed", _("given up")


class PushState(TextChoices):
    """The state of a push to one browser. Only waiting ones are attempted."""

    WAITING = "waiting", _("waiting")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("no longer needed")
    FAILED = "failed", _("given up")


class TacticOutcome(TextChoices):
    """The outcome of the first try at a tactic."""

    SOLVED = "solved", _("solved")
    FAILED = "failed", _("missed")
    GIVEN_UP = "given_up", _("given up")
