"""Form renderer with the site's templates for `{{ form }}` and `{{ form.name.as_field_group }}`."""

from django.forms.renderers import TemplatesSetting


class SiteFormRenderer(TemplatesSetting):
    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
