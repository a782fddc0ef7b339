"""`manage.py translations`: `extract` after messages changed, `compile` after translating, `check` before merging."""

import argparse
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from frontend.translations.catalogues import DOMAINS, compile_catalogue, gather, languages, merge, sentences
from frontend.translations.check import problems


class Command(BaseCommand):
    help = "Extract messages into frontend/locale, compile the catalogues, or report missing translations."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("action", choices=["extract", "compile", "check"])

    def handle(self, *, action: str, **options: Any) -> None:
        actions: dict[str, Callable[[], None]] = {
            "extract": self.extract,
            "compile": self.compile,
            "check": self.report_problems,
        }
        actions[action]()

    def extract(self) -> None:
        for domain in DOMAINS:
            gathered = gather(domain)
            self.stdout.write(f"{domain.name}: {sum(1 for _ in sentences(gathered))} messages")
            for language in languages():
                self.stdout.write(f"  {language}: {merge(domain, language, gathered)} to translate")

    def compile(self) -> None:
        for domain in DOMAINS:
            for language in languages():
                compile_catalogue(domain, language)

    def report_problems(self) -> None:
        found = [problem for domain in DOMAINS for problem in problems(domain)]
        for problem in found:
            self.stderr.write(problem)
        if found:
            raise CommandError(f"{len(found)} problems. Fix frontend/locale/*/LC_MESSAGES/*.po, then compile.")
        self.stdout.write("All messages are translated.")
