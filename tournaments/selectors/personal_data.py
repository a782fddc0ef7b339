"""The personal data that clubs and tournaments keep about a user, for the download."""

from typing import Any

from accounts.models import User
from tournaments.models import Change, ClubChange, Entry, JoinRequest, Membership, News, Table, Webhook


def export_clubs(user: User) -> dict[str, Any]:
    return {
        "memberships": list(Membership.objects.filter(user=user).values("club__name", "role", "joined_at")),
        "requests": list(JoinRequest.objects.filter(user=user).values("club__name", "message", "created_at")),
        "webhooks": list(Webhook.objects.filter(created_by=user).values("club__name", "url", "kinds", "created_at")),
        "actions": list(ClubChange.objects.filter(actor=user).values("club__name", "at", "action", "about")),
        "news": list(News.objects.filter(author=user).values("club__name", "title", "text", "published_at")),
    }


def export_tournaments(user: User) -> dict[str, Any]:
    entries = Entry.objects.filter(user=user)
    actions = Change.objects.filter(actor=user).order_by("id")
    return {
        "entries": list(entries.values("tournament__name", "name", "rating", "status", "number", "entered_at")),
        "organises": list(user.organised_tournaments.order_by("id").values("name", "club__name")),
        "decided": list(
            Table.objects.filter(decided_by=user)
            .order_by("id")
            .values("round__tournament__name", "round__number", "number", "decided_at")
        ),
        "actions": list(actions.values("tournament__name", "at", "text", "reason")),
    }
