"""Webhooks: queued with the change, signed, retried with backoff, never sent to private addresses."""

import hashlib
import hmac
import json
import socket
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.errors import Conflict, Forbidden, Invalid
from accounts.models import User
from accounts.services.tokens import create_token
from games.services import safe_http
from games.services.safe_http import PRIVATE_ADDRESS, NotDelivered, is_public, post
from tests.accounts.people import at_once
from tests.games.playing import client_of, make_people
from tests.services.receiver import anywhere, receiving
from tests.tournaments.certificates import Authority
from tests.tournaments.playing import decide, make_club, next_round, running_tournament
from tournaments import tasks
from tournaments.enums import DeliveryStatus
from tournaments.models import Club, Tournament, Webhook, WebhookDelivery
from tournaments.services.lifecycle import sign_off
from tournaments.webhooks.services import (
    BACKOFF,
    MAX_TRIES,
    MAX_WEBHOOKS,
    create_webhook,
    deliver_webhook,
    due_deliveries,
    forget_old_deliveries,
)

pytestmark = pytest.mark.django_db
KINDS = ["round_published", "result", "final"]
PUBLIC = "https://club.example.org/hook"


def hook_to(server: Any, club: Club, user: User, kinds: list[str] = KINDS) -> Webhook:
    hook = create_webhook(club_id=club.pk, user=user, url=PUBLIC, kinds=kinds)
    Webhook.objects.filter(pk=hook.pk).update(url=f"http://127.0.0.1:{server.server_port}/hook?club=1")
    return hook


def play_whole_tournament(club: Club, secretary: User) -> Tournament:
    tournament = running_tournament(club, secretary, 2, rounds=1, accounts=False)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    return sign_off(tournament_id=tournament.pk, user=secretary)


