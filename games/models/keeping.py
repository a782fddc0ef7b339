"""What people keep for later, and what sweeps leave behind."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SavedSetup(models.Model):
    """A favourite set-up. Its text reads the same from either side."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_setups")
    variant = models.CharField(max_length=20)
    name = models.CharField(_("name"), max_length=40)
    text = models.CharField(max_length=60)

    class Meta:
        verbose_name = _("saved set-up")
        ordering = ["variant", "name"]
        constraints = [
            models.UniqueConstraint(fields=["user", "variant", "name"], name="games_savedsetup_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class SweepHeartbeat(models.Model):
    """When a sweep last looked at its rows: a gap means that nobody watched the clocks."""

    name = models.CharField(max_length=30, primary_key=True)
    beaten_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.beaten_at:%H:%M:%S}"
