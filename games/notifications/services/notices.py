"""Notifications. Idempotent: each is written once, by its task or by the sweep, whichever comes first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.enums import ModerationAction
from accounts.errors import Invalid, NotFound
from accounts.models import User
from games.enums import Delivery, MailState, NoticeKind
from games.models import CalendarFeed, Notice, NoticeSettings, Place, Seat
from games.notifications.models import make_feed_token
from games.notifications.selectors.notices import (
    ABOUT_TURNS,
    asked_places,
    awaited_seats,
    ended_seats,
    reminder_due,
    settings_of,
    unnoticed_challenges,
    unnoticed_ends,
    unnoticed_turns,
)
from games.notifications.services.push import queue_pushes
from games.streams.listen_notify import wake_listeners
from games.translation import to_keep
from games.vacations.time_off import times_off

# The feed that wakes a person's open pages when there is a new notice.
BELL = "person"
UNSUBSCRIBE_SALT = "games.notices.unsubscribe"


# -- notifying ----------------------------------------------------------------------------------------------------


def notify_turn(game_id: int) -> int:
    """Notify the players whom a game waits for; returns how many notices are new."""
    return _create_notices(_turn_notice(seat) for seat in awaited_seats().filter(game=game_id))


def notify_challenge(proposal_id: int) -> int:
    """Notify the players of a challenge who have not answered; returns how many notices are new."""
    return _create_notices(_challenge_notice(place) for place in asked_places().filter(proposal=proposal_id))


def notify_end(game_id: int) -> int:
    """Notify the players of a finished game; returns how many notices are new."""
    return _create_notices(_end_notice(seat) for seat in ended_seats().filter(game=game_id))


def notify_lost_conditional_moves(*, seat: Seat) -> int:
    """Notify a player that their conditional moves were deleted; in that transaction, as no sweep could find it."""
    return _create_notices([_notice(seat, NoticeKind.CONDITIONAL_MOVES, f"plan:{seat.game_id}:{seat.game.event_seq}")])


@dataclass(frozen=True, kw_only=True)
class News:
    """A notice from another app: `about` names its registered text, `facts` fill it in."""

    user_id: int
    kind: NoticeKind
    key: str
    about: str
    path: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


def notify_news(news: Iterable[News]) -> int:
    """Write notices in the caller's transaction, so that both commit or neither; members only.

    Returns how many are new.
    """
    wanted = list(news)
    asked = User.objects.filter(pk__in={one.user_id for one in wanted})
    here = asked.filter(is_ai=False, is_guest=False, departed_at=None)
    people = set(here.values_list("pk", flat=True))
    return _create_notices(_news_notice(one) for one in wanted if one.user_id in people)


def notify_moderation(*, user_id: int, action: ModerationAction, entry_id: int) -> int:
    """Notify a user of a moderation action, in its transaction. The reason is shown on the site only."""
    news = News(
        user_id=user_id,
        kind=NoticeKind.MODERATION,
        key=f"measure:{entry_id}",
        about=f"measure_{action.value}",
        path=reverse("accounts:people"),
    )
    return notify_news([news])


def take_news_back(*, key: str, before: datetime | None = None) -> None:
    """Delete notices that are no longer true."""
    notices = Notice.objects.filter(key=key).exclude(about="")
    (notices if before is None else notices.filter(created_at__lt=before)).delete()


def update_news(*, key: str, about: str, facts: Mapping[str, str | int], is_read: bool) -> None:
    """Update the text of notices without notifying anyone again."""
    notices = Notice.objects.filter(key=key).exclude(about="")
    read_at = timezone.now() if is_read else None
    notices.update(about=about, facts={name: to_keep(value) for name, value in facts.items()}, read_at=read_at)
    if not is_read:  # its mail was dropped if it was marked as read meanwhile
        notices.filter(mail=MailState.DROPPED).exclude(delivery=Delivery.NEVER).update(mail=MailState.WAITING, claim="")


def forget_turns(*, game_id: int, ply: int) -> None:
    """Delete the notices of turns that were taken back, so that players are notified and reminded again."""
    Notice.objects.filter(game=game_id, kind__in=ABOUT_TURNS, ply__gte=ply).delete()


def notify_missed(*, now: datetime | None = None) -> int:
    """Sweep: write notices of turns, challenges and results whose task was lost."""
    moment = now or timezone.now()
    return _create_notices(
        [
            *(_turn_notice(seat) for seat in unnoticed_turns()),
            *(_challenge_notice(place) for place in unnoticed_challenges()),
            *(_end_notice(seat) for seat in unnoticed_ends(moment)),
        ]
    )


def remind(*, now: datetime | None = None) -> int:
    """Remind players whose time runs out: after 80 percent of it, and after half of a long one."""
    moment = now or timezone.now()
    notices = []
    seats = list(awaited_seats().select_related("user"))
    since = min((seat.game.since or moment for seat in seats), default=moment)
    for seat, off in zip(seats, times_off(seats, since=since), strict=True):
        part = None if seat.game.ticking is None else reminder_due(seat.game.ticking, moment, off)
        if part is not None:
            notices.append(_notice(seat, NoticeKind.REMINDER, f"reminder:{seat.game_id}:{seat.game.ply}:{part}"))
    sent = set(Notice.objects.filter(key__in=[notice.key for notice in notices]).values_list("user_id", "key"))
    return _create_notices(notice for notice in notices if (notice.user_id, notice.key) not in sent)


def _news_notice(news: News) -> Notice:
    facts = {name: to_keep(value) for name, value in news.facts.items()}
    return Notice(user_id=news.user_id, kind=news.kind, key=news.key, about=news.about, facts=facts, path=news.path)


def _turn_notice(seat: Seat) -> Notice:
    return _notice(seat, NoticeKind.TURN, f"turn:{seat.game_id}:{seat.game.ply}")


def _end_notice(seat: Seat) -> Notice:
    return Notice(user_id=seat.user_id, kind=NoticeKind.OVER, key=f"over:{seat.game_id}", game_id=seat.game_id)


def _challenge_notice(place: Place) -> Notice:
    assert place.kept_for_id is not None, "only reserved places create challenges"
    key = f"challenge:{place.proposal_id}"
    return Notice(user_id=place.kept_for_id, kind=NoticeKind.CHALLENGE, key=key, proposal_id=place.proposal_id)


def _notice(seat: Seat, kind: NoticeKind, key: str) -> Notice:
    return Notice(user_id=seat.user_id, kind=kind, key=key, game_id=seat.game_id, ply=seat.game.ply)


def _create_notices(notices: Iterable[Notice]) -> int:
    """Write the notices that don't exist yet; the unique key makes it idempotent."""
    # In a fixed order: otherwise two transactions that notify the same people could deadlock.
    wanted = sorted(notices, key=lambda notice: (notice.user_id, notice.key))
    if not wanted:
        return 0
    with transaction.atomic():
        settings = _ensure_settings({notice.user_id for notice in wanted})
        for notice in wanted:
            notice.delivery = settings[notice.user_id].delivery_of(notice.kind)
            notice.mail = MailState.NONE if notice.delivery == Delivery.NEVER else MailState.WAITING
        known = {(notice.user_id, notice.key) for notice in _rows_of(wanted)}
        Notice.objects.bulk_create(wanted, ignore_conflicts=True, batch_size=500)
        for user_id in sorted({notice.user_id for notice in wanted}):
            wake_listeners(BELL, user_id)
        new = [notice for notice in _rows_of(wanted) if (notice.user_id, notice.key) not in known]
        queue_pushes(new, settings)
        return len(new)


