"""Notices by mail: one mail for many games, nothing twice, nothing for a turn already played, one-click unsubscribe."""

import re
from datetime import UTC, datetime, timedelta
from email.message import Message
from smtplib import SMTPDataError, SMTPServerDisconnected

import pytest
import time_machine
from allauth.account.signals import email_changed
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.enums import MailState, NoticeKind
from games.models import MailFault, Notice, NoticeSettings
from games.notifications.selectors.notices import notice_words
from games.notifications.services import mail as mailing
from games.notifications.services.mail import send_due_digests, send_due_mails
from games.notifications.services.notices import News, choose_deliveries, notify_news, read_notices, unsubscribe_token
from games.timing import DAY, HOUR
from tests.accounts.people import at_once
from tests.games.playing import make_people, play, start

pytestmark = pytest.mark.slow

EVERYTHING = ("turn", "reminder", "challenge", "over")


def want(user: User, delivery: str) -> None:
    choose_deliveries(user=user, deliveries=dict.fromkeys(EVERYTHING, delivery))


def states(user: User) -> list[str]:
    return sorted(Notice.objects.filter(user=user).values_list("mail", flat=True))


def sent_to(user: User) -> list[str]:
    return [str(message.subject) for message in mail.outbox if message.to == [user.email]]


def subject_numbers(user: User) -> list[list[str]]:
    return [re.findall(r"\d+", subject) for subject in sent_to(user)]


def the_mail() -> Message:
    (message,) = mail.outbox
    return message.message()


def part(message: Message, content_type: str) -> str:
    return next(
        each.get_payload(decode=True).decode()  # type: ignore[union-attr]
        for each in message.walk()
        if each.get_content_type() == content_type
    )


# -- at once ------------------------------------------------------------------------------------------------------


def test_notices_of_many_games_are_sent_in_one_mail(people: list[User]) -> None:
    want(people[0], "now")
    games = [start("nonaga", people[:2]) for _ in range(5)]
    tasks.catch_up_on_notices()
    assert [tasks.send_due_mails(), tasks.send_due_mails()] == [1, 0]
    assert subject_numbers(people[0]) == [["5"]]
    text, html = part(the_mail(), "text/plain"), part(the_mail(), "text/html")
    for game in games:
        assert f"http://localhost:8000/games/{game.pk}/\n" in text
        assert f'href="http://localhost:8000/games/{game.pk}/"' in html
    assert states(people[0]) == [MailState.SENT] * 5


def test_a_single_notice_is_the_subject(people: list[User]) -> None:
    want(people[0], "now")
    start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    tasks.send_due_mails()
    assert sent_to(people[0]) == [f"Asterism: {notice_words(Notice.objects.get())}"]


def test_nothing_is_sent_for_a_turn_already_played(people: list[User]) -> None:
    want(people[0], "now")
    game = start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    play(game, 1)
    assert tasks.send_due_mails() == 0
    assert states(people[0]) == [MailState.DROPPED]
    assert mail.outbox == []


def test_nothing_is_sent_that_was_read_on_the_site(people: list[User]) -> None:
    want(people[0], "now")
    start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    read_notices(user=people[0])
    assert tasks.send_due_mails() == 0


def test_nothing_is_sent_with_the_setting_never(people: list[User]) -> None:
    want(people[0], "never")
    start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    assert [tasks.send_due_mails(), send_due_digests(now=timezone.now() + DAY)] == [0, 0]
    assert states(people[0]) == [MailState.NONE]


def test_a_changed_setting_applies_to_pending_mails(people: list[User]) -> None:
    want(people[0], "now")
    start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    want(people[0], "never")
    assert tasks.send_due_mails() == 0
    assert states(people[0]) == [MailState.DROPPED]


def test_mails_to_one_person_have_a_minimum_interval(people: list[User]) -> None:
    want(people[0], "now")
    now = timezone.now()
    start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    assert send_due_mails(now=now) == 1
    start("nonaga", people[:2])
    start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    assert send_due_mails(now=now + timedelta(minutes=1)) == 0
    assert send_due_mails(now=now + timedelta(minutes=3)) == 1
    assert subject_numbers(people[0])[1] == ["2"]


def test_users_without_a_usable_address_are_skipped(people: list[User]) -> None:
    want(people[0], "now")
    User.objects.filter(pk=people[0].pk).update(email="")
    start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    assert tasks.send_due_mails() == 0
    assert states(people[0]) == [MailState.DROPPED]


