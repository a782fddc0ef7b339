"""The engines at the command line: `python -m tests.bench.engines rules|ai|match`."""

import argparse
import json
import sys
from argparse import ArgumentParser, Namespace

from games.ai import LEVELS
from games.rules import variant, variant_ids
from tests.bench.engines.match import PROCESSES, UCT, Played, pairings, play_all
from tests.bench.engines.score import HEADING, line
from tests.bench.engines.speed import SUBJECTS, compare
from tests.bench.measuring import show

NAMES = [*(name for level in LEVELS for name in (level.slug, str(level.number))), UCT.slug]


def main(arguments: list[str]) -> None:
    options = parser().parse_args(arguments)
    if options.tool == "measure":
        say(json.dumps(SUBJECTS[options.subject](options.variant, options.seconds)))
    elif options.tool == "match":
        run_match(options)
    else:
        for row in compare(options.tool, options.variants, options.seconds):
            say(row)


def parser() -> ArgumentParser:
    found = argparse.ArgumentParser(prog="python -m tests.bench.engines", description=__doc__)
    tools = found.add_subparsers(dest="tool", required=True)
    for subject, words in (("rules", "perft and random games"), ("ai", "nodes and depth")):
        speed = tools.add_parser(subject, help=f"{words}, interpreted and compiled")
        speed.add_argument("--seconds", type=float, default=1.0, help="of CPU for each measurement")
        speed.add_argument("--variants", nargs="*", default=list(variant_ids()), choices=variant_ids(), metavar="ID")
    measure = tools.add_parser("measure", help="one measurement in this process, as JSON")
    measure.add_argument("subject", choices=SUBJECTS)
    measure.add_argument("variant", choices=variant_ids())
    measure.add_argument("--seconds", type=float, default=1.0)
    match = tools.add_parser("match", help="games between two levels, seats swapped")
    match.add_argument("first", choices=NAMES, metavar="A", help=f"one of {', '.join(NAMES)}")
    match.add_argument("second", choices=NAMES, metavar="B")
    match.add_argument("--variants", nargs="*", default=list(variant_ids()), choices=variant_ids(), metavar="ID")
    match.add_argument("--games", type=int, default=10, help="games per variant")
    match.add_argument("--scale", type=float, default=0.1, help="part of the levels' time that a turn gets")
    match.add_argument("--seed", type=int, default=1)
    match.add_argument("--alone", action="store_true", help="at larger tables A sits alone among Bs")
    match.add_argument("--drawn-setups", action="store_true", help="B's set-ups are drawn by lot")
    match.add_argument("--limit-times", type=float, default=1.0, help="the turn limit, times the variant's own")
    match.add_argument("--lengths", action="store_true", help="also how many rounds each game took")
    match.add_argument("--processes", type=int, default=PROCESSES)
    return found


def run_match(options: Namespace) -> None:
    keys = ("games", "scale", "seed", "alone", "drawn_setups", "limit_times")
    chosen = {key: getattr(options, key) for key in keys}
    todo = pairings(options.first, options.second, options.variants, **chosen)
    played: list[Played] = []
    for game in play_all(todo, options.processes):
        played.append(game)
        show(game.pairing.variant_id, len(played), len(todo))
    show_scores(options.variants, played)
    if options.lengths:
        show_lengths(options.variants, played)


def show_scores(variants: list[str], played: list[Played]) -> None:
    """Print one line per variant, one per family, and a total."""
    say(HEADING)
    for variant_id in variants:
        say(line(variant_id, [game for game in played if game.pairing.variant_id == variant_id]))
    families = {variant_id: variant(variant_id).family for variant_id in variants}
    for family in dict.fromkeys(families.values()):
        members = [game for game in played if families[game.pairing.variant_id] == family]
        if len({game.pairing.variant_id for game in members}) > 1:
            say(line(family, members))
    say(line("all", played))


def show_lengths(variants: list[str], played: list[Played]) -> None:
    """Print the rounds of every game, shortest first: to see how many a limit would cut off."""
    for variant_id in variants:
        rounds = sorted(game.rounds for game in played if game.pairing.variant_id == variant_id)
        limit = variant(variant_id).turn_limit
        beyond = [sum(length >= limit * times for length in rounds) for times in (1, 2, 4)]
        say(f"{variant_id:<12}limit {limit}, reached ×1 ×2 ×4 by {beyond}: {rounds}")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
