"""The pages without JavaScript: a whole tournament by forms only, and what strangers see."""

import re
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.games.playing import make_people
from tests.tournaments.pages import EVENT_STEPS, browser_of, do, refusals, walk_wizard
from tests.tournaments.playing import (
    decide,
    entry,
    finish_by_resignation,
    next_round,
    open_tables,
    open_tournament,
    running_tournament,
)
from tournaments.enums import EntryStatus, Status, Venue
from tournaments.models import Club, Entry, Table, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.guidance import next_action
from tournaments.services.results import count_finished_games

pytestmark = pytest.mark.slow


@pytest.mark.slow
def test_a_whole_tournament_on_an_empty_site_by_forms(db: None) -> None:
    random = Random(1)
    secretary, *people = make_people("secretary", *(f"p{number}" for number in range(8)))
    client = browser_of(secretary)
    assert '<div class="empty">' in client.get("/clubs/").content.decode()
    founded = client.post("/clubs/new/", {"name": "Vega Circle", "description": "", "joining": "open"}, follow=True)
    assert founded.redirect_chain == [("/clubs/vega-circle/", 302)]
    created, _summary = walk_wizard(client, "vega-circle", EVENT_STEPS)
    tournament = Tournament.objects.get()
    assert tournament.rounds == 3
    url = f"/tournaments/{tournament.pk}/"
    form = f'action="{url}do/%s/"'
    assert created.redirect_chain == [(url, 302)]
    assert Client().get(url).status_code == 404
    assert form % "start" not in do(client, url, "open")
    for user in people:
        do(browser_of(user), url, "enter")
    assert form % "start" in client.get(url).content.decode()
    assert form % "pair" in do(client, url, "start")
    for number in (1, 2, 3):
        assert form % "publish" in do(client, url, "pair")
        assert Client().get(f"{url}rounds/{number}/").status_code == 404
        assert form % "pair" not in do(client, url, "publish")
        assert re.findall(r"\d+", next_action(Tournament.objects.get()).sentence) == ["0", "4"]
        for game in Game.objects.filter(status="running"):
            finish_by_resignation(game, random)
        count_finished_games()
        assert Client().get(f"{url}rounds/{number}/print/").status_code == 200
    first = Table.objects.filter(round__number=1).order_by("number")[0]
    do(client, url, "result", table=first.pk, result="draw:1,1", reason="they agreed, really")
    assert form % "sign-off" in client.get(url).content.decode()
    do(client, url, "sign-off")
    assert Tournament.objects.get().status == Status.FINAL
    for part in ("", "crosstable/", "players/", "log/", "rounds/2/", f"players/{entry(tournament, 'p1').pk}/"):
        assert Client().get(f"{url}{part}").status_code == 200
    assert "they agreed, really" in Client().get(f"{url}log/").content.decode()


def test_a_knockout_shows_no_points(club: Club, secretary: User) -> None:
    steps = [EVENT_STEPS[0], {**EVENT_STEPS[1], "format": "knockout"}, *EVENT_STEPS[2:]]
    walk_wizard(browser_of(secretary), club.slug, steps)
    assert Tournament.objects.get().tie_breaks == []
    tournament = running_tournament(club, secretary, 4, format=Format.KNOCKOUT, tie_breaks=())
    url = f"/tournaments/{tournament.pk}/"
    points = '<td class="number"><strong>'
    assert points not in Client().get(url).content.decode()
    swiss = running_tournament(club, secretary, 4, name="Swiss", accounts=False)
    assert points in Client().get(f"/tournaments/{swiss.pk}/").content.decode()
    player = Entry.objects.filter(tournament=tournament)[0]
    card = browser_of(secretary).get(f"{url}players/{player.pk}/").content.decode()
    assert f'action="{url}do/bye/"' not in card
    assert f'action="{url}do/withdraw/"' in card


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"name": "Jan", "rating": "abc"}, "invalid"),
        ({"name": "Jan", "rating": "99999"}, "invalid"),
        ({"name": " Jan  Novák"}, "name_taken"),
    ],
)
def test_invalid_players_show_an_error(club: Club, secretary: User, typed: dict[str, str], code: str) -> None:
    client, url = browser_of(secretary), f"/tournaments/{open_tournament(club, secretary).pk}/"
    do(client, url, "add-player", name="Jan Novák", rating="1500")
    assert refusals(client.post(f"{url}do/add-player/", typed, follow=True)) == [code]
    assert list(Entry.objects.values_list("name", "rating")) == [("Jan Novák", 1500)]


