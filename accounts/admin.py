"""Django admin of accounts. It uses the site's own log-in page, with its rate limits and second factor."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, User

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = "Asterism"


class ReadOnlyMixin:
    """Read-only rows: services change them, from the site's pages."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = [
        "username",
        "display_name",
        "email",
        "is_active",
        "is_staff",
        "is_ai",
        "is_guest",
        "departed_at",
        "date_joined",
    ]
    list_filter = ["is_active", "is_staff", "is_superuser", "is_ai", "is_guest"]
    search_fields = ["username", "display_name", "email"]
    # Weekends off are counted in the user's own zone: only they may change it.
    readonly_fields = ["email", "time_zone", "is_ai", "is_guest", "departed_at", "last_login", "date_joined"]
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        (_("Profile"), {"fields": ["display_name", "about", "email", "time_zone", "language"]}),
        (_("Permissions"), {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (_("History"), {"fields": ["is_ai", "is_guest", "date_joined", "last_login", "departed_at"]}),
    ]

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Administrators only: staff could otherwise grant themselves every right, or set another user's password."""
        return request.user.is_superuser and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Never: users close their own account and their games stay; an administrator can deactivate it."""
        return False


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    """List tokens and delete them."""

    list_display = ["name", "user", "hint", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at"]
    search_fields = ["name", "user__username"]
    readonly_fields = ["user", "name", "scopes", "hint", "created_at", "expires_at", "last_used_at", "revoked_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(LogEntry)
class AdministratorsLog(ReadOnlyMixin, admin.ModelAdmin):
    """Read-only log of what was done in the admin. Moderators and clubs have their own logs."""

    list_display = ["action_time", "user", "content_type", "object_repr", "get_change_message"]
    list_filter = ["action_flag", "content_type"]
    search_fields = ["user__username", "object_repr"]
    list_select_related = ["user", "content_type"]
