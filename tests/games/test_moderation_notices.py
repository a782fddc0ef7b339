"""Moderation actions are notified and mailed to the person concerned; the reason is shown only on the site."""

import pytest
from django.core import mail
from django.test import Client
from django.utils.html import escape

from accounts.enums import ModerationAction
from accounts.errors import Forbidden
from accounts.models import ModerationEntry, User
from accounts.services.moderation import moderate
from games.models import Notice
from games.notifications.selectors.notices import notice_words
from games.notifications.services.mail import send_due_mails
from tests.games.playing import make_people


@pytest.fixture
def keeper(db: None) -> User:
    return User.objects.create_user("keeper", is_staff=True)


@pytest.mark.parametrize(
    ("action", "days"), [(ModerationAction.WARN, None), (ModerationAction.MUTE, 3), (ModerationAction.SUSPEND, 3)]
)
def test_an_action_is_mailed_once_with_a_link_to_the_reason(
    keeper: User, action: ModerationAction, days: int | None
) -> None:
    ada, ben = make_people("ada", "ben")
    moderate(moderator=keeper, person=ada, action=action, why="Be kind.\nAlways.", days=days)
    assert [send_due_mails(), send_due_mails()] == [1, 0]
    (sent,) = mail.outbox
    notice = Notice.objects.get(user=ada)
    assert (sent.to, sent.subject) == ([ada.email], f"Asterism: {notice_words(notice)}")
    assert "/settings/people/" in sent.body
    assert "Be kind" not in sent.body
    browser = Client()
    browser.force_login(ada)
    assert escape(notice_words(notice)) in browser.get("/notices/").content.decode()
    assert "Be kind." in browser.get("/settings/people/").content.decode()
    assert not Notice.objects.filter(user=ben).exists()


def test_lifted_and_refused_actions_are_not_notified(keeper: User) -> None:
    (ada,) = make_people("ada")
    moderate(moderator=keeper, person=ada, action=ModerationAction.LIFT_MUTE, why="She wrote.")
    with pytest.raises(Forbidden):
        moderate(moderator=keeper, person=keeper, action=ModerationAction.WARN, why="Myself.")
    assert not Notice.objects.exists()


def test_action_and_notice_are_stored_in_one_transaction(keeper: User, monkeypatch: pytest.MonkeyPatch) -> None:
    (ada,) = make_people("ada")

    def fail(**facts: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.receivers.notify_moderation", fail)
    with pytest.raises(RuntimeError):
        moderate(moderator=keeper, person=ada, action=ModerationAction.WARN, why="Be kind.")
    assert not ModerationEntry.objects.exists()
