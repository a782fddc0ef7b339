"""Creation of guests: when a visitor starts to play, never by a read."""

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.drf.throttling import NewGuestThrottle
from accounts.models import User
from accounts.services.guests import KEPT_FOR, create_guest


def player_of(request: HttpRequest) -> User:
    """The current user, else a new guest, who is logged in."""
    if isinstance(request.user, User):
        return request.user
    message = _("Too many guests came from your address in the last hour. Sign up, or try again later.")
    NewGuestThrottle().check(request, message, code="too_many_guests")
    guest = create_guest()
    _make_known(request, guest)
    return guest


def recognise_guest(request: HttpRequest, guest_id: int) -> None:
    """Log in the guest created by an earlier request of this visitor, whose response never arrived."""
    guest = User.objects.filter(pk=guest_id, is_guest=True).first()
    if guest is not None and not isinstance(request.user, User):
        _make_known(request, guest)


def _make_known(request: HttpRequest, guest: User) -> None:
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session.set_expiry(int(KEPT_FOR.total_seconds()))
