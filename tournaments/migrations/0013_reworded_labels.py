from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0012_delete_known_ranks"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="askedbye",
            options={
                "ordering": ["round_number", "id"],
                "verbose_name": "bye request",
                "verbose_name_plural": "bye requests",
            },
        ),
        migrations.AlterModelOptions(
            name="clubchange",
            options={"ordering": ["-id"], "verbose_name": "club log entry", "verbose_name_plural": "club log"},
        ),
        migrations.AlterModelOptions(
            name="tournamentevent",
            options={
                "ordering": ["tournament", "seq"],
                "verbose_name": "tournament event",
                "verbose_name_plural": "tournament events",
            },
        ),
        migrations.AlterField(
            model_name="change",
            name="kind",
            field=models.CharField(
                choices=[
                    ("life", "lifecycle"),
                    ("rules", "rules"),
                    ("players", "players"),
                    ("pairing", "pairings"),
                    ("result", "results"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="club",
            name="joining",
            field=models.CharField(
                choices=[
                    ("open", "open to everyone"),
                    ("request", "on request, approved by an organiser"),
                    ("invitation", "by invitation link only"),
                ],
                default="open",
                max_length=12,
                verbose_name="joining",
            ),
        ),
        migrations.AlterField(
            model_name="clubchange",
            name="deed",
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
                    ("event", "Created a tournament"),
                    ("event_gone", "Deleted a draft tournament"),
                    ("closed", "Closed the club"),
                ],
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="delivery",
            name="status",
            field=models.CharField(
                choices=[("waiting", "pending"), ("delivered", "delivered"), ("failed", "failed")],
                default="waiting",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="status",
            field=models.CharField(
                choices=[
                    ("pending", "awaiting approval"),
                    ("waiting", "on the waiting list"),
                    ("entered", "entered"),
                    ("withdrawn", "withdrawn"),
                    ("refused", "refused"),
                ],
                default="entered",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="status",
            field=models.CharField(
                choices=[
                    ("pairing", "being paired"),
                    ("stuck", "pairing failed"),
                    ("draft", "draft"),
                    ("published", "in progress"),
                    ("finished", "finished"),
                ],
                default="pairing",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="score",
            field=models.CharField(
                choices=[("points", "points scored"), ("places", "players finished above")],
                default="points",
                max_length=8,
                verbose_name="score",
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="outcome",
            field=models.CharField(
                blank=True,
                choices=[
                    ("aim", "goal reached"),
                    ("limit", "limit reached, decided on tally"),
                    ("draw", "draw"),
                    ("forfeit", "forfeit"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="source",
            field=models.CharField(
                blank=True,
                choices=[
                    ("game", "online game"),
                    ("players", "players' report"),
                    ("organiser", "organiser's entry"),
                    ("draw", "pairing"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="first_round_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="first round"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="format",
            field=models.CharField(
                choices=[
                    ("swiss", "Swiss"),
                    ("round_robin", "round robin"),
                    ("double_round_robin", "double round robin"),
                    ("knockout", "knockout"),
                    ("swiss_tables", "Swiss at tables of 3 and 4"),
                    ("fixed_tables", "tables, fixed schedule"),
                ],
                max_length=20,
                verbose_name="format",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="games_at_once",
            field=models.PositiveSmallIntegerField(default=1, verbose_name="games at the same time"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="goes_on_by_itself",
            field=models.BooleanField(default=False, verbose_name="rounds start automatically"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="late_entry_until",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="late entry up to round"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="leave_allowed",
            field=models.BooleanField(default=True, verbose_name="vacations stop the clock"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="needs_approval",
            field=models.BooleanField(default=False, verbose_name="entries need approval"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="round_every",
            field=models.DurationField(blank=True, null=True, verbose_name="time between rounds"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="round_length",
            field=models.DurationField(blank=True, null=True, verbose_name="time per round"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="size",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="maximum number of players"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="time_limit",
            field=models.DurationField(blank=True, null=True, verbose_name="time limit per game"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="turn_limit",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="turn limit per player"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="venue",
            field=models.CharField(
                choices=[
                    ("correspondence", "online, by correspondence"),
                    ("live", "online, live"),
                    ("board", "over the board"),
                ],
                default="correspondence",
                max_length=16,
                verbose_name="venue",
            ),
        ),
        migrations.AlterField(
            model_name="tournamentevent",
            name="kind",
            field=models.CharField(
                choices=[
                    ("changed", "tournament changed"),
                    ("round_published", "round published"),
                    ("round_finished", "round finished"),
                    ("result", "result entered"),
                    ("status", "tournament status changed"),
                    ("final", "standings final"),
                ],
                max_length=20,
            ),
        ),
    ]
