"""A round that can't be paired explains why, and advises only what an organiser can do then."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from django_stubs_ext import StrPromise

from accounts.errors import Conflict, Refused, Unprocessable
from accounts.models import User
from tests.accounts.people import has_code
from tests.tournaments.pages import browser_of
from tests.tournaments.playing import decide, entry, next_round, open_tables, running_tournament, seen
from tests.tournaments.simulation import tournaments
from tests.tournaments.test_api import client_of
from tournaments.enums import EntryStatus, RoundStatus, Status
from tournaments.models import AskedBye, Club, Entry, ForbiddenPair, Round, Seat, Tournament
from tournaments.pairing.values import MORE_PLAYERS, ByeKind, Format, Remedy
from tournaments.selectors import remedies
from tournaments.selectors.guidance import next_action
from tournaments.services import pairing
from tournaments.services.draft import allow_pair, forbid_pair, pair_by_hand
from tournaments.services.lifecycle import cancel, change_tournament, finish_early
from tournaments.services.pairing import pair_again, pair_round
from tournaments.services.registration import add_player
from tournaments.services.results import set_result
from tournaments.services.withdrawal import ask_bye, reinstate_player, take_bye_back, withdraw_player

pytestmark = pytest.mark.slow


def named(tournament: Tournament, sentence: str) -> Entry:
    """The first player named in a sentence."""
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    return next(one for one in entries if one.name in sentence)


def lift(tournament: Tournament, user: User, sentence: str) -> None:
    pair = ForbiddenPair.objects.filter(tournament=tournament, last_round=None)[0]
    allow_pair(tournament_id=tournament.pk, user=user, one_id=pair.one_id, other_id=pair.other_id)


def take_back(tournament: Tournament, user: User, sentence: str) -> None:
    number = Round.objects.get(tournament=tournament, status=RoundStatus.STUCK).number
    take_bye_back(entry_id=named(tournament, sentence).pk, user=user, round_number=number)
    assert not AskedBye.objects.filter(entry=named(tournament, sentence), round_number=number).exists()


def give_bye(tournament: Tournament, user: User, sentence: str) -> None:
    number = Round.objects.get(tournament=tournament, status=RoundStatus.STUCK).number
    somebody = Entry.objects.filter(tournament=tournament, status=EntryStatus.ENTERED)[0]
    ask_bye(entry_id=somebody.pk, user=user, round_number=number, kind=ByeKind.ABSENT)


def enter_results(tournament: Tournament, user: User, sentence: str) -> None:
    assert open_tables(tournament)
    decide(tournament, user, Random(1))


def advises(advice: StrPromise, sentence: str) -> bool:
    """Whether a sentence gives this advice, for any player."""
    return sentence.startswith(str(advice).partition("%(")[0])


def is_advised(advice: StrPromise, sentences: Iterable[str]) -> bool:
    return any(advises(advice, sentence) for sentence in sentences)


# Every advice, with the action that follows it.
DONE: list[tuple[StrPromise, Callable[[Tournament, User, str], Any]]] = [
    (remedies.PAIR_AGAIN, lambda it, user, _: pair_again(tournament_id=it.pk, user=user, seen=seen(it))),
    (remedies.LIFT_PAIR, lift),
    (remedies.TAKE_BYE_BACK, take_back),
    (remedies.GIVE_BYE, give_bye),
    (remedies.BY_HAND, lambda it, user, _: pair_by_hand(tournament_id=it.pk, user=user, seen=seen(it))),
    (remedies.REINSTATE, lambda it, user, said: reinstate_player(entry_id=named(it, said).pk, user=user)),
    (remedies.ENTER_PLAYER, lambda it, user, _: add_player(tournament_id=it.pk, user=user, name="Newcomer")),
    (remedies.FINISH, lambda it, user, _: finish_early(tournament_id=it.pk, user=user, reason="")),
    (remedies.ENTER_RESULTS, enter_results),
    (remedies.CANCEL, lambda it, user, _: cancel(tournament_id=it.pk, user=user, reason="nobody is left")),
]


def stuck(tournament: Tournament, user: User) -> tuple[list[str], tuple[str, ...]]:
    """Pair a round that can't be paired; return the codes and texts of the advice, which page and API share."""
    with pytest.raises(Unprocessable) as refused:
        pair_round(tournament_id=tournament.pk, user=user)
    assert refused.value.code == "no_pairing"
    round_ = Round.objects.get(tournament=tournament, status=RoundStatus.STUCK)
    advised = next_action(tournament).remedies
    assert tuple((refused.value.payload or {})["remedies"]) == advised
    shown = client_of(user).get(f"/api/v1/tournaments/{tournament.pk}/rounds/{round_.number}/").json()
    assert (shown["problem"], tuple(shown["remedies"])) == (str(round_.problem), advised)
    page = browser_of(user).get(f"/tournaments/{tournament.pk}/rounds/{round_.number}/").content.decode()
    assert all(sentence in page for sentence in advised)
    by_hand = remedies.BY_HAND in advised
    assert next_action(tournament).action == ("by-hand" if by_hand else ""), "pairing again would fail again"
    return round_.remedies, tuple(sentence for sentence in advised if sentence != remedies.BY_HAND)


