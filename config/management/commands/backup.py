from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.embedded.archive import ArchiveError, write_archive


class Command(BaseCommand):
    help = "Back up the embedded site to one file while it runs: database, secret key, media, stored e-mails."

    def add_arguments(self, parser: CommandParser) -> None:
        name = f"asterism-{datetime.now(UTC):%Y%m%d-%H%M%S}.tar.gz"
        parser.add_argument("file", nargs="?", type=Path, default=Path(name), help="output file (default: %(default)s)")

    def handle(self, *args: object, file: Path, **options: object) -> None:
        if not settings.EMBEDDED:
            raise CommandError("This site uses PostgreSQL: back it up with pg_dump (docs/deploy.md).")
        try:
            write_archive(settings.DATA_DIR, file.absolute())
        except ArchiveError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{file} contains the whole site, including its secret key: store it where only you can read it."
        )
