"""Notifications: who gets which, which are still current, and their texts."""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any, TypedDict

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.http.outages import outage_of
from accounts.json_types import DateTime, time_text
from accounts.models import User
from games.enums import IN_PROGRESS, Delivery, GameStatus, NoticeKind, ProposalStatus
from games.models import Game, Notice, NoticeSettings, Place, Seat, Step
from games.selectors.result_text import result_words
from games.timing import DAY, NEVER_OFF, Ticking, TimeOff, time_spent_since
from games.translation import in_words, kept_words

LONG_TURN = 3 * DAY
LATE, HALF = 80, 50
ABOUT_TURNS = (NoticeKind.TURN, NoticeKind.REMINDER)
# A result older than this is no longer notified.
NEWS_FOR = 2 * DAY
# No notice shows a position, and these are by far the heaviest columns of a game.
_POSITION = ("game__snapshot", "game__face")
# By `about`; moderators' notices are here, other apps add theirs.
_PATTERNS: dict[str, str | Promise] = {
    "measure_warn": gettext_lazy("You received a warning from a moderator. See the reason."),
    "measure_mute": gettext_lazy("A moderator muted you. See the reason and the end date."),
    "measure_suspend": gettext_lazy("A moderator suspended your account. See the reason and the end date."),
}

logger = logging.getLogger("asterism.notices")


# -- recipients ---------------------------------------------------------------------------------------------------


def awaited_seats() -> QuerySet[Seat]:
    """Seats of people whose turn or set-up a correspondence game waits for. Players of live games are there anyway."""
    to_move = Q(game__status=GameStatus.RUNNING, index=F("game__to_move"))
    setting_up = Q(game__status=GameStatus.SETUP, secret_setup="", left="")  # nosec B106 # a set-up, no password
    seats = Seat.objects.filter(
        to_move | setting_up, is_ai=False, game__is_live=False, user__departed_at=None, user__is_guest=False
    )
    return seats.select_related("game").defer(*_POSITION)


def unnoticed_turns() -> QuerySet[Seat]:
    sent = Notice.objects.filter(
        user=OuterRef("user"), game=OuterRef("game"), ply=OuterRef("game__ply"), kind=NoticeKind.TURN
    )
    return awaited_seats().filter(~Exists(sent))


def asked_places() -> QuerySet[Place]:
    """Places of open challenges that wait for the answer of a person."""
    return Place.objects.filter(
        user=None,
        kept_for__is_ai=False,
        kept_for__is_guest=False,
        kept_for__departed_at=None,
        proposal__status=ProposalStatus.OPEN,
        proposal__expires_at__gt=timezone.now(),
    ).exclude(kept_for=F("proposal__creator"))


def unnoticed_challenges() -> QuerySet[Place]:
    sent = Notice.objects.filter(user=OuterRef("kept_for"), proposal=OuterRef("proposal"), kind=NoticeKind.CHALLENGE)
    return asked_places().filter(~Exists(sent))


def ended_seats() -> QuerySet[Seat]:
    """Seats of people whose game is over, except the player who ended it by a step of their own."""
    last = Step.objects.filter(game=OuterRef("game")).order_by("-ply")
    ended_it = Exists(
        Step.objects.filter(game=OuterRef("game"), seat=OuterRef("index"), ply=last.values("ply")[:1]).exclude(
            text__startswith="#timeout"
        )
    )
    people = Seat.objects.filter(is_ai=False, user__departed_at=None, user__is_guest=False)
    ended = people.exclude(game__status__in=IN_PROGRESS)
    return ended.filter(~ended_it)


def unnoticed_ends(now: datetime) -> QuerySet[Seat]:
    sent = Notice.objects.filter(user=OuterRef("user"), game=OuterRef("game"), kind=NoticeKind.OVER)
    return ended_seats().filter(~Exists(sent), game__finished_at__gt=now - NEWS_FOR)


def reminder_due(ticking: Ticking, now: datetime, off: TimeOff = NEVER_OFF) -> int | None:
    """The percentage of a turn's time that is used, if a reminder is due: 80, or 50 of a long one.

    Only the time counts in which the clock ran, without vacations.
    """
    whole, gone = (time_spent_since(ticking.since, moment, off) for moment in (ticking.deadline, now))
    if gone >= whole or whole <= timedelta(0):
        return None
    if gone >= whole * LATE / 100:
        return LATE
    return HALF if whole >= LONG_TURN and gone >= whole * HALF / 100 else None


# -- current notices ----------------------------------------------------------------------------------------------


def current_notices(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """Filter to notices that are still true: a turn not made yet, a challenge not answered yet, and all other news."""
    own = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("user"))
    to_move = Q(game__status=GameStatus.RUNNING) & Q(Exists(own.filter(index=OuterRef("game__to_move"))))
    awaited = own.filter(secret_setup="", left="")  # nosec B106 # a set-up, no password
    setting_up = Q(game__status=GameStatus.SETUP) & Q(Exists(awaited))
    asked = asked_places().filter(proposal=OuterRef("proposal"), kept_for=OuterRef("user"))
    return notices.filter(
        Q(kind__in=ABOUT_TURNS, ply=F("game__ply")) & (to_move | setting_up)
        | Q(Q(kind=NoticeKind.CHALLENGE) & Q(Exists(asked)))
        | Q(kind=NoticeKind.OVER)
        | Q(kind=NoticeKind.CONDITIONAL_MOVES, game__status=GameStatus.RUNNING)
        | ~Q(about="")
    )


