"""Concurrent actions of organisers, owners and players: both take effect, or one is refused."""

from functools import partial
from random import Random

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.account_closure import close_account
from games.enums import GameStatus
from games.models import Game, Notice
from games.services.endings import resign
from games.services.locked_game import lock_game
from tests.accounts.people import at_once, attempt, overtaken
from tests.games.playing import make_people, play
from tests.tournaments.playing import (
    decide,
    make_club,
    make_rules,
    next_round,
    open_tables,
    open_tournament,
    running_tournament,
    seen,
)
from tournaments.clubs.services.clubs import close_club
from tournaments.clubs.services.membership import answer_request, change_role, join_club, leave_club, transfer_club
from tournaments.clubs.services.seasons import change_season, create_season
from tournaments.enums import EntryStatus, Joining, Role, RoundStatus, Status, Venue
from tournaments.models import Club, Entry, Membership, Round, Seat, Table, TournamentEvent, Webhook, WebhookDelivery
from tournaments.services import advance as going_on
from tournaments.services.account_closure import withdraw_everywhere
from tournaments.services.advance import advance_tournaments
from tournaments.services.corrections import clear_result
from tournaments.services.lifecycle import (
    change_tournament,
    create_tournament,
    delete_draft_tournament,
    open_registration,
    sign_off,
)
from tournaments.services.pairing import discard_draft, pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.registration import answer_entry, enter
from tournaments.services.results import claim_result, confirm_result, count_finished_games, set_result
from tournaments.services.withdrawal import withdraw_player
from tournaments.webhooks.services import create_webhook, delete_webhook, deliver_webhook

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
on_postgres = pytest.mark.postgres


@pytest.fixture
def secretary() -> User:
    return make_people("secretary")[0]


@pytest.fixture
def club(secretary: User) -> Club:
    return make_club(secretary)


# -- results ------------------------------------------------------------------------------------------------------


@on_postgres
@pytest.mark.parametrize(
    ("outcome", "ranks", "status", "kept"),
    [("goal", [1, 2], GameStatus.OVER, [1, 2]), ("forfeit", [1, 2], GameStatus.ANNULLED, [None, None])],
)
def test_a_game_that_ends_while_the_organiser_enters_a_result_follows_its_table(
    outcome: str, ranks: list[int], status: str, kept: list[int | None], club: Club, secretary: User
) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    game = play(Game.objects.get(pk=table.game_id), 2)
    first = game.seats.get(index=0).user
    overtaken(
        partial(set_result, table_id=table.pk, user=secretary, outcome=outcome, ranks=ranks, reason="on the sheet"),
        hold=partial(lock_game, game_id=game.pk, now=timezone.now()),
        meanwhile=partial(resign, game_id=game.pk, user=first),
    )
    game.refresh_from_db()
    assert game.status == status
    assert list(game.seats.order_by("index").values_list("rank", flat=True)) == kept
    count_finished_games()
    table.refresh_from_db()
    assert (table.outcome, table.source) == (outcome, "organiser")


def test_concurrent_reports_confirmations_and_results_decide_every_table_once(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 8, rounds=1)
    next_round(tournament, secretary)
    tables = open_tables(tournament)
    acts = []
    for table in tables:
        one, other = (seat.entry.user for seat in Seat.objects.filter(table=table).order_by("index"))
        acts += [
            partial(claim_result, table_id=table.pk, user=one, outcome="goal", ranks=[1, 2]),
            partial(claim_result, table_id=table.pk, user=other, outcome="goal", ranks=[2, 1]),
            partial(confirm_result, table_id=table.pk, user=one),
            partial(confirm_result, table_id=table.pk, user=other),
            partial(set_result, table_id=table.pk, user=secretary, outcome="draw", reason="on the sheet"),
        ]
    answers = at_once(len(acts), lambda number: attempt(acts[number]))
    assert set(answers) <= {"done", "no_claim", "own_claim", "decided", "wrong_state"}
    assert not open_tables(tournament)
    assert tournament.events.filter(kind="round_finished").count() == 1
    for table in tables:
        stored = TournamentEvent.objects.filter(
            tournament=tournament, kind="result", payload__table=table.pk, payload__is_corrected=False
        )
        assert stored.count() == 1
    assert not Notice.objects.filter(about="result_claimed").exists()


