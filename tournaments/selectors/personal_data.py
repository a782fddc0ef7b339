"""The personal data that clubs and tournaments keep about a user, for the download."""

from typing import Any

from accounts.models import User
from tournaments.models import (
    Change,
    ClubChange,
    Entry,
    JoinRequest,
    Membership,
    NameClaim,
    News,
    Person,
    Table,
    Webhook,
)
from tournaments.selectors.names import fill_names


def export_clubs(user: User) -> dict[str, Any]:
    return {
        "memberships": list(Membership.objects.filter(user=user).values("club__name", "role", "joined_at")),
        "requests": list(JoinRequest.objects.filter(user=user).values("club__name", "message", "created_at")),
        "webhooks": list(Webhook.objects.filter(created_by=user).values("club__name", "url", "kinds", "created_at")),
        "actions": [
            {"club__name": line.club.name, "at": line.at, "action": line.action, "about": line.subject}
            for line in ClubChange.objects.filter(actor=user).select_related("club", "person", "roster_person")
        ],
        "roster": list(
            Person.objects.filter(user=user).values(
                "club__name", "name", "email", "rating", "remark", "dues_owed", "dues_paid", "created_at"
            )
        ),
        "name_claims": list(NameClaim.objects.filter(user=user).values("club__name", "person__name", "created_at")),
        "news": list(News.objects.filter(author=user).values("club__name", "title", "text", "published_at")),
    }


def export_tournaments(user: User) -> dict[str, Any]:
    entries = Entry.objects.filter(user=user)
    actions = list(Change.objects.filter(actor=user).select_related("tournament").order_by("id"))
    return {
        "entries": list(
            entries.values(
                "tournament__name", "name", "rating", "status", "number", "entered_at", "checked_in_at", "checked_in_by"
            )
        ),
        "organises": list(user.organised_tournaments.order_by("id").values("name", "club__name")),
        "decided": list(
            Table.objects.filter(decided_by=user)
            .order_by("id")
            .values("round__tournament__name", "round__number", "number", "decided_at")
        ),
        "actions": [
            {"tournament__name": line.tournament.name, "at": line.at, "text": line.text, "reason": line.reason}
            for line in fill_names(actions, "text")
        ],
    }
