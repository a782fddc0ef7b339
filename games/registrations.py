"""What games add to the site's registries; imported once, when the apps are ready."""

from django.utils.translation import gettext_lazy as _

from accounts.guest_merge import register_handover
from accounts.personal_data import register_export
from accounts.settings_pages import SettingsPage, register_settings_page
from games.selectors.leave import export_leave
from games.selectors.notices import register_words
from games.selectors.personal_data import export_games, export_notices, export_puzzles, export_ratings, export_talk
from games.selectors.plans import export_plans
from games.services.guests import hand_over_games, hand_over_puzzles

register_export("games", export_games)
register_export("leave", export_leave)
register_export("plans", export_plans)
register_export("notices", export_notices)
register_export("puzzles", export_puzzles)
register_export("ratings", export_ratings)
register_export("talk", export_talk)

register_handover("games", hand_over_games)
register_handover("puzzles", hand_over_puzzles)

register_words(
    {
        "measure_warn": _("You received a warning from a moderator. See the reason."),
        "measure_mute": _("A moderator muted you. See the reason and the end date."),
        "measure_suspend": _("A moderator suspended your account. See the reason and the end date."),
    }
)

register_settings_page(SettingsPage(label=_("Notices"), url_name="games:notice_settings", position=30))
register_settings_page(SettingsPage(label=_("Leave"), url_name="games:leave", position=35))
