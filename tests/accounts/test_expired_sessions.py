"""Expired sessions are deleted with their browser data; live ones stay."""

from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from accounts.tasks import clean_up
from tests.accounts.people import signed_in_by_form
from tests.accounts.test_second_factor import is_in


def test_expired_sessions_are_deleted_and_live_ones_are_not(mira: User) -> None:
    old, live = (signed_in_by_form("mira") for _ in range(2))
    Session.objects.filter(pk=old.session.session_key).update(expire_date=timezone.now() - timedelta(seconds=1))
    clean_up()
    assert list(Session.objects.values_list("pk", flat=True)) == [live.session.session_key]
    assert list(UserSession.objects.values_list("session_key", flat=True)) == [live.session.session_key]
    assert (is_in(old), is_in(live)) == (False, True)
