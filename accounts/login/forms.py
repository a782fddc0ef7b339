"""django-allauth's forms with the site's labels, without placeholders."""

from typing import Any, ClassVar

from allauth.account import forms as account
from allauth.mfa.base import forms as second_factor
from allauth.mfa.totp import forms as totp
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import listed_tokens
from accounts.services.tokens import revoke_tokens

ADDRESS = _("E-mail address")
PASSWORD = _("Password")
PASSWORD_AGAIN = _("Confirm password")
# Every validator of AUTH_PASSWORD_VALIDATORS in one sentence, where Django has four.
GOOD_PASSWORD = _(
    "At least ten characters; not only digits, not a common password, not similar to your name or address."
)
NEW_PASSWORD = _("New password")
NEW_PASSWORD_AGAIN = _("Confirm new password")


class InOurWords(forms.Form):
    """The site's labels. A placeholder would only repeat the label, and vanish when it is needed."""

    labels: ClassVar[dict[str, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in self.labels.items():
            self.fields[name].label = label
            self.fields[name].widget.attrs.pop("placeholder", None)
        if "password1" in self.labels:
            self.fields["password1"].help_text = GOOD_PASSWORD


class LogInForm(InOurWords, account.LoginForm):
    labels: ClassVar = {"login": _("Username or e-mail address"), "password": PASSWORD}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}


class SignUpForm(InOurWords, account.SignupForm):
    labels: ClassVar = {
        "username": _("Username"),
        "email": ADDRESS,
        "password1": PASSWORD,
        "password2": PASSWORD_AGAIN,
    }


class RevokesTokens(InOurWords):
    """A new password ends every other session. Revoking tokens is a choice: programs may depend on them."""

    user: User | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user is not None and listed_tokens(self.user).exists():
            self.fields["revoke_tokens"] = forms.BooleanField(
                label=_("Revoke my API tokens too"),
                help_text=_(
                    "Do this if someone else may know your password. Programs that use the tokens stop working."
                ),
                required=False,
                initial=True,
            )

    def save(self) -> None:
        super().save()  # type: ignore[misc]
        if self.user is not None and self.cleaned_data.get("revoke_tokens"):
            revoke_tokens(user=self.user)


class PasswordChangeForm(RevokesTokens, account.ChangePasswordForm):
    labels: ClassVar = {
        "oldpassword": _("Current password"),
        "password1": NEW_PASSWORD,
        "password2": NEW_PASSWORD_AGAIN,
    }


class ForgottenPasswordForm(InOurWords, account.ResetPasswordForm):
    labels: ClassVar = {"email": ADDRESS}


class ResetPasswordForm(RevokesTokens, account.ResetPasswordKeyForm):
    labels: ClassVar = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD_AGAIN}


class AddressForm(InOurWords, account.AddEmailForm):
    labels: ClassVar = {"email": _("New e-mail address")}


class PasswordAgainForm(InOurWords, account.ReauthenticateForm):
    labels: ClassVar = {"password": PASSWORD}


class CodeField(InOurWords):
    """Codes are digits: phones show a numeric keyboard."""

    labels: ClassVar = {"code": _("Code")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class CodeForm(CodeField, second_factor.AuthenticateForm):
    """Log-in after the password."""


class CodeAgainForm(CodeField, second_factor.ReauthenticateForm):
    """Before a change to the account's security."""


class FirstCodeForm(CodeField, totp.ActivateTOTPForm):
    """Proof that the authenticator app has the secret."""

    labels: ClassVar = {"code": _("The code your app shows now")}
