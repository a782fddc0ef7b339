"""Creation of the first administrator and of AI accounts."""

from django.db import transaction

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
    """Create an account that plays and can never log in. Idempotent."""
    user, is_new = User.objects.get_or_create(username=username, defaults={"display_name": display_name, "is_ai": True})
    if is_new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user