def test_strangers_and_members_cannot_create_or_run_tournaments(club: Club, secretary: User, stranger: User) -> None:
    tournament = running_tournament(club, secretary, 4)
    client = browser_of(stranger)
    assert client.get(f"/clubs/{club.slug}/new-tournament/").status_code == 403
    assert client.get(f"/tournaments/{tournament.pk}/edit/").status_code == 403
    page = client.post(f"/tournaments/{tournament.pk}/do/pair/", follow=True)
    assert (page.status_code, page.context["refusal"].code) == (403, "not_an_organiser")
    assert 'class="organiser-bar"' not in client.get(f"/tournaments/{tournament.pk}/").content.decode()
    assert Client().post(f"/tournaments/{tournament.pk}/do/pair/").status_code == 302
    assert not tournament.round_set.exists()
    assert client.post(f"/tournaments/{tournament.pk}/do/nonsense/").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize(
    ("format", "is_offered"), [(Format.SWISS, True), (Format.ROUND_ROBIN, False), (Format.KNOCKOUT, False)]
)
def test_with_fixed_pairings_only_turning_sides_is_offered(
    club: Club, secretary: User, format: Format, is_offered: bool
) -> None:
    tournament = running_tournament(club, secretary, 4, format)
    client, url = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    do(client, url, "pair")
    page = client.get(f"{url}rounds/1/").content.decode()
    offered = [f'action="{url}do/{action}/"' in page for action in ("place", "swap", "turn")]
    assert offered == [is_offered, is_offered, True]


@pytest.mark.slow
def test_a_draft_is_changed_by_forms(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 5, rounds=3)
    client, url = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    do(client, url, "pair")
    first, second = Table.objects.order_by("number")
    one, other = first.seats.get(index=0).entry_id, second.seats.get(index=0).entry_id
    do(client, url, "swap", one=one, other=other, reason="they travel together", back=f"{url}rounds/1/")
    assert Table.objects.get(pk=first.pk).seats.get(index=0).entry_id == other
    do(client, url, "turn", number=1)
    do(client, url, "times", starts_at="2030-01-01T10:00", deadline="2030-01-08T10:00")
    do(client, url, "again")
    do(client, url, "forbid", one=one, other=other, reason="family")
    do(client, url, "pair")
    do(client, url, "discard")
    assert not tournament.round_set.exists()
    allow = f'action="{url}do/allow/"'
    assert allow in client.get(f"{url}players/").content.decode()
    assert allow not in do(client, url, "allow", one=one, other=other, back=f"{url}players/")
    do(client, url, "pair")
    table = Table.objects.get(number=1)
    do(client, url, "move", table=table.pk, venue="correspondence")
    assert Table.objects.get(pk=table.pk).venue == "correspondence"
    do(client, url, "place", entry=table.seats.get(index=0).entry_id, table="")
    objections = client.get(f"{url}rounds/1/").context["objections"]
    assert any(objection.is_blocking for objection in objections)


@pytest.mark.parametrize("action", ["add-player", "add-organiser"])
def test_an_unknown_username_redirects_back_to_its_form(club: Club, secretary: User, action: str) -> None:
    tournament = open_tournament(club, secretary)
    url = f"/tournaments/{tournament.pk}/"
    sent = {"username": "nobody-here", "back": f"{url}players/"}
    answer = browser_of(secretary).post(f"{url}do/{action}/", sent, follow=True)
    assert answer.redirect_chain == [(f"{url}players/", 302)]
    assert refusals(answer) == ["invalid"]
    assert 'maxlength="30"' in answer.content.decode()
    assert 'value="nobody-here"' in answer.content.decode()


@pytest.mark.parametrize(
    ("rules", "status"),
    [
        ({}, EntryStatus.ENTERED),
        ({"needs_approval": True}, EntryStatus.PENDING),
        ({"size": 2}, EntryStatus.WAITING),
    ],
)
def test_entering_shows_the_status_of_the_entry(
    club: Club, secretary: User, stranger: User, rules: dict[str, Any], status: EntryStatus
) -> None:
    tournament = open_tournament(club, secretary, **rules)
    client, url = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    for name in ("One", "Two"):
        do(client, url, "add-player", name=name)
    page = do(browser_of(stranger), url, "enter")
    own = Entry.objects.get(user=stranger)
    assert own.status == status
    assert own.get_status_display() in page


def test_a_pending_entry_can_be_withdrawn(club: Club, secretary: User, stranger: User) -> None:
    tournament = open_tournament(club, secretary, needs_approval=True)
    url = f"/tournaments/{tournament.pk}/"
    do(browser_of(stranger), url, "enter")
    asked = Entry.objects.get(user=stranger)
    card = f"{url}players/{asked.pk}/"
    withdraw = f'action="{url}do/withdraw/"'
    page = browser_of(stranger).get(card).content.decode()
    assert withdraw in page
    assert f'action="{url}do/bye/"' not in page
    assert withdraw not in Client().get(card).content.decode()
    do(browser_of(stranger), url, "withdraw", entry=asked.pk)
    assert browser_of(stranger).get(card).context["may_change"] is False


