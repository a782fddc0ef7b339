"""Runs the embedded site in one command: database, static files, then web, workers and beat, which stop together.

python -m config.embedded.launcher
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import NoReturn

from config.compiled import is_current
from config.compiler import build
from config.embedded.data_dir_lock import DataDirTaken, data_dir_lock
from config.embedded.hall import AddressWatch, hall_lines
from config.embedded.processes import Child, Supervisor, adopt_orphans
from config.embedded.pulse import MAX_SILENCE_SECONDS, Pulse
from config.embedded.stamps import has_all_migrations, migrations_stamp, static_stamp
from config.env import BASE_DIR, Environment, read_environment
from config.workers import QUIET, WORKERS

PATIENCE_SECONDS = 60.0
"""Seconds the first page may take before the launcher gives up."""
# Every open connection takes a place of the backpressure, an event stream for an hour: `games.streams.sse` takes half
# of them. With HTTP/1 alone the time for headers runs from the first moment; while granian waits to see which version a
# client speaks, it does not. The Dockerfile and docs/deploy.md use the same options.
BACKPRESSURE = 4096
CONNECTIONS = [
    *("--interface", "asginl", "--no-ws", "--http", "1"),
    *("--http1-header-read-timeout", "10000", "--backpressure", str(BACKPRESSURE)),
]
LEAST_ROOM = 20 * 2**20
"""Minimum free disk space in bytes: with less, the first turn could not be stored."""


def main() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        serve(read_environment())
    except KeyboardInterrupt:  # during preparation: nothing runs yet
        fail("stopped before the site had started.")


def serve(environment: Environment) -> None:
    with claim(environment.data_dir):
        check_room(environment.data_dir)
        check_port(environment.host, environment.port)
        compile_engines()
        prepare(environment)
        # Again: that took a while, and two web servers would silently share a port.
        check_port(environment.host, environment.port)
        adopt_orphans()
        supervisor = Supervisor(children_of(environment), say=say)
        supervisor.catch_signals()
        reason = run(supervisor, environment)
        left = supervisor.stop()
    end = f"Still running: {', '.join(left)}" if left else "All processes have stopped"
    if reason:
        fail(f"{reason}; see the output above. {end}.")
    if left:
        fail(f"{end}. End these processes before you start the site again.")
    say("stopped")


def compile_engines() -> None:
    if os.environ.get("ASTERISM_INTERPRETED") == "1":
        return
    if not is_current():
        say("compiling the engines if a C compiler is available (a few minutes, only once)")
    say(build())


def run(supervisor: Supervisor, environment: Environment) -> str | None:
    """Run until a signal, or return the reason to give up. The web starts first, so that the first page comes soon."""
    supervisor.children[0].start()
    started = time.monotonic()
    while not supervisor.is_stopping and not answers(environment):
        if reason := supervisor.watch():
            return reason
        if time.monotonic() - started > PATIENCE_SECONDS:
            return f"the site gave no answer within {PATIENCE_SECONDS:.0f} seconds"
        time.sleep(0.1)
    if supervisor.is_stopping:
        return None
    say(f"the site is at {environment.public_url} (Ctrl-C stops it)")
    if environment.is_hall:
        show_hall(environment)
    supervisor.start()
    return _watch(supervisor, environment)


def _watch(supervisor: Supervisor, environment: Environment) -> str | None:
    """Restart what ends, and the web when it hangs."""
    host_header = environment.allowed_hosts[0]
    address = AddressWatch(environment.public_url, say) if environment.is_hall else None
    with contextlib.closing(Pulse(local_host(environment), environment.port, host_header=host_header)) as pulse:
        while not supervisor.is_stopping:
            if reason := supervisor.watch():
                return reason
            if pulse.is_lost():
                say(f"the web server has not responded for {MAX_SILENCE_SECONDS:.0f} seconds; killing it")
                supervisor.children[0].kill_group()
                pulse.restart()
            if address is not None:
                address.check()
            time.sleep(0.1)
    return None


def claim(data_dir: Path) -> ExitStack:
    stack = ExitStack()
    try:
        stack.enter_context(data_dir_lock(data_dir))
    except DataDirTaken:
        fail(f"a site is already running on {data_dir}. Stop it first, or set ASTERISM_DATA to another folder.")
    except OSError as error:
        fail(
            f"the data directory {data_dir} isn't writable ({error.strerror}). "
            "Set ASTERISM_DATA to a folder you can write to."
        )
    return stack


def check_room(data_dir: Path) -> None:
    free = shutil.disk_usage(data_dir).free
    if free < LEAST_ROOM:
        megabytes = f"{free / 2**20:.0f} of the {LEAST_ROOM / 2**20:.0f} megabytes"
        fail(f"the disk of {data_dir} has {megabytes} free that the site needs. Free disk space, then start again.")


def check_port(host: str, port: int) -> None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror:
        fail(f"HOST is {host!r}, which isn't an address of this machine. Set HOST=127.0.0.1, or HOST=0.0.0.0 for all.")
    except OSError as error:
        fail(
            f"port {port} on {host} can't be used ({error.strerror}). Choose another: PORT={port % 65535 + 1} make run"
        )


def prepare(environment: Environment) -> None:
    """Migrate the database and collect static files, unless they are up to date."""
    data_dir = environment.data_dir
    migrations = migrations_stamp(data_dir)
    is_migrated = environment.is_embedded and has_all_migrations(data_dir / "asterism.sqlite3")
    if not (is_migrated and migrations.is_current()):
        say("updating the database")
        manage("migrate", "--noinput", "--verbosity=0")
        migrations.set()
    static = static_stamp(data_dir)
    if not static.is_current():
        say("collecting the static files")
        manage("collectstatic", "--noinput", "--clear", "--verbosity=0")
        static.set()


def manage(*arguments: str) -> None:
    command = [sys.executable, "manage.py", *arguments]
    result = subprocess.run(command, cwd=BASE_DIR, check=False)  # noqa: S603  # nosec B603
    if result.returncode != 0:
        fail(f"manage.py {arguments[0]} failed; see the output above.")


def children_of(environment: Environment) -> list[Child]:
    celery = ["celery", "-q", "-A", "config"]
    return [
        _child(environment, "web", ["granian", *_web_options(environment), "config.asgi:application"]),
        *(_child(environment, worker.label, [*celery, "worker", *worker.options(), *QUIET]) for worker in WORKERS),
        _child(environment, "beat", [*celery, "beat", "--pidfile=", "--loglevel=WARNING"]),
    ]


def _child(environment: Environment, name: str, module_and_arguments: list[str]) -> Child:
    # One address for all processes: in a hall it is looked up, and the network may change before a restart.
    variables = {
        **os.environ,
        "ASTERISM_SUPERVISED": "1",
        "PYTHONUNBUFFERED": "1",
        "PUBLIC_URL": environment.public_url,
    }
    variables["PYTHONPATH"] = os.pathsep.join(filter(None, [str(BASE_DIR), variables.get("PYTHONPATH")]))
    return Child(name, [sys.executable, "-m", *module_and_arguments], variables)


def _web_options(environment: Environment) -> list[str]:
    address = ["--host", environment.host, "--port", str(environment.port)]
    return [*CONNECTIONS, "--log-level", "warning", "--workers-kill-timeout", "2", *address]


def local_host(environment: Environment) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(environment.host, environment.host)  # noqa: S104  # nosec B104


def answers(environment: Environment) -> bool:
    host = local_host(environment)
    host = f"[{host}]" if ":" in host else host
    request = urllib.request.Request(
        f"http://{host}:{environment.port}/healthz", headers={"Host": environment.allowed_hosts[0]}
    )
    try:
        with urllib.request.urlopen(request, timeout=1) as response:  # noqa: S310  # nosec B310
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def show_hall(environment: Environment) -> None:
    """Print the address for the hall's network, also as a QR code."""
    for line in hall_lines(environment.public_url, sys.stdout):
        say(line)


def say(line: str) -> None:
    with contextlib.suppress(OSError):  # a full disk must not stop the launcher
        print(f"asterism: {line}", flush=True)  # noqa: T201


def fail(line: str) -> NoReturn:
    sys.exit(f"asterism: {line}")


if __name__ == "__main__":
    main()