def test_rounds_results_and_final_standings_are_sent_signed(club: Club, secretary: User) -> None:
    with receiving() as server:
        hook = hook_to(server, club, secretary)
        tournament = play_whole_tournament(club, secretary)
        assert all(deliver_webhook(delivery_id=pk, is_allowed=anywhere) for pk in due_deliveries())
        heard = server.heard
    messages = [json.loads(body) for _, body in heard]
    assert [one["kind"] for one in messages] == KINDS
    assert {one["tournament"]["id"] for one in messages} == {tournament.pk}
    assert messages[1]["facts"]["players"][0]["name"].startswith("player")
    for headers, body in heard:
        stamp, signed = (part.split("=", 1)[1] for part in headers["Asterism-Signature"].split(","))
        assert signed == hmac.new(hook.secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
        assert abs(int(stamp) - timezone.now().timestamp()) < 60
        assert headers["Host"].startswith("127.0.0.1:")
    assert set(WebhookDelivery.objects.values_list("status", "attempts", "answer_status")) == {("delivered", 1, 200)}


def test_only_subscribed_kinds_are_queued_and_nothing_rolled_back(club: Club, secretary: User) -> None:
    create_webhook(club_id=club.pk, user=secretary, url=PUBLIC, kinds=["final"])
    tournament = play_whole_tournament(club, secretary)
    assert [one.event.kind for one in WebhookDelivery.objects.select_related("event")] == ["final"]
    with pytest.raises(Conflict):
        sign_off(tournament_id=tournament.pk, user=secretary)
    assert WebhookDelivery.objects.count() == 1


@pytest.mark.slow
def test_a_failing_receiver_is_retried_with_backoff_and_finally_given_up(club: Club, secretary: User) -> None:
    with receiving(*[503] * MAX_TRIES) as server:
        hook_to(server, club, secretary, ["final"])
        play_whole_tournament(club, secretary)
        (delivery,) = WebhookDelivery.objects.all()
        now, waited = timezone.now(), []
        for _ in range(MAX_TRIES):
            assert deliver_webhook(delivery_id=delivery.pk, now=now, is_allowed=anywhere) is False
            assert (
                deliver_webhook(delivery_id=delivery.pk, now=now, is_allowed=anywhere) is False
            )  # too early: not sent
            delivery.refresh_from_db()
            waited.append(delivery.next_try_at - now)
            now = delivery.next_try_at
        assert len(server.heard) == MAX_TRIES
    assert waited[:-1] == list(BACKOFF)
    assert waited == sorted(waited)
    assert (delivery.status, delivery.attempts, delivery.answer_status) == ("failed", MAX_TRIES, 503)
    assert due_deliveries(now + timedelta(days=9)) == []
    assert forget_old_deliveries(now) == 0
    assert forget_old_deliveries(now + timedelta(days=31)) == 1


def test_a_receiver_that_recovers_gets_deliveries_whose_task_was_lost(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiving(500, 200) as server:
        hook_to(server, club, secretary, ["final"])
        play_whole_tournament(club, secretary)
        (delivery,) = WebhookDelivery.objects.all()
        assert not deliver_webhook(delivery_id=delivery.pk, is_allowed=anywhere)
        assert due_deliveries() == []
        later = timezone.now() + BACKOFF[0]
        assert due_deliveries(later) == [delivery.pk]
        assert deliver_webhook(delivery_id=delivery.pk, now=later, is_allowed=anywhere)
        assert deliver_webhook(delivery_id=delivery.pk, now=later, is_allowed=anywhere) is False
        assert len(server.heard) == 2
    WebhookDelivery.objects.update(status="waiting", attempts=0, next_try_at=timezone.now() - timedelta(hours=1))
    asked: list[int] = []
    monkeypatch.setattr(tasks.deliver_webhook, "delay", asked.append)
    assert tasks.deliver_due_webhooks() == 1
    assert asked == [delivery.pk]


def test_redirects_are_not_followed(club: Club, secretary: User) -> None:
    with receiving(302, 307) as server:
        hook_to(server, club, secretary, ["final"])
        play_whole_tournament(club, secretary)
        (pk,) = due_deliveries()
        assert not deliver_webhook(delivery_id=pk, is_allowed=anywhere)
        assert len(server.heard) == 1
    delivery = WebhookDelivery.objects.get()
    assert (delivery.answer_status, bool(delivery.problem)) == (302, True)


def wait_for_a_secure_try(server: Any, club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch) -> WebhookDelivery:
    """A webhook to a name that resolves to this server; only the name lookup is faked, TLS is real."""

    def resolve(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        assert host in ("club.example.org", "127.0.0.1")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    hook = create_webhook(club_id=club.pk, user=secretary, url=PUBLIC, kinds=["final"])
    Webhook.objects.filter(pk=hook.pk).update(url=f"https://club.example.org:{server.server_port}/hook")
    play_whole_tournament(club, secretary)
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    (delivery,) = WebhookDelivery.objects.all()
    deliver_webhook(delivery_id=delivery.pk, is_allowed=anywhere)
    delivery.refresh_from_db()
    return delivery


def test_a_delivery_over_tls_needs_a_certificate_for_the_name(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    authority = Authority.made(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    with receiving(speaking=authority.server("club.example.org")) as server:
        delivery = wait_for_a_secure_try(server, club, secretary, monkeypatch)
        assert (delivery.status, delivery.answer_status, delivery.problem) == ("delivered", 200, "")
        ((headers, body),) = server.heard
    assert headers["Host"] == f"club.example.org:{server.server_port}"
    assert json.loads(body)["kind"] == "final"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("host", "days", "is_trusted", "words"),
    [
        ("elsewhere.example.org", 1, True, "Hostname mismatch"),
        ("club.example.org", -1, True, "certificate has expired"),
        ("club.example.org", 1, False, "unable to get local issuer certificate"),
    ],
)
def test_nothing_is_sent_to_a_server_with_a_bad_certificate(
    host: str, days: int, is_trusted: bool, words: str, club: Club, secretary: User,
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    authority = Authority.made(tmp_path)
    trusted = authority if is_trusted else Authority.made(tmp_path, "Another authority")
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted.file))
    with receiving(speaking=authority.server(host, days=days)) as server:
        delivery = wait_for_a_secure_try(server, club, secretary, monkeypatch)
        assert server.heard == []
    assert (delivery.status, delivery.answer_status, delivery.attempts) == ("waiting", None, 1)
    assert words in delivery.problem
    (line,) = [record for record in caplog.records if record.name == "asterism.webhooks"]
    assert (line.levelname, words in line.getMessage()) == ("WARNING", True)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.8", "192.168.1.1", "172.16.5.4", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fec0::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.8", "::ffff:169.254.169.254", "2002:7f00:1::", "64:ff9b::7f00:1", "192.0.2.1",
    ],
)  # fmt: skip
def test_private_addresses_are_refused_in_every_notation(
    address: str, club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_public(address)
    literal = f"[{address}]" if ":" in address else address
    with pytest.raises(Invalid) as refused:
        create_webhook(club_id=club.pk, user=secretary, url=f"http://{literal}/", kinds=KINDS)
    assert list(refused.value.fields or {}) == ["url"]

    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        return [(2, 1, 6, "", ("93.184.216.34", port)), (2, 1, 6, "", (address, port))]

    def never(*args: Any, **kwargs: Any) -> None:
        raise AssertionError("connected")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", never)
    with pytest.raises(NotDelivered, match=PRIVATE_ADDRESS):
        post("https://innocent.example.org/", b"{}", headers={})


def test_public_addresses_are_allowed() -> None:
    assert all(is_public(address) for address in ("93.184.216.34", "1.1.1.1", "2606:4700:4700::1111"))


def test_the_address_connected_to_is_the_one_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is resolved only once (DNS rebinding), and the connected peer's address is checked again."""
    with receiving() as server:
        asked: list[str] = []

        def resolve(host: str, port: int, **_: Any) -> list[Any]:
            asked.append(host)
            return [(2, 1, 6, "", ("93.184.216.34", port))]

        def connect(address: tuple[str, int], *args: Any, **kwargs: Any) -> socket.socket:
            assert address == ("93.184.216.34", server.server_port)
            ours = socket.socket()
            ours.connect(("127.0.0.1", server.server_port))  # the connection was redirected
            return ours

        monkeypatch.setattr(socket, "getaddrinfo", resolve)
        monkeypatch.setattr(socket, "create_connection", connect)
        with pytest.raises(NotDelivered, match=PRIVATE_ADDRESS):
            post(f"http://turned.example.org:{server.server_port}/", b"{}", headers={})
        assert asked == ["turned.example.org"]
        assert server.heard == []


def test_a_receiver_that_never_ends_its_response_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "SECONDS_IN_ALL", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(NotDelivered):
        post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", headers={}, is_allowed=anywhere)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/", "https://", "example.org", "https://me:pw@example.org/", "https://a b/", "http://[", "",
        "http://localhost/", "http://LOCALHOST:8000/", "http://club.localhost/",
    ],
)  # fmt: skip
def test_invalid_urls_are_refused(url: str, club: Club, secretary: User) -> None:
    with pytest.raises(Invalid):
        create_webhook(club_id=club.pk, user=secretary, url=url, kinds=KINDS)


