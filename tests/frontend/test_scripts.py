"""How a page loads its scripts."""

from django.template import Context, Template


def test_scripts_are_modules_with_low_priority() -> None:
    page = Template('{% load scripts %}{% module_script "js/notices.js" %}').render(Context())
    assert page == '<script type="module" src="/static/js/notices.js" fetchpriority="low"></script>'
