"""Registrations of games with the site: exports, guest merges, notice texts, settings pages. Imported at startup."""

from django.utils.translation import gettext_lazy as _

from accounts.registries.guest_merge import register_handover
from accounts.registries.personal_data import register_export
from accounts.registries.settings_pages import SettingsPage, register_settings_page
from games.notifications.selectors.notices import register_words
from games.selectors import personal_data
from games.services.guests import hand_over_games, hand_over_puzzles

register_export("games", personal_data.export_games)
register_export("vacations", personal_data.export_vacations)
register_export("conditional_moves", personal_data.export_conditional_moves)
register_export("notices", personal_data.export_notices)
register_export("puzzles", personal_data.export_puzzles)
register_export("ratings", personal_data.export_ratings)
register_export("talk", personal_data.export_talk)

register_handover("games", hand_over_games)
register_handover("puzzles", hand_over_puzzles)

register_words(
    {
        "measure_warn": _("You received a warning from a moderator. See the reason."),
        "measure_mute": _("A moderator muted you. See the reason and the end date."),
        "measure_suspend": _("A moderator suspended your account. See the reason and the end date."),
    }
)

register_settings_page(SettingsPage(label=_("Notifications"), url_name="games:notice_settings", position=30))
register_settings_page(SettingsPage(label=_("Vacation"), url_name="games:vacations", position=35))
