"""Registers accounts in the site's registries; imported once, when the apps are ready."""

from django.utils.translation import gettext_lazy as _

from accounts.registries.personal_data import register_export
from accounts.registries.settings_pages import SettingsPage, register_settings_page
from accounts.selectors import export_account, export_people, export_sessions, export_tokens

register_export("account", export_account)
register_export("people", export_people)
register_export("sessions", export_sessions)
register_export("tokens", export_tokens)

register_settings_page(SettingsPage(label=_("Profile"), url_name="accounts:settings", position=10))
register_settings_page(SettingsPage(label=_("Board"), url_name="accounts:board", position=40))
register_settings_page(SettingsPage(label=_("People"), url_name="accounts:people", position=60))
register_settings_page(
    SettingsPage(label=_("Security"), url_name="accounts:security", position=70, covers="/accounts/")
)
register_settings_page(SettingsPage(label=_("API tokens"), url_name="accounts:tokens", position=80))
register_settings_page(
    SettingsPage(label=_("Your data"), url_name="accounts:data", position=90, covers="/settings/data/")
)
