"""Tests too long for `make test`: random model-based tests, schemathesis with many examples, all malformed values for
all endpoints, fault injection (fire) and soak.

`python -m tests.nightly [--seed N] [--minutes N] [part …]`. The seed is printed first; it repeats failures of the
model-based tests and of schemathesis. Fire and soak have no seed: they depend on the timing of a real site.
"""

import argparse
import os
import random
import subprocess
import sys
import time

from config.env import BASE_DIR


def commands(seed: int, minutes: float) -> dict[str, list[str]]:
    """Return the command of each part, without the interpreter."""
    part, seeded = ["-m", "tests.services.run"], f"--hypothesis-seed={seed}"
    sweeps = [f"tests/access/test_malformed_{name}.py" for name in ("urls", "forms", "input")]
    return {
        "model": [*part, "sqlite", seeded, "tests/model/test_games.py", "tests/model/test_tournaments.py"],
        "schema": [*part, "postgres", seeded, "tests/access/test_api_matches_schema.py"],
        "sweeps": [*part, "postgres", *sweeps],
        "fire": ["-m", "tests.fire"],
        "soak": ["-m", "tests.load.soak", "--minutes", f"{minutes:g}"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.nightly", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", metavar="part", help="any of model, schema, sweeps, fire, soak; none means all"
    )
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--minutes", type=float, default=10.0, help="how long the soak takes")
    options = parser.parse_args()
    todo = commands(options.seed, options.minutes)
    if unknown := set(options.parts) - set(todo):
        parser.error(f"there is no {', '.join(sorted(unknown))}; choose among {', '.join(todo)}")
    say(f"seed {options.seed}")
    failed = [name for name in todo if name in (options.parts or todo) and not run(name, todo[name], options.seed)]
    for name in failed:
        say(f"again: .venv/bin/python -m tests.nightly --seed {options.seed} {name}")
    sys.exit(1 if failed else 0)


def run(name: str, command: list[str], seed: int) -> bool:
    """Run one part to its end, whatever the result of the one before, and report it."""
    many = {"ASTERISM_MODEL_EXAMPLES": "300", "ASTERISM_SCHEMA_EXAMPLES": "200", "ASTERISM_EVERY_VALUE": "1"}
    environment = {**many, **os.environ, "ASTERISM_MODEL_SEED": str(seed)}
    began = time.monotonic()
    say(f"{name}: {' '.join(command)}")
    code = subprocess.run([sys.executable, *command], cwd=BASE_DIR, env=environment, check=False).returncode
    say(f"{name}: {'passed' if code == 0 else 'FAILED'} after {time.monotonic() - began:.0f} s")
    return code == 0


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
