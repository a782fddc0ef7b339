"""Translation of messages from Django-free packages (rules, timing, conditional moves) into the reader's language."""

from typing import Any

from django.utils.translation import gettext, ngettext

from games.rules import families
from games.rules.sentences import Sentence


def in_words(sentence: str) -> str:
    """A `Sentence` translated and filled in; any other text unchanged."""
    if not isinstance(sentence, Sentence):
        return sentence
    if sentence.plural:
        pattern = ngettext(sentence.template, sentence.plural, sentence.number)
    else:
        pattern = gettext(sentence.template)
    values = {name: in_words(value) if isinstance(value, str) else value for name, value in sentence.values.items()}
    return pattern.format(**values) if values else pattern


def error_words(error: Exception) -> str:
    """The translated message of an error from a Django-free package."""
    return in_words(error.args[0]) if error.args else ""


def to_keep(value: Any) -> Any:
    """A `Sentence` as JSON for storage, with its names as they are now; any other value unchanged."""
    return value.replace_names(str).to_json() if isinstance(value, Sentence) else value


def kept_words(value: Any) -> Any:
    """The translated text of a value stored by `to_keep`; the bare template for JSON of another version."""
    if not (isinstance(value, dict) and "say" in value):
        return value
    try:
        return in_words(Sentence.from_json(value))
    except (AttributeError, LookupError, TypeError, ValueError):
        return str(value["say"])


def family_words(family_id: str) -> str:
    """A family's name by its id; of one that is not registered the id."""
    names = {family.id: family.name for family in families()}
    return in_words(names.get(family_id, family_id))


def colour_words(colour: str) -> str:
    """The translated name of a seat's colour."""
    return {
        "red": gettext("red"),
        "blue": gettext("blue"),
        "yellow": gettext("yellow"),
        "violet": gettext("violet"),
        "orange": gettext("orange"),
        "white": gettext("white"),
        "brown": gettext("brown"),
        "black": gettext("black"),
    }.get(colour, colour)


def piece_words(kind: str, colour: str) -> str:
    """The translated name of a piece: its colour, and its kind where a seat has several."""
    if kind in ("tetrahedron", "pawn"):
        return colour_words(colour)
    # Translators: one of sun, moon, star, champion after a colour, as in "white sun"; turn it round if need be.
    return gettext("%(colour)s %(piece)s") % {"colour": colour_words(colour), "piece": gettext(kind)}