def test_of_two_results_for_the_same_version_exactly_one_counts(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 8, rounds=1)
    next_round(tournament, secretary)
    tables = open_tables(tournament)
    acts = [
        partial(set_result, table_id=table.pk, user=secretary, outcome=outcome, ranks=ranks, reason="sheet", seen=0)
        for table in tables
        for outcome, ranks in (("goal", [1, 2]), ("goal", [2, 1]))
    ]
    answers = at_once(len(acts), lambda number: attempt(acts[number]))
    assert [sorted(pair) for pair in zip(answers[::2], answers[1::2], strict=True)] == [["done", "stale"]] * len(tables)
    assert set(Table.objects.values_list("result_version", flat=True)) == {1}


def test_a_result_is_cleared_or_corrected_by_one_of_two_organisers(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 8, rounds=1)
    next_round(tournament, secretary)
    tables = open_tables(tournament)
    for table in tables:
        set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], seen=0)
    acts = [
        act
        for table in tables
        for act in (
            partial(set_result, table_id=table.pk, user=secretary, outcome="draw", reason="sheet", seen=1),
            partial(clear_result, table_id=table.pk, user=secretary, seen=1),
        )
    ]
    answers = at_once(len(acts), lambda number: attempt(acts[number]))
    assert [sorted(pair) for pair in zip(answers[::2], answers[1::2], strict=True)] == [["done", "stale"]] * len(tables)
    is_open = bool(open_tables(tournament))
    tournament.refresh_from_db()
    assert tournament.status == (Status.RUNNING if is_open else Status.PROVISIONAL)
    assert tournament.round_set.get().status == (RoundStatus.PUBLISHED if is_open else RoundStatus.FINISHED)


# -- entries and withdrawals --------------------------------------------------------------------------------------


def test_freed_places_go_to_those_who_waited_longest(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, size=4)
    people = make_people(*(f"p{number:02}" for number in range(12)))
    entries = [enter(tournament_id=tournament.pk, user=user) for user in people]

    def act(number: int) -> str:
        if number < 4:
            return attempt(partial(withdraw_player, entry_id=entries[number].pk, user=people[number]))
        if number < 8:
            return attempt(partial(enter, tournament_id=tournament.pk, user=people[number - 4]))
        return attempt(partial(change_tournament, tournament_id=tournament.pk, user=secretary, changes={"size": 5}))

    answers = at_once(10, act)
    assert set(answers) == {"done"}
    by_status = {
        status: list(Entry.objects.filter(status=status).order_by("entered_at").values_list("name", flat=True))
        for status in (EntryStatus.ENTERED, EntryStatus.WAITING)
    }
    assert len(by_status[EntryStatus.ENTERED]) == 5
    moved_up = [name for name in by_status[EntryStatus.ENTERED] if name >= "p04"]
    assert moved_up == [f"p{number:02}" for number in range(4, 4 + len(moved_up))]


def test_an_entry_answered_by_two_organisers_is_answered_once(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, needs_approval=True)
    (ada,) = make_people("ada")
    entry = enter(tournament_id=tournament.pk, user=ada)
    answers = at_once(
        8, lambda number: attempt(partial(answer_entry, entry_id=entry.pk, user=secretary, accept=number % 2 == 0))
    )
    assert sorted(answers) == ["answered"] * 7 + ["done"]
    assert Notice.objects.filter(user=ada).count() == 1


# -- clubs --------------------------------------------------------------------------------------------------------


