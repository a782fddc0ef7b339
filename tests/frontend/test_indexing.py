"""What search engines are told: what is here, where each page has its one address, and what is not for them."""

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
    """The addresses of a head by what they are: canonical, or a language."""
    canonical = re.findall(r'<link rel="canonical" href="([^"]+)">', head)
    assert len(canonical) == 1
    others = dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', head))
    return {"canonical": canonical[0], **others}


class TestRobots:
    def test_they_are_sent_to_the_map_and_kept_from_what_is_somebodys(self, client: Client) -> None:
        answer = client.get("/robots.txt")
        lines = answer.content.decode().splitlines()
        assert answer["Content-Type"].startswith("text/plain")
        assert "Sitemap: https://play.example.org/sitemap.xml" in lines
        assert {"Disallow: /people/", "Disallow: /settings/", "Disallow: /clubs/invitations/"} <= set(lines)

    @pytest.mark.parametrize("path", ["/", "/learn/vega/", "/games/", "/clubs/", "/tournaments/"])
    def test_what_is_for_everybody_is_open(self, client: Client, path: str) -> None:
        closed = re.findall(r"^Disallow: (.+)$", client.get("/robots.txt").content.decode(), re.MULTILINE)
        assert [one for one in closed if path.startswith(one)] == []


class TestMap:
    @pytest.mark.slow
    def test_all_parts_of_it_are_there_and_lead_to_pages(self, client: Client) -> None:
        index = client.get("/sitemap.xml").content.decode()
        parts = re.findall(r"<loc>https?://[^/]+(/[^<]+)</loc>", index)
        assert len(parts) == 3
        pages = re.findall(r"<loc>https://play\.example\.org(/[^<]*)</loc>", client.get(parts[0]).content.decode())
        assert "/" in pages
        assert "/learn/nonaga/tutorial/" in pages
        assert {path: client.get(path).status_code for path in pages} == dict.fromkeys(pages, 200)

    def test_clubs_and_events_are_on_it_but_neither_drafts_nor_what_is_closed(self, client: Client) -> None:
        owner = User.objects.create_user("olga")
        club, gone = make_club(owner, "Vega Circle"), make_club(owner, "Old Circle")
        shown = open_tournament(club, owner)
        hidden = create_tournament(user=owner, club_id=club.pk, rules=make_rules())
        close_club(club_id=gone.pk, user=owner)
        events = client.get("/sitemap-tournaments.xml").content.decode()
        assert f"https://play.example.org/tournaments/{shown.pk}/" in events
        assert f"/tournaments/{hidden.pk}/" not in events
        clubs = client.get("/sitemap-clubs.xml").content.decode()
        assert re.findall(r"<loc>([^<]+)</loc>", clubs) == ["https://play.example.org/clubs/vega-circle/"]

    def test_it_asks_for_all_events_at_once(self, client: Client) -> None:
        owner = User.objects.create_user("olga")
        club = make_club(owner)
        for number in range(3):
            open_tournament(club, owner, name=f"Event {number}")
        with assertNumQueries(2):
            client.get("/sitemap-tournaments.xml")


class TestOneAddress:
    def test_filters_and_tracks_are_no_other_page(self, client: Client) -> None:
        assert links(head_of(client, "/games/?variant=nonaga&from=mail"))["canonical"] == (
            "https://play.example.org/games/"
        )

    def test_the_second_page_of_a_list_is_one(self, client: Client) -> None:
        address = "https://play.example.org/clubs/?page=2"
        assert links(head_of(client, "/clubs/?page=2&order=new"))["canonical"] == address

    def test_what_people_wrote_is_in_their_language_alone(self, client: Client) -> None:
        assert set(links(head_of(client, "/clubs/"))) == {"canonical"}


class TestLanguages:
    def test_a_page_of_ours_names_its_translations(self, client: Client) -> None:
        plain = "https://play.example.org/learn/vega/"
        assert links(head_of(client, "/learn/vega/")) == {
            "canonical": plain,
            "x-default": plain,
            "en": plain,
            "fr": f"{plain}?language=fr",
            "cs": f"{plain}?language=cs",
        }

    def test_a_translation_has_an_address_and_is_spoken_there(self, client: Client) -> None:
        head = head_of(client, "/learn/vega/?language=fr")
        assert '<html lang="fr"' in head
        assert links(head)["canonical"] == "https://play.example.org/learn/vega/?language=fr"

    def test_it_is_that_page_alone(self, client: Client) -> None:
        client.get("/learn/?language=fr")
        assert '<html lang="en"' in head_of(client, "/learn/")

    def test_whoever_has_chosen_a_language_keeps_it(self, client: Client) -> None:
        client.force_login(User.objects.create_user("ada", language="cs"))
        assert '<html lang="cs"' in head_of(client, "/learn/?language=fr")

    def test_the_switch_leads_out_of_a_linked_language(self, client: Client) -> None:
        page = client.get("/learn/?language=fr&order=new").content.decode()
        assert 'name="next" value="/learn/?order=new"' in page
        # Colours may be changed without leaving it.
        assert 'name="next" value="/learn/?language=fr&amp;order=new"' in page

    def test_a_language_nobody_offers_is_none(self, client: Client) -> None:
        head = head_of(client, "/learn/?language=tlh")
        assert '<html lang="en"' in head
        assert links(head)["canonical"] == "https://play.example.org/learn/"
