"""The vacation page: its cost is shown for confirmation before it is taken."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.errors import Refused
from accounts.forms import show_refusal
from accounts.http.requests import person_of
from games.vacations.selectors import coming_vacations, vacation_overview
from games.vacations.services import announce_vacation, end_vacation, preview_vacation


class VacationForm(forms.Form):
    start = forms.DateField(
        label=gettext_lazy("From"),
        required=False,
        widget=forms.DateInput({"type": "date"}),
        help_text=gettext_lazy("Leave empty to start immediately."),
    )
    until = forms.DateField(
        label=gettext_lazy("Until the end of"),
        widget=forms.DateInput({"type": "date"}),
        help_text=gettext_lazy(
            "Each day counts in full once it has begun, including today. You can return early; unused days are kept."
        ),
    )


@login_required
@never_cache
def vacations_page(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    form = VacationForm(request.POST or None)
    preview = None
    if request.method == "POST" and form.is_valid():
        try:
            if request.POST.get("confirmed") == _dates(form):
                announce_vacation(user=person, **form.cleaned_data)
                messages.success(request, _("Vacation saved. Your opponents see it next to your name."))
                return redirect("games:vacations")
            years = preview_vacation(user=person, **form.cleaned_data)
            preview = {"dates": _dates(form), "years": years, "days": sum(year["days"] for year in years)}
        except Refused as refusal:
            show_refusal(form, refusal)
    now = timezone.now()
    overview = vacation_overview(person, now)
    context = {
        "form": form,
        "preview": preview,
        "years": overview["years"],
        "days_a_year": overview["days_a_year"],
        "vacations": coming_vacations(person, now),
    }
    return render(request, "games/vacations.html", context, status=422 if form.errors else 200)


def _dates(form: VacationForm) -> str:
    """The dates that a confirmation is for: it is invalid for others."""
    return f"{form.cleaned_data['start'] or ''}/{form.cleaned_data['until']}"


@login_required
@require_POST
def come_back(request: HttpRequest, vacation_id: int) -> HttpResponse:
    end_vacation(user=person_of(request), vacation_id=vacation_id)
    messages.success(request, _("Vacation ended. Your clocks are running again."))
    return redirect("games:vacations")
