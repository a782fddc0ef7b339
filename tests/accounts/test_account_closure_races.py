"""An account is closed while the user, or others, change something about it."""

from functools import partial

import pytest
from django.utils import timezone

from accounts.models import ModerationEntry, Report, User
from accounts.services.account_closure import close_account
from accounts.services.moderation import dismiss_report
from accounts.services.profile import change_profile
from accounts.services.reports import report_person
from tests.accounts.people import at_once, attempt, overtaken
from tests.games.playing import make_people
from tests.games.test_lock_order import can_be_referred_to

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.postgres]


def hold(person: User) -> object:
    return User.objects.select_for_update().get(pk=person.pk)


def test_a_concurrent_profile_change_restores_nothing() -> None:
    (mira,) = make_people("mira")
    change = partial(change_profile, user=mira, display_name="Mira Kovač", about="Vega.")
    answer = overtaken(partial(attempt, change), hold=partial(hold, mira), meanwhile=partial(close_account, user=mira))
    left = User.objects.get(pk=mira.pk)
    assert answer == "departed"
    assert (left.public_name, left.about) == (f"departed player {mira.pk}", "")


def test_closing_an_account_does_not_lock_rows_of_administrators_against_references() -> None:
    keeper, mira = make_people("keeper", "mira")
    User.objects.filter(pk=keeper.pk).update(is_superuser=True)
    answers = []
    overtaken(
        partial(close_account, user=mira),
        hold=partial(hold, mira),
        meanwhile=lambda: answers.append(can_be_referred_to("accounts_user", keeper.pk)),
    )
    assert answers == [True]


def test_the_last_two_administrators_do_not_both_leave() -> None:
    keepers = make_people("one", "two")
    User.objects.filter(pk__in=[keeper.pk for keeper in keepers]).update(is_superuser=True)
    answers = at_once(2, lambda number: attempt(partial(close_account, user=keepers[number])))
    assert sorted(answers) == ["done", "last_administrator"]


def test_a_report_is_dismissed_while_the_reported_account_is_closed() -> None:
    keeper, mira, ben = make_people("keeper", "mira", "ben")
    User.objects.filter(pk=keeper.pk).update(is_staff=True)
    keeper.refresh_from_db()
    report = report_person(reporter=ben, person=mira, reason="abuse", words="Rude.", quote="Bah.")
    overtaken(
        partial(dismiss_report, moderator=keeper, report_id=report.pk, why="A joke."),
        hold=partial(hold, mira),
        meanwhile=partial(close_account, user=mira),
    )
    assert Report.objects.filter(quote="", closed_at__lte=timezone.now()).count() == 1
    assert ModerationEntry.objects.count() == 1
