import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_names_that_look_alike")]

    operations = [
        migrations.RenameModel("Tie", "Relationship"),
        migrations.AlterField(
            "Relationship",
            "owner",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="relationships",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RenameField("ModerationEntry", "measure", "action"),
        migrations.RenameField("User", "took_leave", "has_taken_vacation"),
        migrations.RenameField("User", "has_unread_measure", "has_unread_moderation"),
    ]
