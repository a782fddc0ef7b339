"""Actions in an unexpected order are refused or handled, and never break a tournament."""

import re
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.errors import Conflict, Invalid, Unprocessable
from accounts.models import User
from accounts.services.account_closure import close_account
from games.models import Game, Notice
from games.services.endings import annul_game
from tests.tournaments.pages import refusals
from tests.tournaments.playing import (
    decide,
    entry,
    finish_by_resignation,
    next_round,
    open_tables,
    open_tournament,
    running_tournament,
    seen,
)
from tournaments.clubs.services.clubs import change_club
from tournaments.clubs.services.membership import join_club
from tournaments.enums import RoundStatus, Status, Venue
from tournaments.models import Club, Round, Table, Tournament, WebhookDelivery
from tournaments.pairing.values import Format
from tournaments.selectors.guidance import next_action
from tournaments.selectors.standings import standings_json
from tournaments.services import draft
from tournaments.services.account_closure import withdraw_everywhere
from tournaments.services.draft import set_round_times, set_table_venue
from tournaments.services.lifecycle import change_tournament, finish_early, start_tournament
from tournaments.services.locking import Seen
from tournaments.services.pairing import pair_again, pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.registration import add_player
from tournaments.services.results import count_game, set_result
from tournaments.webhooks import services as webhooks
from tournaments.webhooks.services import create_webhook, delete_webhook, deliver_webhook


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.slow
@pytest.mark.parametrize(("format", "players"), [(Format.ROUND_ROBIN, 62), (Format.DOUBLE_ROUND_ROBIN, 32)])
def test_a_round_robin_with_too_many_rounds_does_not_start(
    club: Club, secretary: User, format: Format, players: int
) -> None:
    with pytest.raises(Conflict) as refused:
        running_tournament(club, secretary, players, format, accounts=False)
    assert refused.value.code == "too_many_players"
    assert Tournament.objects.get().status == Status.REGISTRATION


def test_an_ai_that_is_a_player_cannot_be_the_bye_ai(club: Club, secretary: User) -> None:
    robo = User.objects.create_user("robo", is_ai=True)
    tournament = open_tournament(club, secretary, venue=Venue.CORRESPONDENCE)
    add_player(tournament_id=tournament.pk, user=secretary, player=robo)
    with pytest.raises(Invalid) as refused:
        change_tournament(tournament_id=tournament.pk, user=secretary, changes={"bye_ai": robo})
    assert list(refused.value.fields) == ["bye_ai"]
    add_player(tournament_id=tournament.pk, user=secretary, player=secretary)
    assert start_tournament(tournament_id=tournament.pk, user=secretary).status == Status.RUNNING


def test_a_tournament_that_ended_early_can_be_renamed(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=3, late_entry_until=3)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    finish_early(tournament_id=tournament.pk, user=secretary, reason="snow")
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"name": "Short Open"})
    assert fresh(tournament).name == "Short Open"


def test_with_several_games_at_once_the_next_round_is_offered_early(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.ROUND_ROBIN, games_at_once=2)
    next_round(tournament, secretary)
    assert (next_action(tournament).action, next_action(tournament).round) == ("pair", 2)
    next_round(tournament, secretary)
    waiting = next_action(tournament)
    assert (re.findall(r"\d+", waiting.sentence), waiting.action) == (["0", "4"], "")


def test_a_later_round_that_finishes_first_offers_no_existing_round(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.ROUND_ROBIN, games_at_once=3)
    rounds = [next_round(tournament, secretary) for _ in range(3)]
    for table in Table.objects.filter(round=rounds[2]):
        set_result(table_id=table.pk, user=secretary, outcome="draw", reason="sheet")
    waiting = next_action(tournament)
    assert (re.findall(r"\d+", waiting.sentence), waiting.action) == (["0", "4"], "")


def test_a_match_corrected_to_a_draw_is_replayed(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.KNOCKOUT)
    first = next_round(tournament, secretary)
    for table in open_tables(tournament):
        set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="sheet")
    wrong = Table.objects.filter(round=first)[0]
    set_result(table_id=wrong.pk, user=secretary, outcome="draw", reason="misread")
    (replay,) = open_tables(tournament)
    assert (replay.replay, Round.objects.get().status) == (1, RoundStatus.PUBLISHED)
    set_result(table_id=replay.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="sheet")
    assert Round.objects.get().status == RoundStatus.FINISHED
    next_round(tournament, secretary)


def test_a_second_match_corrected_to_a_draw_after_the_replay_of_the_first_is_replayed(
    club: Club, secretary: User
) -> None:
    tournament = running_tournament(club, secretary, 4, Format.KNOCKOUT)
    first = next_round(tournament, secretary)
    for table in open_tables(tournament):
        set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="sheet")
    for wrong in Table.objects.filter(round=first).order_by("-number"):
        set_result(table_id=wrong.pk, user=secretary, outcome="draw", reason="misread")
        (replay,) = open_tables(tournament)
        assert (replay.replay, replay.number) == (1, wrong.number)
        set_result(table_id=replay.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="sheet")
    assert Round.objects.get().status == RoundStatus.FINISHED
    next_round(tournament, secretary)


