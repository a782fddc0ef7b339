"""Template tags of the settings pages: `{% settings_tabs %}`, and the name of a browser."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.http.browsers import browser_words, program_of, system_of
from accounts.registries.settings_pages import settings_pages

register = template.Library()


@register.inclusion_tag("components/tabs.html", takes_context=True)
def settings_tabs(context: dict[str, Any]) -> dict[str, Any]:
    request = context["request"]
    items = [
        {"label": page.label, "url": reverse(page.url_name), "is_current": page.is_current(request)}
        for page in settings_pages()
    ]
    return {"label": _("Settings"), "items": items}


@register.filter
def browser_name(user_agent: str) -> str:
    return browser_words(program=program_of(user_agent), system=system_of(user_agent))
