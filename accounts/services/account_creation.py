"""Creation of the first administrator and of AI accounts."""

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict
from accounts.models import FirstAdministrator, User


def make_first_administrator(*, user: User) -> bool:
    """Make this user the administrator, if the site never had one. Of two at once exactly one succeeds."""
    with transaction.atomic():
        if User.objects.filter(is_superuser=True).exists():
            return False
        # The primary key is fixed, so the database allows only one row.
        FirstAdministrator.objects.bulk_create([FirstAdministrator(user=user)], ignore_conflicts=True)
        if not FirstAdministrator.objects.filter(user=user).exists():
            return False
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])
    return True


def create_ai_account(*, username: str, display_name: str) -> User:
    """Create an account that plays and can never log in. Idempotent; raises Conflict if a person has the name."""
    made = {"username": username, "display_name": display_name, "is_ai": True, "password": make_password(None)}
    user, _is_new = User.objects.get_or_create(username__iexact=username, defaults=made)
    if not user.is_ai:
        message = _("A person has the username %(username)s of an AI. Rename that account.") % {"username": username}
        raise Conflict(message, code="username_taken")
    return user
