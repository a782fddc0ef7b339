"""`{% relationship person %}`: the viewer's private note on a player, and buttons to mute, block or report them."""

from typing import Any

from django import template

from accounts.models import User
from accounts.selectors import relationship_between
from games.selectors.notes import note_on

register = template.Library()


@register.inclusion_tag("accounts/relationship.html", takes_context=True)
def relationship(context: dict[str, Any], person: User) -> dict[str, Any]:
    viewer = context["request"].user
    return {
        "request": context["request"],
        "csrf_token": context.get("csrf_token"),
        "viewer": viewer,
        "person": person,
        "relationship": relationship_between(viewer, person),
        "note": note_on(viewer, person=person),
    }
