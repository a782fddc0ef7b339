from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_plural_names"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="crossingattempt",
            options={"ordering": ["turns", "finished_at", "id"], "verbose_name": "daily puzzle solution"},
        ),
        migrations.AlterModelOptions(
            name="crossingboard",
            options={"ordering": ["-day"], "verbose_name": "daily puzzle", "verbose_name_plural": "daily puzzles"},
        ),
        migrations.AlterModelOptions(
            name="gamefault",
            options={
                "ordering": ["-noted_at"],
                "verbose_name": "game that can't be processed",
                "verbose_name_plural": "games that can't be processed",
            },
        ),
        migrations.AlterModelOptions(
            name="leave",
            options={"ordering": ["starts_at"], "verbose_name": "vacation"},
        ),
        migrations.AlterModelOptions(
            name="mailfault",
            options={
                "ordering": ["-tries", "-noted_at"],
                "verbose_name": "undeliverable mail recipient",
                "verbose_name_plural": "undeliverable mail recipients",
            },
        ),
        migrations.AlterModelOptions(
            name="notice",
            options={"ordering": ["-id"], "verbose_name": "notification"},
        ),
        migrations.AlterModelOptions(
            name="noticesettings",
            options={"verbose_name": "notification settings", "verbose_name_plural": "notification settings"},
        ),
        migrations.AlterModelOptions(
            name="plan",
            options={"verbose_name": "conditional moves", "verbose_name_plural": "conditional moves"},
        ),
        migrations.AlterModelOptions(
            name="push",
            options={"verbose_name": "push notification", "verbose_name_plural": "push notifications"},
        ),
        migrations.AlterModelOptions(
            name="pushsubscription",
            options={
                "ordering": ["-id"],
                "verbose_name": "push subscription",
                "verbose_name_plural": "push subscriptions",
            },
        ),
        migrations.AlterModelOptions(
            name="tactictry",
            options={
                "ordering": ["-finished_at", "-id"],
                "verbose_name": "first attempt",
                "verbose_name_plural": "first attempts",
            },
        ),
        migrations.AlterField(
            model_name="game",
            name="leave_allowed",
            field=models.BooleanField(default=True, verbose_name="vacations stop the clock"),
        ),
        migrations.AlterField(
            model_name="game",
            name="reason",
            field=models.CharField(
                blank=True,
                choices=[
                    ("goal", "goal reached"),
                    ("stalemate", "no further change possible"),
                    ("repetition", "threefold repetition"),
                    ("limit", "limit reached"),
                    ("timeout", "time out"),
                    ("resignation", "resignation"),
                    ("agreement", "draw by agreement"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="status",
            field=models.CharField(
                choices=[
                    ("setup", "waiting for set-ups"),
                    ("running", "in progress"),
                    ("over", "finished"),
                    ("aborted", "aborted"),
                    ("annulled", "annulled"),
                ],
                default="running",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="time_limit",
            field=models.DurationField(blank=True, null=True, verbose_name="time limit per game"),
        ),
        migrations.AlterField(
            model_name="game",
            name="turn_limit",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="turn limit per player"),
        ),
        migrations.AlterField(
            model_name="gameevent",
            name="audience",
            field=models.CharField(
                choices=[("all", "everyone"), ("players", "players"), ("spectators", "spectators")],
                default="all",
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="delivery",
            field=models.CharField(
                choices=[("now", "immediately"), ("digest", "once a day"), ("never", "never")], max_length=6
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "It is your turn"),
                    ("reminder", "Your time is running out"),
                    ("challenge", "You are challenged"),
                    ("over", "A game of yours ended"),
                    ("plan", "Your conditional moves no longer apply"),
                    ("round", "A tournament round is published"),
                    ("result", "A result needs you"),
                    ("event", "Tournament entries and status"),
                    ("club", "Club membership"),
                    ("organising", "Your tournament needs action"),
                    ("moderation", "Messages from moderators"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="mail",
            field=models.CharField(
                choices=[
                    ("none", "not requested"),
                    ("waiting", "waiting"),
                    ("claimed", "being sent"),
                    ("sent", "sent"),
                    ("dropped", "no longer needed"),
                    ("failed", "failed"),
                ],
                default="waiting",
                max_length=7,
            ),
        ),
        migrations.AlterField(
            model_name="noticesettings",
            name="digest_hour",
            field=models.PositiveSmallIntegerField(default=8, verbose_name="hour of the daily email"),
        ),
        migrations.AlterField(
            model_name="proposal",
            name="kind",
            field=models.CharField(
                choices=[
                    ("seek", "open to everyone, in the lobby"),
                    ("challenge", "challenge to named players"),
                    ("invitation", "anyone with the link"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="proposal",
            name="leave_allowed",
            field=models.BooleanField(default=True, verbose_name="vacations stop the clock"),
        ),
        migrations.AlterField(
            model_name="proposal",
            name="seating",
            field=models.CharField(
                choices=[("lot", "random seats"), ("chosen", "chosen seats")], default="lot", max_length=8
            ),
        ),
        migrations.AlterField(
            model_name="proposal",
            name="time_limit",
            field=models.DurationField(blank=True, null=True, verbose_name="time limit per game"),
        ),
        migrations.AlterField(
            model_name="proposal",
            name="turn_limit",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="turn limit per player"),
        ),
        migrations.AlterField(
            model_name="push",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting"),
                    ("sent", "sent"),
                    ("dropped", "no longer needed"),
                    ("failed", "failed"),
                ],
                default="waiting",
                max_length=7,
            ),
        ),
        migrations.AlterField(
            model_name="tactictry",
            name="outcome",
            field=models.CharField(
                choices=[("solved", "solved"), ("failed", "missed"), ("given_up", "failed")], max_length=10
            ),
        ),
    ]
