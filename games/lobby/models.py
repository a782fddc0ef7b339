"""Proposals of games: seeks, challenges and invitations by link."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.enums import ProposalKind, ProposalStatus, Seating
from games.models.game import Game
from games.models.terms import TermsColumns


def make_token() -> str:
    return secrets.token_urlsafe(16)


class Proposal(TermsColumns):
    """A seek, challenge or invitation. When its places are taken it becomes a game."""

    kind = models.CharField(max_length=12, choices=ProposalKind.choices)
    status = models.CharField(max_length=12, choices=ProposalStatus.choices, default=ProposalStatus.OPEN)
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="proposals")
    seating = models.CharField(max_length=8, choices=Seating.choices, default=Seating.LOT)
    lowest_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    highest_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    token = models.CharField(max_length=32, unique=True, default=make_token)
    message = models.CharField(max_length=200, blank=True)
    game = models.OneToOneField(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="proposal")
    rematch_of = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="rematch_offers")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name = _("proposal")
        ordering = ["-id"]
        indexes = [models.Index(fields=["expires_at"], condition=Q(status="open"), name="games_proposal_expires")]
        constraints = [
            models.CheckConstraint(
                condition=Q(status=ProposalStatus.STARTED, game__isnull=False)
                | (~Q(status=ProposalStatus.STARTED) & Q(game=None)),
                name="games_proposal_started_has_a_game",
            ),
            models.CheckConstraint(
                condition=Q(lowest_rating=None)
                | Q(highest_rating=None)
                | Q(lowest_rating__lte=models.F("highest_rating")),
                name="games_proposal_rating_range",
            ),
            models.UniqueConstraint(
                fields=["rematch_of"], condition=Q(status=ProposalStatus.OPEN), name="games_proposal_one_open_rematch"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.variant}"


class Place(models.Model):
    """One seat of a proposal: free, reserved, or taken. With chosen seats its number is the seat's."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="places")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="places"
    )
    kept_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="kept_places"
    )

    class Meta:
        verbose_name = _("place")
        ordering = ["proposal", "index"]
        constraints = [
            models.UniqueConstraint(fields=["proposal", "index"], name="games_place_index_once"),
            models.CheckConstraint(condition=Q(index__lt=4), name="games_place_at_most_four"),
        ]

    def __str__(self) -> str:
        return f"place {self.index} of {self.proposal_id}"

    @property
    def is_taken(self) -> bool:
        return self.user_id is not None

    @property
    def is_open(self) -> bool:
        """Whether anyone may sit here: neither taken nor reserved."""
        return self.user_id is None and self.kept_for_id is None
