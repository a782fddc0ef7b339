"""Notices: the list, how they come by mail, stopping them from within a mail, and the calendar of deadlines."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.requests import person_of
from games.enums import Delivery, NoticeKind
from games.models import CalendarFeed, NoticeSettings
from games.selectors.calendar import calendar_text, get_feed_owner
from games.selectors.notices import deliveries_of, notice_path, notice_words, notices_for, settings_of
from games.services.calendar import make_feed, revoke_feed
from games.services.notices import choose_deliveries, read_notices, read_unsubscribe_token, unsubscribe

A_PAGE = 50


class NoticeForm(forms.Form):
    """A line a kind: how it comes by mail; and the hour of the daily mail."""

    digest_hour = forms.TypedChoiceField(
        label=gettext_lazy("Hour of the daily mail"),
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        coerce=int,
        help_text=gettext_lazy("By the clock of your own time zone."),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for kind in NoticeKind:
            self.fields[kind.value] = forms.ChoiceField(label=kind.label, choices=Delivery.choices)
        self.order_fields([*NoticeKind.values, "digest_hour"])

    @classmethod
    def of(cls, settings: NoticeSettings) -> "NoticeForm":
        return cls(initial={**deliveries_of(settings), "digest_hour": settings.digest_hour})

    @property
    def deliveries(self) -> dict[str, str]:
        return {kind: self.cleaned_data[kind] for kind in NoticeKind.values}


@require_safe
@login_required
@never_cache
def notices(request: HttpRequest) -> HttpResponse:
    page = Paginator(notices_for(person_of(request)), A_PAGE).get_page(request.GET.get("page"))
    lines = [{"notice": notice, "words": notice_words(notice), "url": notice_path(notice)} for notice in page]
    return render(request, "notices/list.html", {"page": page, "lines": lines})


@login_required
@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    read_notices(user=person_of(request))
    return redirect("games:notices")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notice_settings(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    form = NoticeForm(request.POST) if request.method == "POST" else NoticeForm.of(settings_of(person))
    if form.is_bound and form.is_valid():
        choose_deliveries(user=person, deliveries=form.deliveries, digest_hour=form.cleaned_data["digest_hour"])
        messages.success(request, _("Your notices come as you chose."))
        return redirect("games:notice_settings")
    feed = CalendarFeed.objects.filter(user=person).first()
    path = None if feed is None else reverse("games:calendar", args=[feed.token])
    address = None if path is None else request.build_absolute_uri(path)
    context = {"form": form, "feed_address": address}
    return render(request, "notices/settings.html", context, status=422 if form.is_bound else 200)


@csrf_exempt  # A mail program has no cookie to prove itself by; the signed token says whose mails are meant.
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    """Looking changes nothing, since mail programs look at links by themselves; posting stops the mails (RFC 8058)."""
    _person, kinds = read_unsubscribe_token(token)
    if request.method == "POST":
        unsubscribe(token=token)
    labels = [NoticeKind(kind).label for kind in kinds]
    return render(request, "notices/unsubscribe.html", {"labels": labels, "is_done": request.method == "POST"})


@login_required
@require_POST
def new_calendar(request: HttpRequest) -> HttpResponse:
    make_feed(user=person_of(request))
    messages.success(request, _("Your calendar has a new address. Give it to your calendar program alone."))
    return redirect("games:notice_settings")


@login_required
@require_POST
def revoke_calendar(request: HttpRequest) -> HttpResponse:
    revoke_feed(user=person_of(request))
    messages.success(request, _("The address of your calendar works no more."))
    return redirect("games:notice_settings")


@require_safe
@never_cache
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    return HttpResponse(calendar_text(get_feed_owner(token)), content_type="text/calendar; charset=utf-8")
