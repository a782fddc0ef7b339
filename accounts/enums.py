"""The fixed vocabularies of accounts."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Scope(TextChoices):
    """What an API token may do. Every token reads; the others are added to that."""

    READ = "read", _("Read: see what you can see")
    PLAY = "play", _("Play: move, seek, challenge and chat as you")
    ORGANISE = "organise", _("Organise: run clubs and tournaments as you")
