"""The base of all stream events (outbox rows)."""

from django.db import models
from django.utils import timezone

TO_ALL = "all"


class FeedEvent(models.Model):
    """An event, numbered within its feed: what streams send and resume by.

    The numbers have no gaps and are given under a lock on the feed's object, in the transaction that writes the row, so
    that they are in the order of commits. `audience` says who may receive it.
    """

    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    audience = models.CharField(max_length=12, default=TO_ALL)
    payload = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.kind} {self.seq}"
