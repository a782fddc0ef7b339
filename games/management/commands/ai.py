"""The AI at the command line: matches between levels, and how fast it thinks."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ai import LEVELS, YARDSTICKS
from games.management.ai_bench import measure, measure_all
from games.management.ai_match import PROCESSES, Played, pairings, play_all
from games.management.ai_score import HEADING, line
from games.rules import variant, variant_ids

NAMES = [
    *(name for level in LEVELS for name in (level.slug, str(level.number))),
    *(level.slug for level in YARDSTICKS),
]


class Command(BaseCommand):
    help = "levels, match or bench: the AI without the site"

    def add_arguments(self, parser: ArgumentParser) -> None:
        tools = parser.add_subparsers(dest="tool", required=True)
        tools.add_parser("levels", help="the levels with their facts")
        match = tools.add_parser("match", help="games between two levels, seats swapped")
        match.add_argument("first", choices=NAMES, metavar="A", help=f"one of {', '.join(NAMES)}")
        match.add_argument("second", choices=NAMES, metavar="B")
        match.add_argument("--variants", nargs="*", default=list(variant_ids()), choices=variant_ids(), metavar="ID")
        match.add_argument("--games", type=int, default=10, help="games a variant")
        match.add_argument("--scale", type=float, default=0.1, help="part of the levels' time that a turn gets")
        match.add_argument("--seed", type=int, default=1)
        match.add_argument("--alone", action="store_true", help="at larger tables A sits alone among Bs")
        match.add_argument("--drawn-setups", action="store_true", help="B's set-ups are drawn by lot")
        match.add_argument("--limit-times", type=float, default=1.0, help="the turn limit, times the variant's own")
        match.add_argument("--lengths", action="store_true", help="also how many rounds each game took")
        match.add_argument("--processes", type=int, default=PROCESSES)
        bench = tools.add_parser("bench", help="nodes a second and depth in a second, interpreted and compiled")
        bench.add_argument("--seconds", type=float, default=1.0)
        bench.add_argument("--variants", nargs="*", default=list(variant_ids()), choices=variant_ids(), metavar="ID")
        measuring = tools.add_parser("measure", help="one measurement of the bench, in this process, as JSON")
        measuring.add_argument("variant", choices=variant_ids())
        measuring.add_argument("--seconds", type=float, default=1.0)

    def handle(self, *args: Any, **options: Any) -> None:
        getattr(self, f"_{options['tool']}")(options)

    def _levels(self, options: dict[str, Any]) -> None:
        for level in LEVELS:
            self.stdout.write(
                f"{level.number} {level.name:<8} {level.seconds:>4} s, at most {level.depth:>2} turns ahead,"
                f" wobble {level.wobble:>3}, careless {level.carelessness:>2} %"
            )

    def _match(self, options: dict[str, Any]) -> None:
        if options["games"] < 1 or options["scale"] <= 0:
            raise CommandError("A match needs at least one game and a scale above 0.")
        keys = ("games", "scale", "seed", "alone", "drawn_setups", "limit_times")
        chosen = {key: options[key] for key in keys}
        todo = pairings(options["first"], options["second"], options["variants"], **chosen)
        played: list[Played] = []
        for game in play_all(todo, options["processes"]):
            played.append(game)
            bar = "#" * (30 * len(played) // len(todo))
            self.stderr.write(f"\r[{bar:<30}] {len(played)}/{len(todo)} {game.pairing.variant_id:<12}", ending="")
        self.stderr.write("\n", ending="")
        self._table(options["variants"], played)
        if options["lengths"]:
            self._lengths(options["variants"], played)

    def _table(self, variants: list[str], played: list[Played]) -> None:
        """A line a variant, a line a family, and all together."""
        self.stdout.write(HEADING)
        for variant_id in variants:
            self.stdout.write(line(variant_id, [game for game in played if game.pairing.variant_id == variant_id]))
        families = {variant_id: variant(variant_id).family for variant_id in variants}
        for family in dict.fromkeys(families.values()):
            members = [game for game in played if families[game.pairing.variant_id] == family]
            if len({game.pairing.variant_id for game in members}) > 1:
                self.stdout.write(line(family, members))
        self.stdout.write(line("all", played))

    def _lengths(self, variants: list[str], played: list[Played]) -> None:
        """The rounds of every game, short to long: where a limit would have cut."""
        for variant_id in variants:
            rounds = sorted(game.rounds for game in played if game.pairing.variant_id == variant_id)
            limit = variant(variant_id).turn_limit
            beyond = [sum(length >= limit * times for length in rounds) for times in (1, 2, 4)]
            self.stdout.write(f"{variant_id:<12}limit {limit}, reached ×1 ×2 ×4 by {beyond}: {rounds}")

    def _bench(self, options: dict[str, Any]) -> None:
        for row in measure_all(options["variants"], options["seconds"], progress=self.stderr):
            self.stdout.write(row)

    def _measure(self, options: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(measure(options["variant"], options["seconds"])))
