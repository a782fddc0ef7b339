"""Getting into an event: places, waiting lists, approval, ratings; and rounds left to a worker."""

import re
from datetime import timedelta
from functools import partial

import pytest
import time_machine
from celery.exceptions import SoftTimeLimitExceeded
from django.test import Client
from django.utils import timezone

from accounts.errors import Conflict, Forbidden, NotFound, TooMany, Unprocessable
from accounts.models import User
from accounts.selectors import export_data
from games.models import Notice, Rating, RatingPool
from tests.accounts.people import has_code
from tests.games.playing import make_people, play
from tests.tournaments.events import (
    log_of,
    make_club,
    make_rules,
    next_round,
    open_event,
    open_tables,
    pairs_of,
    running_event,
    seen,
)
from tournaments import tasks
from tournaments.clubs.services.membership import join_club
from tournaments.enums import EntryStatus, LogKind, RoundStatus, Venue
from tournaments.models import Club, Entry, Membership, Round, Table
from tournaments.pairing import rounds
from tournaments.pairing.stored import from_json, to_json
from tournaments.pairing.trf_import import TrfPlayer
from tournaments.pairing.values import Draw, Format, RoundToPair
from tournaments.selectors.record import draw_of
from tournaments.selectors.remedies import PAIR_AGAIN
from tournaments.services import pairing, registration
from tournaments.services.lifecycle import change_tournament, create_tournament, start_tournament
from tournaments.services.registration import MOST_CHANGES_OF_MIND, add_player, answer_entry, enter, set_rating
from tournaments.services.results import count_finished_games, set_result
from tournaments.services.withdrawal import reinstate_player, withdraw_player
from tournaments.signals import pairing_asked

pytestmark = pytest.mark.slow


def statuses(tournament: object) -> list[str]:
    return list(Entry.objects.filter(tournament=tournament).order_by("id").values_list("status", flat=True))


def test_a_full_event_has_a_waiting_list_that_moves_up(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, size=2)
    people = make_people("ada", "ben", "cleo", "dan")
    entries = [enter(tournament_id=tournament.pk, user=user) for user in people]
    assert statuses(tournament) == ["entered", "entered", "waiting", "waiting"]
    withdraw_player(entry_id=entries[0].pk, user=people[0])
    assert statuses(tournament) == ["withdrawn", "entered", "entered", "waiting"]
    assert enter(tournament_id=tournament.pk, user=people[0]).status == EntryStatus.WAITING
    assert enter(tournament_id=tournament.pk, user=people[1]).pk == entries[1].pk
    # Who came back waits behind those who waited all the time.
    withdraw_player(entry_id=entries[1].pk, user=people[1])
    assert statuses(tournament) == ["waiting", "withdrawn", "entered", "entered"]


def test_while_late_entry_is_possible_who_waits_moves_up_into_the_next_round(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, size=4, rounds=4, late_entry_until=2)
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
    assert statuses(tournament)[6] == "waiting", "late entry is over with round 2"


def test_who_moves_up_while_a_draft_lies_there_is_paired_with_the_others(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, size=4, rounds=3, late_entry_until=3)
    for user in make_people("ada", "ben", "cleo", "dan", "eve"):
        enter(tournament_id=tournament.pk, user=user)
    start_tournament(tournament_id=tournament.pk, user=secretary)
    pairing.pair_round(tournament_id=tournament.pk, user=secretary)
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"size": 5})
    assert statuses(tournament) == ["entered"] * 5
    assert not Round.objects.exists()
    assert log_of(tournament)[-1] == (LogKind.PLAYERS, {"name": "eve"})


def test_nobody_is_entered_who_neither_joined_the_club_nor_asked(club: Club, secretary: User) -> None:
    """A rated game that somebody never heard of would be lost on time, and cost them a hundred points."""
    tournament = open_event(club, secretary)
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


def test_who_withdrew_is_not_entered_again_by_others(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary)
    ada = make_people("ada")[0]
    entry = enter(tournament_id=tournament.pk, user=ada)
    withdraw_player(entry_id=entry.pk, user=ada)
    with pytest.raises(Forbidden) as refused:
        add_player(tournament_id=tournament.pk, user=secretary, player=ada)
    assert refused.value.code == "not_a_member"


