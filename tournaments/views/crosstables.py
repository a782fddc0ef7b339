"""The layout of a crosstable: a column per round, or per opponent in a round robin. For the page and the embed."""

from collections.abc import Sequence
from typing import Any, TypedDict

from tournaments.models import Tournament
from tournaments.selectors.standings import CrosstableJson, CrosstableRowJson, RecordJson


class Column(TypedDict):
    label: int | None
    title: str


class Cell(TypedDict):
    records: Sequence[RecordJson]
    is_own: bool
    """Whether row and column are the same player."""


def crosstable_context(tournament: Tournament, table: CrosstableJson) -> dict[str, Any]:
    """The template's columns, and its rows with a cell per column."""
    is_grid = tournament.pairing_format.is_round_robin
    cells = _against_opponents if is_grid else _by_round
    rows = [{**row, "cells": cells(row, table["rows"])} for row in table["rows"]]
    columns = _opponents(table["rows"]) if is_grid else _rounds(table["after_round"])
    return {"columns": columns, "table": {**table, "rows": rows}, "is_grid": is_grid}


def _rounds(last: int) -> list[Column]:
    return [{"label": number, "title": ""} for number in range(1, last + 1)]


def _opponents(rows: Sequence[CrosstableRowJson]) -> list[Column]:
    return [{"label": row["player"]["number"], "title": row["player"]["name"]} for row in rows]


def _by_round(row: CrosstableRowJson, rows: Sequence[CrosstableRowJson]) -> list[Cell]:
    return [{"records": records, "is_own": False} for records in row["rounds"]]


def _against_opponents(row: CrosstableRowJson, rows: Sequence[CrosstableRowJson]) -> list[Cell]:
    """The games against each opponent, in the order of the rows; two in a double round robin."""
    met: dict[int, list[RecordJson]] = {}
    for record in (one for records in row["rounds"] for one in records):
        for opponent in record["opponents"]:
            met.setdefault(opponent["id"], []).append(record)
    own = row["player"]["id"]
    return [{"records": met.get(one["player"]["id"], []), "is_own": one["player"]["id"] == own} for one in rows]
