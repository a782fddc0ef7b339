"""The pairings of a round in other orders than by table: by name, and by the time of the result."""

from collections.abc import Sequence
from typing import TypedDict

from accounts.names import plain_letters
from tournaments.enums import Outcome, Source
from tournaments.models import Table
from tournaments.selectors.api_json import PairingsJson, TableJson


class NameLine(TypedDict):
    """A player's table and opponents; no table for a bye, a forfeit or a void table."""

    name: str
    table: int | None
    others: list[str]


def pairings_by_name(shown: PairingsJson) -> list[NameLine]:
    """Each player's table and opponents, by name; in a knockout those of the match's latest game."""
    lines: dict[int, NameLine] = {bye["player"]["id"]: _line(bye["player"]["name"]) for bye in shown["byes"]}
    for table in shown["tables"]:
        players = [seat["player"] for seat in table["seats"]]
        is_off = table["is_void"] or table["outcome"] == Outcome.FORFEIT
        for player in players:
            others = [one["name"] for one in players if one is not player]
            lines[player["id"]] = _line(player["name"]) if is_off else _line(player["name"], table["number"], others)
    return sorted(lines.values(), key=lambda line: (plain_letters(line["name"]), line["name"]))


def _line(name: str, table: int | None = None, others: Sequence[str] = ()) -> NameLine:
    return {"name": name, "table": table, "others": list(others)}


def latest_results(round_id: int, shown: PairingsJson, most: int) -> list[TableJson]:
    """The tables of a round with a result, the latest first; without forfeits known when the round was paired."""
    decided = Table.objects.filter(round=round_id, is_void=False).exclude(outcome="").exclude(source=Source.DRAW)
    tables = {table["id"]: table for table in shown["tables"]}
    return [tables[pk] for pk in decided.order_by("-decided_at", "-pk").values_list("pk", flat=True)[:most]]
