from typing import Any

from django.db import migrations, models


def rename_outcomes(apps: Any, _schema: Any) -> None:
    tables = apps.get_model("tournaments", "Table").objects
    tables.filter(outcome="aim").update(outcome="goal")
    for table in tables.filter(claim__isnull=False).iterator():
        for claim in (table.claim, table.claim.get("contradicts")):
            if isinstance(claim, dict) and claim.get("outcome") == "aim":
                claim["outcome"] = "goal"
        table.save(update_fields=["claim"])
    events = apps.get_model("tournaments", "TournamentEvent").objects
    for event in events.filter(payload__outcome="aim").iterator():
        event.payload["outcome"] = "goal"
        event.save(update_fields=["payload"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_events_are_tournaments")]

    operations = [
        migrations.RenameField("Tournament", "filler", "bye_ai"),
        migrations.RenameField("Tournament", "goes_on_by_itself", "auto_advance"),
        migrations.RenameField("Table", "is_struck", "is_void"),
        migrations.RenameField("Entry", "is_filler", "is_bye_ai"),
        migrations.AlterField(
            model_name="table",
            name="outcome",
            field=models.CharField(
                blank=True,
                choices=[
                    ("goal", "goal reached"),
                    ("limit", "limit reached, decided on tally"),
                    ("draw", "draw"),
                    ("forfeit", "forfeit"),
                ],
                max_length=10,
            ),
        ),
        migrations.RunPython(rename_outcomes, migrations.RunPython.noop),
    ]
