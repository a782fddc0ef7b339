"""Registration in a tournament: places, waiting lists, approval, ratings, imported players."""

from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.utils import timezone

from accounts.errors import Conflict, Forbidden, NotFound, TooMany, Unprocessable
from accounts.models import User
from accounts.selectors import export_data
from games.models import Notice, Rating, RatingPool
from tests.accounts.people import has_code
from tests.games.playing import make_people, play
from tests.tournaments.playing import (
    log_of,
    make_club,
    make_rules,
    next_round,
    open_tables,
    open_tournament,
    pairs_of,
    running_tournament,
)
from tournaments.clubs.services.membership import join_club
from tournaments.enums import EntryStatus, LogKind, Venue
from tournaments.models import Club, Entry, Membership, Round
from tournaments.pairing.trf_import import TrfPlayer
from tournaments.pairing.values import Format
from tournaments.services import pairing, registration
from tournaments.services.lifecycle import change_tournament, create_tournament, start_tournament
from tournaments.services.registration import MAX_CHANGES_OF_MIND, add_player, answer_entry, enter, set_rating
from tournaments.services.results import count_finished_games, set_result
from tournaments.services.withdrawal import reinstate_player, withdraw_player

pytestmark = pytest.mark.slow


def statuses(tournament: object) -> list[str]:
    return list(Entry.objects.filter(tournament=tournament).order_by("id").values_list("status", flat=True))


def test_a_full_tournament_has_a_waiting_list_that_moves_up(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, size=2)
    people = make_people("ada", "ben", "cleo", "dan")
    entries = [enter(tournament_id=tournament.pk, user=user) for user in people]
    assert statuses(tournament) == ["entered", "entered", "waiting", "waiting"]
    withdraw_player(entry_id=entries[0].pk, user=people[0])
    assert statuses(tournament) == ["withdrawn", "entered", "entered", "waiting"]
    assert enter(tournament_id=tournament.pk, user=people[0]).status == EntryStatus.WAITING
    assert enter(tournament_id=tournament.pk, user=people[1]).pk == entries[1].pk
    # A returning player waits behind those already waiting.
    withdraw_player(entry_id=entries[1].pk, user=people[1])
    assert statuses(tournament) == ["waiting", "withdrawn", "entered", "entered"]


def test_waiting_players_move_up_into_the_next_round_while_late_entry_is_allowed(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, size=4, rounds=4, late_entry_until=2)
    people = make_people("ada", "ben", "cleo", "dan", "eve", "fay", "gil")
    entries = [enter(tournament_id=tournament.pk, user=user) for user in people]
    start_tournament(tournament_id=tournament.pk, user=secretary)
    withdraw_player(entry_id=entries[0].pk, user=people[0])
    next_round(tournament, secretary)
    withdraw_player(entry_id=entries[1].pk, user=people[1])
    rows = Entry.objects.filter(tournament=tournament).order_by("id")
    assert list(rows.values_list("status", "number", "first_round"))[4:] == [
        ("entered", 5, 1),
        ("entered", 6, 2),
        ("waiting", None, 1),
    ]
    assert (LogKind.PLAYERS, {"name": "fay", "round": 2}) in log_of(tournament)
    assert Notice.objects.filter(user=people[5], about="entry_moved_up").count() == 1
    for table in open_tables(tournament):
        set_result(table_id=table.pk, user=secretary, outcome="draw", reason="on the sheet")
    second = next_round(tournament, secretary)
    assert "fay" in [name for pair in pairs_of(second) for name in pair]
    withdraw_player(entry_id=entries[2].pk, user=people[2])
    assert statuses(tournament)[6] == "waiting", "late entry ends with round 2"


def test_moving_up_discards_a_draft_made_without_the_player(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, size=4, rounds=3, late_entry_until=3)
    for user in make_people("ada", "ben", "cleo", "dan", "eve"):
        enter(tournament_id=tournament.pk, user=user)
    start_tournament(tournament_id=tournament.pk, user=secretary)
    pairing.pair_round(tournament_id=tournament.pk, user=secretary)
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"size": 5})
    assert statuses(tournament) == ["entered"] * 5
    assert not Round.objects.exists()
    assert log_of(tournament)[-1] == (LogKind.PLAYERS, {"name": "eve"})


