"""Template tags of the settings pages: `{% settings_tabs %}`, and the name of a browser."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.http.browsers import browser_words, program_of, system_of

register = template.Library()

# The tabs: the name of the page's URL, its label, and a prefix of other URLs that belong to it.
PAGES = (
    ("accounts:settings", gettext_lazy("Profile"), None),
    ("games:notice_settings", gettext_lazy("Notifications"), None),
    ("games:vacations", gettext_lazy("Vacation"), None),
    ("accounts:board", gettext_lazy("Board"), None),
    ("accounts:people", gettext_lazy("People"), None),
    ("accounts:security", gettext_lazy("Security"), "/accounts/"),
    ("accounts:tokens", gettext_lazy("API tokens"), None),
    ("accounts:data", gettext_lazy("Your data"), "/settings/data/"),
)


@register.inclusion_tag("components/tabs.html", takes_context=True)
def settings_tabs(context: dict[str, Any]) -> dict[str, Any]:
    path = context["request"].path
    items = [
        {"label": label, "url": url, "is_current": path == url or bool(prefix and path.startswith(prefix))}
        for url, label, prefix in ((reverse(name), label, prefix) for name, label, prefix in PAGES)
    ]
    return {"label": _("Settings"), "items": items}


@register.filter
def browser_name(user_agent: str) -> str:
    return browser_words(program=program_of(user_agent), system=system_of(user_agent))