def check_each_accepted(tournament: Tournament, user: User, advised: tuple[str, ...]) -> None:
    """Follow each advice from the same state; after those that change who plays, pairing is offered again."""
    assert advised
    by_hand = [one for one in next_action(tournament).remedies if one == remedies.BY_HAND]
    for sentence in dict.fromkeys((*advised, *by_hand)):
        act = next(act for advice, act in DONE if advises(advice, sentence))
        saved = transaction.savepoint()
        act(tournament, user, sentence)
        state = Tournament.objects.get(pk=tournament.pk)
        if state.status == Status.RUNNING and not advises(remedies.ENTER_RESULTS, sentence):
            expected = "publish" if advises(remedies.BY_HAND, sentence) else "pair"
            assert next_action(state).action == expected, sentence
        transaction.savepoint_rollback(saved)


def test_in_round_1_forbidden_pairs_are_the_reason(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2, accounts=False)
    first, *others = Entry.objects.filter(tournament=tournament).order_by("number")
    for other in others:
        forbid_pair(tournament_id=tournament.pk, user=secretary, one_id=first.pk, other_id=other.pk)
    codes, advised = stuck(tournament, secretary)
    assert codes == [Remedy.LIFT_FORBIDDEN_PAIR, *MORE_PLAYERS]
    assert advised == (remedies.LIFT_PAIR, remedies.CANCEL)
    check_each_accepted(tournament, secretary, advised)
    lift(tournament, secretary, "")
    assert pair_round(tournament_id=tournament.pk, user=secretary).status == RoundStatus.DRAFT


def test_players_who_have_met_all_others_are_named(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=2, accounts=False)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    _codes, advised = stuck(tournament, secretary)
    assert advised == (remedies.FINISH,)
    check_each_accepted(tournament, secretary, advised)


def test_a_bye_that_no_player_may_have_again_is_the_reason(club: Club, secretary: User) -> None:
    """Three players who have not met, but had a bye or won by forfeit: none of them may have a bye now."""
    tournament = running_tournament(club, secretary, 5, rounds=3, accounts=False)
    next_round(tournament, secretary)
    for table in open_tables(tournament):
        set_result(table_id=table.pk, user=secretary, outcome="forfeit", ranks=[1, 2], reason="never came")
    for seat in Seat.objects.filter(round__tournament=tournament, rank=2):
        withdraw_player(entry_id=seat.entry_id, user=secretary)
    codes, advised = stuck(tournament, secretary)
    assert codes[0] == Remedy.GIVE_BYE
    assert advised[0] == remedies.GIVE_BYE
    check_each_accepted(tournament, secretary, advised)
    give_bye(tournament, secretary, "")
    assert pair_round(tournament_id=tournament.pk, user=secretary).status == RoundStatus.DRAFT


def test_reinstating_absent_players_is_advised(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 3, rounds=3, accounts=False, late_entry_until=3)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    withdraw_player(entry_id=entry(tournament, "player001").pk, user=secretary)
    ask_bye(entry_id=entry(tournament, "player002").pk, user=secretary, round_number=2)
    codes, advised = stuck(tournament, secretary)
    assert codes == list(MORE_PLAYERS)
    assert advised == (
        remedies.TAKE_BYE_BACK % {"names": "player002"},
        remedies.REINSTATE % {"names": "player001"},
        remedies.ENTER_PLAYER,
        remedies.FINISH,
    )
    check_each_accepted(tournament, secretary, advised)
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"late_entry_until": 0})
    assert not is_advised(remedies.ENTER_PLAYER, next_action(tournament).remedies)


@pytest.mark.parametrize("played", [0, 1])
@pytest.mark.parametrize("format", Format)
def test_after_all_withdrew_only_possible_actions_are_advised(
    club: Club, secretary: User, format: Format, played: int
) -> None:
    tournament = running_tournament(club, secretary, 6, format, rounds=3, accounts=False)
    for _ in range(played):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(1))
    for one in Entry.objects.filter(tournament=tournament):
        withdraw_player(entry_id=one.pk, user=secretary)
    _codes, advised = stuck(tournament, secretary)
    assert advised[-1] == (remedies.FINISH if played else remedies.CANCEL)
    check_each_accepted(tournament, secretary, advised)


