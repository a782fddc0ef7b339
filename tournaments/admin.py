"""Read-only admin pages of clubs and tournaments. Changes are made on the site's own pages."""

from django.contrib import admin

from accounts.admin import ReadOnlyMixin
from tournaments.models import Change, Club, ClubChange, Entry, Round, Tournament


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


@admin.register(ClubChange)
class ClubChangeAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["club", "at", "actor", "action", "about"]
    list_filter = ["action"]
    list_select_related = ["club", "actor"]
