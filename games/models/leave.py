"""Leave that players announce."""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.timing import Interval


class Leave(models.Model):
    """A vacation: a player's correspondence clocks are stopped. Its days are those of the zone it was taken in."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="leaves")
    starts_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("until"))
    time_zone = models.CharField(max_length=64)
    announced_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("vacation")
        ordering = ["starts_at"]
        indexes = [models.Index(fields=["user", "ends_at"], name="games_leave_of_user")]
        constraints = [
            models.CheckConstraint(condition=Q(starts_at__lt=F("ends_at")), name="games_leave_begins_before_it_ends"),
        ]

    def __str__(self) -> str:
        return f"{self.starts_at:%Y-%m-%d} to {self.ends_at:%Y-%m-%d}"

    @property
    def interval(self) -> Interval:
        return self.starts_at, self.ends_at

    @property
    def is_running(self) -> bool:
        return self.starts_at <= timezone.now() < self.ends_at

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)
