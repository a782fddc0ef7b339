"""Group pages by viewer: creating a site and starting a browser takes longer than a visit."""

from collections.abc import Iterable
from itertools import groupby

from tests.frontend.pages import SitePage

MAX_PER_WALK = 12

Walk = tuple[SitePage, ...]


def walks(pages: Iterable[SitePage]) -> list[Walk]:
    """Return the pages by viewer, in groups of limited size."""
    by_viewer = groupby(sorted(pages, key=lambda page: page.viewer), key=lambda page: page.viewer)
    whole = [tuple(group) for _, group in by_viewer]
    return [group[at : at + MAX_PER_WALK] for group in whole for at in range(0, len(group), MAX_PER_WALK)]


def name_of(walk: Walk) -> str:
    return f"{walk[0].viewer}-{walk[0].name}"