def _rows_of(notices: list[Notice]) -> QuerySet[Notice]:
    users, keys = {notice.user_id for notice in notices}, {notice.key for notice in notices}
    return Notice.objects.filter(user__in=users, key__in=keys).only("user_id", "key", "kind")


def _ensure_settings(user_ids: set[int]) -> dict[int, NoticeSettings]:
    known = NoticeSettings.objects.in_bulk(user_ids)
    missing = User.objects.filter(pk__in=user_ids - known.keys()).order_by("pk")
    NoticeSettings.objects.bulk_create([_new_settings(user) for user in missing], ignore_conflicts=True)
    return known if not missing else NoticeSettings.objects.in_bulk(user_ids)


def _new_settings(user: User) -> NoticeSettings:
    """Settings of which the first digest comes at its next hour, not at once because today's has passed."""
    settings = NoticeSettings(user=user)
    local = timezone.now().astimezone(ZoneInfo(user.time_zone))
    passed = local.hour >= settings.digest_hour
    settings.last_digest_on = local.date() if passed else local.date() - timedelta(days=1)
    return settings


# -- reading and settings -----------------------------------------------------------------------------------------


def read_notices(*, user: User, notice_ids: Iterable[int] | None = None) -> int:
    """Mark these notices as read, or all of them."""
    unread = Notice.objects.filter(user=user, read_at=None)
    if notice_ids is not None:
        unread = unread.filter(pk__in=list(notice_ids))
    return unread.update(read_at=timezone.now())