def test_every_page_links_to_the_players_own_table(club: Club, secretary: User, stranger: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=1)
    next_round(tournament, secretary)
    table = open_tables(tournament)[0]
    one, other = (seat.entry for seat in table.seats.order_by("index"))
    assert one.user is not None
    url = f"/tournaments/{tournament.pk}/"
    own_tables = '<ul class="own-tables"'
    own = browser_of(one.user).get(url).content.decode().partition(own_tables)[2].partition("</ul>")[0]
    assert f"<bdi>{other.name}</bdi>" in own
    assert f'href="{url}rounds/1/#table-{table.pk}"' in own
    assert own_tables not in browser_of(stranger).get(url).content.decode()
    Tournament.objects.update(status=Status.CANCELLED)
    assert own_tables not in browser_of(one.user).get(url).content.decode()
    Tournament.objects.update(status=Status.RUNNING)
    decide(tournament, secretary, Random(1))
    assert own_tables not in browser_of(one.user).get(url).content.decode()


def test_a_tournament_game_links_to_its_tournament_and_cannot_be_aborted(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    game = Game.objects.first()
    page = Client().get(f"/games/{game.pk}/")
    assert f'<a href="/tournaments/{tournament.pk}/"><bdi>Spring Open</bdi></a>' in page.content.decode()
    assert page.context["data"]["is_arranged"] is True


def test_before_the_start_players_are_seeded_and_organisers_change(club: Club, secretary: User, stranger: User) -> None:
    tournament = open_tournament(club, secretary)
    client, url = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    do(client, url, "add-player", name="Walk-in")
    walk_in = entry(tournament, "Walk-in")
    assert f'action="{url}do/rating/"' in client.get(f"{url}players/{walk_in.pk}/").content.decode()
    do(client, url, "rating", entry=walk_in.pk, rating="1650")
    assert entry(tournament, "Walk-in").rating == 1650
    refused = client.post(f"{url}do/rating/", {"entry": walk_in.pk, "rating": "99999"}, follow=True)
    assert refusals(refused) == ["invalid"]
    remove = f'action="{url}do/remove-organiser/"'
    assert remove in do(client, url, "add-organiser", username="stranger")
    assert remove not in do(client, url, "remove-organiser", username="stranger")
    assert not tournament.organisers.filter(pk=stranger.pk).exists()


def test_late_entry_is_offered_as_long_as_it_is_possible(club: Club, secretary: User, stranger: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2, late_entry_until=1)
    client, url = browser_of(stranger), f"/tournaments/{tournament.pk}/"
    enter = f'action="{url}do/enter/"'
    assert enter in client.get(url).content.decode()
    next_round(tournament, secretary)
    assert enter not in client.get(url).content.decode()


def test_the_effect_of_withdrawing_is_shown_in_advance(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    player = User.objects.get(username="player002")
    client, url = browser_of(player), f"/tournaments/{tournament.pk}/"
    own = entry(tournament, "player002")
    page = client.get(f"{url}players/{own.pk}/")
    assert page.context["preview"].strikes_results is False
    assert page.context["preview"].sentence in page.content.decode()
    do(client, url, "bye", entry=own.pk, round=2)
    do(client, url, "bye", entry=own.pk, round=2, take_back=1)
    do(client, url, "withdraw", entry=own.pk, reason="ill")
    other = entry(tournament, "player003")
    assert client.post(f"{url}do/withdraw/", {"entry": other.pk}).status_code == 403
    assert entry(tournament, "player003").status == EntryStatus.ENTERED


@pytest.mark.parametrize("part", ["", "rounds/1/", "crosstable/", "players/", "log/"])
@pytest.mark.slow
def test_pages_need_the_same_queries_for_ten_players_and_for_many(
    club: Club, secretary: User, part: str, django_assert_max_num_queries: Any
) -> None:
    counts = set()
    for players in (10, 60):
        tournament = running_tournament(club, secretary, players, accounts=False, rounds=2, name=f"Of {players}")
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(1))
        with django_assert_max_num_queries(40) as queries:
            assert Client().get(f"/tournaments/{tournament.pk}/{part}").status_code == 200
        counts.add(len(queries))
    assert len(counts) == 1


def test_in_large_tournaments_pages_link_to_the_players_own_table_and_place(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 18)
    next_round(tournament, secretary)
    player = browser_of(User.objects.get(username="player007"))
    pairings, standings = f"/tournaments/{tournament.pk}/rounds/1/", f"/tournaments/{tournament.pk}/"
    own_table = '<a class="button small" href="#table-'
    assert own_table in player.get(pairings).content.decode()
    assert 'href="#mine"' in player.get(standings).content.decode()
    anybody = Client()
    assert own_table not in anybody.get(pairings).content.decode()
    assert 'href="#mine"' not in anybody.get(standings).content.decode()
