"""Stored rounds to pair facts of notices and lines of club logs say tournament where they said event."""

from typing import Any

from django.db import migrations, models


def rename_keys(apps: Any, _schema: Any) -> None:
    rounds = apps.get_model("tournaments", "Round").objects.filter(task__has_key="event")
    for round_ in rounds.iterator():
        round_.task["tournament"] = round_.task.pop("event")
        round_.save(update_fields=["task"])
    notices = apps.get_model("games", "Notice").objects.filter(facts__has_key="event")
    for notice in notices.iterator():
        notice.facts["tournament"] = notice.facts.pop("event")
        notice.save(update_fields=["facts"])
    lines = apps.get_model("tournaments", "ClubChange").objects
    lines.filter(action="event").update(action="tournament")
    lines.filter(action="event_gone").update(action="tournament_gone")


class Migration(migrations.Migration):
    dependencies = [("games", "0021_plain_names"), ("tournaments", "0014_labels")]

    operations = [
        migrations.RenameField("ClubChange", "deed", "action"),
        migrations.AlterField(
            model_name="clubchange",
            name="action",
            field=models.CharField(
                choices=[
                    ("described", "Edited the club"),
                    ("invitation", "Made a new invitation link"),
                    ("admitted", "Accepted a member"),
                    ("turned_away", "Declined a request"),
                    ("role", "Changed a role"),
                    ("handed_over", "Transferred the club"),
                    ("removed", "Removed a member"),
                    ("news", "Published news"),
                    ("news_gone", "Deleted news"),
                    ("season", "Created a season"),
                    ("season_changed", "Changed a season"),
                    ("season_gone", "Deleted a season"),
                    ("webhook", "Added a webhook"),
                    ("webhook_gone", "Removed a webhook"),
                    ("tournament", "Created a tournament"),
                    ("tournament_gone", "Deleted a draft tournament"),
                    ("closed", "Closed the club"),
                ],
                max_length=16,
            ),
        ),
        migrations.RunPython(rename_keys, migrations.RunPython.noop),
    ]
