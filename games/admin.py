"""Games for the site's staff: to look at, and to annul. Rows are changed by services alone; set-ups stay secret."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.models import ChatMessage, Game, Proposal, Seat, Step
from games.services.abort import annul_game


class ReadOnlyMixin:
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnlyMixin, admin.TabularInline):
    model = Seat
    exclude = ["secret_setup"]
    extra = 0


class StepInline(ReadOnlyMixin, admin.TabularInline):
    model = Step
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["id", "variant", "status", "reason", "rated", "is_live", "ply", "deadline", "arranged_by"]
    list_filter = ["status", "variant", "rated", "is_live", "reason"]
    search_fields = ["seats__user__username", "arranged_by"]
    exclude = ["snapshot", "face"]
    inlines = [SeatInline, StepInline]
    actions = ["annul"]

    @admin.action(description="Annul the chosen games in progress", permissions=["view"])
    def annul(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        for game in games:
            annul_game(game_id=game.pk)
        self.message_user(request, _("What was in progress is annulled."), messages.SUCCESS)


@admin.register(Proposal)
class ProposalAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["id", "kind", "status", "variant", "creator", "created_at", "game"]
    list_filter = ["kind", "status", "variant"]
    search_fields = ["creator__username"]
    exclude = ["token"]


@admin.register(ChatMessage)
class ChatMessageAdmin(ReadOnlyMixin, admin.ModelAdmin):
    list_display = ["id", "game", "room", "author", "text", "at"]
    list_filter = ["room"]
    search_fields = ["author__username", "text"]
