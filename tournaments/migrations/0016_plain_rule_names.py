from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_events_are_tournaments")]

    operations = [
        migrations.RenameField("Tournament", "filler", "bye_ai"),
        migrations.RenameField("Tournament", "goes_on_by_itself", "auto_advance"),
        migrations.RenameField("Table", "is_struck", "is_void"),
        migrations.RenameField("Entry", "is_filler", "is_bye_ai"),
    ]
