from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_delete_known_ranks")]

    operations = [migrations.RenameField("Tournament", "leave_allowed", "vacation_allowed")]
