"""SVG pictures of positions stored as JSON: for pages before their script runs, for lists and for download."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from games.pictures.svg import lone_svg, page_svg
from games.pictures.view import View
from games.rules.core import Game as Engine
from games.rules.scene import Cell, Piece, Platform, Scene, Trail
from games.selectors.position_json import CellJson, PieceJson, PlatformJson, SceneJson, TrailJson

Part = TypeVar("Part", Cell, Piece, Platform)


def standing_board(
    engine: Engine, scene: SceneJson, *, seat: int | None = None, label: str, advised: Sequence[Sequence[str]] = ()
) -> str:
    """The SVG board of a page until its script replaces it by the same picture, without layout shift."""
    view = View(engine.board(), engine.family, engine.colours, seat)
    return page_svg(view, scene_from_json(scene), label=label, advised=advised)


def picture(engine: Engine, scene: SceneJson, *, seat: int | None = None, look: str = "") -> str:
    """A self-contained SVG picture in a look; see `games/pictures/looks.py`."""
    view = View(engine.board(), engine.family, engine.colours, seat, is_small=True)
    return lone_svg(view, scene_from_json(scene), look=look)


def scene_from_json(data: SceneJson) -> Scene:
    """The inverse of `scene_json`."""
    platform = data["platform"]
    return Scene(
        pieces=_pieces(data["pieces"]),
        cells=tuple(_cell(cell) for cell in data["cells"]),
        platform=None if platform is None else _platform(platform),
        marked=tuple((word, tuple(names)) for word, names in data["marked"].items()),
        last_turn=tuple(_trail(trail) for trail in data["last_turn"]),
    )


def _cell(data: CellJson) -> Cell:
    return _filled(Cell, {**data, "outline": tuple((x, y) for x, y in data["outline"])})


def _platform(data: PlatformJson) -> Platform:
    return _filled(Platform, {**data, "cells": tuple(data["cells"]), "reaches": tuple(data["reaches"])})


def _trail(data: TrailJson) -> Trail:
    lost = _pieces(data.get("lost", []))
    return Trail(data["seat"], data["step"], tuple(data["path"]), lost, data.get("slide", 0.0))


def _pieces(data: Iterable[PieceJson]) -> tuple[Piece, ...]:
    return tuple(_filled(Piece, {**piece, "marks": tuple(piece["marks"])}) for piece in data)


def _filled(kind: type[Part], data: Mapping[str, Any]) -> Part:
    """A part of a scene from stored JSON; unknown fields are ignored."""
    return kind(**{field.name: data[field.name] for field in fields(kind) if field.name in data})
