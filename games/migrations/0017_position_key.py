"""Add the key of the current position, for fair play; games in progress get it with their next turn."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_games_without_set_ups_started"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="position_key",
            field=models.BigIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("position_key__isnull", False)),
                fields=["position_key"],
                name="games_game_position_key",
            ),
        ),
    ]
