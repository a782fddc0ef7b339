"""The private address of a calendar: made, made anew, revoked."""

from accounts.models import User
from games.models import CalendarFeed
from games.models.notice import make_feed_token


def make_feed(*, user: User) -> CalendarFeed:
    """A new address; an old one stops working."""
    feed, _ = CalendarFeed.objects.update_or_create(user=user, defaults={"token": make_feed_token()})
    return feed


def revoke_feed(*, user: User) -> None:
    """Nobody reads this calendar any more; revoking twice changes nothing."""
    CalendarFeed.objects.filter(user=user).delete()
