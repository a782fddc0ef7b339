"""What pages with boards need besides the boards, and samples of how they may look."""

from django import template
from django.utils.safestring import SafeString

from frontend.look_samples import Sample, family_samples, sample_of
from games.pictures.svg import pattern_definitions

register = template.Library()


@register.simple_tag
def board_patterns() -> SafeString:
    """The seats' patterns, once on every page with boards."""
    return SafeString(pattern_definitions())  # nosec B703 # drawn by us, no words in it


@register.simple_tag
def look_sample(kind: str) -> SafeString:
    """A few pieces on a strip of board, dressed by the nearest `data-look`."""
    return SafeString(sample_of(kind))  # nosec B703 # drawn by us, no words in it


@register.simple_tag
def look_families() -> list[Sample]:
    """A position of every family, dressed by what is ticked."""
    return [Sample(sample.name, SafeString(sample.picture)) for sample in family_samples()]  # nosec B703 # drawn by us
