"""Pages one after the other, by viewer: to make a site and to start a browser takes longer than to look."""

from collections.abc import Iterable
from itertools import groupby

from tests.frontend.pages import SitePage

MAX_PER_WALK = 12

Walk = tuple[SitePage, ...]


def walks(pages: Iterable[SitePage]) -> list[Walk]:
    """The pages by viewer, not too many at once."""
    by_viewer = groupby(sorted(pages, key=lambda page: page.viewer), key=lambda page: page.viewer)
    whole = [tuple(group) for _, group in by_viewer]
    return [group[at : at + MAX_PER_WALK] for group in whole for at in range(0, len(group), MAX_PER_WALK)]


def name_of(walk: Walk) -> str:
    return f"{walk[0].viewer}-{walk[0].name}"
