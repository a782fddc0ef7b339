"""Template tags and filters used on most pages: icons, dates, cards, scrolling tables, buttons, page numbers."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django import template
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.core.paginator import Page
from django.templatetags.static import static
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.qr_codes import qr_svg
from games.models import Seat, Vacation
from games.vacations import time_off

register = template.Library()

NEAR = dt.timedelta(days=7)
MESSAGE_ICONS = {"success": "check", "warning": "warning", "error": "error"}
NOTE_ICONS = {"good": "check", "warning": "warning", "bad": "error"}


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Render an icon of the sprite; decorative (`aria-hidden`) without a label."""
    use = format_html('<use href="{}#{}"/>', static("img/icons.svg"), name)
    if label:
        return format_html('<svg class="icon icon-{}" role="img" aria-label="{}">{}</svg>', name, label, use)
    return format_html('<svg class="icon icon-{}" aria-hidden="true">{}</svg>', name, use)


@register.simple_tag
def qr_code(address: str, label: str) -> SafeString:
    """Render the QR code of an address; `label` describes it to screen readers."""
    return format_html('<span class="qr-code" role="img" aria-label="{}">{}</span>', label, qr_svg(address))


@register.simple_tag
def seat_mark(family: str, colour: str) -> SafeString:
    """Render a seat's colour and shape; decorative, since the seat is named beside it."""
    sprite = static("img/seats.svg")
    return format_html(
        '<svg class="seat-mark" aria-hidden="true"><use href="{}#seat-{}-{}"/></svg>', sprite, family, colour
    )


@register.simple_tag
def vacation_of(seat: Seat) -> Vacation | None:
    """Return the current or announced vacation of a seat's player."""
    return time_off.vacation_of(seat)


@register.filter
def message_icon(level_tag: str) -> str:
    return MESSAGE_ICONS.get(level_tag, "info")


@register.simple_tag
def relative_time(moment: dt.datetime) -> SafeString:
    """Render a relative time within a week, otherwise a date; the exact time in the viewer's zone is the tooltip."""
    local = timezone.localtime(moment)
    is_near = abs(moment - timezone.now()) < NEAR
    text = naturaltime(moment) if is_near else formats.date_format(local, "DATE_FORMAT")
    return format_html(
        '<time datetime="{}" title="{}" data-relative>{}</time>', moment.isoformat(), _with_zone(local), text
    )


@register.simple_tag
def exact_time(moment: dt.datetime) -> SafeString:
    """Render date and time, for sentences that a relative time would break ("until in three days")."""
    return day(moment, "DATETIME_FORMAT")


@register.simple_tag
def day(moment: dt.datetime, form: str = "DATE_FORMAT") -> SafeString:
    """Render a date, or another Django date format."""
    local = timezone.localtime(moment)
    text = formats.date_format(local, form)
    return format_html('<time datetime="{}" title="{}">{}</time>', moment.isoformat(), _with_zone(local), text)


def _with_zone(local: dt.datetime) -> str:
    return f"{formats.date_format(local, 'DATETIME_FORMAT')} {local.tzname()}"


@register.simple_block_tag
def card(content: str, *, title: str = "", level: int = 2, kind: str = "") -> SafeString:
    """Wrap content in a card with an optional heading. `kind` adds classes: plain, link, urgent."""
    heading = format_html('<h{0} class="card-title">{1}</h{0}>', level, title) if title else ""
    return format_html('<section class="card {}">{}{}</section>', kind, heading, content)


@register.simple_block_tag
def table_region(content: str, *, label: str) -> SafeString:
    """Wrap a wide table in a scrollable region that can be focused by keyboard."""
    return format_html('<div class="table-region" role="region" tabindex="0" aria-label="{}">{}</div>', label, content)


@register.inclusion_tag("components/post_button.html")
def post_button(label: str, view: str, *arguments: object, tone: str = "") -> dict[str, str]:
    """Render a form that is one button, posting to a view. `tone` adds classes: primary, small, danger."""
    return {"label": label, "url": reverse(view, args=arguments), "tone": tone}


@register.filter
def is_past(moment: dt.datetime) -> bool:
    return moment <= timezone.now()


@register.filter
def by_rank(seats: Iterable[Seat]) -> list[Seat]:
    """Sort seats by rank, those without one last."""
    return sorted(seats, key=lambda seat: (seat.rank is None, seat.rank or 0))


@register.filter
def page_numbers(page: Page[Any]) -> list[int | str]:
    """Return the page numbers to show, with an ellipsis for gaps."""
    return list(page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1))


@register.filter
def note_icon(tone: str) -> str:
    return NOTE_ICONS.get(tone, "info")


@register.filter
def equals(one: object, other: object) -> bool:
    """For the arguments of an include, where `==` can't be written."""
    return one == other
