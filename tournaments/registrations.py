"""What clubs and tournaments add to the site's registries; imported once, when the apps are ready."""

from accounts.export import register_export
from games.selectors.notices import register_words
from tournaments.selectors.export import export_clubs, export_tournaments
from tournaments.selectors.notices import WORDS

register_export("clubs", export_clubs)
register_export("tournaments", export_tournaments)
register_words(WORDS)
