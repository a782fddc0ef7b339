"""The table of paint: the style of each class of shape, in tokens of the look.

The style sheet `css/looks.css` is generated from it (`manage.py looks`), and self-contained pictures are painted with
it. Values in braces are tokens: of the theme, of the set, or `fill`, `edge`, `ink` and `pattern` of the seat's colour.
"""

import re
from functools import lru_cache

from games.pictures.looks import COLOURS, DEFAULT_LOOK, KINDS, Tokens, tokens_of

ROUND = {"stroke-linecap": "round", "stroke-linejoin": "round"}
NO_FILL = {"fill": "none", **ROUND}
LIGHT = {**NO_FILL, "stroke": "#ffffff", "stroke-opacity": "0.4", "stroke-width": "0.035"}
WRITTEN = {"font-family": "system-ui, sans-serif", "text-anchor": "middle", "dominant-baseline": "central"}
PAINT: dict[str, dict[str, str]] = {
    # the board
    "board-mount": {"fill": "{mount}", "stroke": "{mount}", **ROUND},
    "board-table": {"fill": "{table}", "stroke": "{table}", **ROUND},
    "mount-bare": {"stroke-width": "0.6"},
    "mount-labelled": {"display": "{label-shown}"},
    "mount-small": {"stroke-width": "0.5"},
    "board-rim": {**NO_FILL, "stroke": "{rim}", "stroke-width": "0.07"},
    "board-label": {"fill": "{label}", **WRITTEN, "display": "{label-shown}"},
    "label-table": {"fill": "{table-label}"},
    "cell": {"fill": "{cell}", "stroke": "{line}", "stroke-width": "{line-width}"},
    "tone-b": {"fill": "{cell-b}"},
    "disc-shadow": {"fill": "#10131f", "opacity": "0.16"},
    "disc-body": {"fill": "{disc}", "stroke": "{disc-edge}", "stroke-width": "0.035"},
    "disc-ring": {**NO_FILL, "stroke": "{disc-edge}", "stroke-width": "0.02", "opacity": "0.6"},
    "marked": {"fill": "none"},
    "marked-goal": {"fill": "{brass}", "fill-opacity": "0.16"},
    "marked-boarding": {
        "fill": "{platform}",
        "fill-opacity": "0.35",
        "stroke": "{platform-edge}",
        "stroke-width": "0.05",
        "stroke-dasharray": "0.14 0.1",
    },
    "mark-text": {"fill": "{platform-edge}", "font-size": "0.42px", **WRITTEN},
    "marked-forbidden": {"fill": "{rim}", "fill-opacity": "0.28"},
    "platform": {"fill": "{platform}", "stroke": "{platform-edge}", "stroke-width": "0.12", **ROUND},
    "platform-line": {**NO_FILL, "stroke": "{platform-edge}", "stroke-width": "0.02"},
    "pin-needle": {"stroke": "{platform-edge}", "stroke-width": "0.05", **NO_FILL},
    "pin-head": {"fill": "{accent}", "stroke": "{halo}", "stroke-width": "0.025"},
    "pin-light": {"fill": "{halo}", "opacity": "0.75"},
    "trail": {**NO_FILL, "stroke": "{edge}", "stroke-opacity": "0.55", "stroke-width": "0.1"},
    "trail-start": {**NO_FILL, "stroke": "{edge}", "stroke-opacity": "0.55", "stroke-width": "0.05"},
    "trail-slid": {
        **NO_FILL,
        "stroke": "{edge}",
        "stroke-opacity": "0.75",
        "stroke-width": "0.1",
        "stroke-dasharray": "0.3 0.22",
    },
    "ghost": {"opacity": "0.35"},
    "trail-taken": {**NO_FILL, "stroke": "{bad}", "stroke-width": "0.05", "stroke-dasharray": "0.1 0.08"},
    "hint-note": {
        "fill": "{accent}",
        "stroke": "{halo}",
        "stroke-width": "0.14",
        "paint-order": "stroke",
        "font-size": "0.5px",
        "font-weight": "700",
        **WRITTEN,
    },
    # all pieces
    "piece-shadow": {"fill": "#10131f", "opacity": "0.24"},
    "piece-body": {"fill": "{fill}", "stroke": "{edge}", "stroke-width": "0.03", **ROUND},
    # pyramids
    "facet": {"stroke-width": "{facet-edge}"},
    "facet-hatching": {"fill": "{pattern}", "display": "{hatching}", "opacity": "0.45"},
    "facet-shade": {"fill": "#10131f", "display": "{shading}"},
    "facet-sign": {"fill": "{ink}", "opacity": "0.85"},
    "cap": {"fill": "{ink}", "display": "{cap}"},
    "cap-line": {**NO_FILL, "stroke": "{ink}", "stroke-width": "0.06", "display": "{cap}"},
    # suns, moons and stars
    "turned-rim": {
        **NO_FILL,
        "stroke": "{ink}",
        "stroke-opacity": "0.35",
        "stroke-width": "0.022",
        "display": "{turned}",
    },
    "turned-light": {**LIGHT, "display": "{turned}"},
    "piece-sign": {"fill": "{ink}", "display": "{sign}"},
    "piece-sign-line": {**NO_FILL, "stroke": "{ink}", "stroke-width": "0.05", "display": "{sign}"},
    "piece-letter": {"fill": "{ink}", "font-size": "0.52px", "font-weight": "700", **WRITTEN, "display": "{letter}"},
    # pawns
    "flat": {"display": "{flat}"},
    "flat-rim": {**NO_FILL, "stroke": "{ink}", "stroke-opacity": "0.3", "stroke-width": "0.022", "display": "{flat}"},
    "flat-light": {**LIGHT, "display": "{flat}"},
    "emblem": {"fill": "{ink}", "display": "{flat}"},
    "emblem-line": {**NO_FILL, "stroke": "{ink}", "stroke-width": "0.075", "display": "{flat}"},
    "figure": {"display": "{figure}"},
    "figure-light": {"fill": "#ffffff", "opacity": "0.35", "display": "{figure}"},
    # pieces that may be huffed
    "huff-ring": {**NO_FILL, "stroke": "{bad}", "stroke-width": "0.06", "stroke-dasharray": "0.12 0.08"},
    "huff-sign": {"fill": "{bad}", "stroke": "{halo}", "stroke-width": "0.03"},
    "huff-text": {"fill": "{halo}", "font-size": "0.24px", "font-weight": "700", **WRITTEN},
}
# Drawn four units wide; the lines are light on dark pieces and dark on light ones.
PATTERNS = {
    "slashes": ("#ffffff", "M-1,1 L1,-1 M0,4 L4,0 M3,5 L5,3"),
    "backslashes": ("#ffffff", "M-1,3 L1,5 M0,0 L4,4 M3,-1 L5,1"),
    "dots": ("#10131f", "M2,2 h0.01"),
}
PATTERN_SCALE = 0.035
BRACES = re.compile(r"^\{([a-z-]+)\}$")
# Choices made by a checkbox.
TICKED = {"coordinates": '[name="coordinates"]:checked', "no-coordinates": '[name="coordinates"]:not(:checked)'}
OF_THE_COLOUR = ("fill", "edge", "ink", "pattern")


