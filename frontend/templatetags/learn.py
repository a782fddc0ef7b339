"""What the rules pages say often: a diagram, and that something was our choice."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from frontend.front_page.front_game import first_picture
from frontend.learn.choices import CHOICES
from frontend.learn.diagrams import Diagram, picture
from frontend.learn.library import LIBRARY
from frontend.portraits import Portrait

register = template.Library()


@register.filter
def has_rules_page(family_id: str) -> bool:
    """Whether a family has Learn pages."""
    return family_id in LIBRARY


@register.inclusion_tag("learn/diagram.html", takes_context=True)
def diagram(context: template.Context, name: str) -> dict[str, Any]:
    """A diagram of the page's family, by its name."""
    return {"diagram": next(one for one in context["diagrams"] if one.name == name)}


@register.simple_tag
def diagram_picture(shown: Diagram) -> SafeString:
    return SafeString(picture(shown, str(shown.caption)))  # nosec B703 # drawn by us, its words escaped


@register.simple_tag
def portrait_picture(portrait: Portrait) -> SafeString:
    """For those who see it; what the game is stands beside it."""
    return SafeString(portrait.page_picture(""))  # nosec B703 # drawn by us


@register.simple_tag
def front_picture() -> SafeString:
    """The board that plays itself on the front page, as it stands before its script comes."""
    caption = _("A board of Lyra with red and blue pyramids, a game under way")
    return SafeString(first_picture(caption))  # nosec B703 # drawn by us, its words escaped


@register.simple_tag
def our_choice(name: str) -> SafeString:
    """The mark of a rule that we decided, with the reason."""
    return format_html(
        '<p class="our-choice"><span class="badge brass">{}</span> {}</p>', _("Our choice"), CHOICES[name]
    )
