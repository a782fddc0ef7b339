"""Texts for users: plural forms, no article before a placeholder, names of columns."""

import re
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db.models import Model

from frontend.translations.catalogues import DOMAINS, gather, sentences
from tournaments.rule_fields import RULES

VALUE = r"(?:%\((?P<percent>\w+)\)[sd]|\{(?P<brace>\w+)\})"
COUNTED = re.compile(
    VALUE
    + r" (?:more )?(?:analyses|browsers|byes|cells|characters|clubs|days|discs|entries|games|hints|hours|lines|minutes"
    r"|organisers|pairs|pawns|pieces|places|players|points|results|rounds|rows|seats|seconds|steps|tables|times|tokens"
    r"|tries|turns|webhooks|weeks|years)\b"
)
ARTICLE = re.compile(r"\b[Aa]n? (?:%\(|\{)")
# Limits and board sizes, which are never one.
NEVER_ONE = {"most", "least", "size", "needed", "known", "seats", "full", "pawns", "discs", "width"}
# Here the number is a limit, more than one, or no number.
SINGLE = {
    "%(limit)s turns each",
    "Solved in {turns} turns, {over} over par ({par}).",
    "Solved in {turns} turns: par, the best possible result.",
    "Bring seven Vega pieces across. Shortest solution: %(par)s turns.",
    "Choose a reason, and write at most %(n)d characters.",
    "Give a reason, in at most %(n)d characters.",
    "Shortest solution: %(par)s turns",
    "Table {table} seats {count}; it should be {wanted}.",
    "This file has {count} players; at most {most} can be imported at a time.",
    "Vega solitaire: bring seven pieces across the board. Par is %(par)s turns.",
    "With %(players)s players it would take %(rounds)s rounds; the maximum is %(most)s. Choose the Swiss format.",
    "You have already solved this puzzle %(count)d times. A new one comes tomorrow.",
    "You have %(count)d tokens. Revoke one you no longer use.",
    "Matches are best of %(number)s games.",
    "Tied after {games} games with equal tallies; {winner} wins as the higher seed.",
    "Tied after {games} games; {winner} wins on tally, {most} to {least}.",
    "{met} of {count} pairs have already played each other",
    "{name} is paired {times} times in this round.",
    "{points} points can't be written as a decimal; choose another value for this tournament.",
}
# Values that are always nouns: suns, moons, stars and champions.
WITH_ARTICLE = {
    "A {kind} can't capture a {other}, so {cell} stays.",
    "A {kind} can't capture a {other}.",
    "A {kind} moves one cell; {cell} is out of its reach.",
}


def messages() -> Iterator[str]:
    """Yield every text that has no plural form."""
    for domain in DOMAINS:
        for message in sentences(gather(domain)):
            if isinstance(message.id, str):
                yield message.id


@pytest.mark.slow
def test_counted_texts_have_a_plural_form() -> None:
    """A text with one form says "1 byes": use ngettext or say_count, or write "byes: 1"."""
    wrong = {
        text
        for text in messages()
        for found in COUNTED.finditer(text)
        if (found["percent"] or found["brace"]) not in NEVER_ONE
    }
    assert sorted(wrong ^ SINGLE) == []


@pytest.mark.slow
def test_no_article_is_put_before_a_placeholder() -> None:
    """The value decides whether it is a or an: "There is a Anna"."""
    assert sorted({text for text in messages() if ARTICLE.search(text)} ^ WITH_ARTICLE) == []


def own_models() -> list[type[Model]]:
    return [model for model in apps.get_models() if model._meta.app_label in ("accounts", "games", "tournaments")]


@pytest.mark.parametrize("model", own_models(), ids=lambda model: model.__name__)
def test_every_model_has_a_correct_plural_name_in_the_admin(model: type[Model]) -> None:
    """Django only adds an s: "entrys", "request to joins"."""
    one, many = str(model._meta.verbose_name), str(model._meta.verbose_name_plural)
    takes_an_s = not re.search(r"(?:s|y|x|ch)$| (?:of|to|that|for|in|by|from) ", one)
    assert takes_an_s or many != f"{one}s"


def test_every_tournament_rule_has_a_label() -> None:
    assert not [name for name, rule in RULES.items() if not rule.title or "_" in rule.title]
