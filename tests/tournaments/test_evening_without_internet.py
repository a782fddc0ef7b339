"""The server contacts no other machine while the pages of an evening are viewed."""

import socket
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.playing import decide, next_round, running_tournament
from tournaments.models import Club
from tournaments.services.lifecycle import sign_off

PARTS = ("", "rounds/1/", "rounds/1/print/", "rounds/1/slips/", "print/", "crosstable/", "players/", "screen/")


@pytest.fixture
def contacts(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every address that this process tries to reach, and fails."""
    tried: list[Any] = []

    def refuse(*arguments: Any, **_options: Any) -> None:
        tried.append(arguments[1:] if isinstance(arguments[0], socket.socket) else arguments)
        raise OSError("there is no network")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    for name in ("getaddrinfo", "gethostbyname", "create_connection"):
        monkeypatch.setattr(socket, name, refuse)
    return tried


def test_pages_of_an_evening_need_no_network(club: Club, secretary: User, contacts: list[Any]) -> None:
    browser = Client()
    browser.force_login(secretary)
    tournament = running_tournament(club, secretary, 6, accounts=False, rounds=1)
    next_round(tournament, secretary)
    address = f"/tournaments/{tournament.pk}/"
    for path in ("/", f"/clubs/{club.slug}/", f"/clubs/{club.slug}/screen/", *(address + part for part in PARTS)):
        assert browser.get(path).status_code == 200, path
    decide(tournament, secretary, Random(1))
    sign_off(tournament_id=tournament.pk, user=secretary)
    assert browser.get(f"{address}certificate/").status_code == 200
    assert contacts == []
