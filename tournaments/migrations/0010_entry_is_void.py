from typing import Any

from django.db import migrations, models

ROUND_ROBINS = ("round_robin", "double_round_robin")


def decide_for_those_who_left(apps: Any, schema_editor: Any) -> None:
    """Set `is_void` for players who withdrew: if their results are void, all their tables were struck."""
    entries, seats = (apps.get_model("tournaments", name).objects for name in ("Entry", "Seat"))
    left = entries.filter(status="withdrawn", number__isnull=False, tournament__format__in=ROUND_ROBINS)
    counting = seats.filter(entry=models.OuterRef("pk"), round__published_at__isnull=False, table__is_struck=False)
    left.filter(models.Exists(counting)).update(is_void=False)
    left.exclude(models.Exists(counting)).update(is_void=True)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_entry_import_order"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="is_void",
            field=models.BooleanField(blank=True, null=True),
        ),
        migrations.RunPython(decide_for_those_who_left, migrations.RunPython.noop),
    ]
