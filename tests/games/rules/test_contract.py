"""The contract of every registered variant, with every combination of options."""

import random
from collections.abc import Iterator

import pytest

from games.pictures.looks import COLOURS
from games.rules import Game, IllegalStep, State, families, get_family, variant, variant_ids
from games.rules.scene import Choice
from tests.games.rules.random_games import all_games, name_of, opening, walk
from tests.games.rules.refusals import facts_of

GAMES = 100
PLIES = 120
every_game = pytest.mark.parametrize("game", all_games(), ids=name_of)


def sampled(game: Game, *, games: int = 10, every: int = 9) -> Iterator[State]:
    """Some positions of some random games, early and late, mid-turn and between turns."""
    for seed in range(games):
        chance = random.Random(f"{game.id}{seed}")
        for ply, state in enumerate(walk(game, chance, PLIES)):
            if (ply + seed) % every == 0 or state.is_over():
                yield state


def expand(choice: Choice, limit: int = 300) -> set[str]:
    """Every step that a choice stands for."""
    texts = {choice.text}
    for cell in choice.optional:
        texts |= {f"{text}x{cell}" for text in texts} if len(texts) < limit else set()
    return texts


def corrupted(step: str, chance: random.Random) -> str:
    """A text that differs slightly from a legal step."""
    at = chance.randrange(len(step))
    letter = chance.choice("abcdefghijABT0123456789-+x~!=(),P o\x00é")
    return chance.choice([step[:at] + letter + step[at + 1 :], step[:at] + step[at + 1 :], step + letter])


def test_variants_are_those_of_the_families_in_their_order() -> None:
    assert [family.id for family in families()][:5] == ["vega", "vaeva", "galax", "sirius", "nonaga"]
    assert variant_ids() == tuple(each.id for family in families() for each in family.variants)


def test_the_error_for_an_unknown_variant_lists_the_known_ones() -> None:
    with pytest.raises(KeyError, match=r"lyra-2.*nonaga"):
        variant("chess")


def test_the_error_for_bad_options_names_them() -> None:
    for game, captures, code in (("galax", "some", "unknown_value"), ("nonaga", "all", "unknown_option")):
        with pytest.raises(ValueError) as refused:  # noqa: PT011 - code and values are compared below
            variant(game, captures=captures)
        facts = facts_of(refused.value)
        assert (facts["code"], facts["variant"], facts["name"]) == (code, game, "captures")


@every_game
def test_static_facts(game: Game) -> None:
    assert len(game.colours) == game.seats == len(game.board().turns) == len(game.board().homes)
    assert game.turn_limit > 0
    assert game.has_setup == game.start().awaits_setup()
    assert (game.setup_form(0) is not None) == game.has_setup
    assert game.start() == game.start()


@every_game
def test_the_family_declares_the_variant(game: Game) -> None:
    family = get_family(game.family)
    assert [each.id for each in family.variants].count(game.id) == 1
    assert set(game.colours) <= set(family.pieces) <= set(COLOURS)
    assert max(len(game.id), len(family.id)) <= 20, "longer than the database columns"
    assert family.name
    assert family.summary.endswith(".")
    assert not family.turn.endswith(".")


def _has_captures(game: Game) -> bool:
    choices = [choice for state in sampled(game) for choice in state.choices()]
    return any(choice.takes or choice.optional for choice in choices)


@every_game
@pytest.mark.slow
def test_no_piece_appears_or_vanishes_in_random_games(game: Game) -> None:
    has_captures = _has_captures(game)
    for seed in range(GAMES):
        standing = None
        for ply, state in enumerate(walk(game, random.Random(seed), PLIES)):
            assert 0 <= state.seat < game.seats
            assert len(state.tally) == len(state.placed) == game.seats
            if ply % 10:
                continue
            pieces = state.scene().pieces
            assert len({piece.cell for piece in pieces}) == len(pieces)
            counts = [sum(piece.seat == seat for piece in pieces) for seat in range(game.seats)]
            if standing is not None:
                may_lose = [has_captures or rank > 0 for rank in state.placed]
                changes = zip(counts, standing, may_lose, strict=True)
                assert all(now == then or (now < then and lossy) for now, then, lossy in changes)
            standing = counts


