"""`{% module_script %}`: the script tag of a page's ES module."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def module_script(name: str) -> SafeString:
    """Render the tag of an ES module, bundled with its imports (`config/static_scripts.py`), at low fetch priority."""
    return format_html('<script type="module" src="{}" fetchpriority="low"></script>', static(name))
