"""Names and descriptions of the health probes for the status page."""

from dataclasses import dataclass
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: dict[str, tuple[Promise, Promise]] = {
    "disk": (_("Room"), _("Room on the disk for what is written")),
    "database": (_("Memory"), _("Games, clubs and accounts")),
    "broker": (_("Post room"), _("Passes work on: AI turns, mails, pairings")),
    "sweep": (_("Clock keeper"), _("Looks after deadlines and whatever was left undone")),
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
