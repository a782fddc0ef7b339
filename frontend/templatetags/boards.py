"""Template tags for pages with boards: SVG pattern definitions and samples of the looks."""

from django import template
from django.utils.safestring import SafeString

from frontend.look_samples import Sample, family_samples, sample_of
from games.pictures.svg import pattern_definitions

register = template.Library()


@register.simple_tag
def board_patterns() -> SafeString:
    """Render the SVG definitions of the seats' patterns, needed once per page with boards."""
    return SafeString(pattern_definitions())  # nosec B703 # generated, no user text


@register.simple_tag
def look_sample(kind: str) -> SafeString:
    """Render a strip of board, styled by the nearest `data-look`."""
    return SafeString(sample_of(kind))  # nosec B703 # generated, no user text


@register.simple_tag
def look_families() -> list[Sample]:
    """Return a position of every family, styled by the form's current choices."""
    return [Sample(sample.name, SafeString(sample.picture)) for sample in family_samples()]  # nosec B703 # generated
