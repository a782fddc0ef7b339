"""The page of one's own leave."""

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
from accounts.requests import person_of
from games.selectors.leave import coming_leaves, leave_overview
from games.services.leave import announce_leave, end_leave


class LeaveForm(forms.Form):
    start = forms.DateField(
        label=gettext_lazy("From"),
        required=False,
        widget=forms.DateInput({"type": "date"}),
        help_text=gettext_lazy("Left empty, leave begins at once."),
    )
    until = forms.DateField(
        label=gettext_lazy("Until the end of"),
        widget=forms.DateInput({"type": "date"}),
        help_text=gettext_lazy("You can come back earlier; the days you have not used stay yours."),
    )


@login_required
@never_cache
def leave_page(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    form = LeaveForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            announce_leave(user=person, **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Your leave is announced. Your opponents see it beside your name."))
            return redirect("games:leave")
    now = timezone.now()
    overview = leave_overview(person, now)
    context = {
        "form": form,
        "years": overview["years"],
        "days_a_year": overview["days_a_year"],
        "leaves": coming_leaves(person, now),
    }
    return render(request, "games/leave.html", context, status=422 if form.is_bound else 200)


@login_required
@require_POST
def come_back(request: HttpRequest, leave_id: int) -> HttpResponse:
    end_leave(user=person_of(request), leave_id=leave_id)
    messages.success(request, _("That leave has ended. Your clocks run again."))
    return redirect("games:leave")
