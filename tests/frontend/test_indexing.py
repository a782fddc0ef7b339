"""Search engines: robots.txt, sitemap, canonical URLs and translations."""

import re

import pytest
from django.test import Client
from pytest_django import Settings
from pytest_django.asserts import assertNumQueries

from accounts.models import User
from tests.tournaments.playing import make_club, make_rules, open_tournament
from tournaments.clubs.services.clubs import close_club
from tournaments.services.lifecycle import create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_name(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://play.example.org"


def head_of(client: Client, path: str) -> str:
    page: str = client.get(path).content.decode()
    return page.partition("</head>")[0]


def links(head: str) -> dict[str, str]:
    """Return the canonical and alternate URLs of a page's head."""
    canonical = re.findall(r'<link rel="canonical" href="([^"]+)">', head)
    assert len(canonical) == 1
    others = dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', head))
    return {"canonical": canonical[0], **others}


class TestRobots:
    def test_robots_txt_names_the_sitemap_and_disallows_personal_pages(self, client: Client) -> None:
        answer = client.get("/robots.txt")
        lines = answer.content.decode().splitlines()
        assert answer["Content-Type"].startswith("text/plain")
        assert "Sitemap: https://play.example.org/sitemap.xml" in lines
        assert {"Disallow: /people/", "Disallow: /settings/", "Disallow: /clubs/invitations/"} <= set(lines)

    @pytest.mark.parametrize("path", ["/", "/learn/vega/", "/games/", "/clubs/", "/tournaments/"])
    def test_public_pages_are_not_disallowed(self, client: Client, path: str) -> None:
        closed = re.findall(r"^Disallow: (.+)$", client.get("/robots.txt").content.decode(), re.MULTILINE)
        assert [one for one in closed if path.startswith(one)] == []


class TestSitemap:
    @pytest.mark.slow
    def test_all_sections_exist_and_list_valid_pages(self, client: Client) -> None:
        index = client.get("/sitemap.xml").content.decode()
        parts = re.findall(r"<loc>https?://[^/]+(/[^<]+)</loc>", index)
        assert len(parts) == 3
        pages = re.findall(r"<loc>https://play\.example\.org(/[^<]*)</loc>", client.get(parts[0]).content.decode())
        assert "/" in pages
        assert "/learn/nonaga/tutorial/" in pages
        assert {path: client.get(path).status_code for path in pages} == dict.fromkeys(pages, 200)

    def test_it_lists_clubs_and_tournaments_but_no_drafts_and_no_closed_clubs(self, client: Client) -> None:
        owner = User.objects.create_user("olga")
        club, gone = make_club(owner, "Vega Circle"), make_club(owner, "Old Circle")
        shown = open_tournament(club, owner)
        hidden = create_tournament(user=owner, club_id=club.pk, rules=make_rules())
        close_club(club_id=gone.pk, user=owner)
        listed = client.get("/sitemap-tournaments.xml").content.decode()
        assert f"https://play.example.org/tournaments/{shown.pk}/" in listed
        assert f"/tournaments/{hidden.pk}/" not in listed
        clubs = client.get("/sitemap-clubs.xml").content.decode()
        assert re.findall(r"<loc>([^<]+)</loc>", clubs) == ["https://play.example.org/clubs/vega-circle/"]

    def test_more_tournaments_cost_no_more_queries(self, client: Client) -> None:
        owner = User.objects.create_user("olga")
        club = make_club(owner)
        for number in range(3):
            open_tournament(club, owner, name=f"Event {number}")
        with assertNumQueries(2):
            client.get("/sitemap-tournaments.xml")


class TestCanonicalUrl:
    def test_filters_and_tracking_parameters_are_removed(self, client: Client) -> None:
        assert links(head_of(client, "/games/?variant=nonaga&from=mail"))["canonical"] == (
            "https://play.example.org/games/"
        )

    def test_the_page_number_of_a_list_is_kept(self, client: Client) -> None:
        address = "https://play.example.org/clubs/?page=2"
        assert links(head_of(client, "/clubs/?page=2&order=new"))["canonical"] == address

    def test_pages_with_user_content_have_no_alternate_languages(self, client: Client) -> None:
        assert set(links(head_of(client, "/clubs/"))) == {"canonical"}


class TestLanguages:
    def test_a_static_page_names_its_translations(self, client: Client) -> None:
        plain = "https://play.example.org/learn/vega/"
        assert links(head_of(client, "/learn/vega/")) == {
            "canonical": plain,
            "x-default": plain,
            "en": plain,
            "fr": f"{plain}?language=fr",
            "cs": f"{plain}?language=cs",
        }

    def test_a_translation_has_a_url_of_its_own(self, client: Client) -> None:
        head = head_of(client, "/learn/vega/?language=fr")
        assert '<html lang="fr"' in head
        assert links(head)["canonical"] == "https://play.example.org/learn/vega/?language=fr"

    def test_the_language_parameter_applies_to_one_page_only(self, client: Client) -> None:
        client.get("/learn/?language=fr")
        assert '<html lang="en"' in head_of(client, "/learn/")

    def test_the_language_of_an_account_overrides_the_parameter(self, client: Client) -> None:
        client.force_login(User.objects.create_user("ada", language="cs"))
        assert '<html lang="cs"' in head_of(client, "/learn/?language=fr")

    def test_the_language_switch_removes_the_parameter(self, client: Client) -> None:
        page = client.get("/learn/?language=fr&order=new").content.decode()
        assert 'name="next" value="/learn/?order=new"' in page
        # The theme switch keeps it.
        assert 'name="next" value="/learn/?language=fr&amp;order=new"' in page

    def test_an_unknown_language_is_ignored(self, client: Client) -> None:
        head = head_of(client, "/learn/?language=tlh")
        assert '<html lang="en"' in head
        assert links(head)["canonical"] == "https://play.example.org/learn/"
