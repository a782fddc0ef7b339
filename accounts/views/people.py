"""Pages for muting, blocking and reporting users, and for messages from moderators."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.enums import RelationshipKind
from accounts.forms import ReportForm, save_form
from accounts.http.requests import person_of
from accounts.selectors import get_person, moderation_actions_on, relationships_of
from accounts.services.blocks import remove_relationship, set_relationship
from accounts.services.moderation import mark_moderation_read
from accounts.services.reports import report_person


@require_safe
@never_cache
@login_required
def settings_page(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    context = {"relationships": relationships_of(person), "moderation": moderation_actions_on(person)}
    return render(request, "accounts/settings_people.html", context)


@require_POST
@login_required
def read(request: HttpRequest) -> HttpResponse:
    mark_moderation_read(person=person_of(request))
    return redirect("accounts:people")


@require_POST
@login_required
def choose_relationship(request: HttpRequest, username: str) -> HttpResponse:
    """`kind` is mute or block; without one both are removed."""
    other, kind = get_person(username), request.POST.get("kind", "")
    if kind in RelationshipKind.values:
        set_relationship(owner=person_of(request), other=other, kind=RelationshipKind(kind))
        messages.success(request, _("Done. They aren't notified. You can undo this in your settings, under “People”."))
    else:
        remove_relationship(owner=person_of(request), other=other)
        messages.success(request, _("You no longer mute or block %(name)s.") % {"name": other.public_name})
    return redirect("accounts:profile", other.username)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def report(request: HttpRequest, username: str) -> HttpResponse:
    person = get_person(username)
    form = ReportForm(request.POST or None, initial={"path": request.GET.get("path", "")[:200]})
    if save_form(form, partial(report_person, reporter=person_of(request), person=person)):
        messages.success(request, _("Thank you. The moderators will look into it."))
        return redirect("accounts:profile", person.username)
    status = 422 if form.is_bound else 200
    return render(request, "accounts/report.html", {"form": form, "person": person}, status=status)
