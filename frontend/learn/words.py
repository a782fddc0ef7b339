"""Translated texts for the scripts of the Learn pages."""

from django.utils.translation import gettext as _

from games.selectors.position_json import Json
from games.views.page_text import page_words


def script_words() -> Json:
    """Return the texts shared by all boards and those of diagrams, in the active language."""
    return {
        **page_words(),
        "done": _("That's it: {step}."),
        "played": _("Played: {step}."),
        "not_it": _("{step} is legal, but it isn't what the task asks for. Reset the position and try another move."),
        "solved": _("Solved: {count} of {all}"),
        "ends": _("The game is over."),
        "wins": _winners(),
    }


def _winners() -> Json:
    return {
        "red": _("Red wins."),
        "blue": _("Blue wins."),
        "yellow": _("Yellow wins."),
        "violet": _("Violet wins."),
        "orange": _("Orange wins."),
        "white": _("White wins."),
        "brown": _("Brown wins."),
        "black": _("Black wins."),
    }
