"""Names of browsers and systems from a User-Agent header."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

# The first match counts: browsers also name those they descend from.
PROGRAMS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def program_of(user_agent: str) -> str:
    return _first_named(PROGRAMS, user_agent, "{}/")


def system_of(user_agent: str) -> str:
    return _first_named(SYSTEMS, user_agent, "{}")


def browser_words(*, program: str, system: str) -> str:
    if program and system:
        return _("%(program)s on %(system)s") % {"program": program, "system": system}
    return program or system or _("A browser")


def _first_named(names: Mapping[str, str], user_agent: str, pattern: str) -> str:
    return next((name for word, name in names.items() if pattern.format(word) in user_agent), "")
