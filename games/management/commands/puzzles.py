"""Management command for tactics: find them in AI games, import them from a file, verify them."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.tactic_making import PROCESSES, find_again, make
from games.puzzles.engine.tactics import Tactic
from games.puzzles.services.tactics import STARTING_SET, keep_tactics, read_tactics, write_tactic
from games.rules import variant, variant_ids

TWO_SEATS = [variant_id for variant_id in variant_ids() if variant(variant_id).seats == 2]
# At most one in so many may be a win in one: the set should take some thought.
ONE_IN = 3


class Command(BaseCommand):
    help = "Make, load or verify tactics (win in one, win in two) found and proved by the engine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        tools = parser.add_subparsers(dest="tool", required=True)
        making = tools.add_parser("make", help="let the AI play and store the tactics found in its games")
        making.add_argument("--variants", nargs="*", default=TWO_SEATS, choices=TWO_SEATS, metavar="ID")
        making.add_argument("--count", type=int, default=10, help="tactics per variant")
        making.add_argument("--games", type=int, default=200, help="maximum number of games per variant")
        making.add_argument(
            "--seed", type=int, default=1, help="seed of the first game; the same seed finds the same tactics"
        )
        making.add_argument("--file", type=Path, help="append to this file instead of storing on the site")
        making.add_argument("--processes", type=int, default=PROCESSES)
        loading = tools.add_parser("load", help="load the tactics of a file into the site")
        loading.add_argument("file", type=Path, nargs="?", default=STARTING_SET)
        verifying = tools.add_parser("verify", help="prove every tactic of a file again")
        verifying.add_argument("file", type=Path, nargs="?", default=STARTING_SET)

    def handle(self, *args: Any, **options: Any) -> None:
        getattr(self, f"_{options['tool']}")(options)

    def _make(self, options: dict[str, Any]) -> None:
        if options["count"] < 1 or options["games"] < 1:
            raise CommandError("--count and --games must be at least 1.")
        for variant_id in options["variants"]:
            found = self._hunt(variant_id, options)
            in_two = sum(tactic.turns == 2 for tactic in found)
            self.stdout.write(f"{variant_id:<12}{len(found):>3} tactics, {in_two} of them wins in two")

    def _hunt(self, variant_id: str, options: dict[str, Any]) -> list[Tactic]:
        """The requested number of different tactics, with a limited share of wins in one."""
        found: dict[str, Tactic] = {}
        at_once = options["count"] // ONE_IN
        games = make(variant_id, first_seed=options["seed"], games=options["games"], processes=options["processes"])
        for number, tactics in enumerate(games, start=1):
            for tactic in tactics:
                is_room = tactic.turns > 1 or sum(kept.turns == 1 for kept in found.values()) < at_once
                if is_room and len(found) < options["count"] and tactic.position not in found:
                    found[tactic.position] = tactic
                    self._keep(tactic, options["file"])
            bar = "#" * (30 * len(found) // options["count"])
            self.stderr.write(f"\r[{bar:<30}] {len(found)}/{options['count']} {variant_id}, game {number}", ending="")
            if len(found) == options["count"]:
                break
        self.stderr.write("\n", ending="")
        return list(found.values())

    def _keep(self, tactic: Tactic, file: Path | None) -> None:
        """Save at once, so that an interrupted run keeps what it found."""
        if file is None:
            keep_tactics([tactic])
            return
        with file.open("a") as lines:
            lines.write(f"{write_tactic(tactic)}\n")

    def _load(self, options: dict[str, Any]) -> None:
        self.stdout.write(f"{keep_tactics(self._read(options['file']))} new tactics loaded.")

    def _verify(self, options: dict[str, Any]) -> None:
        tactics = self._read(options["file"])
        false = [tactic.position for tactic in tactics if find_again(tactic) != tactic]
        if false:
            raise CommandError("These are not valid tactics:\n" + "\n".join(false))
        self.stdout.write(f"{len(tactics)} tactics verified.")

    def _read(self, file: Path) -> list[Tactic]:
        if not file.is_file():
            raise CommandError(f"No such file {file}. Name one that `puzzles make --file` wrote.")
        return read_tactics(file.read_text().splitlines())
