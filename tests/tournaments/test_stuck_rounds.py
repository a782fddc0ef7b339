"""A round that can't be paired says why, and advises only what an organiser can do at that moment."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone, translation

from accounts.errors import Conflict, Refused, Unprocessable
from accounts.models import User
from tests.accounts.people import has_code
from tests.tournaments.events import decide, entry, next_round, open_tables, running_event, seen
from tests.tournaments.pages import browser_of
from tests.tournaments.simulation import events
from tests.tournaments.test_api import client_of
from tournaments.enums import EntryStatus, RoundStatus, Status
from tournaments.models import AskedBye, Club, Entry, ForbiddenPair, Round, Seat, Tournament
from tournaments.pairing.values import ByeKind, Format, Remedy
from tournaments.selectors.guidance import next_action
from tournaments.selectors.remedies import WORDS
from tournaments.services import pairing
from tournaments.services.draft import allow_pair, forbid_pair
from tournaments.services.life import cancel, change_tournament, finish_early
from tournaments.services.pairing import pair_again, pair_round
from tournaments.services.registration import add_player
from tournaments.services.results import set_result
from tournaments.services.withdrawal import ask_bye, reinstate_player, take_bye_back, withdraw_player

pytestmark = pytest.mark.slow


def named(tournament: Tournament, sentence: str) -> Entry:
    """The first player whom a sentence names."""
    return entry(tournament, sentence.partition(": ")[2].rstrip(".…").split(", ")[0])


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


# Every sentence that can be advised, by how it begins, with what an organiser then does.
DONE: dict[str, Callable[[Tournament, User, str], Any]] = {
    "Pair it again.": lambda it, user, _: pair_again(tournament_id=it.pk, user=user, seen=seen(it)),
    "Lift a forbidden pair": lift,
    "Take back a bye of this round: ": take_back,
    "Enter a bye or an absence for one player.": give_bye,
    "Reinstate a player: ": lambda it, user, said: reinstate_player(entry_id=named(it, said).pk, user=user),
    "Enter another player: ": lambda it, user, _: add_player(tournament_id=it.pk, user=user, name="Newcomer"),
    "Finish the event after": lambda it, user, _: finish_early(tournament_id=it.pk, user=user, reason=""),
    "Enter the results of the rounds in play": enter_results,
    "Cancel the event.": lambda it, user, _: cancel(tournament_id=it.pk, user=user, reason="nobody is left"),
}


def stuck(tournament: Tournament, user: User) -> tuple[str, tuple[str, ...]]:
    """Pair a round that can't be paired: what is said, and what is advised, the same on every way."""
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
    assert next_action(tournament).action == "", "pairing the same again would end the same way"
    return str(round_.problem), advised


def see_each_accepted(tournament: Tournament, user: User, advised: tuple[str, ...]) -> None:
    """Do each, from the same state. What changes who plays makes room for another pairing."""
    assert advised
    for sentence in advised:
        act = next(act for start, act in DONE.items() if sentence.startswith(start))
        saved = transaction.savepoint()
        act(tournament, user, sentence)
        state = Tournament.objects.get(pk=tournament.pk)
        if state.status == Status.RUNNING and not sentence.startswith("Enter the results"):
            assert next_action(state).action == "pair", sentence
        transaction.savepoint_rollback(saved)


def test_in_round_1_nobody_has_met_and_forbidden_pairs_are_blamed(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 4, rounds=2, accounts=False)
    first, *others = Entry.objects.filter(tournament=tournament).order_by("number")
    for other in others:
        forbid_pair(tournament_id=tournament.pk, user=secretary, one_id=first.pk, other_id=other.pk)
    problem, advised = stuck(tournament, secretary)
    assert problem == "Round 1 has no valid pairing: too many pairs are forbidden."
    assert advised == ("Lift a forbidden pair, under “Players”.", "Cancel the event.")
    see_each_accepted(tournament, secretary, advised)
    lift(tournament, secretary, "")
    assert pair_round(tournament_id=tournament.pk, user=secretary).status == RoundStatus.DRAFT


def test_who_has_met_everybody_is_told_so(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 2, rounds=2, accounts=False)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    problem, advised = stuck(tournament, secretary)
    assert problem == "Round 2 has no valid pairing left: too many of the players have met already."
    assert advised == ("Finish the event after the rounds already played.",)
    see_each_accepted(tournament, secretary, advised)


def test_a_bye_that_nobody_may_have_again_is_named(club: Club, secretary: User) -> None:
    """Three who have not met each other, but had a bye or won by forfeit: none of them may rest now."""
    tournament = running_event(club, secretary, 5, rounds=3, accounts=False)
    next_round(tournament, secretary)
    for table in open_tables(tournament):
        set_result(table_id=table.pk, user=secretary, outcome="forfeit", ranks=[1, 2], reason="never came")
    for seat in Seat.objects.filter(round__tournament=tournament, rank=2):
        withdraw_player(entry_id=seat.entry_id, user=secretary)
    problem, advised = stuck(tournament, secretary)
    assert problem == "Round 2 has no valid pairing left: one player would have a bye, and nobody may have another one."
    assert advised[0] == "Enter a bye or an absence for one player."
    see_each_accepted(tournament, secretary, advised)
    give_bye(tournament, secretary, "")
    assert pair_round(tournament_id=tournament.pk, user=secretary).status == RoundStatus.DRAFT


