"""Template tags and filters."""

import datetime as dt
from types import SimpleNamespace

import pytest
import time_machine
from django.core.paginator import Paginator
from django.template import RequestContext, Template
from django.test import RequestFactory
from django.utils import timezone, translation

from accounts.models import User
from frontend.templatetags.asterism import by_rank, icon, is_past, page_numbers, relative_time, seat_mark
from frontend.templatetags.tournaments import points
from games.rules import families

NOW = dt.datetime(2026, 11, 16, 12, tzinfo=dt.UTC)


def draw(source: str, *, path: str = "/", **context: object) -> str:
    return Template("{% load asterism %}" + source).render(RequestContext(RequestFactory().get(path), context))


class TestRelativeTime:
    @time_machine.travel(NOW, tick=False)
    def test_a_near_time_is_relative_with_the_exact_time_on_hover(self) -> None:
        with timezone.override("Europe/Prague"):
            drawn = relative_time(NOW + dt.timedelta(hours=3))
        assert drawn.startswith(
            '<time datetime="2026-11-16T15:00:00+00:00" title="Nov. 16, 2026, 4 p.m. CET" data-relative>3\xa0hours'
        )

    @time_machine.travel(NOW, tick=False)
    def test_a_far_time_is_a_date_in_the_viewers_time_zone(self) -> None:
        with timezone.override("Pacific/Auckland"):
            drawn = relative_time(dt.datetime(2026, 12, 31, 22, tzinfo=dt.UTC))
        assert ">Jan. 1, 2027</time>" in drawn


@time_machine.travel(NOW, tick=False)
def test_a_past_time_is_recognised() -> None:
    assert [is_past(NOW + dt.timedelta(minutes=minutes)) for minutes in (-1, 1)] == [True, False]


def test_winners_come_first_and_players_without_rank_last() -> None:
    seats = [SimpleNamespace(rank=rank) for rank in (None, 2, 1, 2)]
    assert [seat.rank for seat in by_rank(seats)] == [1, 2, 2, None]


def test_an_icon_is_decorative_unless_it_has_a_label() -> None:
    assert 'aria-hidden="true"' in icon("clock")
    assert 'role="img" aria-label="Time"' in icon("clock", label="Time")


def test_every_seat_of_every_family_has_a_mark(sprite_names: set[str]) -> None:
    marks = {f"seat-{family.id}-{colour}" for family in families() for colour in family.colours}
    assert marks - sprite_names == set()
    assert all(
        f"#seat-{family.id}-{family.colours[0]}" in seat_mark(family.id, family.colours[0]) for family in families()
    )


def test_a_card_escapes_its_title() -> None:
    assert draw("{% card title=name %}<p>x</p>{% endcard %}", name="<i>") == (
        '<section class="card "><h2 class="card-title">&lt;i&gt;</h2><p>x</p></section>'
    )


def test_long_pagination_shows_the_ends_and_the_neighbours() -> None:
    assert page_numbers(Paginator(range(3000), 25).page(7)) == [1, "…", 6, 7, 8, "…", 120]


def test_pagination_keeps_the_rest_of_the_query() -> None:
    page = Paginator(range(60), 25).page(2)
    drawn = draw('{% include "components/pagination.html" %}', path="/?game=vega&page=2", page=page)
    assert 'href="?game=vega&amp;page=1"' in drawn
    assert 'href="?game=vega&amp;page=3"' in drawn
    assert '<span aria-current="page">2</span>' in drawn


def test_a_single_page_has_no_pagination() -> None:
    assert draw('{% include "components/pagination.html" %}', page=Paginator(range(3), 25).page(1)).strip() == ""


@pytest.mark.parametrize("name", ["<script>", "يوسف", "x" * 40])
def test_names_are_escaped_and_bidi_isolated(name: str) -> None:
    drawn = draw('{% include "components/person.html" %}', person=User(username="ada", display_name=name))
    assert "<script>" not in drawn
    assert "<bdi>" in drawn


def test_a_closed_account_is_not_linked() -> None:
    gone = User(username="departed-12", display_name="departed player 12", departed_at=NOW)
    drawn = draw('{% include "components/person.html" %}', person=gone)
    assert "href" not in drawn
    assert "departed player 12" in drawn


@pytest.mark.parametrize(
    ("exact", "language", "shown"),
    [
        ("6", "en", "6"),
        ("7/2", "en", "3.5"),
        ("7/3", "en", "2.33"),
        ("7/3", "cs", "2,33"),
        ("20", "fr", "20"),
        (None, "en", ""),
    ],
)
def test_points_are_decimals_of_at_most_two_places(exact: str | None, language: str, shown: str) -> None:
    with translation.override(language):
        assert points(exact) == shown


def test_a_qr_code_is_a_picture_with_a_name() -> None:
    drawn = draw('{% qr_code "https://example.org/a?b&c" "Check in" %}')
    assert drawn.startswith('<span class="qr-code" role="img" aria-label="Check in"><svg')
    assert drawn.endswith("</svg></span>")
