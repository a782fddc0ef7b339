"""The moderators' pages, for staff only: reports, actions, and the log."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.forms import MeasureForm, save_form
from accounts.http.requests import person_of
from accounts.selectors import get_person, moderation_log, open_reports
from accounts.services.moderation import check_moderator, dismiss_report, moderate

A_PAGE = 30


@require_safe
@never_cache
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    check_moderator(person_of(request))
    page = Paginator(open_reports(), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "moderation/overview.html", {"page": page, "entries": moderation_log()[:10]})


@require_safe
@never_cache
@login_required
def log(request: HttpRequest) -> HttpResponse:
    check_moderator(person_of(request))
    page = Paginator(moderation_log(), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "moderation/log.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def person_page(request: HttpRequest, username: str) -> HttpResponse:
    """A user's moderation record, and the form for an action."""
    moderator = person_of(request)
    check_moderator(moderator)
    person = get_person(username)
    form = MeasureForm(request.POST or None, initial={"report_id": request.GET.get("report")})
    if save_form(form, partial(moderate, moderator=moderator, person=person)):
        messages.success(request, _("Done. Recorded in the log."))
        return redirect("accounts:moderate", person.username)
    reports = open_reports().filter(person=person)
    context = {"person": person, "form": form, "reports": reports, "entries": moderation_log(person)[:A_PAGE]}
    return render(request, "moderation/person.html", context, status=422 if form.is_bound else 200)


@require_POST
@login_required
def close_report(request: HttpRequest, report_id: int) -> HttpResponse:
    dismiss_report(moderator=person_of(request), report_id=report_id, why=request.POST.get("why", ""))
    messages.success(request, _("The report is closed."))
    return redirect("accounts:moderation")
