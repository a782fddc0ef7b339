from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_roster_people")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="result_version",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
