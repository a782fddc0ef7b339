"""Clubs and events for those who look after the site: to be read. Whatever changes an event goes through its pages."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tournaments.models import Change, Club, ClubChange, Entry, Round, Tournament


class ReadOnlyAdmin(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    list_display = ["name", "joining", "created_at", "closed_at"]
    search_fields = ["name", "slug"]
    exclude = ["invitation"]


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    list_display = ["name", "club", "format", "variant", "status", "created_at"]
    list_filter = ["status", "format", "venue"]
    search_fields = ["name"]
    list_select_related = ["club"]


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ["name", "tournament", "number", "status"]
    search_fields = ["name"]
    list_select_related = ["tournament"]


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "number", "status", "engine", "engine_version"]
    list_select_related = ["tournament"]
    exclude = ["task"]


@admin.register(Change)
class ChangeAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "at", "actor", "text"]
    list_select_related = ["tournament", "actor"]


@admin.register(ClubChange)
class ClubChangeAdmin(ReadOnlyAdmin):
    list_display = ["club", "at", "actor", "deed", "about"]
    list_filter = ["deed"]
    list_select_related = ["club", "actor"]