def test_absent_players_are_asked_back(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 3, rounds=3, accounts=False, late_entry_until=3)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    withdraw_player(entry_id=entry(tournament, "player001").pk, user=secretary)
    ask_bye(entry_id=entry(tournament, "player002").pk, user=secretary, round_number=2)
    problem, advised = stuck(tournament, secretary)
    assert problem == "A round needs at least two players who are there."
    assert advised == (
        "Take back a bye of this round: player002.",
        "Reinstate a player: player001.",
        "Enter another player: late entry is open.",
        "Finish the event after the rounds already played.",
    )
    see_each_accepted(tournament, secretary, advised)
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"late_entry_until": 0})
    assert not any(said.startswith("Enter another") for said in next_action(tournament).remedies)


@pytest.mark.parametrize("played", [0, 1])
@pytest.mark.parametrize("format", Format)
def test_after_everybody_left_only_what_is_possible_is_advised(
    club: Club, secretary: User, format: Format, played: int
) -> None:
    tournament = running_event(club, secretary, 6, format, rounds=3, accounts=False)
    for _ in range(played):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(1))
    for one in Entry.objects.filter(tournament=tournament):
        withdraw_player(entry_id=one.pk, user=secretary)
    _problem, advised = stuck(tournament, secretary)
    last = "Finish the event after the rounds already played." if played else "Cancel the event."
    assert advised[-1] == last
    see_each_accepted(tournament, secretary, advised)


def test_rounds_in_play_are_ended_before_the_event_is(club: Club, secretary: User) -> None:
    more = {"rounds": 3, "games_at_once": 2, "accounts": False}
    tournament = running_event(club, secretary, 4, Format.FIXED_TABLES, **more)
    next_round(tournament, secretary)
    for one in Entry.objects.filter(tournament=tournament).order_by("number")[:2]:
        withdraw_player(entry_id=one.pk, user=secretary)
    assert open_tables(tournament)
    _problem, advised = stuck(tournament, secretary)
    assert advised[-1] == "Enter the results of the rounds in play; then the event can be finished."
    with pytest.raises(Conflict):
        finish_early(tournament_id=tournament.pk, user=secretary, reason="")
    see_each_accepted(tournament, secretary, advised)
    decide(tournament, secretary, Random(1))
    assert "Finish the event after the rounds already played." in next_action(tournament).remedies


def test_after_a_fault_the_round_is_paired_again(club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = running_event(club, secretary, 4, rounds=2, accounts=False)
    with monkeypatch.context() as broken:
        broken.setattr(pairing.rounds, "pair_round", lambda _task: 1 / 0)
        with pytest.raises(Unprocessable, check=has_code("no_pairing")):
            pair_round(tournament_id=tournament.pk, user=secretary)
    action = next_action(tournament)
    assert (action.action, action.remedies) == ("again", ("Pair it again.", "Cancel the event."))
    assert pair_again(tournament_id=tournament.pk, user=secretary, seen=seen(tournament)).status == RoundStatus.DRAFT


def test_a_round_that_got_stuck_in_an_earlier_version_is_advised_too(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 2, rounds=2, accounts=False)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    stuck(tournament, secretary)
    Round.objects.filter(number=2).update(remedies=[{"say": "Pair this round by hand."}, "Pair it by hand."])
    action = next_action(tournament)
    assert (action.action, action.remedies) == (
        "again",
        ("Pair it again.", "Finish the event after the rounds already played."),
    )


def test_random_events_are_stuck_with_advice_that_is_accepted(club: Club, secretary: User) -> None:
    found = 0
    for seed in events(15):
        random = Random(f"stuck {seed}")
        format = random.choice([Format.SWISS, Format.SWISS, Format.SWISS_TABLES])
        players = random.randint(3, 5)
        more = {"name": f"Open {seed}", "late_entry_until": random.choice([0, 5])}
        tournament = running_event(club, secretary, players, format, rounds=5, accounts=False, **more)
        for number in range(1, 6):
            _meddle(tournament, secretary, random, number)
            try:
                next_round(tournament, secretary)
            except Unprocessable:
                see_each_accepted(tournament, secretary, next_action(tournament).remedies)
                found += 1
                break
            decide(tournament, secretary, random)
    assert found >= len(events(15)) / 2


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


def test_every_remedy_has_words_in_which_nothing_is_promised_that_there_is_not(club: Club) -> None:
    assert set(WORDS) == set(Remedy)
    with translation.override("en"):
        said = [WORDS[remedy](Round()) for remedy in (Remedy.PAIR_AGAIN, Remedy.ENTER_RESULTS)]
    assert said == ["Pair it again.", "Enter the missing results."]


def test_neither_a_closed_account_nor_an_entry_into_a_full_event_is_advised(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 2, rounds=3, size=2, late_entry_until=3)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    _problem, advised = stuck(tournament, secretary)
    assert not any(sentence.startswith("Enter another player") for sentence in advised)
    gone = Entry.objects.filter(tournament=tournament).first()
    withdraw_player(entry_id=gone.pk, user=secretary)
    _problem, advised = stuck(tournament, secretary)
    assert {"Reinstate a player: ", "Enter another player: "} <= {
        start for start in DONE if any(sentence.startswith(start) for sentence in advised)
    }
    see_each_accepted(tournament, secretary, advised)
    User.objects.filter(pk=gone.user_id).update(departed_at=timezone.now())
    assert not any(sentence.startswith("Reinstate") for sentence in next_action(tournament).remedies)
