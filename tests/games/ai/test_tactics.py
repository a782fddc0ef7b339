"""Positions with a single best turn.

Those of the first three kinds, and Galax's new champions, were found by trying every turn (and every reply to it), so
that there is no other; the tests try all turns again where that is quick. Captures that cost more than they bring, and
Sirius's new champions, rely on this AI's own deeper search, which finds the best turn 70 points or more ahead of the
next: they guard against regressions, and prove nothing.

Not every kind is there for every game: only Bataille, Galax and Sirius know captures, and of these the last two
champions.
"""

import pytest

from games.ai import LEVELS, Budget, choose_turn
from games.rules import variant
from tests.games.ai.positions import can_win, is_won, whole_turns

WIN_IN_ONE = [
    ("lyra-2", "r1rrr1r/2r5r/11/11/3b5/bbbb1bb b - 00", "b4-a5"),
    ("lyra-2", "rrr1rrr/9/11/4r2b3/9/bbbb1bb b - 00", "c8-a5"),
    ("ligne-2", "7/9/r2b1rrr1r1/4bbbb3/5r1br/6b b - 00", "d4-c4"),
    ("ligne-2", "5br/5rbr1/2r2r1r1r1/11/4bbb1b/4b2 b - 00", "a5-b8"),
    ("bataille-2", "7/4bbb2/4bb5/4b6/6r2/4r2 b - 00", "d6-c6"),
    ("bataille-2", "2r4/5r1r1/6b4/11/1b6r/7 r - 00", "e8-f5"),
    (
        "vaeva",
        "20/20/20/20/20/y3o1o9o3/5y14/20/4o15/1ooy16/yyoy2o13/4y10y4/20/20/1o18/8y11/20/20/20/20 A y - 0",
        "A15-A11",
    ),
    (
        "vaeva",
        "20/20/18o1/20/20/15y4/18oy/16y3/15o4/15yoy2/13o2oo1o/19o/20/14y3y1/12y1y5/20/20/20/20/20 Q o - 0",
        "S14-S10",
    ),
    ("galax", "10/10/10/10/10/6T3/10/4m5/10/10 b - -", "e3-f4xg5"),
    ("sirius", "10/10/10/2C7/2s7/1c2c5/10/10/10/10 b - -", "e5xc7"),
    ("sirius", "10/2s7/10/3T6/3c6/10/10/10/10/10 b - -", "d6xd7"),
    ("nonaga", "1oo1ro/ooooob/1orbo/ooro/2b (-2,-2) r p (-1,-2)", "(2,-2)-(1,-1)"),
    ("nonaga", "5oo/1orboo/1brooo/1oboo/or1o (-3,-2) r p (-2,-1)", "(-2,2)-(-2,1)"),
]
WIN_IN_TWO = [
    ("lyra-2", "rrr1rrr/2r6/11/7b3/4b4/bbbb2b b - 00", "b5-a6"),
    ("ligne-2", "7/1r1rr1b2/1r3br2rr/7b1b1/5bbb1/7 b - 00", "e7-c9"),
    ("ligne-2", "2r4/2b6/rrr1r6/3r2b4/1bbb5/3b1rb b - 00", "a4-b5"),
    ("bataille-2", "7/9/2rb7/2r8/3r3r1/3br2 r - 00", "c3-c6"),
    ("bataille-2", "7/9/7b3/1b7br/1r7/2b4 b - 00", "c10-b7"),
    (
        "vaeva",
        "20/5y14/20/20/3o4y5y5/20/4o2y9y2/20/7y12/3oo2o12/2oooy14/4y15/20/2yo16/20/20/20/20/20/20 D o - 0",
        "E14-F15",
    ),
    ("galax", "10/10/10/10/10/4m5/10/4S1m3/10/10 b - -", "g3-h2"),
    ("galax", "10/10/3cs5/10/2M7/C1M7/10/10/10/10 w - -", "a5-b6 b6-c7xd8"),
    ("galax", "10/10/2t7/10/T9/1C2t5/3c6/10/10/10 w - -", "b5-c5xd4 c5-d6xe5"),
    ("sirius", "10/10/10/10/10/3cm5/3mT5/3T6/10/10 b - -", "d4xd3"),
    ("sirius", "10/10/10/sT8/4C5/1m8/10/3C6/10/10 w - -", "d3xb5"),
    ("nonaga", "1ooob/1oor/1oobo/oorro/oob (-2,-2) r p (-2,2)", "(1,-1)-(-1,-1) o(-1,2)-(-2,0)"),
]
BLOCK = [
    ("lyra-2", "1rrrrr1/4r4/11/4r2b3/9/bbbb1bb r - 00", "c5-b6"),
    ("lyra-2", "rrrr1rr/8b/7r3/6b4/9/bb1b1bb b - 00", "e9-e6"),
    ("lyra-2", "r1rrr1r/2r6/11/5br4/9/bbbb1bb r - 00", "c7-b6"),
    ("ligne-2", "4r2/9/r2b2rr1r1/4bbbb3/5r1br/6b r - 00", "d1-c3"),
    ("bataille-2", "7/r8/11/3rb6/r3b4/2r3r b - 00", "c5-d3"),
    (
        "vaeva",
        "20/20/4o15/1y18/20/20/4y15/20/6o13/3ooyo13/4o5o9/9o3y6/9o10/4y15/y7y11/10y7y1/20/20/20/20 D y - 0",
        "P-",
    ),
    (
        "vaeva",
        "20/20/20/20/8o11/o6o12/20/7y6y5/5y14/3yoy14/2oo1o14/y19/20/7yo2y8/4o3y11/20/20/20/20/20 C y - 0",
        "P+",
    ),
    ("galax", "10/10/10/10/5t4/10/3S6/2m7/5t4/10 w - -", "d4-c5"),
    ("galax", "10/10/10/10/10/10/6t2S/10/6mt2/7SM1 w - -", "j4-j5"),
    ("sirius", "3c6/10/3C6/7C2/10/10/10/10/10/10 b - -", "d10xd8"),
    ("sirius", "10/10/10/10/10/10/C3T5/1s8/1M8/10 b - -", "b3xb2"),
    # Only the pawn step of Nonaga's turn: several disc steps are equally good after it.
    ("nonaga", "2oo/ooor/broo/obroo/1ob/1oo (-2,-3) b p -", "(-1,0)-(0,-1)"),
    ("nonaga", "3o/2o/2ror/1bboo/1oroo/booo/2o/1o (-2,-4) r p -", "(0,0)-(-1,0)"),
]
# In each of these a capture that looks good loses material.
TEMPTING_CAPTURE = [
    ("bataille-2", "6r/5br2/6r1b2/r3b4rr/4br3/7 b - 00", "b5-c4"),
    ("galax", "10/10/5M4/3s2S3/1m3ms3/6T3/10/10/10/10 w - -", "f8-g9"),
    ("sirius", "10/10/10/10/5Cm2m/4c1t3/8C1/8S1/9s/10 w - -", "f6xe5"),
    ("sirius", "10/10/8s1/5m4/8S1/7S1t/6C3/4T1ct2/10/10 b - -", "g3xg4"),
    ("sirius", "5m1s2/4SstM2/3M2T3/5c1T2/10/10/10/10/10/10 b - -", "f7xg8"),
]
CHAMPION_NEXT = [
    ("galax", "1c8/S9/10/10/10/10/10/10/10/10 w - -", "a9-a10xb10"),
    ("galax", "1C8/2M3m3/10/10/3s1M4/10/10/10/10/10 w - -", "c9-d10 d10-e9 e9-f8xg9"),
    ("sirius", "10/1M3s4/10/1S1ts5/2T2M4/4S5/10/10/10/10 w - -", "b9-b10"),
    ("sirius", "10/10/10/10/7MT1/8t1/5m4/4t5/4tm4/8S1 b - -", "f2-g1"),
]
# A turn of Nonaga has about 600 variations.
NODES = {"nonaga": 20_000}
PROVEN_TURNS = {"win in one": 1, "win in two": 3}
QUESTIONS = [
    (kind, *question)
    for kind, questions in (
        ("win in one", WIN_IN_ONE),
        ("win in two", WIN_IN_TWO),
        ("block", BLOCK),
        ("tempting capture", TEMPTING_CAPTURE),
        ("champion next", CHAMPION_NEXT),
    )
    for question in questions
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "variant_id", "position", "answer"), QUESTIONS)
def test_the_top_level_finds_the_best_turn(kind: str, variant_id: str, position: str, answer: str) -> None:
    game = variant(variant_id)
    thought = choose_turn(
        game,
        game.parse(position),
        level=LEVELS[4],
        seed=11,
        now=lambda: 0.0,
        budget=Budget(nodes=NODES.get(variant_id, 4000)),
    )
    assert answer in (" ".join(thought.steps), thought.steps[0])
    if kind in PROVEN_TURNS:
        assert (thought.proven, thought.turns) == ("win", PROVEN_TURNS[kind])


@pytest.mark.parametrize(("variant_id", "position", "answer"), WIN_IN_ONE)
def test_no_other_turn_wins_in_one(variant_id: str, position: str, answer: str) -> None:
    state = variant(variant_id).parse(position)
    assert {" ".join(steps) for steps, after in whole_turns(state) if is_won(after, int(state.seat))} == {answer}


@pytest.mark.slow
@pytest.mark.parametrize(("variant_id", "position", "answer"), BLOCK)
def test_every_other_turn_lets_the_opponent_win(variant_id: str, position: str, answer: str) -> None:
    state = variant(variant_id).parse(position)
    blocks = [steps for steps, after in whole_turns(state) if not after.is_over() and not can_win(after)]
    assert {steps[0] if variant_id == "nonaga" else " ".join(steps) for steps in blocks} == {answer}
