"""Puts the players without an account on the rosters of their clubs."""

import re
import unicodedata
from typing import Any

from django.db import migrations

MAX_NAME = 60


def add_people(apps: Any, schema_editor: Any) -> None:
    entries = apps.get_model("tournaments", "Entry").objects.filter(user=None, person=None)
    person_model = apps.get_model("tournaments", "Person")
    people: Any = {}
    taken: set[tuple[int, int]] = set()
    for entry in entries.select_related("tournament").order_by("id").iterator():
        club = entry.tournament.club_id
        for name in _spellings(entry.name):
            key = name.casefold()
            person = people.get((club, key))
            if person is None:
                person = person_model.objects.create(club_id=club, name=name, name_key=key, rating=entry.rating)
                people[club, key] = person
            if (entry.tournament_id, person.pk) not in taken:
                break
        taken.add((entry.tournament_id, person.pk))
        entry.person = person
        entry.save(update_fields=["person"])


def _spellings(name: str) -> Any:
    """The name, and numbered ones for namesakes who play in the same tournament."""
    tidy = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", name)).strip()[:MAX_NAME]
    yield tidy
    number = 2
    while True:
        yield f"{tidy[: MAX_NAME - 7]} ({number})"
        number += 1


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_roster")]

    operations = [migrations.RunPython(add_people, migrations.RunPython.noop)]
