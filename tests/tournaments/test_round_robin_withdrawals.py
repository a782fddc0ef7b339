"""Withdrawing from a round robin: effects on results, later rounds, standings and opponents."""

import re
from random import Random

import pytest

from accounts.errors import Conflict
from accounts.models import User
from games.models import Notice
from games.services.endings import resign
from tests.accounts.people import has_code
from tests.games.playing import client_of, play
from tests.tournaments.pages import browser_of
from tests.tournaments.playing import decide, entry, next_round, open_tables, running_tournament
from tournaments.enums import Outcome, Venue
from tournaments.models import Bye, Club, Entry, Table, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.standings import crosstable_json, player_json, standings_json
from tournaments.services.results import claim_result, confirm_result, count_game
from tournaments.services.withdrawal import preview_withdrawal, withdraw_player

pytestmark = pytest.mark.slow


def play_rounds(tournament: Tournament, organiser: User, count: int) -> None:
    for _ in range(count):
        next_round(tournament, organiser)
        decide(tournament, organiser, Random(1))


def names_in_table(tournament: Tournament) -> set[str]:
    tournament.refresh_from_db()
    return {row["player"]["name"] for row in standings_json(tournament)["rows"]}


def test_an_early_withdrawal_after_a_bye_is_not_in_the_standings(club: Club, secretary: User) -> None:
    """With five players one has a bye, which is no result."""
    tournament = running_tournament(club, secretary, 5, Format.ROUND_ROBIN, accounts=False)
    play_rounds(tournament, secretary, 1)
    leaver = Bye.objects.get(round__tournament=tournament).entry
    withdraw_player(entry_id=leaver.pk, user=secretary)
    assert leaver.name not in names_in_table(tournament)
    card = player_json(tournament, leaver.pk)
    assert (card["rank"], card["rounds"]) == (None, [])


def test_a_void_game_is_shown_as_none_and_not_as_running(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 6, Format.ROUND_ROBIN, accounts=False)
    play_rounds(tournament, secretary, 1)
    table = Table.objects.filter(round__tournament=tournament).first()
    assert table is not None
    leaver, opponent = (seat.entry for seat in table.seats.order_by("index"))
    withdraw_player(entry_id=leaver.pk, user=secretary)
    tournament.refresh_from_db()
    cells = {row["player"]["id"]: row["rounds"] for row in crosstable_json(tournament)["rows"]}
    assert [(one["bye"], one["points"], one["opponents"]) for one in cells[opponent.pk][0]] == [("free", "0", [])]
    assert "…" not in crosstable_page(tournament, secretary)
    card = browser_of(secretary).get(f"/tournaments/{tournament.pk}/players/{opponent.pk}/")
    assert [one["bye"] for one in card.context["card"]["rounds"]] == ["free"]
    printed = browser_of(secretary).get(f"/tournaments/{tournament.pk}/rounds/1/print/").content.decode()
    names = ("player001", "player002", "player003", "player004", "player005", "player006")
    assert {name for name in names if f"<bdi>{name}</bdi></div>" in printed} == {*names} - {leaver.name, opponent.name}


def crosstable_page(tournament: Tournament, user: User) -> str:
    page = browser_of(user).get(f"/tournaments/{tournament.pk}/crosstable/").content.decode()
    return str(page.partition("<tbody>")[2].partition("</tbody>")[0])


def test_whether_results_are_void_is_decided_once(club: Club, secretary: User) -> None:
    """With half of the games played results count, even if later withdrawals void some of them."""
    tournament = running_tournament(club, secretary, 5, Format.ROUND_ROBIN, accounts=False)
    play_rounds(tournament, secretary, 2)
    seated = [list(table.seats.values_list("entry_id", flat=True)) for table in Table.objects.all()]
    busy = [one for one in Entry.objects.all() if sum(one.pk in pair for pair in seated) == 2]
    idle = [one for one in Entry.objects.all() if sum(one.pk in pair for pair in seated) == 1]
    early = idle[0]
    leaver = next(one for one in busy if any({one.pk, early.pk} == set(pair) for pair in seated))
    assert not preview_withdrawal(tournament=tournament, entry=leaver).strikes_results
    withdraw_player(entry_id=leaver.pk, user=secretary)
    withdraw_player(entry_id=early.pk, user=secretary)
    leaver.refresh_from_db()
    early.refresh_from_db()
    assert (leaver.is_void, early.is_void) == (False, True)
    for _ in range(3):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(2))
    later = Table.objects.filter(round__number__gt=2, seats__entry=leaver)
    assert {(table.outcome, table.source) for table in later} == {(Outcome.FORFEIT, "draw")}
    assert later.count() == 2
    assert names_in_table(tournament) == {one.name for one in Entry.objects.exclude(pk=early.pk)}


def test_games_against_players_with_void_results_are_not_expected(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.ROUND_ROBIN, accounts=False)
    gone = entry(tournament, "player004")
    withdraw_player(entry_id=gone.pk, user=secretary)
    play_rounds(tournament, secretary, 1)
    played = Table.objects.get().seats.all()[0].entry
    preview = preview_withdrawal(tournament=tournament, entry=played)
    assert re.findall(r"\d+", preview.sentence)[:2] == ["1", "2"]
    assert not preview.strikes_results


