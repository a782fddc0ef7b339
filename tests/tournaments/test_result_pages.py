"""Results over the board by forms: reported, confirmed, disputed, entered and corrected."""

from typing import Any

import pytest

from accounts.models import User
from tests.games.playing import make_people
from tests.tournaments.pages import browser_of, do, pairings_part, refusals
from tests.tournaments.playing import (
    next_round,
    open_tables,
    open_tournament,
    running_tournament,
)
from tournaments.enums import Venue
from tournaments.models import Club, Table
from tournaments.pairing.values import Format
from tournaments.services.claims import claim_digest
from tournaments.services.results import claim_result

pytestmark = pytest.mark.slow


def reported_at(page: Any) -> dict[str, Any]:
    """What a player reported of the only table on a page of pairings."""
    return dict(page.context["round"]["tables"][0]["reported"])


def describe_result(page: Any, choice: str) -> str:
    """The label of a result choice of the only table on a page."""
    return str(dict(page.context["round"]["tables"][0]["results"])[choice])


def test_players_report_results_over_the_board(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    url, page = f"/tournaments/{tournament.pk}/", f"/tournaments/{tournament.pk}/rounds/1/"
    one, other = (browser_of(seat.entry.user) for seat in table.seats.order_by("index"))  # type: ignore[arg-type]
    confirm, claim = (f'action="{url}do/{action}/"' for action in ("confirm", "claim"))
    assert claim in one.get(page).content.decode()
    names = [seat.entry.name for seat in table.seats.order_by("index")]
    do(one, url, "claim", table=table.pk, result="limit:1,2")
    own = one.get(page)
    assert reported_at(own)["is_own"] is True
    assert confirm not in own.content.decode()
    asked = other.get(page)
    report = reported_at(asked)
    assert (report["is_own"], report["by"], report["words"]) == (False, names[0], describe_result(asked, "limit:1,2"))
    assert report["words"] in asked.content.decode().partition(confirm)[2].partition("</form>")[0]
    seen = report["mark"]
    do(one, url, "claim", table=table.pk, result="goal:1,2")
    for shown in ({"seen": seen}, {}):
        stale = other.post(f"{url}do/confirm/", {"table": table.pk, **shown}, follow=True)
        assert refusals(stale) == ["claim_changed"]
    do(other, url, "claim", table=table.pk, result="draw:1,1")
    disputed = one.get(page)
    assert reported_at(disputed)["otherwise"] == describe_result(disputed, "goal:1,2")
    assert '<div class="reported-result disputed">' in disputed.content.decode()
    do(other, url, "claim", table=table.pk, result="goal:1,2")
    assert (Table.objects.get().outcome, Table.objects.get().source) == ("goal", "players")


def test_a_refused_form_is_filled_in_again_once(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, venue=Venue.BOARD)
    client, url = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    do(client, url, "add-player", name="Walk-in")
    sent = {"name": "Walk-in", "rating": "1500", "back": f"{url}players/"}
    refused = client.post(f"{url}do/add-player/", sent, follow=True).content.decode()
    assert 'name="name" maxlength="60" value="Walk-in"' in refused
    assert 'maxlength="4" value="1500"' in refused
    assert 'value="1500"' not in client.get(f"{url}players/").content.decode()
    news = {"title": "", "text": "Bring <clocks>."}
    refused = client.post(f"/clubs/{club.slug}/do/news/", news, follow=True).content.decode()
    assert "Bring &lt;clocks&gt;.</textarea>" in refused
    assert "Bring" in refused.partition('<details class="fold" open>')[2].partition("</details>")[0]


def test_a_report_without_an_opponents_account_is_entered_by_an_organiser(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, rounds=1)
    client, url = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    (player,) = make_people("dana")
    player.display_name = "دانا"
    player.save()
    do(browser_of(player), url, "enter")
    do(client, url, "add-player", name="Walk-in")
    for action in ("start", "pair", "publish"):
        do(client, url, action)
    table = Table.objects.get()
    won = "goal:1,2" if table.seats.get(index=0).entry.user_id == player.pk else "goal:2,1"
    do(browser_of(player), url, "claim", table=table.pk, result=won)
    page = client.get(f"{url}rounds/1/")
    assert reported_at(page)["is_confirmable"] is False
    assert len(page.context["next"].remedies) == 1
    enter = page.content.decode().partition(f'action="{url}do/enter-reported/"')[2].partition("</form>")[0]
    assert "دانا" in enter
    do(client, url, "enter-reported", table=table.pk, seen=claim_digest(Table.objects.get().claim or {}))
    assert "\u2068دانا\u2069" in client.get(f"{url}log/").content.decode()


def test_the_reporter_is_recognised_beside_a_player_of_the_same_name(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, rounds=1)
    client, url = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    (player,) = make_people("dana")
    do(browser_of(player), url, "enter")
    do(client, url, "add-player", name=player.public_name)
    for action in ("start", "pair"):
        do(client, url, action)
    table = Table.objects.get()
    if table.seats.get(index=0).entry.user_id == player.pk:
        do(client, url, "turn", number=table.number)
    do(client, url, "publish")
    do(browser_of(player), url, "claim", table=table.pk, result="draw:1,1")
    page = browser_of(player).get(f"{url}rounds/1/")
    assert (reported_at(page)["is_own"], reported_at(page)["is_confirmable"]) == (True, False)
    assert f'action="{url}do/confirm/"' not in page.content.decode()


def test_a_report_is_entered_with_its_tallies_only_if_the_organiser_saw_it(
    club: Club, secretary: User, stranger: User
) -> None:
    tournament = running_tournament(club, secretary, 4, Format.SWISS_TABLES, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    player = table.seats.get(index=0).entry.user
    assert player is not None
    report: dict[str, Any] = {"outcome": "limit", "ranks": [1, 2, 3, 4], "by_tally": [2, 3], "tallies": [9, 8, 5, 4]}
    claim_result(table_id=table.pk, user=player, **report)
    client, url = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    page = client.get(f"{url}rounds/1/")
    seen = page.context["round"]["tables"][0]["reported"]["mark"]
    assert f'action="{url}do/enter-reported/"' in page.content.decode()
    claim_result(table_id=table.pk, user=player, **{**report, "by_tally": [3]})
    for shown in ({"seen": seen}, {}):
        stale = client.post(f"{url}do/enter-reported/", {"table": table.pk, **shown}, follow=True)
        assert refusals(stale) == ["claim_changed"]
    claim_result(table_id=table.pk, user=player, **report)
    refused = browser_of(stranger).post(f"{url}do/enter-reported/", {"table": table.pk, "seen": seen})
    assert refused.status_code == 403
    assert not Table.objects.get().is_decided
    do(client, url, "enter-reported", table=table.pk, seen=seen)
    seats = table.seats.order_by("index")
    assert (Table.objects.get().outcome, Table.objects.get().source) == ("limit", "organiser")
    assert [seat.rank for seat in seats] == report["ranks"]
    assert [seat.index for seat in seats if seat.by_tally] == report["by_tally"]
    assert [seat.tally for seat in seats] == report["tallies"]
    again = client.post(f"{url}do/enter-reported/", {"table": table.pk, "seen": seen}, follow=True)
    assert refusals(again) == ["claim_changed"]


def test_a_report_disputed_meanwhile_is_not_entered(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    one, other = (seat.entry.user for seat in table.seats.order_by("index"))
    assert one is not None
    assert other is not None
    client, url = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    claim_result(table_id=table.pk, user=one, outcome="goal", ranks=[1, 2])
    seen = client.get(f"{url}rounds/1/").context["round"]["tables"][0]["reported"]["mark"]
    claim_result(table_id=table.pk, user=other, outcome="draw")
    claim_result(table_id=table.pk, user=one, outcome="goal", ranks=[1, 2])
    refused = client.post(f"{url}do/enter-reported/", {"table": table.pk, "seen": seen}, follow=True)
    assert refusals(refused) == ["claim_changed"]
    assert not Table.objects.get().is_decided


def test_a_first_result_over_the_board_needs_no_reason_and_a_correction_does(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    client, url = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    back = f"{url}rounds/1/"
    assert 'name="reason" maxlength="300" required' not in pairings_part(client.get(back).content.decode())
    do(client, url, "result", table=table.pk, result="goal:1,2", back=back)
    sent = {"table": table.pk, "result": "draw:1,1", "back": back, "seen": 1}
    refused = client.post(f"{url}do/result/", sent, follow=True)
    assert refusals(refused) == ["reason_missing"]
    assert '<option value="draw:1,1" selected>' in refused.content.decode()
    assert Table.objects.get().outcome == "goal"
