"""Pages of a club's webhooks: create, delete, and the delivery log."""

from functools import partial

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import Refused
from accounts.forms import show_refusal
from accounts.http.requests import person_of
from tournaments.clubs.selectors.clubs import get_club
from tournaments.models import Webhook, WebhookDelivery
from tournaments.views.form_actions import act
from tournaments.views.forms import WebhookForm
from tournaments.webhooks import services

PAGE_SIZE = 50


@login_required
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    club, user = get_club(slug), person_of(request)
    hooks = services.webhooks_of(club, user)
    form = WebhookForm(request.POST or None)
    made: Webhook | None = None
    if request.method == "POST" and form.is_valid():
        try:
            made = services.create_webhook(club_id=club.pk, user=user, **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            # Shown in this response only, so there is no redirect.
            hooks, form = [*hooks, made], WebhookForm()
    context = {"club": club, "hooks": hooks, "form": form, "made": made}
    return render(request, "clubs/webhooks.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def deliveries(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    club = get_club(slug)
    hook = services.get_webhook(club, webhook_id, person_of(request))
    rows = WebhookDelivery.objects.filter(webhook=hook).select_related("event__tournament").order_by("-id")
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "clubs/deliveries.html", {"club": club, "hook": hook, "page": page})


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    club = get_club(slug)
    service = partial(services.delete_webhook, club_id=club.pk, webhook_id=webhook_id, user=person_of(request))
    return act(request, service, done=_("Webhook removed."), back=address(slug))


def address(slug: str) -> str:
    return reverse("tournaments:webhooks", args=[slug])
