"""Check-in per round: the rule, the secret of the link, and who is present."""

from typing import Any

from django.db import migrations, models
from django.db.models import Q

import tournaments.models.tournament
from tournaments.models.tournament import make_check_in_token


def make_tokens(apps: Any, schema_editor: Any) -> None:
    """Give every tournament a link of its own."""
    tournaments = apps.get_model("tournaments", "Tournament").objects
    for tournament_id in list(tournaments.values_list("pk", flat=True)):
        tournaments.filter(pk=tournament_id).update(check_in_token=make_check_in_token())


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_result_version")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="check_in",
            field=models.BooleanField(default=False, verbose_name="check-in"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="check_in_token",
            field=models.CharField(max_length=32, null=True),
        ),
        migrations.RunPython(make_tokens, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="tournament",
            name="check_in_token",
            field=models.CharField(
                default=tournaments.models.tournament.make_check_in_token, max_length=32, unique=True
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="checked_in_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="checked_in_by",
            field=models.CharField(
                blank=True,
                choices=[("organiser", "by an organiser"), ("self", "by themselves")],
                default="",
                max_length=10,
            ),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=Q(checked_in_at=None, checked_in_by="")
                | (Q(checked_in_at__isnull=False) & ~Q(checked_in_by="")),
                name="tournaments_entry_checked_in_by_someone",
            ),
        ),
    ]
