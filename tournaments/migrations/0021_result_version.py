from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_names_as_ids")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="result_version",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
