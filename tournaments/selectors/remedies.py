"""Remedies for a round that can't be paired: those that are possible now."""

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.names import bidi_isolate
from tournaments.check_in.selectors import absent_ids
from tournaments.enums import EntryStatus, RoundStatus
from tournaments.models import AskedBye, Entry, ForbiddenPair, Round
from tournaments.pairing.values import MORE_PLAYERS, Remedy
from tournaments.selectors.record import unplaced_entries
from tournaments.selectors.tournaments import finished_rounds, places_taken, takes_entries

MAX_NAMES = 5
PAIR_AGAIN = lazy("Pair it again.")
LIFT_PAIR = lazy("Remove a forbidden pair under “Players”.")
TAKE_BYE_BACK = lazy("Cancel a bye in this round: %(names)s.")
GIVE_BYE = lazy("Add a bye or an absence for one player.")
CHECK_IN = lazy("Check in a player who is here: %(names)s.")
REINSTATE = lazy("Reinstate a player: %(names)s.")
ENTER_PLAYER = lazy("Enter another player: late entry is open.")
ENTER_RESULTS = lazy("Enter the results of the rounds in progress; then you can finish the tournament.")
BY_HAND = lazy("Pair the round by hand, from an empty sheet.")
FINISH = lazy("Finish the tournament after the rounds already played.")
CANCEL = lazy("Cancel the tournament.")


def remedies_of(round_: Round) -> tuple[str, ...]:
    """Sentences, each naming a remedy that would be accepted now; empty unless the round is stuck."""
    if round_.status != RoundStatus.STUCK:
        return ()
    return tuple(sentence for remedy in _stored(round_) if (sentence := WORDS[remedy](round_)))


def may_pair_again(round_: Round) -> bool:
    """Whether pairing again may succeed: after a failure, not where the rules leave no pairing."""
    return Remedy.PAIR_AGAIN in _stored(round_)


def may_pair_by_hand(round_: Round) -> bool:
    """Whether the organiser may pair it on an empty sheet: two players, and no schedule that decides who meets whom."""
    if round_.status != RoundStatus.STUCK or not round_.tournament.pairing_format.is_open:
        return False
    here = unplaced_entries(round_).exclude(pk__in=absent_ids(round_.tournament))
    return here.exclude(asked_byes__round_number=round_.number).count() > 1


def _stored(round_: Round) -> list[Remedy]:
    """The stored remedies, and pairing by hand.

    Rounds that got stuck in 0.1.0 hold sentences instead: for them, the usual remedies.
    """
    known = [Remedy(code) for code in round_.remedies if isinstance(code, str) and code in set(Remedy)]
    return [*(known or [Remedy.PAIR_AGAIN, Remedy.LIFT_FORBIDDEN_PAIR, *MORE_PLAYERS]), Remedy.PAIR_BY_HAND]


def _lift(round_: Round) -> str:
    pairs = ForbiddenPair.objects.filter(tournament=round_.tournament, last_round=None)
    return str(LIFT_PAIR) if pairs.exists() else ""


def _take_bye_back(round_: Round) -> str:
    asked = AskedBye.objects.filter(entry__tournament=round_.tournament, round_number=round_.number)
    asked = asked.filter(entry__status=EntryStatus.ENTERED, entry__number__isnull=False)
    names = asked.order_by("entry__number").values_list("entry__name", flat=True)
    return str(TAKE_BYE_BACK) % {"names": _listed(names)} if names else ""


def _check_in(round_: Round) -> str:
    taking_part = Entry.objects.filter(pk__in=absent_ids(round_.tournament), first_round__lte=round_.number)
    names = taking_part.order_by("number").values_list("name", flat=True)
    return str(CHECK_IN) % {"names": _listed(names)} if names else ""


def _give_bye(round_: Round) -> str:
    return str(GIVE_BYE) if round_.tournament.pairing_format.is_open else ""


def _reinstate(round_: Round) -> str:
    left = Entry.objects.filter(tournament=round_.tournament, status=EntryStatus.WITHDRAWN, number__isnull=False)
    left = left.filter(user__departed_at=None)
    names = left.order_by("number").values_list("name", flat=True)
    is_possible = names and round_.tournament.pairing_format.is_open
    return str(REINSTATE) % {"names": _listed(names)} if is_possible else ""


def _enter(round_: Round) -> str:
    tournament = round_.tournament
    has_room = tournament.size is None or places_taken(tournament) < tournament.size
    return str(ENTER_PLAYER) if has_room and takes_entries(tournament) else ""


def _finish(round_: Round) -> str:
    if Round.objects.filter(tournament=round_.tournament, status=RoundStatus.PUBLISHED).exists():
        return str(ENTER_RESULTS)
    return str(FINISH if finished_rounds(round_.tournament) else CANCEL)


def _listed(names: Iterable[str]) -> str:
    shown = [bidi_isolate(name) for name in names]
    return ", ".join(shown[:MAX_NAMES]) + ("…" if len(shown) > MAX_NAMES else "")


WORDS: dict[Remedy, Callable[[Round], str]] = {
    Remedy.PAIR_AGAIN: lambda _round: str(PAIR_AGAIN),
    Remedy.ENTER_RESULTS: lambda _round: _("Enter the missing results."),
    Remedy.LIFT_FORBIDDEN_PAIR: _lift,
    Remedy.TAKE_BYE_BACK: _take_bye_back,
    Remedy.CHECK_IN: _check_in,
    Remedy.GIVE_BYE: _give_bye,
    Remedy.REINSTATE_PLAYER: _reinstate,
    Remedy.ENTER_PLAYER: _enter,
    Remedy.PAIR_BY_HAND: lambda round_: str(BY_HAND) if may_pair_by_hand(round_) else "",
    Remedy.FINISH: _finish,
}
