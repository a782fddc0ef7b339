"""The private calendar URL: created, replaced, revoked."""

from accounts.models import User
from games.models import CalendarFeed
from games.notifications.models import make_feed_token


def make_feed(*, user: User) -> CalendarFeed:
    """A new address; an old one stops working."""
    feed, _ = CalendarFeed.objects.update_or_create(user=user, defaults={"token": make_feed_token()})
    return feed


def revoke_feed(*, user: User) -> None:
    """Revoke the private calendar URL. Idempotent."""
    CalendarFeed.objects.filter(user=user).delete()
