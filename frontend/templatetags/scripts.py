"""A page's scripts."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def module_script(name: str) -> SafeString:
    """A module, sent with all that it imports (`config/static_scripts.py`); the page comes before it."""
    return format_html('<script type="module" src="{}" fetchpriority="low"></script>', static(name))
