"""Large rounds that a worker pairs: enqueued once, retried, stuck on errors, and reproducible."""

import re
from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.test import Client
from django.utils import timezone

from accounts.errors import Conflict, Unprocessable
from accounts.models import User
from games.models import Notice
from tests.accounts.people import has_code
from tests.games.playing import make_people
from tests.tournaments.playing import (
    make_club,
    running_tournament,
    seen,
)
from tournaments import tasks
from tournaments.enums import RoundStatus
from tournaments.models import Club, Round, Table
from tournaments.pairing import rounds
from tournaments.pairing.stored import from_json, to_json
from tournaments.pairing.values import Draw, Format, RoundToPair
from tournaments.selectors.record import draw_of
from tournaments.selectors.remedies import PAIR_AGAIN
from tournaments.services import pairing
from tournaments.signals import pairing_asked

pytestmark = pytest.mark.slow


def test_large_rounds_are_paired_by_a_worker(club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", 5)
    asked: list[tuple[int, int]] = []

    def listen(round_id: int, attempt: int, **_: object) -> None:
        asked.append((round_id, attempt))

    pairing_asked.connect(listen, weak=False)
    try:
        tournament = running_tournament(club, secretary, 6, rounds=2)
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


def test_an_organiser_has_one_large_pairing_at_a_time(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", 3)
    large = [running_tournament(club, secretary, 4, accounts=False, rounds=2) for _ in range(2)]
    small = running_tournament(club, secretary, 3, accounts=False, rounds=2)
    (stranger,) = make_people("stranger")
    theirs = running_tournament(make_club(stranger, name="Elsewhere"), stranger, 4, accounts=False, rounds=2)
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


def test_a_pairing_enqueued_twice_is_computed_once(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", 3)
    tournament = running_tournament(club, secretary, 4, rounds=2)
    asked = pairing.pair_round(tournament_id=tournament.pk, user=secretary)
    draws = []

    def while_drawing(task: RoundToPair) -> Draw:
        draws.append(pairing.compute_pairing(round_id=asked.pk, attempt=asked.attempt))
        return rounds.PAIRERS[Format.SWISS](task)

    monkeypatch.setattr(rounds, "pair_round", while_drawing)
    tasks.compute_pairing(asked.pk, asked.attempt)
    assert (draws, Round.objects.get().status) == ([None], RoundStatus.DRAFT)


def test_a_lost_pairing_is_enqueued_again(club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", 3)
    tournament = running_tournament(club, secretary, 4, rounds=2)
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
def test_an_engine_error_is_notified_once_and_not_retried(
    club: Club,
    secretary: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    paired_at_once: int,
) -> None:
    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", paired_at_once)
    monkeypatch.setattr(rounds, "pair_round", break_down)
    tournament = running_tournament(club, secretary, 4, rounds=2)
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


def test_a_worker_time_limit_makes_the_round_stuck(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take_too_long(_task: RoundToPair) -> Draw:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", 3)
    monkeypatch.setattr(rounds, "pair_round", take_too_long)
    tournament = running_tournament(club, secretary, 4, rounds=2)
    round_ = pairing.pair_round(tournament_id=tournament.pk, user=secretary)
    tasks.compute_pairing(round_.pk, round_.attempt)
    round_.refresh_from_db()
    assert (round_.status, round_.remedies) == (RoundStatus.STUCK, list(pairing.WITHOUT_THE_ENGINE))


@pytest.mark.parametrize("format", [Format.SWISS, Format.SWISS_TABLES, Format.ROUND_ROBIN, Format.KNOCKOUT])
def test_the_stored_input_reproduces_the_draw(club: Club, secretary: User, format: Format) -> None:
    tournament = running_tournament(club, secretary, 9, format, accounts=False, rounds=3)
    round_ = pairing.pair_round(tournament_id=tournament.pk, user=secretary)
    kept = Round.objects.get(pk=round_.pk)
    again = rounds.pair_round(from_json(RoundToPair, kept.task))
    assert to_json(again) == to_json(draw_of(kept))
    assert (kept.engine, kept.engine_version) == (again.engine.name, again.engine.version)


def test_the_draw_of_a_replaced_attempt_is_not_stored(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", 1)
    tournament = running_tournament(club, secretary, 4)
    round_ = pairing.pair_round(tournament_id=tournament.pk, user=secretary)

    def replaced_meanwhile(task: RoundToPair) -> Draw:
        Round.objects.filter(pk=round_.pk).update(attempt=round_.attempt + 1)
        return rounds.PAIRERS[Format.SWISS](task)

    monkeypatch.setattr(rounds, "pair_round", replaced_meanwhile)
    assert pairing.compute_pairing(round_id=round_.pk, attempt=round_.attempt) is None
    round_.refresh_from_db()
    assert (round_.status, round_.tables.count()) == (RoundStatus.PAIRING, 0)
