"""Hall mode: the site at this machine's address in the local network, printed with a QR code."""

import io
import socket

import pytest

from config import env
from config.embedded import hall, lan
from config.env import BadEnvironment, read_environment
from tests.services.environment import OF_THE_SITE


@pytest.fixture(autouse=True)
def hall_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in OF_THE_SITE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HALL", "1")
    for module in (env, hall):
        monkeypatch.setattr(module, "lan_addresses", lambda: ["192.168.4.20", "10.8.0.2"])


def test_host_links_and_cookies_follow_the_address() -> None:
    environment = read_environment()
    assert environment.is_hall
    assert (environment.host, environment.public_url) == ("0.0.0.0", "http://192.168.4.20:8000")
    assert environment.allowed_hosts == ["192.168.4.20", "localhost", "127.0.0.1", "[::1]"]
    assert not environment.is_https


def test_without_the_variable_nothing_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HALL")
    environment = read_environment()
    assert (environment.is_hall, environment.host) == (False, "127.0.0.1")
    assert environment.public_url == "http://localhost:8000"


def test_explicit_values_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST", "10.8.0.2")
    monkeypatch.setenv("PUBLIC_URL", "http://hall.example.org:8000")
    environment = read_environment()
    assert (environment.host, environment.allowed_hosts[0]) == ("10.8.0.2", "hall.example.org")


@pytest.mark.parametrize("value", ["perhaps", "2"])
def test_an_invalid_value_is_named(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("HALL", value)
    with pytest.raises(BadEnvironment, match="asterism: HALL is"):
        read_environment()


def test_a_machine_without_a_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env, "lan_addresses", list)
    with pytest.raises(BadEnvironment, match="asterism: HALL is set, but this machine is in no network"):
        read_environment()


def test_private_addresses_come_first_and_bridges_of_containers_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [("eth0", "8.8.4.4"), ("wlan0", "192.168.4.20"), ("docker0", "172.17.0.1"), ("lo", "127.0.0.1")]
    monkeypatch.setattr(lan, "_interfaces", lambda: found)
    monkeypatch.setattr(lan, "_source_address", lambda destination: "172.17.0.1" if destination[:3] == "172" else "")
    assert lan.lan_addresses() == ["192.168.4.20", "8.8.4.4"]


def test_looking_for_addresses_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise AssertionError("a name was looked up")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket, "gethostbyname", refuse)
    assert all(address.count(".") == 3 for address in lan.lan_addresses())


def test_the_terminal_shows_the_address_and_a_qr_code() -> None:
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    lines = hall.hall_lines("http://192.168.4.20:8000", terminal)
    assert "http://192.168.4.20:8000" in lines[0]
    assert "10.8.0.2" in lines[1]
    assert "PUBLIC_URL=http://10.8.0.2:8000 make run HALL=1" in lines[2]
    assert any("█" in line for line in lines)


def test_a_terminal_without_blocks_shows_the_address_alone() -> None:
    lines = hall.hall_lines("http://192.168.4.20:8000", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert "http://192.168.4.20:8000" in lines[0]
    assert not any("█" in line or "▀" in line for line in lines)


def test_a_changed_address_is_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(hall, "CHECK_SECONDS", 0.0)
    watch = hall.AddressWatch("http://192.168.4.20:8000", said.append)
    watch.check()
    assert said == []
    monkeypatch.setattr(hall, "lan_addresses", lambda: ["10.8.0.2"])
    watch.check()
    watch.check()
    assert len(said) == 1
    assert "make run HALL=1" in said[0]