def test_organisers_may_add_only_members_and_applicants(club: Club, secretary: User) -> None:
    """Otherwise players could lose rated games on time without knowing of them."""
    tournament = open_tournament(club, secretary)
    member, passer_by, asked = make_people("member", "passer-by", "asked")
    join_club(club_id=club.pk, user=member)
    nova = User.objects.filter(is_ai=True).first()
    for player in (member, secretary, nova):
        assert add_player(tournament_id=tournament.pk, user=secretary, player=player).status == EntryStatus.ENTERED
    with pytest.raises(Forbidden) as refused:
        add_player(tournament_id=tournament.pk, user=secretary, player=passer_by)
    assert refused.value.code == "not_a_member"
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"needs_approval": True})
    enter(tournament_id=tournament.pk, user=asked)
    assert add_player(tournament_id=tournament.pk, user=secretary, player=asked).status == EntryStatus.ENTERED


def test_a_player_who_withdrew_cannot_be_added_again_by_an_organiser(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary)
    ada = make_people("ada")[0]
    entry = enter(tournament_id=tournament.pk, user=ada)
    withdraw_player(entry_id=entry.pk, user=ada)
    with pytest.raises(Forbidden) as refused:
        add_player(tournament_id=tournament.pk, user=secretary, player=ada)
    assert refused.value.code == "not_a_member"


def test_new_places_go_to_the_waiting_list(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, size=2)
    for user in make_people("ada", "ben", "cleo", "dan"):
        enter(tournament_id=tournament.pk, user=user)
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"size": 3})
    assert statuses(tournament) == ["entered", "entered", "entered", "waiting"]
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"size": None})
    assert statuses(tournament) == ["entered"] * 4


def test_organisers_approve_or_refuse_entries(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, needs_approval=True)
    ada, ben = make_people("ada", "ben")
    first, second = (enter(tournament_id=tournament.pk, user=user) for user in (ada, ben))
    assert statuses(tournament) == ["pending", "pending"]
    with pytest.raises(Forbidden):
        answer_entry(entry_id=first.pk, user=ada, accept=True)
    answer_entry(entry_id=first.pk, user=secretary, accept=True)
    answer_entry(entry_id=second.pk, user=secretary, accept=False, reason="not this time")
    assert statuses(tournament) == ["entered", "refused"]
    with pytest.raises(Forbidden) as refused:
        enter(tournament_id=tournament.pk, user=ben)
    assert refused.value.code == "refused"
    with pytest.raises(Conflict):
        answer_entry(entry_id=first.pk, user=secretary, accept=False)


def test_only_members_enter_a_members_only_tournament(club: Club, secretary: User, stranger: User) -> None:
    tournament = open_tournament(club, secretary, members_only=True)
    with pytest.raises(Forbidden) as refused:
        enter(tournament_id=tournament.pk, user=stranger)
    assert refused.value.code == "members_only"
    Membership.objects.create(club=club, user=stranger)
    assert enter(tournament_id=tournament.pk, user=stranger).status == EntryStatus.ENTERED


def rate(user: User, mu: float) -> None:
    pool, _new = RatingPool.objects.get_or_create(family="vega", is_live=False)
    Rating.objects.create(user=user, pool=pool, mu=mu, sigma=3.0, games=30, changed_at=timezone.now())


def test_a_rating_range_and_seeding_use_the_sites_ratings(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, lowest_rating=1500, highest_rating=1800)
    strong, fitting, better, unknown = make_people("strong", "fitting", "better", "unknown")
    rate(strong, 40.0)
    rate(fitting, 26.0)
    rate(better, 28.0)
    with pytest.raises(Forbidden) as refused:
        enter(tournament_id=tournament.pk, user=strong)
    assert refused.value.code == "rating_range"
    assert enter(tournament_id=tournament.pk, user=fitting).rating == 1540
    enter(tournament_id=tournament.pk, user=better)
    asks = enter(tournament_id=tournament.pk, user=unknown)
    assert asks.status == EntryStatus.PENDING
    set_rating(entry_id=asks.pk, user=secretary, rating=1510)
    answer_entry(entry_id=asks.pk, user=secretary, accept=True)
    start_tournament(tournament_id=tournament.pk, user=secretary)
    order = Entry.objects.filter(tournament=tournament).order_by("number").values_list("name", flat=True)
    assert list(order) == ["better", "fitting", "unknown"]


def test_a_rating_range_includes_both_ends(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, lowest_rating=1540, highest_rating=1540)
    (ada,) = make_people("ada")
    rate(ada, 26.0)
    assert enter(tournament_id=tournament.pk, user=ada).status == EntryStatus.ENTERED


def test_a_refusal_frees_a_place_for_the_waiting_list(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, size=2, needs_approval=True)
    first, *_others = [enter(tournament_id=tournament.pk, user=user) for user in make_people("ada", "ben", "cleo")]
    assert statuses(tournament) == ["pending", "pending", "waiting"]
    answer_entry(entry_id=first.pk, user=secretary, accept=False)
    assert statuses(tournament) == ["refused", "pending", "pending"]