def test_a_second_match_corrected_to_a_draw_during_the_replay_of_the_first_is_replayed(
    club: Club, secretary: User
) -> None:
    tournament = running_tournament(club, secretary, 4, Format.KNOCKOUT, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    drawn = open_tables(tournament)
    for table in drawn:
        _finish_and_count(table)
    for table in drawn:
        set_result(table_id=table.pk, user=secretary, outcome="draw", reason="misread")
    replays = open_tables(tournament)
    assert [(replay.replay, replay.number) for replay in replays] == [(1, table.number) for table in drawn]
    for replay in replays:
        _finish_and_count(replay)
    assert Round.objects.get().status == RoundStatus.FINISHED


def _finish_and_count(table: Table) -> None:
    assert table.game is not None
    finish_by_resignation(table.game, Random(1))
    assert count_game(game_id=table.game.pk)


def test_a_final_corrected_to_a_draw_is_replayed(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, Format.KNOCKOUT)
    next_round(tournament, secretary)
    (final,) = open_tables(tournament)
    set_result(table_id=final.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="sheet")
    set_result(table_id=final.pk, user=secretary, outcome="draw", reason="misread")
    (replay,) = open_tables(tournament)
    assert fresh(tournament).status == Status.RUNNING
    set_result(table_id=replay.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="sheet")
    assert fresh(tournament).status == Status.PROVISIONAL


def test_a_round_whose_deadline_has_passed_is_not_published(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1, venue=Venue.CORRESPONDENCE)
    pair_round(tournament_id=tournament.pk, user=secretary)
    soon = timezone.now() + timedelta(hours=1)
    set_round_times(tournament_id=tournament.pk, user=secretary, starts_at=None, deadline=soon, seen=seen(tournament))
    Round.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    with pytest.raises(Unprocessable) as refused:
        publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
    assert refused.value.code == "deadline_passed"
    assert not Game.objects.exists()


def test_an_annulled_game_of_four_waits_for_an_organiser(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.SWISS_TABLES, rounds=1, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    game = Game.objects.get()
    annul_game(game_id=game.pk)
    assert count_game(game_id=game.pk) is False
    (table,) = open_tables(tournament)
    set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2, 3, 4], reason="played again by hand")
    assert fresh(tournament).status == Status.PROVISIONAL


def test_a_table_discarded_meanwhile_is_not_found(club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    pair_round(tournament_id=tournament.pk, user=secretary)
    table, shown = Table.objects.get(), seen(tournament)
    real = draft._open_draft

    def after_somebody_paired_again(tournament_id: int, user: User, stale: Seen) -> tuple[Tournament, Round]:
        pair_again(tournament_id=tournament_id, user=user, seen=stale)
        return real(tournament_id, user, stale)

    monkeypatch.setattr(draft, "_open_draft", after_somebody_paired_again)
    with pytest.raises(Conflict) as refused:
        set_table_venue(table_id=table.pk, user=secretary, venue=Venue.CORRESPONDENCE, seen=shown)
    assert refused.value.code == "stale"


def test_the_name_of_a_closed_account_is_removed_from_cached_standings(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    before = fresh(tournament)
    assert "player001" in str(standings_json(before))
    leaver = entry(tournament, "player001").user
    assert leaver is not None
    close_account(user=leaver)
    withdraw_everywhere(user_id=leaver.pk)
    after = fresh(tournament)
    assert after.revision > before.revision
    assert "player001" not in str(standings_json(after))


def test_an_invalid_date_is_refused(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    pair_round(tournament_id=tournament.pk, user=secretary)
    client = Client()
    client.force_login(secretary)
    page = client.post(
        reverse("tournaments:do", args=[tournament.pk, "times"]), {"deadline": "2031-02-30T10:00"}, follow=True
    )
    assert refusals(page) == ["invalid"]
    assert Round.objects.get().deadline is None


def test_a_webhook_deleted_during_a_delivery_gets_no_retry(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = create_webhook(club_id=club.pk, user=secretary, url="https://example.org/hook", kinds=["round_published"])
    next_round(running_tournament(club, secretary, 2, rounds=1), secretary)

    def answer_late(*_: object, **__: object) -> int:
        delete_webhook(club_id=club.pk, webhook_id=hook.pk, user=secretary)
        return 200

    monkeypatch.setattr(webhooks, "post", answer_late)
    assert deliver_webhook(delivery_id=WebhookDelivery.objects.get().pk) is True
    assert not WebhookDelivery.objects.exists()


def test_membership_requests_of_closed_accounts_are_removed(club: Club, secretary: User, stranger: User) -> None:
    change_club(club_id=club.pk, user=secretary, joining="request")
    join_club(club_id=club.pk, user=stranger)
    assert Notice.objects.filter(user=secretary, about="join_asked").exists()
    close_account(user=stranger)
    withdraw_everywhere(user_id=stranger.pk)
    assert not Notice.objects.filter(user=secretary, about="join_asked").exists()


def test_a_replay_has_as_much_time_as_the_match_had(club: Club, secretary: User) -> None:
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        tournament = running_tournament(
            club, secretary, 2, Format.KNOCKOUT, venue=Venue.CORRESPONDENCE, round_length=timedelta(days=10)
        )
        round_ = next_round(tournament, secretary)
        assert round_.deadline == timezone.now() + timedelta(days=10)
        (table,) = open_tables(tournament)
        clock.shift(timedelta(days=4))
        set_result(table_id=table.pk, user=secretary, outcome="draw", reason="sheet")
        (replay,) = open_tables(tournament)
        round_.refresh_from_db()
        assert (replay.replay, round_.starts_at) == (1, timezone.now())
        assert round_.deadline == timezone.now() + timedelta(days=10)
        assert replay.game.ends_at == round_.deadline
