"""A PgBouncer in front of a test's PostgreSQL, in transaction pooling: each transaction may use another connection."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg

from tests.services.children import ServiceError, as_ordinary_user, running, wait_until
from tests.services.ports import free_port
from tests.services.postgres import Postgres

SERVER_CONNECTIONS = 5
SETTINGS = """
[databases]
postgres = host={postgres} dbname=postgres user=postgres
[pgbouncer]
listen_addr =
listen_port = {port}
unix_socket_dir = {home}
auth_type = any
admin_users = postgres
pool_mode = transaction
default_pool_size = {connections}
max_client_conn = 300
"""


@dataclass(frozen=True)
class PgBouncer:
    home: Path
    port: int

    @property
    def url(self) -> str:
        return f"postgres://postgres@{quote(str(self.home), safe='')}:{self.port}/postgres"

    def transactions(self) -> int:
        """Return the number of transactions passed on."""
        address = f"host={self.home} port={self.port} dbname=pgbouncer user=postgres"
        with psycopg.connect(address, autocommit=True, prepare_threshold=None) as console:
            cursor = psycopg.ClientCursor(console)  # it supports the simple protocol only
            rows = cursor.execute("SHOW STATS").fetchall()
        return sum(int(row[1]) for row in rows if row[0] == "postgres")


@contextmanager
def running_pgbouncer(postgres: Postgres) -> Iterator[PgBouncer]:
    program = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        raise ServiceError("pgbouncer is not installed; Debian's package is pgbouncer")
    with tempfile.TemporaryDirectory(prefix="asterism-pgbouncer-", ignore_cleanup_errors=True) as folder:
        home, port, user = Path(folder), free_port(), as_ordinary_user()
        home.chmod(0o755)
        if user:
            os.chown(home, user["user"], user["group"])
        told = SETTINGS.format(postgres=postgres.home, port=port, home=home, connections=SERVER_CONNECTIONS)
        (home / "pgbouncer.ini").write_text(told)
        log, command = home / "log", [program, str(home / "pgbouncer.ini")]
        with running(command, log=log, cwd=home, stop_by=signal.SIGINT, **user) as process:
            wait_until((home / f".s.PGSQL.{port}").exists, process, log=log, seconds=30)
            yield PgBouncer(home, port)
