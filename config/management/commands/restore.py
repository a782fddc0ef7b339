from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from config.embedded.archive import ArchiveError, read_archive
from config.embedded.data_dir_lock import DataDirTaken, data_dir_lock


class Command(BaseCommand):
    help = "Replace the embedded site with a backup; stop the site first."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by `manage.py backup`")
        parser.add_argument("--force", action="store_true", help="overwrite the existing site")

    def handle(self, *args: object, file: Path, force: bool, **options: object) -> None:
        if not settings.EMBEDDED:
            raise CommandError("This site uses PostgreSQL: restore it with pg_restore (docs/deploy.md).")
        connections.close_all()
        try:
            with data_dir_lock(settings.DATA_DIR):
                read_archive(file.absolute(), settings.DATA_DIR, force=force)
        except DataDirTaken as error:
            raise CommandError(f"A site is running on {settings.DATA_DIR}. Stop it first, then restore.") from error
        except ArchiveError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("Restored. Start the site with: make run")
