"""Every URL of the access matrix that responds to GET is in the list of tested pages or excused."""

import re
from collections import defaultdict

import pytest
from django.urls import resolve

from tests.access.endpoints import shown_route
from tests.access.test_matrix import read_matrix
from tests.frontend.pages import EXCUSED, PAGES, SitePage

FILE = re.compile(r"\.\w+$")


def route_of(page: SitePage) -> str:
    places: dict[str, int] = defaultdict(lambda: 1)
    match = resolve(page.path.format_map(places).partition("?")[0])
    return shown_route(f"/{match.route}")


@pytest.mark.urls("tests.frontend.site_with_faults")
def test_every_page_is_tested() -> None:
    answering = {
        one.route for one in read_matrix() if one.method == "GET" and not one.is_api and FILE.search(one.route) is None
    }
    looked_at = {route_of(page) for page in PAGES}
    assert sorted(answering - looked_at - set(EXCUSED)) == []
    assert sorted(set(EXCUSED) - (answering - looked_at)) == [], "excused, but missing or tested"


def test_every_page_has_a_unique_name() -> None:
    names = [page.name for page in PAGES]
    assert len(set(names)) == len(names)
