"""Enumerations of games (Django `TextChoices`)."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class GameStatus(TextChoices):
    """The status of a game. Only the first two are in progress; a finished game may still be annulled."""

    SETUP = "setup", _("waiting for set-ups")
    RUNNING = "running", _("in progress")
    OVER = "over", _("finished")
    ABORTED = "aborted", _("aborted")
    ANNULLED = "annulled", _("annulled")


IN_PROGRESS = (GameStatus.SETUP, GameStatus.RUNNING)


class EndReason(TextChoices):
    """How a finished game ended, in the terms of the rules."""

    GOAL = "goal", _("goal reached")
    STALEMATE = "stalemate", _("no further change possible")
    REPETITION = "repetition", _("threefold repetition")
    LIMIT = "limit", _("limit reached")
    TIMEOUT = "timeout", _("time out")
    RESIGNATION = "resignation", _("resignation")
    AGREEMENT = "agreement", _("draw by agreement")


class LeftReason(TextChoices):
    """Why a seat left before the end."""

    RESIGNATION = "resignation", _("resigned")
    TIMEOUT = "timeout", _("ran out of time")


class Seating(TextChoices):
    """How seats are assigned."""

    LOT = "lot", _("random seats")
    CHOSEN = "chosen", _("chosen seats")


class ProposalKind(TextChoices):
    """How others find a proposal."""

    SEEK = "seek", _("open to everyone, in the lobby")
    CHALLENGE = "challenge", _("challenge to named players")
    INVITATION = "invitation", _("anyone with the link")


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

    ALL = "all", _("everyone")
    PLAYERS = "players", _("players")
    SPECTATORS = "spectators", _("spectators")


class NoticeKind(TextChoices):
    """Kinds of notifications."""

    TURN = "turn", _("It is your turn")
    REMINDER = "reminder", _("Your time is running out")
    CHALLENGE = "challenge", _("You are challenged")
    OVER = "over", _("A game of yours ended")
    CONDITIONAL_MOVES = "plan", _("Your conditional moves no longer apply")
    ROUND = "round", _("A tournament round is published")
    RESULT = "result", _("A result needs you")
    EVENT = "event", _("Tournament entries and status")
    CLUB = "club", _("Club membership")
    ORGANISING = "organising", _("Your tournament needs action")
    MODERATION = "moderation", _("Messages from moderators")


class Delivery(TextChoices):
    """How a notice is sent by email. It is on the site in any case."""

    NOW = "now", _("immediately")
    DIGEST = "digest", _("once a day")
    NEVER = "never", _("never")


class MailState(TextChoices):
    """The state of a notice's mail. Only waiting ones are claimed, each by one worker."""

    NONE = "none", _("not requested")
    WAITING = "waiting", _("waiting")
    CLAIMED = "claimed", _("being sent")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("no longer needed")
    FAILED = "failed", _("failed")


class PushState(TextChoices):
    """The state of a push to one browser. Only waiting ones are attempted."""

    WAITING = "waiting", _("waiting")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("no longer needed")
    FAILED = "failed", _("failed")


class TacticOutcome(TextChoices):
    """The outcome of the first try at a tactic."""

    SOLVED = "solved", _("solved")
    FAILED = "failed", _("missed")
    GIVEN_UP = "given_up", _("failed")