def notices_for(user: User) -> QuerySet[Notice]:
    """The user's current notices, newest first, with all rows that their texts need."""
    return with_words(current_notices(Notice.objects.filter(user=user))).order_by("-id")


def with_words(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    found = notices.select_related("game", "proposal__creator", "user").defer(*_POSITION)
    return found.prefetch_related("game__seats__user")


def count_unread(user: User) -> int:
    return current_notices(Notice.objects.filter(user=user, read_at=None)).count()


class UnreadJson(TypedDict):
    unread: int


class NoticeSettingsJson(TypedDict):
    deliveries: dict[str, Annotated[str, Delivery]]
    pushes: dict[str, bool]
    digest_hour: int


def settings_json(settings: NoticeSettings) -> NoticeSettingsJson:
    return {
        "deliveries": deliveries_of(settings),
        "pushes": pushes_of(settings),
        "digest_hour": settings.digest_hour,
    }


def settings_of(user: User) -> NoticeSettings:
    """A user's notification settings; defaults if there is no row."""
    return NoticeSettings.objects.filter(user=user).first() or NoticeSettings(user=user)


def deliveries_of(settings: NoticeSettings) -> dict[str, str]:
    return {kind.value: settings.delivery_of(kind).value for kind in NoticeKind}


def pushes_of(settings: NoticeSettings) -> dict[str, bool]:
    return {kind.value: settings.is_pushed(kind) for kind in NoticeKind}


# -- texts --------------------------------------------------------------------------------------------------------


def register_words(patterns: Mapping[str, str | Promise]) -> None:
    """Register the texts of another app's notices, by `about`; a notice's facts fill them in."""
    _PATTERNS.update(patterns)


def notice_words(notice: Notice) -> str:
    """The text of a notice in the active language. A notice without a valid text breaks no list and no mail."""
    try:
        return _words_of(notice)
    except Exception as error:
        if outage_of(error) is not None:
            raise
        logger.exception(
            "Can't render the text of notice %s (kind %r, about %r).", notice.pk, notice.kind, notice.about
        )
        return _("This notification can't be displayed. Open its link for details.")


def _words_of(notice: Notice) -> str:
    if notice.about:
        return str(_PATTERNS[notice.about]) % _facts(notice)
    if notice.proposal is not None:
        names = {"name": notice.proposal.creator.public_name, "game": in_words(notice.proposal.engine.name)}
        return _("%(name)s challenges you to a game of %(game)s.") % names
    assert notice.game is not None
    return _words_of_game(notice, notice.game)


def _words_of_game(notice: Notice, game: Game) -> str:
    facts = {"game": in_words(game.engine.name), "others": _others(game, notice.user_id)}
    if notice.kind == NoticeKind.OVER:
        seats = sorted(game.seats.all(), key=lambda seat: seat.index)
        return _("%(game)s with %(others)s is over.") % facts + " " + result_words(game, seats)
    if notice.kind == NoticeKind.CONDITIONAL_MOVES:
        return _("Your conditional moves in %(game)s with %(others)s no longer apply and were removed.") % facts
    if notice.kind == NoticeKind.REMINDER:
        facts["deadline"] = _moment(game.deadline)
        return _("Your time in %(game)s with %(others)s ends on %(deadline)s.") % facts
    if game.status == GameStatus.SETUP:
        return _("Arrange your pieces for %(game)s with %(others)s.") % facts
    return _("It is your turn in %(game)s with %(others)s.") % facts


def push_words(notice: Notice) -> tuple[str, str]:
    """The title and the line of a push message, which has little space."""
    title = notice.get_kind_display()
    if notice.kind == NoticeKind.TURN and notice.game is not None and notice.game.status != GameStatus.SETUP:
        names = {"game": in_words(notice.game.engine.name), "others": _others(notice.game, notice.user_id)}
        return title, _("%(game)s with %(others)s") % names
    return title, notice_words(notice)


def notice_path(notice: Notice) -> str:
    """The path of the page that the notice is about."""
    if notice.about:
        return notice.path
    if notice.game_id is not None:
        return reverse("games:game", args=[notice.game_id])
    return reverse("games:proposal", args=[notice.proposal_id])


class NoticeJson(TypedDict):
    """`path` is the page on the site; `game`, `challenge`, or `about` with its `facts`, is the subject."""

    id: int
    kind: Annotated[str, NoticeKind]
    words: str
    path: str
    game: int | None
    challenge: int | None
    about: str
    facts: dict[str, Any]
    created_at: DateTime
    read_at: DateTime | None


def notice_json(notice: Notice) -> NoticeJson:
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "words": notice_words(notice),
        "path": notice_path(notice),
        "game": notice.game_id,
        "challenge": notice.proposal_id,
        "about": notice.about,
        "facts": _facts(notice),
        "created_at": time_text(notice.created_at),
        "read_at": time_text(notice.read_at),
    }


def _facts(notice: Notice) -> dict[str, Any]:
    return {name: kept_words(value) for name, value in notice.facts.items()}


def _others(game: Game, user_id: int) -> str:
    seats = sorted(game.seats.all(), key=lambda seat: seat.index)
    names = [seat.user.public_name for seat in seats if seat.user_id != user_id]
    return get_text_list(names, _("and"))


def _moment(moment: datetime | None) -> str:
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    return f"{formats.date_format(local, 'DATETIME_FORMAT')} {local.tzname()}"
