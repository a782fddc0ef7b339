"""What the scripts of the Learn pages say, in the viewer's language."""

from django.utils.translation import gettext as _

from games.selectors.position_json import Json
from games.views.page_text import page_words


def script_words() -> Json:
    """The words of every board, and those of diagrams."""
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