@lru_cache(maxsize=4096)
def properties(kind: str, look: str = DEFAULT_LOOK, colour: str = "") -> dict[str, str] | None:
    """The style of a shape with all tokens resolved; None if this look doesn't show it."""
    tokens = tokens_of(look) | (_colour_tokens(look, colour) if colour else {})
    merged: dict[str, str] = {}
    for word in kind.split():
        merged |= PAINT.get(word, {})
    painted = {name: _resolved(value, tokens) for name, value in merged.items()}
    return None if painted.pop("display", "inline") == "none" else painted


def _colour_tokens(look: str, colour: str) -> Tokens:
    tokens = tokens_of(look)
    pattern = COLOURS[colour].pattern
    return {
        "fill": tokens[colour],
        "edge": tokens[f"{colour}-edge"],
        "ink": tokens[f"{colour}-ink"],
        "pattern": f"url(#pattern-{pattern})" if pattern else "none",
    }


def _resolved(value: str, tokens: Tokens) -> str:
    found = BRACES.match(value)
    return tokens[found[1]] if found else value


# -- the style sheet --------------------------------------------------------------------------------------------------


def style_sheet() -> str:
    """The paint as CSS, with tokens as custom properties: the nearest `data-look` applies."""
    rules = [
        *_look_rules(),
        *_colour_rules(),
        *(_rule(f".{kind}", _as_variables(paint)) for kind, paint in PAINT.items()),
    ]
    return "\n".join(["/* Written by `manage.py looks` from games/pictures: change it there. */", *rules, ""])


def _look_rules() -> list[str]:
    """The default look for all, then every word; the form that chooses a look previews the selection at once."""
    rules = [_rule(":root", _token_properties(tokens_of(DEFAULT_LOOK)))]
    for kind in KINDS:
        for word, tokens in kind.items():
            ticked = TICKED.get(word, f'[value="{word}"]:checked')
            selector = f'[data-look~="{word}"], .look-form:has({ticked}) .look-preview'
            rules.append(_rule(selector, _token_properties(tokens)))
    return rules


def _token_properties(tokens: Tokens) -> dict[str, str]:
    return {f"--board-{name}": value for name, value in tokens.items()}


def _colour_rules() -> list[str]:
    rules = []
    for name, colour in COLOURS.items():
        tokens = {
            part: f"var(--board-{name}{'' if part == 'fill' else '-' + part})" for part in ("fill", "edge", "ink")
        }
        tokens["pattern"] = f'url("#pattern-{colour.pattern}")' if colour.pattern else "none"
        rules.append(_rule(f".colour-{name}", {f"--piece-{part}": value for part, value in tokens.items()}))
    return rules


def _as_variables(paint: dict[str, str]) -> dict[str, str]:
    return {name: _variable(value) for name, value in paint.items()}


def _variable(value: str) -> str:
    found = BRACES.match(value)
    if found is None:
        return value
    return f"var(--{'piece' if found[1] in OF_THE_COLOUR else 'board'}-{found[1]})"


def _rule(selector: str, declarations: dict[str, str]) -> str:
    return f"{selector} {{ {' '.join(f'{name}: {value};' for name, value in declarations.items())} }}"