def test_a_draft_tournament_is_not_found_by_others(club: Club, secretary: User, stranger: User) -> None:
    tournament = create_tournament(user=secretary, club_id=club.pk, rules=make_rules())
    with pytest.raises(NotFound):
        enter(tournament_id=tournament.pk, user=stranger)
    with pytest.raises(NotFound):
        add_player(tournament_id=tournament.pk, user=stranger, name="me")


def test_a_tournament_with_too_few_players_does_not_start(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, Format.SWISS_TABLES)
    for name in ("ada", "ben"):
        add_player(tournament_id=tournament.pk, user=secretary, name=name)
    with pytest.raises(Conflict) as refused:
        start_tournament(tournament_id=tournament.pk, user=secretary)
    assert refused.value.code == "too_few_players"


def test_players_without_accounts_play_over_the_board_in_online_tournaments(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, venue=Venue.CORRESPONDENCE, rounds=1)
    for user in make_people("ada", "ben", "cleo"):
        enter(tournament_id=tournament.pk, user=user)
    add_player(tournament_id=tournament.pk, user=secretary, name="Grandfather")
    start_tournament(tournament_id=tournament.pk, user=secretary)
    next_round(tournament, secretary)
    venues = {table.venue: table.game is not None for table in open_tables(tournament)}
    assert venues == {"correspondence": True, "board": False}


def test_ais_and_players_without_accounts_cannot_enter_the_same_online_tournament(club: Club, secretary: User) -> None:
    """An AI plays online, a player without an account over the board: they could never meet."""
    ai = User.objects.create_user("robo", is_ai=True)
    online = open_tournament(club, secretary, venue=Venue.CORRESPONDENCE)
    for user in make_people("ada", "ben"):
        enter(tournament_id=online.pk, user=user)
    add_player(tournament_id=online.pk, user=secretary, name="Zoe")
    with pytest.raises(Unprocessable, check=has_code("account_needed")):
        add_player(tournament_id=online.pk, user=secretary, player=ai)
    with pytest.raises(Unprocessable, check=has_code("account_needed")):
        change_tournament(tournament_id=online.pk, user=secretary, changes={"bye_ai": ai})
    with_ais = open_tournament(club, secretary, venue=Venue.CORRESPONDENCE, name="With AIs")
    add_player(tournament_id=with_ais.pk, user=secretary, player=ai)
    for act in (
        partial(add_player, name="Zoe"),
        partial(registration.import_players, players=[TrfPlayer(1, "Zoe", None)]),
    ):
        with pytest.raises(Unprocessable, check=has_code("account_needed")):
            act(tournament_id=with_ais.pk, user=secretary)
    add_player(tournament_id=with_ais.pk, user=secretary, player=secretary)
    assert with_ais.entries.count() == 2
    board = open_tournament(club, secretary, name="Board")
    add_player(tournament_id=board.pk, user=secretary, name="Zoe")
    add_player(tournament_id=board.pk, user=secretary, player=ai)
    with pytest.raises(Unprocessable, check=has_code("account_needed")):
        change_tournament(tournament_id=board.pk, user=secretary, changes={"venue": Venue.CORRESPONDENCE})


def test_correcting_a_result_changes_the_game_too(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    game = table.game
    assert game is not None
    while game.is_in_progress:
        play(game, 1, seed=game.ply)
    count_finished_games()
    set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[2, 1], reason="the clock was wrong")
    assert list(game.seats.order_by("index").values_list("rank", flat=True)) == [2, 1]
    set_result(table_id=table.pk, user=secretary, outcome="forfeit", ranks=[1, 2], reason="she was not there")
    game.refresh_from_db()
    assert game.status == "annulled"
    assert count_finished_games() == 0


def test_the_data_export_contains_clubs_and_tournaments(secretary: User) -> None:
    club = make_club(secretary)
    open_tournament(club, secretary)
    data = export_data(secretary)
    assert data["clubs"]["memberships"][0]["club__name"] == "Vega Circle"
    assert [action["tournament__name"] for action in data["tournaments"]["actions"]] == ["Spring Open"] * 2