def test_webhooks_per_club_are_limited(club: Club, secretary: User) -> None:
    for _ in range(MAX_WEBHOOKS):
        create_webhook(club_id=club.pk, user=secretary, url=PUBLIC, kinds=KINDS)
    with pytest.raises(Conflict):
        create_webhook(club_id=club.pk, user=secretary, url=PUBLIC, kinds=KINDS)


def test_the_api_shows_the_secret_once_and_refuses_strangers(club: Club, secretary: User, stranger: User) -> None:
    address = f"/api/v1/clubs/{club.slug}/webhooks/"
    client = client_of(None)
    token = create_token(user=secretary, name="hooks", scopes=["read", "organise"], days=1)[1]
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    made = client.post(address, {"url": PUBLIC, "kinds": KINDS}, format="json")
    assert made.status_code == 201
    assert made.json()["secret"].startswith("whs_")
    play_whole_tournament(club, secretary)
    (listed,) = client.get(address).json()
    lines = client.get(f"{address}{listed['id']}/deliveries/").json()["results"]
    assert [line["kind"] for line in lines] == KINDS[::-1]
    assert "secret" not in listed
    assert made.json().keys() - listed.keys() == {"secret"}
    for part in ("", f"{listed['id']}/deliveries/"):
        assert client_of(stranger).get(f"{address}{part}").status_code == 403
        assert client_of(None).get(f"{address}{part}").status_code in (401, 403)
    assert client_of(stranger).post(address, {"url": PUBLIC, "kinds": KINDS}, format="json").status_code == 403
    assert client_of(stranger).delete(f"{address}{listed['id']}/").status_code == 403
    assert client.delete(f"{address}{listed['id']}/").status_code == 204
    assert client.delete(f"{address}{listed['id']}/").status_code == 404
    with pytest.raises(Forbidden):
        create_webhook(club_id=club.pk, user=stranger, url=PUBLIC, kinds=KINDS)


@pytest.mark.slow
def test_the_page_shows_the_secret_once(club: Club, secretary: User, stranger: User) -> None:
    address = f"/clubs/{club.slug}/webhooks/"
    browser = Client()
    browser.force_login(secretary)
    page = browser.post(address, {"url": PUBLIC, "kinds": KINDS})
    (hook,) = Webhook.objects.all()
    assert hook.secret in page.content.decode()
    assert hook.secret not in browser.get(address).content.decode()
    play_whole_tournament(club, secretary)
    log = browser.get(f"{address}{hook.pk}/").content.decode()
    assert "Spring Open" in log
    assert str(DeliveryStatus.WAITING.label) in log
    assert browser.post(address, {"url": "nonsense", "kinds": KINDS}).status_code == 422
    other = Client()
    other.force_login(stranger)
    assert other.get(address).status_code == 403
    assert other.get(f"{address}{hook.pk}/").status_code == 403
    assert other.post(f"{address}{hook.pk}/remove/").status_code in (302, 403)
    assert Webhook.objects.exists()
    assert browser.post(f"{address}{hook.pk}/remove/").status_code == 302
    assert not Webhook.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_ten_concurrent_workers_send_a_delivery_once() -> None:
    (secretary,) = make_people("secretary")
    club = make_club(secretary)
    with receiving() as server:
        hook_to(server, club, secretary, ["final"])
        play_whole_tournament(club, secretary)
        (pk,) = due_deliveries()
        assert sorted(at_once(10, lambda _: deliver_webhook(delivery_id=pk, is_allowed=anywhere))) == [False] * 9 + [
            True
        ]
        assert len(server.heard) == 1
