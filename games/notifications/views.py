"""Notifications: the list, their settings, unsubscribing from mails, subscribed browsers, the calendar of deadlines."""

from typing import Any

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

from accounts.http.requests import person_of
from games.enums import Delivery, NoticeKind
from games.models import CalendarFeed, NoticeSettings
from games.notifications.selectors.calendar import calendar_text, get_feed_owner
from games.notifications.selectors.notices import (
    deliveries_of,
    notice_path,
    notice_words,
    notices_for,
    pushes_of,
    settings_of,
)
from games.notifications.selectors.push import browser_name, browsers_of
from games.notifications.services.notices import (
    choose_deliveries,
    make_feed,
    read_notices,
    read_unsubscribe_token,
    revoke_feed,
    unsubscribe,
)
from games.notifications.services.push_subscriptions import SESSION_KEY, forget_browser
from games.notifications.services.webpush_encryption import site_key

A_PAGE = 50


class NoticeForm(forms.Form):
    """One line per kind: by mail and by push; and the hour of the daily mail."""

    digest_hour = forms.TypedChoiceField(
        label=gettext_lazy("Time of the daily email"),
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        coerce=int,
        help_text=gettext_lazy("In your time zone."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in NoticeKind:
            by_mail = forms.Select(attrs={"aria-label": _("%(kind)s: by email") % {"kind": kind.label}})
            by_push = forms.CheckboxInput(attrs={"aria-label": _("%(kind)s: in your browsers") % {"kind": kind.label}})
            self.fields[kind.value] = forms.ChoiceField(label=kind.label, choices=Delivery.choices, widget=by_mail)
            self.fields[_push_name(kind)] = forms.BooleanField(label=kind.label, required=False, widget=by_push)

    @classmethod
    def of(cls, settings: NoticeSettings) -> "NoticeForm":
        pushes = {_push_name(kind): is_pushed for kind, is_pushed in pushes_of(settings).items()}
        return cls(initial={**deliveries_of(settings), **pushes, "digest_hour": settings.digest_hour})

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The lines of the settings matrix."""
        return [{"label": kind.label, "mail": self[kind.value], "push": self[_push_name(kind)]} for kind in NoticeKind]

    @property
    def deliveries(self) -> dict[str, str]:
        return {kind: self.cleaned_data[kind] for kind in NoticeKind.values}

    @property
    def pushes(self) -> dict[str, bool]:
        return {kind: self.cleaned_data[_push_name(kind)] for kind in NoticeKind.values}


def _push_name(kind: str) -> str:
    return f"push_{kind}"


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
        # Where the site sends no pushes the page doesn't ask for them, and they stay unchanged.
        pushes = form.pushes if site_key() else None
        hour = form.cleaned_data["digest_hour"]
        choose_deliveries(user=person, deliveries=form.deliveries, pushes=pushes, digest_hour=hour)
        messages.success(request, _("Notification settings saved."))
        return redirect("games:notice_settings")
    feed = CalendarFeed.objects.filter(user=person).first()
    path = None if feed is None else reverse("games:calendar", args=[feed.token])
    address = None if path is None else request.build_absolute_uri(path)
    context = {"form": form, "feed_address": address, **_browsers_context(request)}
    return render(request, "notices/settings.html", context, status=422 if form.is_bound else 200)


def _browsers_context(request: HttpRequest) -> dict[str, Any]:
    browsers = list(browsers_of(person_of(request)))
    this_one = request.session.get(SESSION_KEY)
    return {
        "push_key": site_key(),
        "browsers": [{"row": each, "words": browser_name(each)} for each in browsers],
        "this_browser": this_one,
        "is_subscribed": this_one in [each.pk for each in browsers],
    }


@login_required
@require_POST
def forget(request: HttpRequest, browser_id: int) -> HttpResponse:
    forget_browser(user=person_of(request), subscription_id=browser_id)
    messages.success(request, _("Notifications are off in this browser."))
    return redirect("games:notice_settings")


@csrf_exempt  # A mail program has no CSRF cookie; the signed token identifies the user.
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    """GET changes nothing, since mail programs prefetch links; POST stops the mails (RFC 8058)."""
    _person, kinds = read_unsubscribe_token(token)
    if request.method == "POST":
        unsubscribe(token=token)
    labels = [NoticeKind(kind).label for kind in kinds]
    return render(request, "notices/unsubscribe.html", {"labels": labels, "is_done": request.method == "POST"})


@login_required
@require_POST
def new_calendar(request: HttpRequest) -> HttpResponse:
    make_feed(user=person_of(request))
    messages.success(request, _("Your calendar has a new address. Use it only in your own calendar app."))
    return redirect("games:notice_settings")


@login_required
@require_POST
def revoke_calendar(request: HttpRequest) -> HttpResponse:
    revoke_feed(user=person_of(request))
    messages.success(request, _("Your calendar's address no longer works."))
    return redirect("games:notice_settings")


@require_safe
@never_cache
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    return HttpResponse(calendar_text(get_feed_owner(token)), content_type="text/calendar; charset=utf-8")
