"""Messages of the embedded broker are written atomically, delivered once, and in order."""

import errno
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from queue import Empty
from typing import Any, cast
from unittest.mock import patch

import pytest
from kombu import Connection, Exchange, Queue
from kombu.transport.virtual import BrokerState

from config.embedded.broker import Channel, Transport

QUEUE = Queue("clock", Exchange("clock", "direct"), routing_key="clock")


@pytest.fixture(autouse=True)
def another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear what a process remembers of bound queues: the next test has another folder."""
    monkeypatch.setattr(Transport, "global_state", BrokerState())


def connect(folder: Path) -> Connection:
    folders = {name: folder / name for name in ("data_folder_in", "processed_folder", "control_folder")}
    options: dict[str, Any] = {**folders, "data_folder_out": folders["data_folder_in"], "polling_interval": 0.01}
    return Connection("filesystem://localhost//", transport=Transport, transport_options=options)


def send(folder: Path, first: int, count: int) -> None:
    with connect(folder) as connection, connection.Producer() as producer:
        for number in range(first, first + count):
            producer.publish({"number": number}, routing_key="clock", exchange="clock", declare=[QUEUE])


def take(folder: Path, *, until: Path | None = None) -> list[int]:
    """Take messages until the queue is empty and the file `until` says that no more will come."""
    taken: list[int] = []
    with connect(folder) as connection, connection.SimpleQueue(cast(Any, QUEUE)) as queue:
        while True:
            is_last = until is None or until.exists()
            try:
                message = queue.get(timeout=0.01)
            except Empty:
                if is_last:
                    return taken
                continue
            message.ack()
            taken.append(message.payload["number"])


def test_messages_come_in_order_and_leave_no_files(tmp_path: Path) -> None:
    send(tmp_path, 0, 20)
    assert take(tmp_path) == list(range(20))
    assert list((tmp_path / "data_folder_in").iterdir()) == []
    assert list((tmp_path / "processed_folder").iterdir()) == []


def test_a_read_only_disk_keeps_messages_and_does_not_crash_the_consumer(tmp_path: Path) -> None:
    send(tmp_path, 0, 3)
    shut = OSError(errno.EROFS, "Read-only file system")
    with (
        patch.object(Path, "rename", side_effect=shut),
        patch("config.embedded.broker.open", create=True, side_effect=shut),
    ):
        assert take(tmp_path) == []
        with pytest.raises(OSError, match="Read-only"):
            send(tmp_path, 3, 1)
    assert take(tmp_path) == [0, 1, 2]


@pytest.mark.slow
@pytest.mark.processes
def test_every_message_reaches_exactly_one_worker_while_many_send(tmp_path: Path) -> None:
    all_sent = tmp_path / "all-sent"
    with ProcessPoolExecutor(4, mp_context=multiprocessing.get_context("spawn")) as pool:
        takers = [pool.submit(take, tmp_path, until=all_sent) for _ in range(2)]
        senders = [pool.submit(send, tmp_path, first, 300) for first in (0, 300)]
        for sender in senders:
            sender.result()
        all_sent.touch()
        taken = sorted(number for taker in takers for number in taker.result())
    assert taken == list(range(600))


@pytest.mark.slow
@pytest.mark.processes
def test_queues_bound_in_parallel_are_all_known(tmp_path: Path) -> None:
    with ProcessPoolExecutor(4, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(bind, [tmp_path] * 12, range(12)))
    with connect(tmp_path) as connection:
        table = cast(Channel, connection.default_channel).get_table("many")
    assert sorted(entry.queue for entry in table) == sorted(f"queue-{number}" for number in range(12))


def bind(folder: Path, number: int) -> None:
    with connect(folder) as connection:
        Queue(f"queue-{number}", Exchange("many", "direct"), routing_key=f"key-{number}").declare(
            channel=connection.default_channel
        )
