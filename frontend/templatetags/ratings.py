"""`{% skill %}` renders a rating, `{% player_ratings %}` a player's ratings with charts of their history."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from games.ratings.models import Skill
from games.ratings.selectors import chart_points, histories_of, ratings_of

register = template.Library()

CHART_WIDTH, CHART_HEIGHT = 320, 80


@register.simple_tag
def skill(skill: Skill) -> SafeString:
    """Render a rating as `1620 ± 148`, with a question mark while it is provisional."""
    doubt = format_html('<span class="muted small">± {}</span>', skill.uncertainty)
    if not skill.is_provisional:
        return format_html("{} {}", skill.value, doubt)
    return format_html('{}<abbr title="{}">?</abbr> {}', skill.value, _("provisional: too few games"), doubt)


@register.inclusion_tag("ratings/of_player.html", takes_context=True)
def player_ratings(context: dict[str, Any], person: User) -> dict[str, Any]:
    """Render a player's ratings with a chart each, in two queries however many games there are."""
    histories = histories_of(person)
    lines = [{"rating": rating, "chart": _chart(histories[rating.pool_id])} for rating in ratings_of(person)]
    viewer = context["request"].user
    can_compare = viewer.is_authenticated and viewer != person
    return {"lines": lines, "person": person, "viewer": viewer if can_compare else None}


def _chart(values: list[int]) -> dict[str, Any]:
    points = chart_points(values, width=CHART_WIDTH, height=CHART_HEIGHT)
    return {
        "points": " ".join(f"{x},{y}" for x, y in points),
        "last": points[-1],
        "low": min(values),
        "high": max(values),
        "width": CHART_WIDTH,
        "height": CHART_HEIGHT,
    }
