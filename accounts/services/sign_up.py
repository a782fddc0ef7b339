"""Coming to the site."""

from django.db import transaction

from accounts.models import FirstAdministrator, User


def make_first_administrator(*, user: User) -> bool:
    """Make this person the administrator, if the site never had one. Of two at once exactly one succeeds."""
    with transaction.atomic():
        if User.objects.filter(is_superuser=True).exists():
            return False
        # The primary key is fixed, so the database keeps one row however many try.
        FirstAdministrator.objects.bulk_create([FirstAdministrator(user=user)], ignore_conflicts=True)
        if not FirstAdministrator.objects.filter(user=user).exists():
            return False
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])
    return True


def create_ai_account(*, username: str, display_name: str) -> User:
    """An account that plays and can never log in. Asking again returns the same one."""
    user, is_new = User.objects.get_or_create(username=username, defaults={"display_name": display_name, "is_ai": True})
    if is_new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user
