"""Draw a position as shapes, from the ground up."""

from collections.abc import Mapping, Sequence

from games.pictures.ground import (
    draw_advice,
    draw_cells,
    draw_labels,
    draw_marks,
    draw_mount,
    draw_notes,
    draw_platform,
    draw_table,
    draw_trails,
    draw_wandering_labels,
)
from games.pictures.pieces import draw_piece
from games.pictures.shapes import Group, Shape
from games.pictures.view import Box, View, bounds
from games.rules.scene import Cell, Piece, Scene


def draw_scene(
    view: View, scene: Scene, *, named: Sequence[str] = (), advised: Sequence[Sequence[str]] = ()
) -> list[Shape]:
    """All shapes of a position, with the names of the cells `named` and the paths of the turn `advised`.

    Pieces nearer to the viewer come last.
    """
    cells = cells_of(view, scene)
    pieces = [piece for piece in scene.pieces if piece.cell in cells]
    pieces.sort(key=lambda piece: view.point(piece.x, piece.y)[1])
    return [
        *(draw_mount(view) if view.board.cells else draw_table(view, frame_of(view, scene))),
        *draw_cells(view, cells.values()),
        *([] if scene.platform is None else draw_platform(view, scene.platform)),
        *draw_trails(view, scene, cells),
        *draw_marks(view, scene, cells),
        *(_placed(view, piece, cells[piece.cell]) for piece in pieces),
        *draw_notes(view, [cells[name] for name in named if name in cells]),
        *draw_advice(view, advised, cells),
        *([] if view.is_small else _labels(view, cells)),
    ]


def _labels(view: View, cells: Mapping[str, Cell]) -> list[Shape]:
    return draw_labels(view, view.board.labels) if view.board.cells else draw_wandering_labels(view, cells.values())


def cells_of(view: View, scene: Scene) -> dict[str, Cell]:
    """The cells by name; a board that moves has them in every scene."""
    return {cell.name: cell for cell in scene.cells or view.board.cells}


def frame_of(view: View, scene: Scene) -> Box:
    """The visible area. A small picture leaves out free places, unless the last turn began there."""
    cells = cells_of(view, scene).values()
    trodden = {name for trail in scene.last_turn for name in trail.path}
    return bounds(view, [cell for cell in cells if not view.is_small or cell.kind != "space" or cell.name in trodden])


def _placed(view: View, piece: Piece, cell: Cell) -> Group:
    at = view.point(piece.x, piece.y)
    return draw_piece(piece, view.colours[piece.seat], at, outline=cell.outline, on_screen=view.outline(cell.outline))
