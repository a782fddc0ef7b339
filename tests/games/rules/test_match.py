"""Match: turn limit, repetition, leaving, agreed draws, and continuing from a snapshot."""

import json
import random

import pytest

from games.rules import Game, IllegalStep, Result, State, variant
from games.rules.match import Match
from tests.games.rules.random_games import all_games, name_of
from tests.games.rules.refusals import facts_of
from tests.games.rules.suit_positions import stand
from tests.games.rules.vaeva_positions import position

every_game = pytest.mark.parametrize("game", all_games(), ids=name_of)


def play_at_random(match: Match, chance: random.Random, entries: int) -> Match:
    for _ in range(entries):
        if match.result is not None:
            return match
        if match.state.awaits_setup():
            form = match.game.setup_form(match.state.seat)
            assert form is not None
            match = match.play(form.example)
        else:
            match = match.play(chance.choice(match.state.steps()))
    return match


@pytest.mark.slow
@every_game
def test_replaying_the_record_gives_the_same_match(game: Game) -> None:
    for seed in range(5):
        match = play_at_random(Match.begin(game, turn_limit=15), random.Random(seed), 400)
        assert match.result is not None
        assert Match.replay(game, match.record, turn_limit=15) == match


@every_game
def test_a_match_continues_from_a_snapshot(game: Game) -> None:
    chance = random.Random(2)
    match = play_at_random(Match.begin(game, turn_limit=12), chance, 21)
    resumed = Match.resume(game, json.loads(json.dumps(match.snapshot())), turn_limit=12)
    assert resumed.scene() == match.scene()
    for entries in (1, 2, 40, 200):
        seed = random.Random(entries)
        ahead = play_at_random(match, seed, entries)
        again = play_at_random(resumed, random.Random(entries), entries)
        assert ahead.record == (*match.record, *again.record)
        assert (again.result, again.turns, again.snapshot()) == (ahead.result, ahead.turns, ahead.snapshot())


@every_game
def test_undo_replays_the_shortened_record(game: Game) -> None:
    match = play_at_random(Match.begin(game), random.Random(5), 12)
    shorter = Match.replay(game, match.record[:-1])
    assert shorter.play(match.record[-1]) == match


@pytest.mark.parametrize("variant_id", ["lyra-2", "bataille-3", "ligne-4", "nonaga"])
def test_the_turn_limit_applies_when_the_last_seat_of_the_round_has_moved(variant_id: str) -> None:
    game = variant(variant_id)
    match = play_at_random(Match.begin(game, turn_limit=2), random.Random(1), 400)
    assert match.result is not None
    assert match.result.reason == "limit"
    assert match.turns == (2,) * game.seats
    assert match.result.by_tally == tuple(range(game.seats))


def test_the_turn_limit_ranks_by_tally_and_equal_tallies_share_a_rank() -> None:
    match = Match.begin(variant("lyra-2"), turn_limit=1)
    # Both leave their starting row with one piece: the tallies are equal.
    match = match.play(match.state.steps()[0])
    match = match.play(match.state.steps()[0])
    assert match.state.tally == (-6, -6)
    assert match.result == Result((1, 1), "limit", (0, 1))


def test_threefold_repetition_ends_the_game() -> None:
    match = Match.begin(variant("lyra-2"))
    red, blue = "a1-b4", "f1-e4"
    dance = [red, blue, "b4-a1", "e4-f1"]
    for step in dance * 2:
        assert match.result is None
        match = match.play(step)
    # The opening occurs at the start and after each back-and-forth.
    assert match.result == Result((1, 1), "repetition", (0, 1))


def test_with_two_seats_the_one_that_stays_wins() -> None:
    match = Match.begin(variant("nonaga"))
    assert match.remove_seat(0, reason="resignation").result == Result((2, 1), "resignation")
    assert match.remove_seat(1, reason="timeout").result == Result((1, 2), "timeout")


def test_leaving_before_all_set_ups_are_submitted() -> None:
    assert Match.begin(variant("vaeva")).remove_seat(1, reason="timeout").result == Result((1, 2), "timeout")


@pytest.mark.parametrize("variant_id", ["lyra-3", "ligne-3", "bataille-3"])
def test_three_seats_play_on_without_the_one_that_left(variant_id: str) -> None:
    match = Match.begin(variant(variant_id)).remove_seat(0, reason="resignation")
    assert match.result is None
    assert match.state.placed == (3, 0, 0)
    assert match.state.seat == 1
    assert {piece.seat for piece in match.scene().pieces} == {1, 2}
    match = match.play(match.state.steps()[0])
    assert match.state.seat == 2
    match = match.play(match.state.steps()[0])
    assert match.state.seat == 1
    assert match.remove_seat(2, reason="timeout").result == Result((3, 1, 2), "timeout")


