"""`manage.py rules`: the tools of whoever works on the rules."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.rules import variant_ids


def said(*arguments: str) -> str:
    out = io.StringIO()
    call_command("rules", *arguments, stdout=out)
    return out.getvalue()


def test_list_names_every_variant_with_its_facts() -> None:
    lines = said("list").splitlines()
    assert [line.split()[0] for line in lines] == list(variant_ids())
    assert "captures=chosen|all" in next(line for line in lines if line.startswith("galax"))


def test_perft_counts() -> None:
    assert said("perft", "lyra-2", "2") == "196\n"
    assert said("perft", "nonaga", "1", "--moves", "(2,0)-(-1,0)").strip().isdecimal()


def test_perft_divides_by_the_first_step() -> None:
    lines = said("perft", "lyra-2", "2", "--divide").splitlines()
    assert len(lines) == 14
    assert sum(int(line.split()[1]) for line in lines) == 196


def test_perft_uses_an_example_where_a_set_up_is_missing() -> None:
    assert said("perft", "vaeva", "1").splitlines()[0].startswith("No set-up in --moves")


def test_a_move_that_is_not_legal_is_named() -> None:
    with pytest.raises(CommandError, match="a1-a1"):
        said("perft", "lyra-2", "1", "--moves", "a1-a1")


def test_random_movers_play_to_the_end_and_the_same_seed_plays_the_same_game() -> None:
    game = said("play", "bataille-3", "--seat", "-1", "--seed", "3", "--limit", "2")
    assert "Over by limit" in game
    assert said("play", "bataille-3", "--seat", "-1", "--seed", "3", "--limit", "2") == game


def test_a_person_plays_and_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["?", "a1-a1", "a1-b4", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    told = said("play", "lyra-2", "--seed", "1")
    assert "a1-b4" in told
    assert "blue plays" in told