@every_game
def test_every_listed_step_can_be_played_and_is_listed_once(game: Game) -> None:
    for state in sampled(game, games=4, every=17):
        steps = state.steps()
        assert len(set(steps)) == len(steps) == len(state.codes())
        before = str(state)
        for code, step in zip(list(state.codes()), steps, strict=True):
            assert state.read(step) == code
            assert state.play(step) == state.after(code)
        assert str(state) == before


@every_game
def test_illegal_steps_are_refused_and_change_nothing(game: Game) -> None:
    chance = random.Random(7)
    for state in sampled(game, games=5, every=13):
        steps = state.steps()
        before = str(state)
        tries = ["", "pass", "-", "=", "a" * 5000, "\ud800", "!", "P+", "(0,0)-(0,0)"]
        tries += [corrupted(chance.choice(steps), chance) for _ in range(30) if steps]
        for text in set(tries) - set(steps):
            with pytest.raises(IllegalStep) as refusal:
                state.play(text)
            assert str(refusal.value).endswith(".")
        assert str(state) == before


@every_game
def test_position_text_round_trips(game: Game) -> None:
    for state in sampled(game):
        again = game.parse(str(state))
        assert again == state
        assert hash(again) == hash(state)
        assert str(again) == str(state)
        assert list(again.codes()) == list(state.codes())
        assert (again.result, again.tally, again.placed) == (state.result, state.tally, state.placed)
        assert again.turn_begins() == state.turn_begins()
        assert again.repetition_key() == state.repetition_key()


@every_game
def test_a_corrupted_position_text_raises_value_error(game: Game) -> None:
    chance = random.Random(3)
    for state in sampled(game, games=3, every=20):
        for _ in range(40):
            text = corrupted(str(state), chance)
            try:
                parsed = game.parse(text)
            except ValueError:
                continue
            assert game.parse(str(parsed)) == parsed


@every_game
def test_a_finished_game_has_no_steps_and_a_result(game: Game) -> None:
    for state in sampled(game):
        assert state.is_over() == (state.result is not None)
        assert bool(state.steps()) != state.is_over()
        if state.result is not None:
            assert sorted(state.result.ranks)[0] == 1
            assert len(state.result.ranks) == game.seats
            assert state.result.reason in ("goal", "stalemate")


@every_game
def test_choices_expand_to_exactly_the_legal_steps(game: Game) -> None:
    for state in sampled(game, games=6, every=11):
        texts = [text for choice in state.choices() for text in expand(choice)]
        assert sorted(texts) == sorted(state.steps())


@every_game
def test_paths_end_where_the_choices_do(game: Game) -> None:
    for state in sampled(game, games=3, every=23):
        names = {cell.name for cell in (*game.board().cells, *state.scene().cells)}
        for choice in state.choices():
            path = state.path(choice.text)
            if path:
                assert path[-1] == choice.clicks[-1]
            assert set(path) <= names


@every_game
def test_equal_states_have_equal_hashes(game: Game) -> None:
    chance = random.Random(11)
    start = opening(game, chance)
    seen: dict[str, State] = {}
    for first in list(start.codes())[:12]:
        middle = start.after(first)
        for second in list(middle.codes())[:12]:
            state = middle.after(second)
            other = seen.setdefault(str(state), state)
            assert other == state
            assert hash(other) == hash(state)
    assert len(set(seen.values())) == len(seen)


@every_game
def test_setups_of_the_wrong_shape_are_refused(game: Game) -> None:
    state = game.start()
    if not game.has_setup:
        with pytest.raises(IllegalStep):
            game.check_setup(0, "=ABC")
        return
    assert state.steps() == []
    form = game.setup_form(0)
    assert form is not None
    for _, text in form.arrangements:
        game.check_setup(0, text)
        game.check_setup(1, text)
    for text in ("", "=", "pass", form.example[:-1], form.example + "A", form.example.lower(), "=" + "S" * 30):
        with pytest.raises(IllegalStep):
            game.check_setup(0, text)
        with pytest.raises(IllegalStep):
            state.play(text)
