"""Results over the board by forms: reported, confirmed, contradicted, entered and corrected."""

import pytest

from accounts.models import User
from tests.games.playing import make_people
from tests.tournaments.events import (
    next_round,
    open_event,
    open_tables,
    running_event,
)
from tests.tournaments.pages import browser_of, do, pairings_part
from tournaments.enums import Venue
from tournaments.models import Club, Table

pytestmark = pytest.mark.slow


def test_players_tell_results_over_the_board(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    event, page = f"/tournaments/{tournament.pk}/", f"/tournaments/{tournament.pk}/rounds/1/"
    one, other = (browser_of(seat.entry.user) for seat in table.seats.order_by("index"))  # type: ignore[arg-type]
    assert "Report the result" in one.get(page).content.decode()
    names = [seat.entry.name for seat in table.seats.order_by("index")]
    do(one, event, "claim", table=table.pk, result="limit:1,2")
    assert f"You reported: <strong>{names[0]} won by tally</strong>." in one.get(page).content.decode()
    assert "Confirm:" not in one.get(page).content.decode()
    asked = other.get(page)
    assert f"<bdi>{names[0]}</bdi> reported: <strong>{names[0]} won by tally</strong>." in asked.content.decode()
    assert f"Confirm: {names[0]} won by tally</button>" in asked.content.decode()
    seen = asked.context["round"]["tables"][0]["told"]["mark"]
    do(one, event, "claim", table=table.pk, result="aim:1,2")
    stale = other.post(f"{event}do/confirm/", {"table": table.pk, "seen": seen}, follow=True)
    assert "Another result was reported meanwhile. Look at it, then confirm it." in stale.content.decode()
    do(other, event, "claim", table=table.pk, result="draw:1,1")
    assert f"Before that, another player reported: <strong>{names[0]} won</strong>." in one.get(page).content.decode()
    do(other, event, "claim", table=table.pk, result="aim:1,2")
    assert (Table.objects.get().outcome, Table.objects.get().source) == ("aim", "players")


def test_what_was_refused_comes_back_filled_in_once(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, venue=Venue.BOARD)
    client, event = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    do(client, event, "add-player", name="Walk-in")
    sent = {"name": "Walk-in", "rating": "1500", "back": f"{event}players/"}
    refused = client.post(f"{event}do/add-player/", sent, follow=True).content.decode()
    assert 'name="name" maxlength="60" value="Walk-in"' in refused
    assert 'maxlength="4" value="1500"' in refused
    assert 'value="1500"' not in client.get(f"{event}players/").content.decode()
    news = {"title": "", "text": "Bring <clocks>."}
    refused = client.post(f"/clubs/{club.slug}/do/news/", news, follow=True).content.decode()
    assert "Bring &lt;clocks&gt;.</textarea>" in refused
    assert '<details class="fold" open><summary>Write news' in refused


def test_what_only_one_account_can_tell_is_entered_by_an_organiser(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, rounds=1)
    client, event = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    (player,) = make_people("dana")
    player.display_name = "دانا"
    player.save()
    do(browser_of(player), event, "enter")
    do(client, event, "add-player", name="Walk-in")
    for deed in ("start", "pair", "publish"):
        do(client, event, deed)
    table = Table.objects.get()
    won = "aim:1,2" if table.seats.get(index=0).entry.user_id == player.pk else "aim:2,1"
    page = do(browser_of(player), event, "claim", table=table.pk, result=won, back=f"{event}rounds/1/")
    assert "It counts when an organiser enters it." in page
    page = client.get(f"{event}rounds/1/").content.decode()
    assert "A result was reported at table 1, where nobody else has an account to confirm it. Enter it." in page
    assert "Enter as reported: دانا won</button>" in page
    do(client, event, "result", table=table.pk, result=won)
    assert "\u2068دانا\u2069" in client.get(f"{event}log/").content.decode()


def test_a_first_result_over_the_board_needs_no_reason_and_a_correction_does(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    client, event = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    back = f"{event}rounds/1/"
    assert 'name="reason" maxlength="300" required' not in pairings_part(client.get(back).content.decode())
    do(client, event, "result", table=table.pk, result="aim:1,2", back=back)
    sent = {"table": table.pk, "result": "draw:1,1", "back": back}
    refused = client.post(f"{event}do/result/", sent, follow=True).content.decode()
    assert "Say why: the reason stands in the public log." in refused
    assert '<option value="draw:1,1" selected>A draw' in refused
    assert Table.objects.get().outcome == "aim"
