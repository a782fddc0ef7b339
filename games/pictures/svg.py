"""Write shapes as SVG: with the classes of a page's style sheet, or self-contained with colours."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape

from games.pictures.drawing import draw_scene, frame_of
from games.pictures.looks import COLOURS, known_look
from games.pictures.paint import PATTERN_SCALE, PATTERNS, properties
from games.pictures.shapes import Area, Disc, Group, Shape, Strokes, Words
from games.pictures.view import Box, View
from games.rules.scene import Point, Scene

Dress = Callable[[str, str], str | None]
"""From a class and a colour to attributes; None for what is invisible."""
WIDTH = 480


def page_svg(
    view: View, scene: Scene, *, label: str, named: Sequence[str] = (), advised: Sequence[Sequence[str]] = ()
) -> str:
    """SVG for a page that has the style sheets of boards; `label` is for screen readers."""
    box = frame_of(view, scene)
    shapes = written(draw_scene(view, scene, named=named, advised=advised), _classes)
    kind = f"board board-{view.family}" + ("" if view.board.cells else " board-wandering")
    frame = f'class="{kind}" viewBox="{_numbers(box)}" role="img" aria-label="{escape(label)}"'
    return f"<svg {frame}>{shapes}</svg>"


def lone_svg(view: View, scene: Scene, *, look: str = "", size: int = 0) -> str:
    """Self-contained SVG, for lists and download. Styled by attributes, which no content security policy forbids.

    It is WIDTH wide, or as large as fits into a square of `size`.
    """
    look = known_look(look.split())
    box = frame_of(view, scene)
    scale = size / max(box[2], box[3]) if size else WIDTH / box[2]
    dimensions = f'width="{round(box[2] * scale)}" height="{round(box[3] * scale)}"'
    shapes = written(draw_scene(view, scene), partial(_paint, look=look))
    patterns = _patterns({COLOURS[view.colours[piece.seat]].pattern for piece in scene.pieces})
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_numbers(box)}" {dimensions}>{patterns}{shapes}</svg>'


def pattern_definitions() -> str:
    """The patterns of the seats, once for all boards of a page: ids must be unique."""
    return f'<svg class="board-patterns" width="0" height="0" aria-hidden="true">{_patterns(set(PATTERNS))}</svg>'


def _patterns(names: set[str]) -> str:
    attributes = f'width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="scale({PATTERN_SCALE})"'
    drawn = [
        f'<pattern id="pattern-{name}" {attributes}>'
        f'<path d="{path}" stroke="{colour}" stroke-linecap="round" fill="none"/></pattern>'
        for name, (colour, path) in PATTERNS.items()
        if name in names
    ]
    return f"<defs>{''.join(drawn)}</defs>" if drawn else ""


# -- shapes -----------------------------------------------------------------------------------------------------------


def written(shapes: Iterable[Shape], dress: Dress) -> str:
    """The SVG of shapes, with attributes by class and colour."""
    return "".join(_shape(shape, dress, "") for shape in shapes)


def _shape(shape: Shape, dress: Dress, colour: str) -> str:
    if isinstance(shape, Group):
        return _group(shape, dress)
    attributes = dress(shape.kind, colour)
    if attributes is None:
        return ""
    match shape:
        case Area():
            attributes += _own("opacity", shape.opacity) + _own("stroke-width", shape.width)
            return f'<path{attributes} d="{"".join(_path(line) + "Z" for line in shape.outlines)}"/>'
        case Strokes():
            return f'<path{attributes} d="{"".join(_path(line) for line in shape.lines)}"/>'
        case Disc():
            place = "".join(f' {name}="{_n(at)}"' for name, at in (("cx", shape.x), ("cy", shape.y)) if at)
            return f'<circle{attributes}{place} r="{_n(shape.radius)}"/>'
        case Words():
            attributes += _own("font-size", shape.size)
            return f'<text{attributes} x="{_n(shape.x)}" y="{_n(shape.y)}">{escape(shape.text)}</text>'


def _own(name: str, value: float | None) -> str:
    """An attribute that comes with the shape and not from its class."""
    return "" if value is None else f' {name}="{value:g}"'


def _group(group: Group, dress: Dress) -> str:
    place = f' transform="translate({_n(group.x)} {_n(group.y)})"' if group.x or group.y else ""
    inside = "".join(_shape(shape, dress, group.colour) for shape in group.shapes)
    return f"<g{dress(group.kind, group.colour)}{place}>{inside}</g>"


def _classes(kind: str, colour: str) -> str:
    return f' class="{kind}"'


def _paint(kind: str, colour: str, *, look: str) -> str | None:
    painted = properties(kind, look, colour)
    return None if painted is None else "".join(f' {name}="{value}"' for name, value in painted.items())


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _numbers(box: Box) -> str:
    return " ".join(_n(length) for length in box)


def _n(length: float) -> str:
    """At most three decimals; adding 0 turns -0 into 0."""
    return f"{round(length, 3) + 0:g}"