def test_the_last_two_owners_cannot_both_leave(club: Club, secretary: User) -> None:
    (ada,) = make_people("ada")
    for _ in range(8):
        join_club(club_id=club.pk, user=ada)
        Membership.objects.filter(club=club).update(role=Role.OWNER)
        acts = [
            partial(leave_club, club_id=club.pk, user=ada),
            partial(change_role, club_id=club.pk, user=secretary, member=secretary, role=Role.MEMBER),
        ]
        assert sorted(at_once(2, lambda number, acts=acts: attempt(acts[number]))) == ["done", "last_owner"]
        Membership.objects.get_or_create(club=club, user=secretary)
    assert Membership.objects.filter(club=club, role=Role.OWNER).exists()


def test_a_club_transferred_to_two_at_once_has_one_new_owner(club: Club, secretary: User) -> None:
    heirs = make_people("ada", "ben")
    for heir in heirs:
        join_club(club_id=club.pk, user=heir)
    answers = at_once(
        2, lambda number: attempt(partial(transfer_club, club_id=club.pk, user=secretary, member=heirs[number]))
    )
    assert sorted(answers) == ["done", "not_your_club"]
    assert Membership.objects.filter(club=club, role=Role.OWNER).count() == 1


def test_a_request_and_an_admission_at_once_create_one_membership(secretary: User) -> None:
    club = make_club(secretary, joining=Joining.REQUEST)
    (ada,) = make_people("ada")
    requests = at_once(4, lambda number: join_club(club_id=club.pk, user=ada).pk)
    assert len(set(requests)) == 1
    answers = at_once(
        6, lambda number: attempt(partial(answer_request, request_id=requests[0], user=secretary, accept=True))
    )
    assert sorted(answers) == ["done"] + ["not_found"] * 5
    assert Membership.objects.filter(club=club, user=ada).count() == 1
    assert not Notice.objects.filter(about="join_asked").exists()


def test_membership_requests_of_closed_accounts_are_not_shown(secretary: User) -> None:
    club = make_club(secretary, joining=Joining.REQUEST)
    (ada,) = make_people("ada")
    join_club(club_id=club.pk, user=ada)
    assert Notice.objects.filter(about="join_asked").count() == 1
    close_account(user=ada)
    withdraw_everywhere(user_id=ada.pk)
    assert not Notice.objects.filter(about="join_asked").exists()


def test_a_club_is_closed_or_its_tournament_is_opened_never_both(secretary: User) -> None:
    for number in range(12):
        club = make_club(secretary, name=f"Circle {number}")
        tournament = create_tournament(user=secretary, club_id=club.pk, rules=make_rules())
        acts = [
            partial(close_club, club_id=club.pk, user=secretary),
            partial(open_registration, tournament_id=tournament.pk, user=secretary),
        ]
        answers = at_once(2, lambda number, acts=acts: attempt(acts[number]))
        assert answers in (["done", "closed"], ["tournament_under_way", "done"])


def test_a_draft_is_deleted_while_a_season_is_created_from_it(club: Club, secretary: User) -> None:
    season = create_season(club_id=club.pk, user=secretary, name="2026")
    change = partial(change_season, season_id=season.pk, user=secretary, name="2026", best=None, score="points")
    for _ in range(8):
        tournament = create_tournament(user=secretary, club_id=club.pk, rules=make_rules())
        acts = [
            partial(change, tournament_ids=[tournament.pk]),
            partial(delete_draft_tournament, tournament_id=tournament.pk, user=secretary),
        ]
        answers = at_once(2, lambda number, acts=acts: attempt(acts[number]))
        assert answers in (["done", "done"], ["invalid", "done"])
    assert not season.tournaments.exists()


# -- webhooks -----------------------------------------------------------------------------------------------------


@pytest.fixture
def hook(club: Club, secretary: User) -> Webhook:
    kinds = ["round_published", "result", "final"]
    return create_webhook(club_id=club.pk, user=secretary, url="https://club.example.org/hook", kinds=kinds)