def test_more_places_are_for_those_who_wait(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, size=2)
    for user in make_people("ada", "ben", "cleo", "dan"):
        enter(tournament_id=tournament.pk, user=user)
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"size": 3})
    assert statuses(tournament) == ["entered", "entered", "entered", "waiting"]
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"size": None})
    assert statuses(tournament) == ["entered"] * 4


def test_an_organiser_admits_and_refuses(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, needs_approval=True)
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


def test_members_only(club: Club, secretary: User, stranger: User) -> None:
    tournament = open_event(club, secretary, members_only=True)
    with pytest.raises(Forbidden) as refused:
        enter(tournament_id=tournament.pk, user=stranger)
    assert refused.value.code == "members_only"
    Membership.objects.create(club=club, user=stranger)
    assert enter(tournament_id=tournament.pk, user=stranger).status == EntryStatus.ENTERED


def rate(user: User, mu: float) -> None:
    pool, _new = RatingPool.objects.get_or_create(family="vega", is_live=False)
    Rating.objects.create(user=user, pool=pool, mu=mu, sigma=3.0, games=30, changed_at=timezone.now())


def test_a_rating_range_looks_at_the_site_s_ratings_and_seeds_by_them(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, lowest_rating=1500, highest_rating=1800)
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


def test_both_ends_of_a_rating_range_are_in_it(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, lowest_rating=1540, highest_rating=1540)
    (ada,) = make_people("ada")
    rate(ada, 26.0)
    assert enter(tournament_id=tournament.pk, user=ada).status == EntryStatus.ENTERED


def test_a_refusal_makes_room_for_who_waits(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, size=2, needs_approval=True)
    first, *_others = [enter(tournament_id=tournament.pk, user=user) for user in make_people("ada", "ben", "cleo")]
    assert statuses(tournament) == ["pending", "pending", "waiting"]
    answer_entry(entry_id=first.pk, user=secretary, accept=False)
    assert statuses(tournament) == ["refused", "pending", "pending"]


def test_a_draft_event_is_not_there_for_others(club: Club, secretary: User, stranger: User) -> None:
    tournament = create_tournament(user=secretary, club_id=club.pk, rules=make_rules())
    with pytest.raises(NotFound):
        enter(tournament_id=tournament.pk, user=stranger)
    with pytest.raises(NotFound):
        add_player(tournament_id=tournament.pk, user=stranger, name="me")


def test_too_few_players(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, Format.SWISS_TABLES)
    for name in ("ada", "ben"):
        add_player(tournament_id=tournament.pk, user=secretary, name=name)
    with pytest.raises(Conflict) as refused:
        start_tournament(tournament_id=tournament.pk, user=secretary)
    assert refused.value.code == "too_few_players"


def test_names_without_accounts_play_over_the_board_even_online(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, venue=Venue.CORRESPONDENCE, rounds=1)
    for user in make_people("ada", "ben", "cleo"):
        enter(tournament_id=tournament.pk, user=user)
    add_player(tournament_id=tournament.pk, user=secretary, name="Grandfather")
    start_tournament(tournament_id=tournament.pk, user=secretary)
    next_round(tournament, secretary)
    venues = {table.venue: table.game is not None for table in open_tables(tournament)}
    assert venues == {"correspondence": True, "board": False}


def test_ais_and_names_do_not_enter_the_same_online_event(club: Club, secretary: User) -> None:
    """An AI plays online, a name over the board: they could never meet."""
    ai = User.objects.create_user("robo", is_ai=True)
    online = open_event(club, secretary, venue=Venue.CORRESPONDENCE)
    for user in make_people("ada", "ben"):
        enter(tournament_id=online.pk, user=user)
    add_player(tournament_id=online.pk, user=secretary, name="Zoe")
    with pytest.raises(Unprocessable, check=has_code("account_needed")):
        add_player(tournament_id=online.pk, user=secretary, player=ai)
    with pytest.raises(Unprocessable, check=has_code("account_needed")):
        change_tournament(tournament_id=online.pk, user=secretary, changes={"bye_ai": ai})
    with_ais = open_event(club, secretary, venue=Venue.CORRESPONDENCE, name="With AIs")
    add_player(tournament_id=with_ais.pk, user=secretary, player=ai)
    for act in (
        partial(add_player, name="Zoe"),
        partial(registration.import_players, players=[TrfPlayer(1, "Zoe", None)]),
    ):
        with pytest.raises(Unprocessable, check=has_code("account_needed")):
            act(tournament_id=with_ais.pk, user=secretary)
    add_player(tournament_id=with_ais.pk, user=secretary, player=secretary)
    assert with_ais.entries.count() == 2
    board = open_event(club, secretary, name="Board")
    add_player(tournament_id=board.pk, user=secretary, name="Zoe")
    add_player(tournament_id=board.pk, user=secretary, player=ai)
    with pytest.raises(Unprocessable, check=has_code("account_needed")):
        change_tournament(tournament_id=board.pk, user=secretary, changes={"venue": Venue.CORRESPONDENCE})


