"""Looks of boards and pieces: board themes, piece sets, and the colours of the seats.

A look is one word for the board, one for each set of pieces, one for the coordinates: `wood hatched engraved discs
coordinates`. Every word stands for a few tokens; `paint` uses them. The words are those of `accounts/enums.py`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

Tokens = dict[str, str]
SHOWN, HIDDEN = "inline", "none"


@dataclass(frozen=True)
class Colour:
    """A seat's colour. `ink` is drawn on it; `pattern` and the emblem distinguish seats without colour."""

    fill: str
    edge: str
    ink: str
    edge_by_night: str
    pattern: str = ""


COLOURS = {
    "red": Colour("#c23b2e", "#7d231b", "#fff4ea", "#ff9b8c"),
    "blue": Colour("#2f62b5", "#1f3f78", "#f2f6ff", "#9dc0ff", "slashes"),
    "yellow": Colour("#e3b23c", "#6d4f06", "#3a2b00", "#ffe39a", "dots"),
    "violet": Colour("#7c4ea6", "#4a2a6d", "#fbf5ff", "#d3aef5", "backslashes"),
    "orange": Colour("#dc7426", "#7a3808", "#2b1403", "#ffc08a"),
    "white": Colour("#f3ead6", "#6a5f42", "#4b4331", "#fff8e6"),
    "brown": Colour("#6f4526", "#452a17", "#f6e7d6", "#d9a578"),
    "black": Colour("#262a35", "#0e1016", "#e8e6df", "#b9c0d0"),
}


def _colour_tokens(*, is_night: bool = False, edge: str = "") -> Tokens:
    tokens: Tokens = {}
    for name, colour in COLOURS.items():
        by_day = edge or colour.edge
        tokens |= {
            name: colour.fill,
            f"{name}-edge": colour.edge_by_night if is_night else by_day,
            f"{name}-ink": colour.ink,
        }
    return tokens


# The contrast of what is on a board (`accent`, `bad`, `brass`) is with the board, not with the page around it.
THEMES: dict[str, Tokens] = {
    "paper": {
        "mount": "#e6dbc0",
        "table": "#e6dbc0",
        "rim": "#b3a275",
        "label": "#5a5240",
        "table-label": "#5a5240",
        "cell": "#f3ecda",
        "cell-b": "#e7dbbd",
        "line": "#b3a275",
        "line-width": "0.02",
        "disc": "#f6efdf",
        "disc-edge": "#a8956a",
        "platform": "#a6bac0",
        "platform-edge": "#4f666d",
        "accent": "#2b4fb8",
        "bad": "#b3362b",
        "brass": "#7a520c",
        "halo": "#fffdf7",
        **_colour_tokens(),
    },
    "wood": {
        "mount": "#6b4426",
        "table": "#cba06c",
        "rim": "#3f2612",
        "label": "#f4e4c9",
        "table-label": "#3f2612",
        "cell": "#e8ca98",
        "cell-b": "#d9b27c",
        "line": "#9a6d3c",
        "line-width": "0.02",
        "disc": "#e8ca98",
        "disc-edge": "#3f2612",
        "platform": "#a3b5ad",
        "platform-edge": "#44594f",
        "accent": "#1f3f9e",
        "bad": "#a12418",
        "brass": "#5f3f05",
        "halo": "#fff8ea",
        **_colour_tokens(),
    },
    "night": {
        "mount": "#161b2c",
        "table": "#161b2c",
        "rim": "#4c5880",
        "label": "#b4bccf",
        "table-label": "#b4bccf",
        "cell": "#2c3552",
        "cell-b": "#242c46",
        "line": "#4c5880",
        "line-width": "0.02",
        "disc": "#36405f",
        "disc-edge": "#6d7ba8",
        "platform": "#41606e",
        "platform-edge": "#a9c8d4",
        "accent": "#a9c3ff",
        "bad": "#ffa79d",
        "brass": "#ecc987",
        "halo": "#10131f",
        **_colour_tokens(is_night=True),
    },
    "ink": {
        "mount": "#ffffff",
        "table": "#ffffff",
        "rim": "#000000",
        "label": "#000000",
        "table-label": "#000000",
        "cell": "#ffffff",
        "cell-b": "#e8e8e8",
        "line": "#000000",
        "line-width": "0.025",
        "disc": "#ffffff",
        "disc-edge": "#000000",
        "platform": "#cfd8dc",
        "platform-edge": "#000000",
        "accent": "#0b35c4",
        "bad": "#b00000",
        "brass": "#5c3d06",
        "halo": "#ffffff",
        **_colour_tokens(edge="#000000"),
    },
}
VEGA_SETS: dict[str, Tokens] = {
    "hatched": {"hatching": SHOWN, "shading": SHOWN, "cap": HIDDEN, "facet-edge": "0.022"},
    "solid": {"hatching": HIDDEN, "shading": SHOWN, "cap": SHOWN, "facet-edge": "0.022"},
    "outlined": {"hatching": HIDDEN, "shading": HIDDEN, "cap": SHOWN, "facet-edge": "0.05"},
}
SUIT_SETS: dict[str, Tokens] = {
    "engraved": {"turned": SHOWN, "sign": SHOWN, "letter": HIDDEN},
    "plain": {"turned": HIDDEN, "sign": SHOWN, "letter": HIDDEN},
    "letters": {"turned": HIDDEN, "sign": HIDDEN, "letter": SHOWN},
}
PAWN_SETS: dict[str, Tokens] = {
    "discs": {"flat": SHOWN, "figure": HIDDEN},
    "pawns": {"flat": HIDDEN, "figure": SHOWN},
}
COORDINATES: dict[str, Tokens] = {"coordinates": {"label-shown": SHOWN}, "no-coordinates": {"label-shown": HIDDEN}}
KINDS = (THEMES, VEGA_SETS, SUIT_SETS, PAWN_SETS, COORDINATES)
DEFAULT_LOOK = " ".join(next(iter(kind)) for kind in KINDS)


def tokens_of(look: str) -> Tokens:
    """All tokens of a look; for a missing or unknown word the default of its kind."""
    chosen = set(look.split())
    tokens: Tokens = {}
    for kind in KINDS:
        tokens |= kind[_word(kind, chosen)]
    return tokens


def known_look(words: Iterable[str]) -> str:
    """The canonical look of these words."""
    chosen = set(words)
    return " ".join(_word(kind, chosen) for kind in KINDS)


def _word(kind: dict[str, Tokens], chosen: set[str]) -> str:
    return next((word for word in kind if word in chosen), next(iter(kind)))