def test_entering_and_withdrawing_is_rate_limited(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, needs_approval=True)
    (ada, ben) = make_people("ada", "ben")
    for _time in range(MAX_CHANGES_OF_MIND // 2):
        entry = enter(tournament_id=tournament.pk, user=ada)
        withdraw_player(entry_id=entry.pk, user=ada)
    with pytest.raises(TooMany):
        enter(tournament_id=tournament.pk, user=ada)
    assert enter(tournament_id=tournament.pk, user=ben).status == EntryStatus.PENDING
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        assert enter(tournament_id=tournament.pk, user=ada).status == EntryStatus.PENDING


def test_adding_other_players_does_not_count_towards_the_rate_limit(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary)
    entry = enter(tournament_id=tournament.pk, user=secretary)
    withdraw_player(entry_id=entry.pk, user=secretary)
    for number in range(MAX_CHANGES_OF_MIND):
        add_player(tournament_id=tournament.pk, user=secretary, name=f"Player {number}")
    assert enter(tournament_id=tournament.pk, user=secretary).status == EntryStatus.ENTERED
    for _time in range(MAX_CHANGES_OF_MIND // 2 - 2):
        withdraw_player(entry_id=entry.pk, user=secretary)
        entry = enter(tournament_id=tournament.pk, user=secretary)
    withdraw_player(entry_id=entry.pk, user=secretary)
    with pytest.raises(TooMany):
        enter(tournament_id=tournament.pk, user=secretary)


def test_the_error_for_an_import_of_too_many_players_gives_advice(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registration, "MAX_PLAYERS", 3)
    players = [TrfPlayer(number, f"Player {number}", None) for number in range(1, 5)]
    advice = []
    for size, places in ((2, 2), (3, 3), (None, 3)):
        tournament = open_tournament(club, secretary, size=size)
        with pytest.raises(Conflict, match=rf"\b{places}\b", check=has_code("full")) as refused:
            registration.import_players(tournament_id=tournament.pk, user=secretary, players=players)
        assert statuses(tournament) == []
        advice.append(refused.value.message)
    assert advice[0] != advice[1] == advice[2]


def test_a_tournament_without_a_size_has_the_maximum_number_of_places(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registration, "MAX_PLAYERS", 3)
    tournament = open_tournament(club, secretary)
    players = [TrfPlayer(number, f"Player {number}", None) for number in range(1, 5)]
    with pytest.raises(Conflict, check=has_code("full")):
        registration.import_players(tournament_id=tournament.pk, user=secretary, players=players)
    registration.import_players(tournament_id=tournament.pk, user=secretary, players=players[:2])
    for name in ("Ada", "Ben"):
        add_player(tournament_id=tournament.pk, user=secretary, name=name)
    assert statuses(tournament) == ["entered", "entered", "entered", "waiting"]


def test_an_import_with_duplicate_names_is_refused_entirely(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary)
    names = ["Ada Novak", "Ben", "Ada Novak", "Cleo", "Ben"]
    players = [TrfPlayer(number, name, None) for number, name in enumerate(names, start=1)]
    with pytest.raises(Unprocessable, match=r"\bAda Novak, Ben\b") as refused:
        registration.import_players(tournament_id=tournament.pk, user=secretary, players=players)
    assert (refused.value.code, statuses(tournament)) == ("names_shared", [])
    registration.import_players(tournament_id=tournament.pk, user=secretary, players=[*players[:2], players[3]])
    assert statuses(tournament) == ["entered"] * 3


def test_a_pending_entry_takes_a_place(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, size=2, needs_approval=True)
    first, *_others = [enter(tournament_id=tournament.pk, user=user) for user in make_people("ada", "ben", "cleo")]
    assert statuses(tournament) == ["pending", "pending", "waiting"]
    answer_entry(entry_id=first.pk, user=secretary, accept=True)
    assert statuses(tournament) == ["entered", "pending", "waiting"]


def test_a_player_without_an_account_is_not_reinstated_after_an_ai_entered(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, venue=Venue.CORRESPONDENCE, rounds=3, late_entry_until=2)
    for user in make_people("ada", "ben", "cleo"):
        enter(tournament_id=tournament.pk, user=user)
    zoe = add_player(tournament_id=tournament.pk, user=secretary, name="Zoe")
    start_tournament(tournament_id=tournament.pk, user=secretary)
    withdraw_player(entry_id=zoe.pk, user=secretary)
    add_player(tournament_id=tournament.pk, user=secretary, player=User.objects.create_user("robo", is_ai=True))
    with pytest.raises(Unprocessable) as refusal:
        reinstate_player(entry_id=zoe.pk, user=secretary)
    assert refusal.value.code == "account_needed"
    zoe.refresh_from_db()
    assert zoe.status == EntryStatus.WITHDRAWN


def test_a_player_with_a_closed_account_is_not_reinstated(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    gone = Entry.objects.filter(tournament=tournament).first()
    withdraw_player(entry_id=gone.pk, user=secretary)
    User.objects.filter(pk=gone.user_id).update(departed_at=timezone.now())
    with pytest.raises(Unprocessable):
        reinstate_player(entry_id=gone.pk, user=secretary)
