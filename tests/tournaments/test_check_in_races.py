"""Check-in at the same time as pairing, publishing, and itself."""

from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import User
from tests.accounts.people import at_once, attempt
from tests.games.playing import make_people
from tests.tournaments.playing import make_club, running_tournament, seen
from tournaments.check_in.services import check_self_in, set_all_present, set_presence
from tournaments.enums import RoundStatus
from tournaments.models import Bye, Entry, Round, Seat, Tournament
from tournaments.pairing.values import ByeKind
from tournaments.services.lifecycle import add_organiser
from tournaments.services.pairing import pair_round
from tournaments.services.publishing import publish_round

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.postgres]


@pytest.fixture
def hall() -> tuple[Tournament, User, User]:
    """A tournament of six with check-in, four of them present, and its two organisers."""
    secretary, second = make_people("secretary", "second")
    tournament = running_tournament(make_club(secretary), secretary, 6, accounts=False, check_in=True, rounds=3)
    add_organiser(tournament_id=tournament.pk, user=secretary, organiser=second)
    for entry in Entry.objects.filter(tournament=tournament, number__lte=4):
        check_self_in(token=tournament.check_in_token, entry_id=entry.pk)
    return tournament, secretary, second


def race(*acts: Callable[[], object]) -> list[str]:
    """Act at the same moment; return "done" or the code of the refusal for each."""
    return at_once(len(acts), lambda number: attempt(acts[number]))


def check_paired_are_present(tournament: Tournament) -> None:
    """Those who have a table or the bye in a draft are exactly those who are present."""
    for round_ in Round.objects.filter(tournament=tournament, status=RoundStatus.DRAFT):
        seated = set(Seat.objects.filter(round=round_).values_list("entry_id", flat=True))
        resting = Bye.objects.filter(round=round_, kind=ByeKind.PAIRING.value).values_list("entry_id", flat=True)
        here = Entry.objects.filter(tournament=tournament, checked_in_at__isnull=False)
        assert seated | set(resting) == set(here.values_list("pk", flat=True))


@pytest.mark.parametrize("number", [4, 5])
def test_a_change_of_presence_while_a_round_is_paired(hall: tuple[Tournament, User, User], number: int) -> None:
    tournament, secretary, second = hall
    entry = Entry.objects.get(tournament=tournament, number=number)
    race(
        partial(pair_round, tournament_id=tournament.pk, user=secretary),
        partial(set_presence, tournament_id=tournament.pk, user=second, entry_id=entry.pk, is_present=number > 4),
    )
    check_paired_are_present(tournament)


def test_a_self_check_in_while_a_round_is_published(hall: tuple[Tournament, User, User]) -> None:
    """The draft is published, or discarded, and the late player is never in a published round unseen."""
    tournament, secretary, _second = hall
    pair_round(tournament_id=tournament.pk, user=secretary)
    draft, late = seen(tournament), Entry.objects.get(tournament=tournament, number=5)
    race(
        partial(publish_round, tournament_id=tournament.pk, user=secretary, seen=draft),
        partial(check_self_in, token=tournament.check_in_token, entry_id=late.pk),
    )
    late.refresh_from_db()
    assert late.checked_in_at is not None
    for round_ in Round.objects.filter(tournament=tournament):
        assert round_.status == RoundStatus.PUBLISHED
        assert Bye.objects.get(round=round_, entry=late).kind == ByeKind.ABSENT.value


def test_two_organisers_set_one_player(hall: tuple[Tournament, User, User]) -> None:
    tournament, secretary, second = hall
    entry, before = Entry.objects.get(tournament=tournament, number=6), revision(tournament)
    wanted = partial(set_presence, tournament_id=tournament.pk, entry_id=entry.pk, is_present=True)
    race(*(partial(wanted, user=user) for user in (secretary, second)))
    entry.refresh_from_db()
    assert (entry.checked_in_by, revision(tournament)) == ("organiser", before + 1)


def test_the_same_self_check_in_twice(hall: tuple[Tournament, User, User]) -> None:
    tournament, *_organisers = hall
    entry, before = Entry.objects.get(tournament=tournament, number=6), revision(tournament)
    race(*[partial(check_self_in, token=tournament.check_in_token, entry_id=entry.pk)] * 2)
    entry.refresh_from_db()
    assert (entry.checked_in_by, revision(tournament)) == ("self", before + 1)


def test_a_reset_and_a_self_check_in(hall: tuple[Tournament, User, User]) -> None:
    tournament, secretary, _second = hall
    entry = Entry.objects.get(tournament=tournament, number=6)
    race(
        partial(set_all_present, tournament_id=tournament.pk, user=secretary, is_present=False),
        partial(check_self_in, token=tournament.check_in_token, entry_id=entry.pk),
    )
    here = Entry.objects.filter(tournament=tournament, checked_in_at__isnull=False)
    assert set(here.values_list("number", flat=True)) in ({6}, set())


def revision(tournament: Tournament) -> int:
    return Tournament.objects.get(pk=tournament.pk).revision
