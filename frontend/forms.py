"""How forms are drawn: `{{ form }}` and `{{ form.name.as_field_group }}` look the same on every page."""

from django.forms.renderers import TemplatesSetting


class SiteFormRenderer(TemplatesSetting):
    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