def test_a_void_table_accepts_and_requests_no_report(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 6, Format.ROUND_ROBIN)
    next_round(tournament, secretary)
    table = open_tables(tournament)[0]
    leaver, opponent = (seat.entry for seat in table.seats.select_related("entry__user").order_by("index"))
    claim_result(table_id=table.pk, user=leaver.user, outcome="goal", ranks=[1, 2])
    assert Notice.objects.filter(user=opponent.user, about="result_claimed").exists()
    withdraw_player(entry_id=leaver.pk, user=secretary)
    assert not Notice.objects.filter(user=opponent.user, about="result_claimed").exists()
    with pytest.raises(Conflict, check=has_code("struck")):
        confirm_result(table_id=table.pk, user=opponent.user)
    with pytest.raises(Conflict, check=has_code("struck")):
        claim_result(table_id=table.pk, user=opponent.user, outcome="goal", ranks=[2, 1])
    page = browser_of(opponent.user).get(f"/tournaments/{tournament.pk}/rounds/1/").content.decode()
    own = page[page.index(f'id="table-{table.pk}"') :].partition("</li>\n")[0]
    assert "/do/claim/" not in own
    assert "/do/confirm/" not in own


def test_no_page_links_to_a_game_won_by_forfeit(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.ROUND_ROBIN)
    play_rounds(tournament, secretary, 2)
    leaver = entry(tournament, "player002")
    withdraw_player(entry_id=leaver.pk, user=secretary)
    next_round(tournament, secretary)
    table = Table.objects.get(round__number=3, seats__entry=leaver)
    winner = table.seats.exclude(entry=leaver).get().entry
    assert winner.user is not None
    notices = client_of(winner.user).get("/api/v1/notices/").json()["results"]
    assert notices[0]["about"] == "round_won_by_forfeit"
    assert (notices[0]["facts"]["others"], notices[0]["facts"]["points"]) == ("player002", "6")
    assert not Notice.objects.filter(user=leaver.user, key=f"round:{table.round_id}:0").exists()


@pytest.mark.parametrize("rounds", [1, 3])
def test_online_games_of_a_withdrawn_player_end_for_both(club: Club, secretary: User, rounds: int) -> None:
    """Several rounds at once: all games of the withdrawn player end as void, and no opponent waits for a move."""
    tournament = running_tournament(
        club, secretary, 6, Format.ROUND_ROBIN, venue=Venue.CORRESPONDENCE, games_at_once=3, turn_limit=2
    )
    for _ in range(rounds):
        next_round(tournament, secretary)
    leaver = entry(tournament, "player003")
    withdraw_player(entry_id=leaver.pk, user=leaver.user)
    tables = list(Table.objects.filter(seats__entry=leaver).select_related("game"))
    assert [(table.is_void, table.game.status) for table in tables if table.game] == [(True, "annulled")] * rounds
    assert leaver.name not in names_in_table(tournament)


def test_the_card_shows_who_moved_first(club: Club, secretary: User) -> None:
    """A regression: it seemed to refer to the opponent."""
    tournament = running_tournament(club, secretary, 2, Format.ROUND_ROBIN, accounts=False)
    play_rounds(tournament, secretary, 1)
    first, second = (seat.entry_id for seat in Table.objects.get().seats.order_by("index"))
    for player, moved_first in ((first, True), (second, False)):
        page = browser_of(secretary).get(f"/tournaments/{tournament.pk}/players/{player}/")
        assert [one["moved_first"] for one in page.context["card"]["rounds"]] == [moved_first]


def test_earlier_standings_keep_a_withdrawn_player_whose_results_count(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 5, Format.ROUND_ROBIN, accounts=False)
    play_rounds(tournament, secretary, 1)
    leaver = Bye.objects.get(round__tournament=tournament).entry
    play_rounds(tournament, secretary, 2)
    withdraw_player(entry_id=leaver.pk, user=secretary)
    tournament.refresh_from_db()
    after_first = standings_json(tournament, after_round=1)["rows"]
    assert leaver.name in {row["player"]["name"] for row in after_first}


def test_a_game_that_ended_just_before_its_table_was_voided_does_not_count(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 6, Format.ROUND_ROBIN, venue=Venue.CORRESPONDENCE, turn_limit=2)
    next_round(tournament, secretary)
    table = Table.objects.filter(round__tournament=tournament).first()
    assert table is not None
    assert table.game is not None
    leaver, opponent = (seat.entry for seat in table.seats.order_by("index"))
    assert opponent.user is not None
    play(table.game, 2)
    resign(game_id=table.game.pk, user=opponent.user)
    withdraw_player(entry_id=leaver.pk, user=secretary)
    assert count_game(game_id=table.game.pk) is False
    table.refresh_from_db()
    assert (table.is_void, table.outcome) == (True, "")