def test_a_mail_uses_the_readers_language_and_time_zone(people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(time_zone="Asia/Tokyo", language="fr")
    game = start("nonaga", people[:2])
    assert game.deadline is not None
    with time_machine.travel(game.deadline - HOUR, tick=False):
        tasks.catch_up_on_notices()
        tasks.send_due_mails()
    message = the_mail()
    assert '<html lang="fr">' in part(message, "text/html")
    assert "JST" in part(message, "text/plain")


REFUSED = SMTPDataError(550, b"mailbox unavailable")


def fail_for(monkeypatch: pytest.MonkeyPatch, *failing: User, error: Exception = REFUSED) -> list[str]:
    """Make mails to these people fail; return the names of those attempted, in order."""
    sound, tried = mailing.compose, []

    def compose(user: User, notices: list[Notice]) -> object:
        tried.append(user.username)
        if user in failing:
            raise error
        return sound(user, notices)

    monkeypatch.setattr(mailing, "compose", compose)
    return tried


def notify_both(people: list[User]) -> None:
    """Create a notice for each of the first two; the mail of the first waits longer."""
    for person in people[:2]:
        want(person, "now")
    start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    start("nonaga", people[1::-1])
    tasks.catch_up_on_notices()


def test_a_failed_mail_is_retried_with_backoff(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    notify_both(people)
    now = timezone.now()
    tried = fail_for(monkeypatch, people[0])
    assert [send_due_mails(now=now), send_due_mails(now=now + timedelta(seconds=20))] == [1, 0]
    assert tried == ["ada", "ben"]
    assert (states(people[0]), states(people[1])) == ([MailState.WAITING], [MailState.SENT])
    monkeypatch.undo()
    assert send_due_mails(now=now + timedelta(seconds=59)) == 0
    later = now + timedelta(minutes=1)
    assert [send_due_mails(now=later), send_due_mails(now=later)] == [1, 0]
    assert len(sent_to(people[0])) == len(sent_to(people[1])) == 1
    assert not MailFault.objects.exists()


def test_retries_come_after_first_attempts(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each attempt takes a whole sweep: a recipient that fails delays the others once, not forever."""
    notify_both(people)
    tried = fail_for(monkeypatch, people[0])
    monkeypatch.setattr(mailing, "LONGEST_SWEEP_SECONDS", -1)
    now = timezone.now()
    assert send_due_mails(now=now) == 0
    assert send_due_mails(now=now + HOUR) == 1
    assert tried == ["ada", "ben"]


@pytest.mark.parametrize("error", [ConnectionRefusedError(), SMTPServerDisconnected("gone"), TimeoutError()])
def test_an_outage_of_the_mail_server_makes_no_dead_letters(
    people: list[User], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    notify_both(people)
    fail_for(monkeypatch, *people, error=error)
    now = timezone.now()
    for hours in range(0, 3 * 24, 2):
        send_due_mails(now=now + timedelta(hours=hours))
    monkeypatch.undo()
    assert send_due_mails(now=now + timedelta(days=3, minutes=15)) == 2
    assert not MailFault.objects.exists()


def test_a_mail_fault_is_cleared_when_nothing_is_left_to_send(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    notify_both(people)
    fail_for(monkeypatch, people[0])
    now = timezone.now()
    send_due_mails(now=now)
    Notice.objects.update(read_at=now)
    send_due_mails(now=now + HOUR)
    assert not MailFault.objects.exists()


def test_a_new_address_is_tried_at_once(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    notify_both(people)
    fail_for(monkeypatch, people[0])
    now = timezone.now()
    send_due_mails(now=now)
    monkeypatch.undo()
    email_changed.send(sender=User, request=None, user=people[0], from_email_address=None, to_email_address=None)
    assert send_due_mails(now=now) == 1


def test_a_mail_that_fails_for_days_becomes_a_dead_letter_for_the_administrator(
    people: list[User], monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    want(people[0], "now")
    start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    tried = fail_for(monkeypatch, people[0])
    now = timezone.now()
    for hours in range(0, 3 * 24, 2):
        send_due_mails(now=now + timedelta(hours=hours))
    assert (len(tried), states(people[0])) == (mailing.MAX_TRIES, [MailState.FAILED])
    # Later mails are tried once per day, and each failure is final.
    start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    for minutes in range(3 * 24 * 60, 6 * 24 * 60, 10):
        send_due_mails(now=now + timedelta(minutes=minutes))
    assert (len(tried), states(people[0])) == (mailing.MAX_TRIES + 1, [MailState.FAILED] * 2)
    client.force_login(User.objects.create_superuser("keeper", "keeper@example.org", "glass-orbit-77"))
    assert "mailbox unavailable" in client.get("/admin/games/mailfault/").content.decode()
    assert "/admin/games/mailfault/" in client.get("/status/").content.decode()
    assert "/admin/" not in Client().get("/status/").content.decode()
    monkeypatch.undo()
    client.post("/admin/games/mailfault/", {"action": "try_again", "_selected_action": [people[0].pk]})
    assert send_due_mails(now=now) == 1
    assert (states(people[0]), MailFault.objects.count()) == ([MailState.SENT] * 2, 0)


def test_a_line_break_in_user_text_does_not_break_the_mail(people: list[User]) -> None:
    news = {"kind": NoticeKind.EVENT, "key": "cancelled", "about": "event_cancelled", "path": "/tournaments/1/"}
    notify_news(
        [News(user_id=people[0].pk, facts={"event": "Cup", "reason": "Too few.\r\nBcc: all@example.org"}, **news)]
    )
    Notice.objects.update(delivery="now")
    assert tasks.send_due_mails() == 1
    assert "\n" not in str(the_mail()["Subject"])
    assert the_mail()["Bcc"] is None


@pytest.mark.parametrize("facts", [{}, {"event": {"say": 5}}], ids=["facts missing", "facts unreadable"])
@pytest.mark.parametrize("about", ["of_a_later_version", "event_cancelled"])
def test_a_notice_with_unreadable_facts_breaks_neither_list_nor_mail(
    people: list[User], about: str, facts: dict[str, object], client: Client
) -> None:
    want(people[0], "now")
    start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    more = {"delivery": "now", "path": "/tournaments/1/", "facts": facts}
    Notice.objects.create(user=people[0], kind="later", key="later", about=about, **more)
    client.force_login(people[0])
    assert client.get("/notices/").status_code == 200
    assert len(client.get("/api/v1/notices/").json()["results"]) == 2
    assert tasks.send_due_mails() == 1
    assert states(people[0]) == [MailState.SENT] * 2


def test_a_sweep_spends_at_most_half_a_minute_on_a_slow_mail_server(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    for person in people[:2]:
        want(person, "now")
    start("nonaga", people[:2])
    start("nonaga", people[1::-1])
    tasks.catch_up_on_notices()
    monkeypatch.setattr(mailing, "LONGEST_SWEEP_SECONDS", -1)
    assert [tasks.send_due_mails(), tasks.send_due_mails(), tasks.send_due_mails()] == [1, 1, 0]


def test_mails_claimed_by_a_dead_worker_are_not_sent_twice(people: list[User]) -> None:
    want(people[0], "now")
    start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    Notice.objects.update(mail=MailState.CLAIMED, claim="gone")
    assert tasks.send_due_mails() == 0


@pytest.mark.django_db(transaction=True)
def test_ten_concurrent_workers_send_one_mail() -> None:
    people = make_people("ada", "ben")
    want(people[0], "now")
    for _ in range(3):
        start("nonaga", people)
    tasks.catch_up_on_notices()
    assert sum(at_once(10, lambda _: send_due_mails())) == 1
    assert subject_numbers(people[0]) == [["3"]]


@pytest.mark.django_db(transaction=True)
def test_ten_concurrent_sweeps_create_one_notice() -> None:
    people = make_people("ada", "ben")
    start("nonaga", people)
    at_once(10, lambda _: tasks.catch_up_on_notices())
    assert Notice.objects.count() == 1


# -- digests ------------------------------------------------------------------------------------------------------


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def wait_for_digest(user: User, others: list[User], *, zone: str, hour: int, moment: str) -> None:
    User.objects.filter(pk=user.pk).update(time_zone=zone)
    with time_machine.travel(at(moment), tick=False):
        want(User.objects.get(pk=user.pk), "digest")
        choose_deliveries(user=user, digest_hour=hour)
        for other in others:
            start("nonaga", [user, other])
        tasks.catch_up_on_notices()


def test_a_digest_is_sent_once_at_the_chosen_local_hour(people: list[User]) -> None:
    wait_for_digest(people[0], people[1:3], zone="America/New_York", hour=7, moment="2026-02-01 02:00")
    sent = [send_due_digests(now=at(f"2026-02-01 {hour}:05")) for hour in ("03", "11", "12", "13", "20")]
    assert sent == [0, 0, 1, 0, 0]
    assert subject_numbers(people[0]) == [["2"]]
    assert tasks.send_due_mails() == 0


def test_a_digest_task_run_twice_sends_one_mail(people: list[User]) -> None:
    wait_for_digest(people[0], people[1:2], zone="UTC", hour=8, moment="2026-02-01 02:00")
    with time_machine.travel(at("2026-02-01 08:30"), tick=False):
        assert [tasks.send_due_digests(), tasks.send_due_digests()] == [1, 0]


def test_a_first_digest_waits_for_its_hour(people: list[User]) -> None:
    wait_for_digest(people[0], people[1:2], zone="UTC", hour=8, moment="2026-02-01 15:00")
    assert send_due_digests(now=at("2026-02-01 15:05")) == 0
    assert send_due_digests(now=at("2026-02-02 08:01")) == 1


def test_the_hour_of_a_digest_holds_across_daylight_saving_changes(people: list[User]) -> None:
    """Vienna moves from UTC+1 to UTC+2 on 29 March 2026: nine o'clock there is eight, then seven in UTC."""
    wait_for_digest(people[0], people[1:2], zone="Europe/Vienna", hour=9, moment="2026-03-28 02:00")
    assert send_due_digests(now=at("2026-03-28 07:59")) == 0
    assert send_due_digests(now=at("2026-03-28 08:01")) == 1
    with time_machine.travel(at("2026-03-28 12:00"), tick=False):
        start("nonaga", [people[0], people[2]])
        tasks.catch_up_on_notices()
    assert send_due_digests(now=at("2026-03-29 06:59")) == 0
    assert send_due_digests(now=at("2026-03-29 07:01")) == 1


def test_a_failed_digest_is_retried(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    wait_for_digest(people[0], people[1:2], zone="UTC", hour=8, moment="2026-02-01 02:00")

    def fail(user: User, notices: list[Notice]) -> object:
        raise OSError

    monkeypatch.setattr(mailing, "compose", fail)
    assert send_due_digests(now=at("2026-02-01 08:01")) == 0
    monkeypatch.undo()
    assert send_due_digests(now=at("2026-02-01 08:02")) == 1


@pytest.mark.django_db(transaction=True)
def test_ten_concurrent_workers_send_one_digest() -> None:
    people = make_people("ada", "ben")
    wait_for_digest(people[0], people[1:], zone="UTC", hour=8, moment="2026-02-01 02:00")
    assert sum(at_once(10, lambda _: send_due_digests(now=at("2026-02-01 08:01")))) == 1
    assert len(mail.outbox) == 1


# -- unsubscribing ----------------------------------------------------------------------------------------------


def unsubscribe_address(message: Message) -> str:
    address = re.fullmatch(r"<http://localhost:8000(/notices/unsubscribe/[^>]+)>", str(message["List-Unsubscribe"]))
    assert address is not None
    return address[1]


def test_one_click_unsubscribes(people: list[User]) -> None:
    want(people[0], "now")
    start("nonaga", people[:2])
    tasks.catch_up_on_notices()
    tasks.send_due_mails()
    message = the_mail()
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = unsubscribe_address(message)
    mail_program = Client(enforce_csrf_checks=True)
    looked = mail_program.get(address)
    assert (looked.status_code, '<form method="post"' in looked.content.decode()) == (200, True)
    assert NoticeSettings.objects.get(user=people[0]).delivery_of("turn") == "now"
    for _ in range(2):
        assert mail_program.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    settings = NoticeSettings.objects.get(user=people[0])
    assert [settings.delivery_of(kind) for kind in EVERYTHING] == ["never", "now", "now", "now"]


def test_a_forged_unsubscribe_link_has_no_effect(people: list[User]) -> None:
    token = unsubscribe_token(people[0].pk, ["turn"])
    for forged in (token[:-1] + ("a" if token[-1] != "a" else "b"), "nonsense"):
        assert Client().post(f"/notices/unsubscribe/{forged}/").status_code == 404
    assert not NoticeSettings.objects.exists()
