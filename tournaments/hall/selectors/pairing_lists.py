"""The pairings of a round in other orders than by table: by name, and by the time of the result."""

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
    """Each player's table and opponents, by name; a replay is a line of its own."""
    lines: list[NameLine] = [{"name": bye["player"]["name"], "table": None, "others": []} for bye in shown["byes"]]
    for table in shown["tables"]:
        lines += _lines_of(table)
    return sorted(lines, key=lambda line: (plain_letters(line["name"]), line["name"]))


def _lines_of(table: TableJson) -> list[NameLine]:
    names = [seat["player"]["name"] for seat in table["seats"]]
    if table["is_void"] or table["outcome"] == Outcome.FORFEIT:
        return [{"name": name, "table": None, "others": []} for name in names]
    return [
        {
            "name": name,
            "table": table["number"],
            "others": names[:index] + names[index + 1 :],
        }
        for index, name in enumerate(names)
    ]


def latest_results(round_id: int, shown: PairingsJson, most: int) -> list[TableJson]:
    """The tables of a round with a result, the latest first; without forfeits known when the round was paired."""
    decided = Table.objects.filter(round=round_id, is_void=False).exclude(outcome="").exclude(source=Source.DRAW)
    tables = {table["id"]: table for table in shown["tables"]}
    return [tables[pk] for pk in decided.order_by("-decided_at", "-pk").values_list("pk", flat=True)[:most]]
