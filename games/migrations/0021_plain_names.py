import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0020_plural_names")]

    operations = [
        migrations.RenameModel("Leave", "Vacation"),
        migrations.RenameField("Game", "leave_allowed", "vacation_allowed"),
        migrations.RenameField("Proposal", "leave_allowed", "vacation_allowed"),
        migrations.RenameModel("Judgement", "Evaluation"),
        migrations.RenameModel("CrossingBoard", "SolitaireBoard"),
        migrations.RenameModel("CrossingAttempt", "SolitaireAttempt"),
        migrations.RenameModel("Plan", "ConditionalMoves"),
        migrations.RenameField("Seat", "had_plan", "had_conditional_moves"),
        migrations.AlterModelOptions(
            name="vacation",
            options={"ordering": ["starts_at"], "verbose_name": "vacation"},
        ),
        migrations.AlterField(
            model_name="conditionalmoves",
            name="seat",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                primary_key=True,
                related_name="conditional_moves",
                serialize=False,
                to="games.seat",
            ),
        ),
        migrations.AlterField(
            model_name="vacation",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="vacations", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AlterModelOptions(
            name="solitaireattempt",
            options={"ordering": ["turns", "finished_at", "id"], "verbose_name": "solitaire attempt"},
        ),
        migrations.AlterField(
            model_name="solitaireattempt",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="solitaire_attempts",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
