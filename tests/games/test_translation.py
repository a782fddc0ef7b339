"""Translatable texts of the pure packages: English by default, shown in the reader's language, stored and restored."""

import copy
import json
import pickle

import pytest

from games import rules, translation
from games.models.sentence import SentenceField
from games.rules.sentences import Sentence, say, say_count
from games.translation import error_words, in_words, kept_words, to_keep

CZECH = {
    "There is no pawn on {cell}.": "Na poli {cell} není žádný pěšec.",
    "{one} and {other}": "{one} a {other}",
    "{names} left.": "Odešli: {names}.",
    "{game} for two": "{game} pro dva",
    "Ligne": "Řada",
}
FORMS = {"{count} cell": ("{count} pole", "{count} polí")}


@pytest.fixture(autouse=True)
def czech(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test catalogue, so that the tests don't depend on the site's translations."""
    monkeypatch.setattr(translation, "gettext", lambda text: CZECH.get(text, text))
    monkeypatch.setattr(translation, "ngettext", lambda one, many, n: FORMS.get(one, (one, many))[n != 1])


def test_a_sentence_is_its_english_text() -> None:
    sentence = say("There is no pawn on {cell}.", cell="C3")
    assert sentence == "There is no pawn on C3."
    assert json.loads(json.dumps([sentence])) == ["There is no pawn on C3."]
    assert [say_count("{count} cell", "{count} cells", count=n) for n in (1, 2)] == ["1 cell", "2 cells"]


def test_a_sentence_is_translated_with_nested_sentences() -> None:
    assert in_words(say("There is no pawn on {cell}.", cell="C3")) == "Na poli C3 není žádný pěšec."
    both = say("{one} and {other}", one="Mira", other="Pavel")
    assert in_words(say("{names} left.", names=both)) == "Odešli: Mira a Pavel."
    assert in_words(say_count("{count} cell", "{count} cells", count=5)) == "5 polí"
    assert in_words(rules.variant("ligne-2").name) == "Řada pro dva"


def test_user_text_is_not_translated() -> None:
    assert in_words("Ligne") == "Ligne"
    assert in_words(say("{names} left.", names="Ligne {cell}")) == "Odešli: Ligne {cell}."


def test_an_illegal_step_is_explained_in_the_readers_language() -> None:
    state = rules.variant("vaeva").start()
    for setup in ("=BDFHJLNPR", "=BDFHJLNPR"):
        state = state.play(setup)
    with pytest.raises(rules.IllegalStep) as caught:
        state.play("C3-D4")
    assert str(caught.value) == "There is no pawn on C3."
    assert error_words(caught.value) == "Na poli C3 není žádný pěšec."


@pytest.mark.parametrize("through", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_sentence_survives_copying_and_pickling(through: object) -> None:
    sentence = say("{names} left.", names=say("{one} and {other}", one="A", other="B"))
    copied = through(sentence)  # type: ignore[operator]
    assert (copied, in_words(copied)) == ("A and B left.", "Odešli: A a B.")


def test_a_sentence_is_stored_as_pattern_and_values() -> None:
    sentence = say("{names} left.", names=say("{one} and {other}", one="A", other="B"))
    kept = json.loads(json.dumps(to_keep(sentence)))
    assert Sentence.from_json(kept) == "A and B left."
    assert kept_words(kept) == "Odešli: A a B."
    assert [kept_words(to_keep(value)) for value in ("Mira", 3)] == ["Mira", 3]


def test_user_text_that_looks_like_a_stored_sentence_is_read_as_text() -> None:
    for typed in ('{"say": broken', '{"say": 5, "with": []}'):
        assert SentenceField().from_db_value(typed) == typed


def test_a_sentence_stored_by_another_version_is_shown_by_its_pattern() -> None:
    assert kept_words({"say": "Hello {name}."}) == "Hello {name}."
    assert kept_words({**to_keep(say("Hello {name}.", name="Mira")), "with": {}}) == "Hello {name}."