def test_many_players_are_paired_by_a_worker(club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", 5)
    asked: list[tuple[int, int]] = []

    def listen(round_id: int, attempt: int, **_: object) -> None:
        asked.append((round_id, attempt))

    pairing_asked.connect(listen, weak=False)
    try:
        tournament = running_event(club, secretary, 6, rounds=2)
        round_ = pairing.pair_round(tournament_id=tournament.pk, user=secretary)
        assert (round_.status, Table.objects.count()) == (RoundStatus.PAIRING, 0)
        page = Client()
        page.force_login(secretary)
        waiting = page.get(f"/tournaments/{tournament.pk}/rounds/1/").content.decode()
        assert ("<progress" in waiting, 'data-refresh="2"' in waiting, "refresh.js" in waiting) == (True, True, True)
        tasks.compute_pairing(round_.pk, round_.attempt + 1)
        assert Table.objects.count() == 0
        tasks.compute_pairing(round_.pk, round_.attempt)
        tasks.compute_pairing(round_.pk, round_.attempt)
        assert (Round.objects.get().status, Table.objects.count()) == (RoundStatus.DRAFT, 3)
    finally:
        pairing_asked.disconnect(listen)


def test_a_person_has_one_large_draw_at_a_time(club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", 3)
    large = [running_event(club, secretary, 4, accounts=False, rounds=2) for _ in range(2)]
    small = running_event(club, secretary, 3, accounts=False, rounds=2)
    (stranger,) = make_people("stranger")
    theirs = running_event(make_club(stranger, name="Elsewhere"), stranger, 4, accounts=False, rounds=2)
    first = pairing.pair_round(tournament_id=large[0].pk, user=secretary)
    for refused in (
        lambda: pairing.pair_round(tournament_id=large[1].pk, user=secretary),
        lambda: pairing.pair_round(tournament_id=large[1].pk, user=None),
        lambda: pairing.pair_again(tournament_id=large[0].pk, user=secretary, seen=seen(large[0])),
    ):
        with pytest.raises(Conflict) as error:
            refused()
        assert error.value.code == "draw_in_progress"
    assert pairing.pair_round(tournament_id=small.pk, user=secretary).status == RoundStatus.DRAFT
    assert pairing.pair_round(tournament_id=theirs.pk, user=stranger).status == RoundStatus.PAIRING
    tasks.compute_pairing(first.pk, first.attempt)
    assert pairing.pair_round(tournament_id=large[1].pk, user=secretary).status == RoundStatus.PAIRING


def test_a_draw_asked_for_twice_is_worked_out_once(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", 3)
    tournament = running_event(club, secretary, 4, rounds=2)
    asked = pairing.pair_round(tournament_id=tournament.pk, user=secretary)
    draws = []

    def while_drawing(task: RoundToPair) -> Draw:
        draws.append(pairing.compute_pairing(round_id=asked.pk, attempt=asked.attempt))
        return rounds.PAIRERS[Format.SWISS](task)

    monkeypatch.setattr(rounds, "pair_round", while_drawing)
    tasks.compute_pairing(asked.pk, asked.attempt)
    assert (draws, Round.objects.get().status) == ([None], RoundStatus.DRAFT)


def test_a_worker_that_never_came_back_is_asked_again(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", 3)
    tournament = running_event(club, secretary, 4, rounds=2)
    pairing.pair_round(tournament_id=tournament.pk, user=secretary)
    assert pairing.requeue_lost_pairings() == 0
    later = timezone.now() + timedelta(minutes=5)
    assert pairing.requeue_lost_pairings(now=later) == 1
    assert pairing.requeue_lost_pairings(now=later) == 0
    round_ = Round.objects.get()
    pairing.give_up_pairing(round_id=round_.pk, attempt=round_.attempt)
    round_.refresh_from_db()
    assert (round_.status, bool(round_.remedies)) == (RoundStatus.STUCK, True)


def break_down(_task: RoundToPair) -> Draw:
    raise RecursionError("deeper than anybody thought")


@pytest.mark.parametrize("paired_at_once", [3, 200])
def test_an_engine_that_breaks_down_is_told_of_once_and_not_asked_again(
    club: Club,
    secretary: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    paired_at_once: int,
) -> None:
    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", paired_at_once)
    monkeypatch.setattr(rounds, "pair_round", break_down)
    tournament = running_event(club, secretary, 4, rounds=2)
    if paired_at_once < 4:
        round_ = pairing.pair_round(tournament_id=tournament.pk, user=secretary)
        tasks.compute_pairing(round_.pk, round_.attempt)
    else:
        with pytest.raises(Unprocessable, match=re.escape(str(PAIR_AGAIN)), check=has_code("no_pairing")):
            pairing.pair_round(tournament_id=tournament.pk, user=secretary)
    assert pairing.requeue_lost_pairings(now=timezone.now() + timedelta(minutes=5)) == 0
    round_ = Round.objects.get()
    assert (round_.status, len(round_.remedies)) == (RoundStatus.STUCK, 2)
    assert Notice.objects.filter(user=secretary, about="pairing_stuck").count() == 1
    (line,) = [record for record in caplog.records if record.name == "asterism.tournaments"]
    assert "deeper than anybody thought" in str(line.exc_info)
    monkeypatch.undo()
    assert (
        pairing.pair_again(tournament_id=tournament.pk, user=secretary, seen=seen(tournament)).status
        == RoundStatus.DRAFT
    )


def test_a_worker_whose_time_is_up_while_the_engine_works_says_so(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take_too_long(_task: RoundToPair) -> Draw:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", 3)
    monkeypatch.setattr(rounds, "pair_round", take_too_long)
    tournament = running_event(club, secretary, 4, rounds=2)
    round_ = pairing.pair_round(tournament_id=tournament.pk, user=secretary)
    tasks.compute_pairing(round_.pk, round_.attempt)
    round_.refresh_from_db()
    assert (round_.status, round_.remedies) == (RoundStatus.STUCK, list(pairing.WITHOUT_THE_ENGINE))


@pytest.mark.parametrize("format", [Format.SWISS, Format.SWISS_TABLES, Format.ROUND_ROBIN, Format.KNOCKOUT])
def test_the_kept_input_gives_the_same_draw_again(club: Club, secretary: User, format: Format) -> None:
    tournament = running_event(club, secretary, 9, format, accounts=False, rounds=3)
    round_ = pairing.pair_round(tournament_id=tournament.pk, user=secretary)
    kept = Round.objects.get(pk=round_.pk)
    again = rounds.pair_round(from_json(RoundToPair, kept.task))
    assert to_json(again) == to_json(draw_of(kept))
    assert (kept.engine, kept.engine_version) == (again.engine.name, again.engine.version)


def test_a_correction_of_a_game_changes_the_game_too(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 2, rounds=1, venue=Venue.CORRESPONDENCE)
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


def test_people_can_take_their_data_along(secretary: User) -> None:
    club = make_club(secretary)
    open_event(club, secretary)
    data = export_data(secretary)
    assert data["clubs"]["memberships"][0]["club__name"] == "Vega Circle"
    assert [action["tournament__name"] for action in data["tournaments"]["actions"]] == ["Spring Open"] * 2


def test_who_comes_and_goes_is_asked_to_make_up_their_mind(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, needs_approval=True)
    (ada, ben) = make_people("ada", "ben")
    for _time in range(MOST_CHANGES_OF_MIND // 2):
        entry = enter(tournament_id=tournament.pk, user=ada)
        withdraw_player(entry_id=entry.pk, user=ada)
    with pytest.raises(TooMany):
        enter(tournament_id=tournament.pk, user=ada)
    assert enter(tournament_id=tournament.pk, user=ben).status == EntryStatus.PENDING
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        assert enter(tournament_id=tournament.pk, user=ada).status == EntryStatus.PENDING


def test_an_organiser_who_enters_others_is_not_said_to_come_and_go(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary)
    entry = enter(tournament_id=tournament.pk, user=secretary)
    withdraw_player(entry_id=entry.pk, user=secretary)
    for number in range(MOST_CHANGES_OF_MIND):
        add_player(tournament_id=tournament.pk, user=secretary, name=f"Player {number}")
    assert enter(tournament_id=tournament.pk, user=secretary).status == EntryStatus.ENTERED
    for _time in range(MOST_CHANGES_OF_MIND // 2 - 2):
        withdraw_player(entry_id=entry.pk, user=secretary)
        entry = enter(tournament_id=tournament.pk, user=secretary)
    withdraw_player(entry_id=entry.pk, user=secretary)
    with pytest.raises(TooMany):
        enter(tournament_id=tournament.pk, user=secretary)


def test_a_file_with_too_many_players_is_told_what_helps(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registration, "MOST_PLAYERS", 3)
    players = [TrfPlayer(number, f"Player {number}", None) for number in range(1, 5)]
    advice = []
    for size, places in ((2, 2), (3, 3), (None, 3)):
        tournament = open_event(club, secretary, size=size)
        with pytest.raises(Conflict, match=rf"\b{places}\b", check=has_code("full")) as refused:
            registration.import_players(tournament_id=tournament.pk, user=secretary, players=players)
        assert statuses(tournament) == []
        advice.append(refused.value.message)
    assert advice[0] != advice[1] == advice[2]


def test_an_event_without_a_size_has_as_many_places_as_can_be_paired(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registration, "MOST_PLAYERS", 3)
    tournament = open_event(club, secretary)
    players = [TrfPlayer(number, f"Player {number}", None) for number in range(1, 5)]
    with pytest.raises(Conflict, check=has_code("full")):
        registration.import_players(tournament_id=tournament.pk, user=secretary, players=players)
    registration.import_players(tournament_id=tournament.pk, user=secretary, players=players[:2])
    for name in ("Ada", "Ben"):
        add_player(tournament_id=tournament.pk, user=secretary, name=name)
    assert statuses(tournament) == ["entered", "entered", "entered", "waiting"]


def test_a_file_in_which_two_share_a_name_is_refused_whole(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary)
    names = ["Ada Novak", "Ben", "Ada Novak", "Cleo", "Ben"]
    players = [TrfPlayer(number, name, None) for number, name in enumerate(names, start=1)]
    with pytest.raises(Unprocessable, match=r"\bAda Novak, Ben\b") as refused:
        registration.import_players(tournament_id=tournament.pk, user=secretary, players=players)
    assert (refused.value.code, statuses(tournament)) == ("names_shared", [])
    registration.import_players(tournament_id=tournament.pk, user=secretary, players=[*players[:2], players[3]])
    assert statuses(tournament) == ["entered"] * 3


def test_an_entry_that_waits_for_approval_takes_a_place(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, size=2, needs_approval=True)
    first, *_others = [enter(tournament_id=tournament.pk, user=user) for user in make_people("ada", "ben", "cleo")]
    assert statuses(tournament) == ["pending", "pending", "waiting"]
    answer_entry(entry_id=first.pk, user=secretary, accept=True)
    assert statuses(tournament) == ["entered", "pending", "waiting"]


def test_a_name_is_not_reinstated_where_an_ai_has_entered_since(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, venue=Venue.CORRESPONDENCE, rounds=3, late_entry_until=2)
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


def test_a_closed_account_is_not_reinstated(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 4, rounds=2)
    gone = Entry.objects.filter(tournament=tournament).first()
    withdraw_player(entry_id=gone.pk, user=secretary)
    User.objects.filter(pk=gone.user_id).update(departed_at=timezone.now())
    with pytest.raises(Unprocessable):
        reinstate_player(entry_id=gone.pk, user=secretary)


def test_a_draw_of_an_attempt_that_was_replaced_meanwhile_is_not_stored(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", 1)
    tournament = running_event(club, secretary, 4)
    round_ = pairing.pair_round(tournament_id=tournament.pk, user=secretary)

    def replaced_meanwhile(task: RoundToPair) -> Draw:
        Round.objects.filter(pk=round_.pk).update(attempt=round_.attempt + 1)
        return rounds.PAIRERS[Format.SWISS](task)

    monkeypatch.setattr(rounds, "pair_round", replaced_meanwhile)
    assert pairing.compute_pairing(round_id=round_.pk, attempt=round_.attempt) is None
    round_.refresh_from_db()
    assert (round_.status, round_.tables.count()) == (RoundStatus.PAIRING, 0)
