"""The private calendar URL of a user: created, replaced, revoked."""

from accounts.models import User
from games.models import CalendarFeed
from games.notifications.models import make_feed_token


def make_feed(*, user: User) -> CalendarFeed:
    """Create a new private calendar URL; the old one stops working."""
    feed, _ = CalendarFeed.objects.update_or_create(user=user, defaults={"token": make_feed_token()})
    return feed


def revoke_feed(*, user: User) -> None:
    """Revoke the private calendar URL. Idempotent."""
    CalendarFeed.objects.filter(user=user).delete()
