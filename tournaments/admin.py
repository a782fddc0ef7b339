"""Read-only admin pages of clubs and tournaments. Changes are made on the site's own pages."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.http import HttpRequest

from accounts.admin import ReadOnlyMixin
from tournaments.models import Change, Club, ClubChange, Entry, Round, Tournament
from tournaments.selectors.names import fill_names


@admin.register(Club)
class ClubAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["name", "joining", "created_at", "closed_at"]
    search_fields = ["name", "slug"]
    exclude = ["invitation"]


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["name", "club", "format", "variant", "status", "created_at"]
    list_filter = ["status", "format", "venue"]
    search_fields = ["name"]
    list_select_related = ["club"]


@admin.register(Entry)
class EntryAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["name", "tournament", "number", "status"]
    search_fields = ["name"]
    list_select_related = ["tournament"]


@admin.register(Round)
class RoundAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["tournament", "number", "status", "engine", "engine_version"]
    list_select_related = ["tournament"]
    exclude = ["task"]


@admin.register(Change)
class ChangeAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["tournament", "at", "actor", "text"]
    list_select_related = ["tournament", "actor"]

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        page = super().get_changelist_instance(request)
        page.result_list = fill_names(list(page.result_list), "text")
        return page

    def get_object(self, *args: Any) -> Change | None:
        found: Change | None = super().get_object(*args)
        return found and fill_names([found], "text")[0]


@admin.register(ClubChange)
class ClubChangeAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["club", "at", "actor", "action", "subject"]
    list_filter = ["action"]
    list_select_related = ["club", "actor", "person"]
