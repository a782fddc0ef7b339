"""How a page names its scripts."""

from django.template import Context, Template


def test_the_page_comes_before_its_scripts() -> None:
    page = Template('{% load scripts %}{% module_script "js/notices.js" %}').render(Context())
    assert page == '<script type="module" src="/static/js/notices.js" fetchpriority="low"></script>'
