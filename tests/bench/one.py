"""Run one subject in this process, on the site that the environment names: `python -m tests.bench.one turns`."""

import importlib
import sys

import django

from tests.bench.figures import dump


def main(name: str) -> None:
    django.setup()
    subject = importlib.import_module(f"tests.bench.{name}")
    sys.stdout.write(dump(subject.measure()))


if __name__ == "__main__":
    main(sys.argv[1])