def test_four_seats_that_leave_are_ranked_from_the_bottom() -> None:
    match = Match.begin(variant("lyra-4"))
    match = match.remove_seat(2, reason="timeout")
    assert match.state.seat == 0
    match = match.remove_seat(0, reason="resignation")
    assert match.state.placed == (3, 0, 4, 0)
    assert match.state.seat == 1
    assert match.remove_seat(3, reason="resignation").result == Result((3, 1, 4, 2), "resignation")


def test_the_turn_limit_ranks_seats_in_play_above_those_out() -> None:
    match = Match.begin(variant("lyra-3")).remove_seat(1, reason="resignation").reach_limit()
    assert match.result == Result((1, 3, 1), "limit", (0, 2))


def test_the_turn_limit_can_be_reached_by_a_seat_leaving() -> None:
    match = Match.begin(variant("lyra-3"), turn_limit=1)
    match = match.play(match.state.steps()[0])
    match = match.play(match.state.steps()[0])
    match = match.remove_seat(2, reason="timeout")
    assert match.result is not None
    assert match.result.reason == "limit"
    assert match.result.ranks[2] == 3


def test_an_agreed_draw_shares_the_best_free_rank() -> None:
    assert Match.begin(variant("sirius")).agree().result == Result((1, 1), "agreement")
    match = Match.begin(variant("bataille-4")).remove_seat(3, reason="resignation").agree()
    assert match.result == Result((1, 1, 1, 4), "agreement")


def test_no_entry_is_accepted_after_the_end() -> None:
    match = Match.begin(variant("lyra-2")).agree()
    for entry in ("a2-b5", "#resignation:0", "#agreement", "#limit"):
        with pytest.raises(IllegalStep) as refused:
            match.enter(entry)
        assert facts_of(refused.value) == {"code": "game_over"}


@pytest.mark.parametrize("entry", ["#", "#resignation", "#resignation:x", "#resignation:7", "#agreement:1", "#win:0"])
def test_unknown_entries_are_refused(entry: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any message is accepted
        Match.begin(variant("lyra-3")).enter(entry)


def test_a_seat_cannot_leave_twice() -> None:
    match = Match.begin(variant("lyra-4")).remove_seat(1, reason="resignation")
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - code and values are compared below
        match.remove_seat(1, reason="resignation")
    assert facts_of(refused.value) == {"code": "not_in_play", "seat": 1}


def test_the_trail_of_the_last_turn_stays_until_the_next_step() -> None:
    match = Match.begin(variant("nonaga"))
    match = match.play("(2,0)-(-1,0)")
    assert [trail.step for trail in match.scene().last_turn] == ["(2,0)-(-1,0)"]
    disc = match.state.steps()[0]
    match = match.play(disc)
    assert [trail.step for trail in match.scene().last_turn] == ["(2,0)-(-1,0)", disc]
    assert match.scene().last_turn[0].path == ("(2,0)", "(1,0)", "(0,0)", "(-1,0)")


def test_a_trail_contains_captured_pieces_where_they_stood() -> None:
    """Captured by adjacency, by replacement, and by a huff, for which nothing moves."""
    galax, sirius = variant("galax"), variant("sirius")
    touched = losses(galax, stand(galax, "Td3 Mb2", "Sd5 Sf5 Mi9"), "d3-e4xd5xf5")
    assert touched == [("d3-e4xd5xf5", [(1, "sun", "d5"), (1, "sun", "f5")])]
    assert losses(sirius, stand(sirius, "Md4 Sb2", "Te5 Mi9"), "d4xe5") == [("d4xe5", [(1, "star", "e5")])]
    huffed = losses(galax, stand(galax, "Mf4 Sb2", "Se5 Mi9", rest="- e5"), "!e5", "f4-f5")
    assert huffed == [("!e5", [(1, "sun", "e5")]), ("f4-f5", [])]


def losses(game: Game, state: State, *steps: str) -> list[tuple[str, list[tuple[int, str, str]]]]:
    match = Match.begin_from(game, state)
    for step in steps:
        match = match.play(step)
    trails = match.scene().last_turn
    return [(trail.step, [(piece.seat, piece.kind, piece.cell) for piece in trail.lost]) for trail in trails]


@pytest.mark.parametrize(("step", "slide"), [("P+", 2.0), ("P-", -2.0)])
def test_pawns_carried_by_the_platform_are_not_captured(step: str, slide: float) -> None:
    match = Match.begin_from(variant("vaeva"), position("J10 K11", "L10")).play(step)
    (trail,) = match.scene().last_turn
    assert (trail.path, trail.taken, trail.slide) == ((), (), slide)
