"""Models of a tournament's players, their requested byes, and forbidden pairs."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Person
from tournaments.enums import CheckedInBy, EntryStatus
from tournaments.models.tournament import Tournament
from tournaments.pairing.values import ByeKind


class Entry(models.Model):
    """A player of one tournament; one without an account plays over the board, and is a `person` of the club's roster.

    `number` is the place in the starting order, given when the player begins and never changed. `first_round` is the
    first round played, `left_round` the first one no longer played. `import_order` is the place in the imported file.
    `checked_in_at` is set while the player is present. `is_void` is set when a player withdraws from a round robin: too
    early, and no result counts.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.RESTRICT, related_name="entries")
    name = models.CharField(_("name"), max_length=60)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    status = models.CharField(max_length=10, choices=EntryStatus.choices, default=EntryStatus.ENTERED)
    is_bye_ai = models.BooleanField(default=False)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    import_order = models.PositiveSmallIntegerField(null=True, blank=True)
    first_round = models.PositiveSmallIntegerField(default=1)
    left_round = models.PositiveSmallIntegerField(null=True, blank=True)
    is_void = models.BooleanField(null=True, blank=True)
    entered_at = models.DateTimeField(default=timezone.now)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    checked_in_by = models.CharField(max_length=10, choices=CheckedInBy.choices, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="tournaments_entry_user_once"),
            models.UniqueConstraint(
                fields=["tournament", "person"],
                condition=~Q(status__in=[EntryStatus.WITHDRAWN, EntryStatus.REFUSED]) | Q(number__isnull=False),
                name="tournaments_entry_person_once",
            ),
            models.UniqueConstraint(fields=["tournament", "number"], name="tournaments_entry_number_once"),
            models.CheckConstraint(
                condition=~Q(status=EntryStatus.WITHDRAWN) | Q(number=None) | Q(left_round__isnull=False),
                name="tournaments_entry_left_from_a_round",
            ),
            models.CheckConstraint(
                condition=Q(checked_in_at=None, checked_in_by="")
                | (Q(checked_in_at__isnull=False) & ~Q(checked_in_by="")),
                name="tournaments_entry_checked_in_by_someone",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class AskedBye(models.Model):
    """A bye requested in advance, or a known absence."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="asked_byes")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(
        max_length=10,
        choices=[(ByeKind.REQUESTED.value, _("requested bye")), (ByeKind.ABSENT.value, _("absence"))],
        default=ByeKind.REQUESTED.value,
    )

    class Meta:
        verbose_name = _("bye request")
        verbose_name_plural = _("bye requests")
        ordering = ["round_number", "id"]
        constraints = [models.UniqueConstraint(fields=["entry", "round_number"], name="tournaments_askedbye_once")]

    def __str__(self) -> str:
        return f"{self.entry}, round {self.round_number}"


class ForbiddenPair(models.Model):
    """Two players not to be paired from a round on, `one` the lower id. Lifted, it keeps the rounds it applied to."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="forbidden_pairs")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("forbidden pair")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["one", "other"], condition=Q(last_round=None), name="tournaments_forbiddenpair_once"
            ),
            models.CheckConstraint(condition=Q(one__lt=models.F("other")), name="tournaments_forbiddenpair_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}"
