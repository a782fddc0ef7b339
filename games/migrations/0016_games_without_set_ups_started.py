"""Set the missing start time of games that began without set-ups to their creation time."""

from django.db import migrations
from django.db.models import F, Q

WITH_SET_UPS = ["vaeva", "galax", "sirius"]


def note_starts(apps, schema_editor):
    games = apps.get_model("games", "Game").objects.filter(started_at=None)
    begun_at_once = ~Q(variant__in=WITH_SET_UPS) | Q(played_on_ply__isnull=False)
    games.filter(begun_at_once).update(started_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("games", "0015_seats_in_play")]

    operations = [migrations.RunPython(note_starts, migrations.RunPython.noop)]
