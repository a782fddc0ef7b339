"""Django admin of games: read-only, with actions to annul and retry. Services write; secret set-ups stay hidden."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.admin import ReadOnlyMixin
from games.enums import IN_PROGRESS, GameStatus
from games.models import ChatMessage, Game, GameFault, MailFault, Proposal, Seat, Step
from games.notifications.services.mail import MAX_TRIES, retry_mails
from games.selectors.faults import open_game_faults
from games.services.endings import annul_game, strike_result
from games.services.faults import forget_faults


class JudgedMixin(ReadOnlyMixin):
    """Reading is for all staff; actions are for administrators."""

    def has_judge_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)


class SeatInline(ReadOnlyMixin, admin.TabularInline):
    model = Seat
    exclude = ["secret_setup"]
    extra = 0


class StepInline(ReadOnlyMixin, admin.TabularInline):
    model = Step
    extra = 0


@admin.register(Game)
class GameAdmin(JudgedMixin, admin.ModelAdmin):
    list_display = ["id", "variant", "status", "reason", "rated", "is_live", "ply", "deadline", "arranged_by"]
    list_filter = ["status", "variant", "rated", "is_live", "reason"]
    search_fields = ["seats__user__username", "arranged_by"]
    exclude = ["snapshot", "face"]
    inlines = [SeatInline, StepInline]
    actions = ["annul", "strike"]

    @admin.action(description="Annul selected games in progress", permissions=["judge"])
    def annul(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        for game in games.filter(status__in=IN_PROGRESS):
            annul_game(game_id=game.pk)
            self.log_change(request, game, "Annulled.")
        self.message_user(request, _("Games in progress are annulled."), messages.SUCCESS)

    @admin.action(description="Void the results of selected finished games", permissions=["judge"])
    def strike(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        for game in games.filter(status=GameStatus.OVER):
            strike_result(game_id=game.pk)
            self.log_change(request, game, "Result voided.")
        self.message_user(request, _("Finished games no longer count; ratings are recalculated."), messages.SUCCESS)


@admin.register(GameFault)
class GameFaultAdmin(JudgedMixin, admin.ModelAdmin):
    """Games that the sweep could not settle. Repair or annul the game, then retry it."""

    list_display = ["game", "reason", "tries", "noted_at", "again_at"]
    actions = ["try_again"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameFault]:
        return super().get_queryset(request) & open_game_faults()

    @admin.action(description="Retry selected games", permissions=["judge"])
    def try_again(self, request: HttpRequest, faults: QuerySet[GameFault]) -> None:
        games = [fault.game for fault in faults.select_related("game")]
        forget_faults(game_ids=[game.pk for game in games])
        for game in games:
            self.log_change(request, game, "Retried.")
        self.message_user(request, _("They will be retried on the next run."), messages.SUCCESS)


@admin.register(MailFault)
class MailFaultAdmin(JudgedMixin, admin.ModelAdmin):
    """People to whom mail failed. Correct the address or the mail server, then retry."""

    list_display = ["user", "reason", "tries", "is_given_up", "noted_at", "again_at"]
    search_fields = ["user__username", "reason"]
    actions = ["try_again"]

    @admin.display(boolean=True, description="dead letter")
    def is_given_up(self, fault: MailFault) -> bool:
        return fault.tries >= MAX_TRIES

    @admin.action(description="Retry the mails of selected users", permissions=["judge"])
    def try_again(self, request: HttpRequest, faults: QuerySet[MailFault]) -> None:
        chosen = list(faults)
        retry_mails(user_ids=[fault.pk for fault in chosen])
        for fault in chosen:
            self.log_change(request, fault, "Retried.")
        self.message_user(request, _("They will be retried on the next run."), messages.SUCCESS)


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
