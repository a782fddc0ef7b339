"""Names and descriptions of the health probes for the status page."""

from dataclasses import dataclass
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: dict[str, tuple[Promise, Promise]] = {
    "disk": (_("Disk space"), _("Free disk space")),
    "database": (_("Database"), _("Games, clubs and accounts")),
    "broker": (_("Task queue"), _("Runs AI moves, e-mails and pairings")),
    "sweep": (_("Scheduler"), _("Applies deadlines and retries unfinished jobs")),
}


@dataclass(frozen=True)
class SitePart:
    label: str
    purpose: str
    is_well: bool

    @classmethod
    def from_probe(cls, name: str, answer: str) -> Self:
        label, purpose = WORDS.get(name, (name, ""))
        return cls(label=str(label), purpose=str(purpose), is_well=answer == "ok")
