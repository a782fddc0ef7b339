"""Profile and settings pages. Log-in, sign-up, mail addresses, passwords and codes are django-allauth's pages."""

from functools import partial

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.forms.models import model_to_dict
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from rest_framework.utils.encoders import JSONEncoder

from accounts import mail_files, selectors
from accounts.errors import Forbidden
from accounts.forms import DepartureForm, ProfileForm, TokenForm, save_form
from accounts.http.requests import person_of
from accounts.services.account_closure import close_account
from accounts.services.profile import change_profile
from accounts.services.tokens import create_token, revoke_token


@require_GET
def profile(request: HttpRequest, username: str) -> HttpResponse:
    person = selectors.get_person(username)
    return render(request, "accounts/person.html", {"person": person, "is_own": person == request.user})


@login_required
def edit_profile(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    form = ProfileForm(request.POST or None, initial=model_to_dict(person))
    if save_form(form, partial(change_profile, user=person)):
        messages.success(request, _("Your profile was saved."))
        return redirect("accounts:settings")
    return render(request, "accounts/settings_profile.html", {"form": form}, status=422 if form.is_bound else 200)


@login_required
@require_GET
def security(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/settings_security.html", selectors.security_overview(person_of(request)))


@login_required
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """List tokens, and create one. A new secret is in this one response only."""
    form, person = TokenForm(request.POST or None), person_of(request)
    context = {"form": form, "tokens": selectors.listed_tokens(person)}
    if made := save_form(form, partial(create_token, user=person)):
        _token, secret = made
        return render(
            request, "accounts/settings_tokens.html", {**context, "form": TokenForm(), "secret": secret}, status=201
        )
    return render(request, "accounts/settings_tokens.html", context, status=422 if form.is_bound else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    revoke_token(user=person_of(request), token_id=token_id)
    messages.success(request, _("The token was revoked. Programs that use it no longer have access."))
    return redirect("accounts:tokens")


@login_required
@require_GET
def data(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/settings_data.html")


@login_required
@require_GET
@never_cache
def download(request: HttpRequest) -> HttpResponse:
    shape = {"indent": 2, "ensure_ascii": False}
    response = JsonResponse(selectors.export_data(person_of(request)), encoder=JSONEncoder, json_dumps_params=shape)
    response["Content-Disposition"] = f'attachment; filename="asterism-{person_of(request).username}.json"'
    return response


@login_required
@reauthentication_required
def close(request: HttpRequest) -> HttpResponse:
    """Close the account, after the password and the username were typed; this can't be undone."""
    form = DepartureForm(person_of(request), request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "accounts/settings_close.html", {"form": form})
    close_account(user=person_of(request))
    logout(request)
    messages.success(request, _("Your account is closed. Thank you for the games."))
    return redirect("/")


@login_required
@require_GET
@never_cache
def mails(request: HttpRequest) -> HttpResponse:
    _check_administrator(request)
    return render(request, "accounts/mails.html", {"mails": mail_files.list_mails()})


@login_required
@require_GET
@never_cache
def mail(request: HttpRequest, file_name: str) -> HttpResponse:
    _check_administrator(request)
    return render(request, "accounts/mail.html", {"mails": mail_files.get_mails(file_name)})


def _check_administrator(request: HttpRequest) -> None:
    if not request.user.is_superuser:
        raise Forbidden(_("Only an administrator can read the site's e-mails."))
