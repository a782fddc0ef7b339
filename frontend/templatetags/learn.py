"""Template tags of the rules pages: diagrams, board pictures and notes on our rulings."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from frontend.family_positions import Portrait
from frontend.front_page.front_game import first_picture
from frontend.learn.diagrams import Diagram, picture
from frontend.learn.library import LIBRARY
from frontend.learn.rulings import CHOICES

register = template.Library()


@register.filter
def has_rules_page(family_id: str) -> bool:
    """Whether a family has Learn pages."""
    return family_id in LIBRARY


@register.inclusion_tag("learn/diagram.html", takes_context=True)
def diagram(context: template.Context, name: str) -> dict[str, Any]:
    """Render the diagram with this name from the page's `diagrams`."""
    return {"diagram": next(one for one in context["diagrams"] if one.name == name)}


@register.simple_tag
def diagram_picture(shown: Diagram) -> SafeString:
    return SafeString(picture(shown, str(shown.caption)))  # nosec B703 # generated, text escaped


@register.simple_tag
def portrait_picture(portrait: Portrait) -> SafeString:
    """Render a family's board as decoration, without an accessible name: the game is named beside it."""
    return SafeString(portrait.page_picture(""))  # nosec B703 # generated


@register.simple_tag
def front_picture() -> SafeString:
    """Render the front page's board, for use until its script has loaded."""
    caption = _("A Lyra board with red and blue pyramids, a game in progress")
    return SafeString(first_picture(caption))  # nosec B703 # generated, text escaped


@register.simple_tag
def our_choice(name: str) -> SafeString:
    """Render the note that a rule is our ruling, with the reason."""
    return format_html(
        '<p class="our-choice"><span class="badge brass">{}</span> {}</p>', _("Our choice"), CHOICES[name]
    )
