from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_plain_rule_names")]

    operations = [migrations.RenameModel("Delivery", "WebhookDelivery")]
