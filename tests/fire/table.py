"""Which case stands for which row of the table of faults, and on which site it is fought out."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.fire.cases import ai_killed, backup, broker_down, database_down, disk_full, many_due, web_killed
from tests.fire.ground import Ground, Site, embedded, production

BOTH = (embedded, production)


@dataclass(frozen=True)
class Case:
    row: int
    name: str
    run: Callable[[Ground], str]
    sites: tuple[Site, ...] = BOTH


CASES = (
    Case(3, "web_killed", web_killed.run),
    Case(4, "ai_killed", ai_killed.run),
    Case(5, "broker_down", broker_down.run, (production,)),
    Case(6, "database_down", database_down.run, (production,)),
    Case(7, "many_due", many_due.run),
    Case(19, "disk_full", disk_full.run, (embedded,)),
    Case(20, "backup", backup.run),
)
