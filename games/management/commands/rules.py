"""Management command for the rules: list the variants, perft, play in the terminal."""

import random
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.terminal import draw
from games.rules import Game, IllegalStep, State, variant, variant_ids
from games.rules.core import perft
from games.rules.match import Match
from games.rules.points import points
from games.rules.registry import option_values


class Command(BaseCommand):
    help = "Use the rule engines without the site: list, perft or play."

    def add_arguments(self, parser: ArgumentParser) -> None:
        tools = parser.add_subparsers(dest="tool", required=True)
        tools.add_parser("list", help="list every variant with its facts")
        counting = tools.add_parser("perft", help="count the sequences of exactly DEPTH steps")
        counting.add_argument("variant", choices=variant_ids())
        counting.add_argument("depth", type=int)
        counting.add_argument("--moves", nargs="*", default=[], help="steps (and set-ups) to play first")
        counting.add_argument("--divide", action="store_true", help="show a count for each first step")
        playing = tools.add_parser("play", help="play in the terminal against a random mover")
        playing.add_argument("variant", choices=variant_ids())
        playing.add_argument("--seat", type=int, default=0, help="your seat (-1: watch random movers)")
        playing.add_argument("--seed", type=int, default=None)
        playing.add_argument("--limit", type=int, default=None, help="turn limit per seat")

    def handle(self, *args: Any, **options: Any) -> None:
        getattr(self, f"_{options['tool']}")(options)

    def _list(self, options: dict[str, Any]) -> None:
        for variant_id in variant_ids():
            game = variant(variant_id)
            choices = " ".join(f"{name}={'|'.join(values)}" for name, values in option_values(variant_id).items())
            setup = "set-up" if game.has_setup else ""
            facts = f"{game.id:<11} {game.family:<7} {game.seats} seats  limit {game.turn_limit:<4} {setup:<7}{choices}"
            self.stdout.write(facts.rstrip())

    def _perft(self, options: dict[str, Any]) -> None:
        if options["depth"] < 0:
            raise CommandError("DEPTH must be 0 or more.")
        state = self._opening(variant(options["variant"]), options["moves"])
        if not options["divide"] or options["depth"] == 0:
            self.stdout.write(f"{perft(state, options['depth']):,}")
            return
        for step in state.steps():
            self.stdout.write(f"{step:<24} {perft(state.play(step), options['depth'] - 1):,}")

    def _opening(self, game: Game, moves: list[str]) -> State:
        state = game.start()
        try:
            for step in moves:
                state = state.play(step)
        except IllegalStep as error:
            raise CommandError(f"--moves: {step}: {error}") from error
        if state.awaits_setup():
            self.stdout.write("No set-up in --moves: an example is used for each seat.")
        while state.awaits_setup():
            state = state.play(_example_setup(game, state.seat))
        return state

    def _play(self, options: dict[str, Any]) -> None:
        game = variant(options["variant"])
        chance = random.Random(options["seed"])  # noqa: S311 - an opponent in a terminal, not a secret
        match = Match.begin(game, options["limit"] or game.turn_limit)
        while match.result is None:
            mine = match.state.seat == options["seat"]
            if mine:
                self.stdout.write(draw(game, match.state))
            step = self._ask(match) if mine else _random_step(match, chance)
            if step == "quit":
                return
            if not mine:
                self.stdout.write(f"{game.colours[match.state.seat]} plays {step}")
            match = match.play(step)
        self.stdout.write(draw(game, match.state))
        self.stdout.write(f"Over by {match.result.reason}: {_result_words(game, match)}")

    def _ask(self, match: Match) -> str:
        """A legal step typed by the user; `?` lists them, an empty line plays the example set-up."""
        colour = match.game.colours[match.state.seat]
        while True:
            try:
                typed = input(f"{colour}, your step (? lists them, quit leaves): ").strip()
            except EOFError:
                return "quit"
            if typed == "?":
                self.stdout.write("  ".join(match.state.steps()) or f"A set-up such as {_example(match)}")
                continue
            step = typed or (_example(match) if match.state.awaits_setup() else "")
            try:
                match.play(step)
            except IllegalStep as error:
                if step == "quit":
                    return step
                self.stdout.write(self.style.ERROR(str(error)))
                continue
            return step


def _example_setup(game: Game, seat: int) -> str:
    form = game.setup_form(seat)
    if form is None:
        raise CommandError(f"{game.id} has no set-up.")
    return form.example


def _example(match: Match) -> str:
    return _example_setup(match.game, match.state.seat)


def _random_step(match: Match, chance: random.Random) -> str:
    if match.state.awaits_setup():
        return _example(match)
    return chance.choice(match.state.steps())


def _result_words(game: Game, match: Match) -> str:
    result = match.result
    if result is None:
        return ""
    shares = points(result)
    return ", ".join(
        f"{colour} {result.ranks[seat]}. ({shares[seat]} points)" for seat, colour in enumerate(game.colours)
    )