def test_rounds_in_play_must_end_before_the_tournament(club: Club, secretary: User) -> None:
    more = {"rounds": 3, "games_at_once": 2, "accounts": False}
    tournament = running_tournament(club, secretary, 4, Format.FIXED_TABLES, **more)
    next_round(tournament, secretary)
    for one in Entry.objects.filter(tournament=tournament).order_by("number")[:2]:
        withdraw_player(entry_id=one.pk, user=secretary)
    assert open_tables(tournament)
    _codes, advised = stuck(tournament, secretary)
    assert advised[-1] == remedies.ENTER_RESULTS
    with pytest.raises(Conflict):
        finish_early(tournament_id=tournament.pk, user=secretary, reason="")
    check_each_accepted(tournament, secretary, advised)
    decide(tournament, secretary, Random(1))
    assert is_advised(remedies.FINISH, next_action(tournament).remedies)


def test_after_an_engine_error_the_round_can_be_paired_again(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2, accounts=False)
    with monkeypatch.context() as broken:
        broken.setattr(pairing.rounds, "pair_round", lambda _task: 1 / 0)
        with pytest.raises(Unprocessable, check=has_code("no_pairing")):
            pair_round(tournament_id=tournament.pk, user=secretary)
    action = next_action(tournament)
    assert (action.action, action.remedies) == ("again", (remedies.PAIR_AGAIN, remedies.CANCEL, remedies.BY_HAND))
    assert pair_again(tournament_id=tournament.pk, user=secretary, seen=seen(tournament)).status == RoundStatus.DRAFT


def test_a_round_stuck_in_an_earlier_version_has_advice_too(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=2, accounts=False)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    stuck(tournament, secretary)
    Round.objects.filter(number=2).update(remedies=[{"say": "Pair this round by hand."}, "Pair it by hand."])
    action = next_action(tournament)
    assert (action.action, action.remedies) == ("again", (remedies.PAIR_AGAIN, remedies.FINISH, remedies.BY_HAND))


@pytest.mark.once
def test_the_advice_for_random_stuck_rounds_can_be_followed(club: Club, secretary: User) -> None:
    found = 0
    for seed in tournaments(15):
        random = Random(f"stuck {seed}")
        format = random.choice([Format.SWISS, Format.SWISS, Format.SWISS_TABLES])
        players = random.randint(3, 5)
        more = {"name": f"Open {seed}", "late_entry_until": random.choice([0, 5])}
        tournament = running_tournament(club, secretary, players, format, rounds=5, accounts=False, **more)
        for number in range(1, 6):
            _meddle(tournament, secretary, random, number)
            try:
                next_round(tournament, secretary)
            except Unprocessable:
                check_each_accepted(tournament, secretary, next_action(tournament).remedies)
                found += 1
                break
            decide(tournament, secretary, random)
    assert found >= len(tournaments(15)) / 2


def _meddle(tournament: Tournament, user: User, random: Random, number: int) -> None:
    entries = list(Entry.objects.filter(tournament=tournament, status=EntryStatus.ENTERED).order_by("pk"))
    for one in entries:
        dice = random.random()
        try:
            if dice < 0.1:
                withdraw_player(entry_id=one.pk, user=user)
            elif dice < 0.2:
                ask_bye(entry_id=one.pk, user=user, round_number=number)
            elif dice < 0.3 and one != entries[0]:
                forbid_pair(tournament_id=tournament.pk, user=user, one_id=entries[0].pk, other_id=one.pk)
        except Refused:
            continue


def test_every_remedy_has_a_text() -> None:
    assert set(remedies.WORDS) == set(Remedy)


def test_neither_closed_accounts_nor_entries_into_a_full_tournament_are_advised(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=3, size=2, late_entry_until=3)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    _codes, advised = stuck(tournament, secretary)
    assert not is_advised(remedies.ENTER_PLAYER, advised)
    gone = Entry.objects.filter(tournament=tournament).first()
    withdraw_player(entry_id=gone.pk, user=secretary)
    _codes, advised = stuck(tournament, secretary)
    assert is_advised(remedies.REINSTATE, advised)
    assert is_advised(remedies.ENTER_PLAYER, advised)
    check_each_accepted(tournament, secretary, advised)
    User.objects.filter(pk=gone.user_id).update(departed_at=timezone.now())
    assert not is_advised(remedies.REINSTATE, next_action(tournament).remedies)
