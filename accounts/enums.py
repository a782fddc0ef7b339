"""Enumerations of accounts."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Scope(TextChoices):
    """Scopes of an API token. Every token can read; the others add to that."""

    READ = "read", _("Read: see what you can see")
    PLAY = "play", _("Play: move, seek, challenge and chat as you")
    ORGANISE = "organise", _("Organise: run clubs and tournaments as you")


class RelationshipKind(TextChoices):
    """Kinds of relationship: mute or block."""

    MUTE = "mute", _("Mute: hide what they write")
    BLOCK = "block", _("Block: no challenges and no chat")


class ReportReason(TextChoices):
    ABUSE = "abuse", _("Insults or threats")
    CHEATING = "cheating", _("Cheating")
    SPAM = "spam", _("Spam or advertising")
    NAME = "name", _("Inappropriate name or profile")
    OTHER = "other", _("Other")


class ModerationAction(TextChoices):
    """Moderation actions. The user is notified of the first three."""

    WARN = "warn", _("Warning")
    MUTE = "mute", _("Muted")
    SUSPEND = "suspend", _("Suspended")
    LIFT_MUTE = "lift_mute", _("Unmuted")
    LIFT_SUSPENSION = "lift_suspension", _("Suspension lifted")
    DISMISS = "dismiss", _("Report closed")


class BoardTheme(TextChoices):
    """Board materials. The values of all these choices are those of `games/pictures/looks.py`."""

    PAPER = "paper", _("Paper")
    WOOD = "wood", _("Wood")
    NIGHT = "night", _("Night")
    INK = "ink", _("Ink")


class VegaSet(TextChoices):
    HATCHED = "hatched", _("Hatched facets")
    SOLID = "solid", _("Solid, with emblems")
    OUTLINED = "outlined", _("Flat, with strong edges")


class SuitSet(TextChoices):
    ENGRAVED = "engraved", _("Engraved")
    PLAIN = "plain", _("Plain")
    LETTERS = "letters", _("Letters")


class PawnSet(TextChoices):
    DISCS = "discs", _("Discs with emblems")
    PAWNS = "pawns", _("Turned pawns")
