"""Clean-up of expired sessions."""

from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef


def delete_expired_sessions() -> int:
    """Delete expired sessions, and the browsers' names and addresses of sessions that are gone."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    deleted: int = UserSession.objects.exclude(Exists(alive)).delete()[0]
    return deleted