@on_postgres
def test_a_webhook_deleted_while_a_delivery_is_queued_rolls_nothing_back(
    club: Club, secretary: User, hook: Webhook
) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1, accounts=False)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    overtaken(
        partial(delete_webhook, club_id=club.pk, webhook_id=hook.pk, user=secretary),
        hold=partial(sign_off, tournament_id=tournament.pk, user=secretary),
        meanwhile=lambda: None,
    )
    tournament.refresh_from_db()
    assert tournament.status == Status.FINAL
    assert not WebhookDelivery.objects.exists()


def test_a_webhook_is_deleted_while_its_server_responds(
    club: Club, secretary: User, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1, accounts=False)
    next_round(tournament, secretary)
    delivery = WebhookDelivery.objects.get()

    def answer_late(*_: object, **__: object) -> int:
        delete_webhook(club_id=club.pk, webhook_id=hook.pk, user=secretary)
        return 200

    monkeypatch.setattr("tournaments.webhooks.services.post", answer_late)
    assert deliver_webhook(delivery_id=delivery.pk) is True
    assert not WebhookDelivery.objects.exists()


# -- automatic tournaments ----------------------------------------------------------------------------------------


def test_a_tournament_switched_to_manual_while_pairing_publishes_nothing(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2, auto_advance=True)

    def pair_slowly(**asked: object) -> Round:
        draft = pair_round(**asked)
        change_tournament(tournament_id=tournament.pk, user=secretary, changes={"auto_advance": False})
        return draft

    monkeypatch.setattr(going_on, "pair_round", pair_slowly)
    assert advance_tournaments() == 0
    assert Round.objects.get().status == RoundStatus.DRAFT


def test_closing_an_account_leaves_other_tournaments_when_one_fails(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada,) = make_people("ada")
    tournaments = [open_tournament(club, secretary, name=name) for name in ("Broken", "Whole")]
    entries = [enter(tournament_id=tournament.pk, user=ada) for tournament in tournaments]
    join_club(club_id=club.pk, user=ada)
    close_account(user=ada)

    def fail(*, entry_id: int, **more: object) -> Entry:
        if entry_id == entries[0].pk:
            raise ValueError("unreadable")
        return withdraw_player(entry_id=entry_id, **more)

    monkeypatch.setattr("tournaments.services.account_closure.withdraw_player", fail)
    assert withdraw_everywhere(user_id=ada.pk)
    assert [Entry.objects.get(pk=one.pk).status for one in entries] == [EntryStatus.ENTERED, EntryStatus.WITHDRAWN]
    assert not Membership.objects.filter(user=ada).exists()


@on_postgres
def test_two_accounts_closed_at_once_are_both_erased(club: Club, secretary: User) -> None:
    """They share log lines: neither restores the other's name."""
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    one, other = User.objects.filter(username__startswith="player").order_by("pk")
    overtaken(
        partial(close_account, user=one),
        hold=partial(close_account, user=other),
        meanwhile=lambda: None,
    )
    for person in (one, other):
        assert not tournament.changes.filter(text__contains=person.username).exists()
        stored = TournamentEvent.objects.filter(tournament=tournament)
        assert not [event.payload for event in stored if person.username in str(event.payload)]


@on_postgres
@pytest.mark.parametrize("act", [publish_round, discard_draft])
def test_an_account_is_closed_while_a_draft_with_its_player_is_created_or_discarded(
    act, club: Club, secretary: User
) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2, venue=Venue.CORRESPONDENCE)
    pair_round(tournament_id=tournament.pk, user=secretary)
    player = User.objects.get(username="player001")
    overtaken(
        partial(close_account, user=player),
        hold=partial(act, tournament_id=tournament.pk, user=secretary, seen=seen(tournament)),
        meanwhile=lambda: None,
    )
    assert withdraw_everywhere(user_id=player.pk)
    assert not tournament.changes.filter(text__contains="player001").exists()
    assert not any("player001" in str(round_.task) for round_ in Round.objects.all())
