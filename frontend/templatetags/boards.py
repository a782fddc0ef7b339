"""What pages with boards need besides the boards."""

from django import template
from django.utils.safestring import SafeString

from games.pictures.svg import pattern_definitions

register = template.Library()


@register.simple_tag
def board_patterns() -> SafeString:
    """The seats' patterns, once on every page with boards."""
    return SafeString(pattern_definitions())  # nosec B703 # drawn by us, no words in it
