"""Registers clubs and tournaments in the site's registries; imported once, when the apps are ready."""

from games.lobby.selectors import register_arranger
from games.notifications.selectors.calendar import register_dates
from games.notifications.selectors.notices import register_words
from tournaments.selectors.dates import arranged_keys, round_dates
from tournaments.selectors.notices import WORDS

register_arranger(arranged_keys)
register_dates(round_dates)
register_words(WORDS)