def choose_deliveries(
    *,
    user: User,
    deliveries: Mapping[str, str] | None = None,
    pushes: Mapping[str, bool] | None = None,
    digest_hour: int | None = None,
) -> NoticeSettings:
    """Change the given settings only. Pending mails follow the new setting, or are dropped."""
    chosen = dict(deliveries or {})
    _check_choice(chosen, dict(pushes or {}), digest_hour)
    with transaction.atomic():
        _ensure_settings({user.pk})
        settings = NoticeSettings.objects.select_for_update(no_key=True).get(pk=user.pk)
        settings.deliveries = {**settings.deliveries, **chosen}
        settings.pushes = {**settings.pushes, **(pushes or {})}
        settings.digest_hour = settings.digest_hour if digest_hour is None else digest_hour
        settings.save(update_fields=["deliveries", "pushes", "digest_hour"])
        waiting = Notice.objects.filter(user=user, mail=MailState.WAITING)
        for kind, delivery in chosen.items():
            mail = MailState.DROPPED if delivery == Delivery.NEVER else MailState.WAITING
            waiting.filter(kind=kind).update(delivery=delivery, mail=mail)
    return settings


def _check_choice(chosen: Mapping[str, str], pushes: Mapping[str, bool], digest_hour: int | None) -> None:
    if not (set(chosen) <= set(NoticeKind.values) and set(chosen.values()) <= set(Delivery.values)):
        message = _("Choose %(deliveries)s for %(kinds)s.") % {
            "deliveries": ", ".join(Delivery.values),
            "kinds": ", ".join(NoticeKind.values),
        }
        raise Invalid.at("deliveries", message)
    if not set(pushes) <= set(NoticeKind.values):
        message = _("Choose yes or no for %(kinds)s.") % {"kinds": ", ".join(NoticeKind.values)}
        raise Invalid.at("pushes", message)
    if digest_hour is not None and not 0 <= digest_hour < 24:
        raise Invalid.at("digest_hour", _("Choose an hour from 0 to 23."))


def unsubscribe_token(user_id: int, kinds: Iterable[str]) -> str:
    """The signed token of an unsubscribe link."""
    return signing.dumps([user_id, sorted(set(kinds))], salt=UNSUBSCRIBE_SALT)


def read_unsubscribe_token(token: str) -> tuple[User, list[str]]:
    """The user and the kinds of mail that an unsubscribe token stops; raises NotFound."""
    try:
        user_id, kinds = signing.loads(token, salt=UNSUBSCRIBE_SALT)
    except signing.BadSignature as error:
        raise _stale_link() from error
    user = User.objects.filter(pk=user_id, departed_at=None).first()
    if user is None:
        raise _stale_link()
    return user, [kind for kind in kinds if kind in NoticeKind.values]


def unsubscribe(*, token: str) -> NoticeSettings:
    """Stop mails of the kinds in the token. Idempotent."""
    user, kinds = read_unsubscribe_token(token)
    if all(settings_of(user).delivery_of(kind) == Delivery.NEVER for kind in kinds):
        return settings_of(user)
    return choose_deliveries(user=user, deliveries=dict.fromkeys(kinds, Delivery.NEVER.value))


def _stale_link() -> NotFound:
    return NotFound(_("This link no longer works. Choose which emails you get in your settings."))


def make_feed(*, user: User) -> CalendarFeed:
    """Create a new private calendar URL; the old one stops working."""
    feed, _ = CalendarFeed.objects.update_or_create(user=user, defaults={"token": make_feed_token()})
    return feed


def revoke_feed(*, user: User) -> None:
    """Revoke the private calendar URL. Idempotent."""
    CalendarFeed.objects.filter(user=user).delete()
