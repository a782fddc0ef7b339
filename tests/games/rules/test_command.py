"""`manage.py rules`: tools for developing the rules."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.rules import variant_ids


def output_of(*arguments: str) -> str:
    out = io.StringIO()
    call_command("rules", *arguments, stdout=out)
    return out.getvalue()


def test_list_names_every_variant_with_its_facts() -> None:
    lines = output_of("list").splitlines()
    assert [line.split()[0] for line in lines] == list(variant_ids())
    assert "captures=chosen|all" in next(line for line in lines if line.startswith("galax"))


def test_perft_counts() -> None:
    assert output_of("perft", "lyra-2", "2") == "196\n"
    assert output_of("perft", "nonaga", "1", "--moves", "(2,0)-(-1,0)").strip().isdecimal()


def test_perft_divide_counts_per_first_step() -> None:
    lines = output_of("perft", "lyra-2", "2", "--divide").splitlines()
    assert len(lines) == 14
    assert sum(int(line.split()[1]) for line in lines) == 196


def test_perft_uses_a_predefined_set_up() -> None:
    assert output_of("perft", "vaeva", "1").splitlines()[0].startswith("No set-up in --moves")


def test_an_illegal_move_is_named() -> None:
    with pytest.raises(CommandError, match="a1-a1"):
        output_of("perft", "lyra-2", "1", "--moves", "a1-a1")


def test_random_play_reaches_the_end_and_is_deterministic_for_a_seed() -> None:
    game = output_of("play", "bataille-3", "--seat", "-1", "--seed", "3", "--limit", "2")
    assert "Over by limit" in game
    assert output_of("play", "bataille-3", "--seat", "-1", "--seed", "3", "--limit", "2") == game


def test_a_person_plays_and_quits(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["?", "a1-a1", "a1-b4", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    output = output_of("play", "lyra-2", "--seed", "1")
    assert "a1-b4" in output
    assert "blue plays" in output
