"""Diagrams and tutorial lessons of Vega."""

from django.utils.translation import gettext_lazy as _

from frontend.learn.diagrams import Diagram
from frontend.learn.positions import vega

RED_ROW = "a1 a2 a3 a4 a5 a6 a7"
BLUE_ROW = "f1 f2 f3 f4 f5 f6 f7"

DIAGRAMS = (
    Diagram(
        "start",
        vega(RED_ROW, BLUE_ROW),
        _("Two seats. You are red, at the bottom; the shaded row is your goal in Lyra."),
        _("Tumble the piece on a3 to c6."),
        ("a3-c6",),
    ),
    Diagram(
        "reach",
        vega("a1 a2 a3 c5 a5 a6 a7", "f1 f2 f3 d8 f5 f6 f7"),
        _("Three tumbles from c5, around anything in the way: nine cells to end on."),
        _("Select c5, look at the dots, and bring it to e5."),
        ("c5-e5",),
    ),
    Diagram(
        "blocked",
        vega(RED_ROW, "b2 b4 b6 b8 e3 e5 f3"),
        _("No red piece can tumble three times, so you must tumble a blue one first, once."),
        _("Tumble b2 to b1. It frees a1, which then has one move: to c4."),
        ("~b2-b1",),
    ),
    Diagram(
        "three", vega(RED_ROW, "c1 d1 d2 e1 e2 f1 f2", "f6 f7 e8 e9 d10 d11 c11"), _("Three seats."), variant="lyra-3"
    ),
    Diagram(
        "four",
        vega("a3 a4 a5 a6 a7", "d1 c1 c2 b1 b2", "f1 f2 f3 f4 f5", "e8 e9 d10 d11 c11"),
        _("Four seats, five pieces each."),
        variant="lyra-4",
    ),
    Diagram(
        "lyra-home",
        vega("f1 f2 f3 f4 f5 f6 d10", "a1 a2 a3 b5 a6 a7 c3"),
        _("Six red pieces are in the goal row; the seventh is three tumbles away."),
        _("Win: bring d10 to f7."),
        ("d10-f7",),
    ),
    Diagram(
        "ligne-five",
        vega("d4 d5 d6 d7 c8 a2 a5", "f1 f2 f6 c2 b8 b3 e8"),
        _("The shaded half is your target half. Four red pieces stand in a line there."),
        _("Win: bring c8 around to d8, the fifth in the line."),
        ("c8-d8",),
        variant="ligne-2",
    ),
    Diagram(
        "ligne-border",
        vega("c4 c5 d5 d6 e5 a2 a5", "f1 f2 f6 c2 b8 b3 e8"),
        _("A slanting run of five, but only d5, d6 and e5 lie in the target half: a line of three."),
        variant="ligne-2",
    ),
    Diagram(
        "ligne-stays",
        "6b/v7b/vv6b2/vryy3b3/rryy5/rry3b r - 0012",
        _("Yellow and violet are first and second. Their lines stay as walls; red and blue play on."),
        variant="ligne-4",
    ),
    Diagram(
        "bataille-start",
        vega(f"{RED_ROW} b4 b5 b6", f"{BLUE_ROW} e4 e5 e6"),
        _("Bataille for two: ten pieces each."),
        variant="bataille-2",
    ),
    Diagram(
        "bataille-take",
        vega("a2 a5 b4 c5 c8", "d8 e3 e6 f4 f6"),
        _("c8 points its upper corner at d8, but nothing stands behind it yet."),
        _("Bring b4 to b7, behind c8, and take d8."),
        ("b4-b7",),
        variant="bataille-2",
    ),
    Diagram(
        "bataille-two",
        "7/7b1/8r1b/1b2r6/5r1b1/3b2r r - 00",
        _("One move can make several attacks, and all of them count."),
        _("Bring b6 to c9: it takes b8 and e8 at once."),
        ("b6-c9",),
        variant="bataille-2",
    ),
    Diagram(
        "bataille-exchange",
        "7/1r7/bb3b4b/4r2r3/1r1r5/7 r - 00",
        _("You take first; then all your pieces that are still attacked are taken too."),
        _("Bring c5 to e3: one blue piece is taken, then one of yours."),
        ("c5-e3",),
        variant="bataille-2",
    ),
    Diagram(
        "bataille-three",
        vega(f"{RED_ROW} b4 b5 b6", "c1 d1 d2 e1 e2 f1 f2 d3 d4 e3", "f6 f7 e8 e9 d10 d11 c11 e7 d8 d9"),
        _("Bataille for three: ten pieces each."),
        variant="bataille-3",
    ),
    Diagram(
        "bataille-four",
        vega("a4 a5 a6 a7 b6 b7", "d1 c1 c2 b1 c3 d3", "f1 f2 f3 f4 e3 e4", "c11 d11 d10 e9 d9 c9"),
        _("Bataille for four: six pieces each."),
        variant="bataille-4",
    ),
)

LESSONS = (
    Diagram(
        "tumble",
        vega(RED_ROW, BLUE_ROW),
        _("On your turn, one of your pieces tumbles exactly three times, each time onto an empty neighbouring cell."),
        _("Tumble the piece on a5 to c8."),
        ("a5-c8",),
        _("Three tumbles, one turn. Two ways to the same cell are the same move."),
    ),
    Diagram(
        "home",
        vega("f1 f2 f4 f5 f6 f7 d6", "a2 a3 a4 b6 a6 c9 c3"),
        _("In Lyra you win by bringing all your pieces to the opposite edge row, the shaded one. One is missing."),
        _("Win: bring your last piece into the goal row."),
        ("d6-f3",),
        _("All seven are home. The last move has three tumbles too."),
    ),
    Diagram(
        "free",
        vega(RED_ROW, "b2 b4 b6 b8 d5 e5 f3"),
        _("You are blocked: none of your pieces can move. So you tumble an opposing piece, once."),
        _("Tumble a blue piece in row b aside, so that you can move again."),
        ("~b2-b1", "~b2-b3", "~b4-b3", "~b4-b5", "~b6-b5", "~b6-b7", "~b8-b7", "~b8-b9"),
        _("You are free, and your own move comes next, in the same turn."),
    ),
    Diagram(
        "line",
        vega("e4 e5 d6 d7 e6 a2 b7", "f1 a5 b3 c2 c10 d11 d1"),
        _("In Ligne you need five in an unbroken line in the far half, the shaded one, in any of three directions."),
        _("Make a line of five."),
        ("e6-f3",),
        _("Five in a slanting line: you have won."),
        variant="ligne-2",
    ),
    Diagram(
        "attack",
        vega("a3 a4 a5 b6 d7 f7", "a2 b9 c5 d3 e1"),
        _("In Bataille, a piece with another of your pieces behind it attacks the cell its corner points at."),
        _("Bring f7 behind d7, so that d7 attacks c5."),
        ("f7-d8",),
        _("Taken. After every move, look at what you attack, and at what attacks you."),
        variant="bataille-2",
    ),
)
