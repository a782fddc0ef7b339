"""Diagrams and tutorial lessons of Vaeva."""

from django.utils.translation import gettext_lazy as _

from frontend.learn.diagrams import Diagram
from frontend.learn.positions import vaeva

AROUND_PLATFORM = ("F5", "O13")

DIAGRAMS = (
    Diagram(
        "start",
        vaeva("B1 D1 F1 H1 J1 L1 N1 P1 R1", "B20 D20 F20 H20 J20 L20 N20 P20 R20"),
        _("One of many set-ups. You are orange, at the bottom; the platform is in the middle."),
    ),
    Diagram(
        "jump",
        vaeva("H6 I7 J8 M8", "G8 H9"),
        _("A walk is one cell along a diagonal. A jump clears a whole unbroken row of pawns of either colour."),
        _("Jump with H6 over I7 and J8 to K9."),
        ("H6-K9",),
        window=AROUND_PLATFORM,
    ),
    Diagram(
        "first",
        vaeva("J9 L8 M7", "K13"),
        _("Your first two pawns board from a cell that touches the platform."),
        _("Board the platform: J9 straight up to J10."),
        ("J9-J10",),
        window=AROUND_PLATFORM,
    ),
    Diagram(
        "third",
        vaeva("J10 K11 L9 I8 K8 M7", "L12"),
        _("You have two pawns aboard, so the next one travels exactly two cells."),
        _("Board your third pawn. Three of the pawns below can do it."),
        ("I8-I10", "K8-K10", "L9-L11"),
        window=AROUND_PLATFORM,
    ),
    Diagram(
        "platform",
        vaeva("J10 K11 H8", "L10 N11"),
        _("Two of your pawns are aboard, so you move the platform two cells. The yellow pawn on N11 blocks the right."),
        _("Move the platform to the left: press the arrow beside it."),
        ("P-",),
        window=("F5", "O13"),
    ),
    Diagram(
        "return",
        vaeva("J10 K11 N8", "I11 L10", came_from="K"),
        _("Yellow has just moved the platform here from the hatched columns. You may not move it straight back."),
        _("Move the platform further to the left."),
        ("P-",),
        window=("F5", "O13"),
    ),
    Diagram(
        "five",
        vaeva("I10 I11 J11 K10 L7 F8", "J10 K11"),
        _("Four aboard: the fifth travels exactly four cells, with no pawn on its way."),
        _("Win: board with L7."),
        ("L7-L11",),
        window=AROUND_PLATFORM,
    ),
)

LESSONS = (
    Diagram(
        "leap",
        vaeva("G5 H6 I7 M8", "J8 F9"),
        _("Pawns walk one cell diagonally, or jump over an unbroken diagonal row of pawns of either colour."),
        _("Jump with G5 over three pawns at once."),
        ("G5-K9",),
        _("From G5 to K9 in one turn."),
        window=AROUND_PLATFORM,
    ),
    Diagram(
        "aboard",
        vaeva("H10 K7 M8", "G12"),
        _("Your first pawn boards from a cell that touches the platform, going straight."),
        _("Board the platform."),
        ("H10-I10",),
        _("One aboard. The second boards the same way."),
        window=AROUND_PLATFORM,
    ),
    Diagram(
        "exact",
        vaeva("I10 J11 K7 L8 J13 N10 G9", "K10"),
        _("With two pawns aboard the next one travels exactly two cells, and nothing may stand in its way."),
        _("Board your third pawn."),
        ("L8-L10", "N10-L10"),
        _("Three aboard. The next one travels three cells."),
        window=AROUND_PLATFORM,
    ),
    Diagram(
        "slide",
        vaeva("J10 K10 L10 K7 H8", "I11 J11 F11"),
        _("With three of yours aboard you may slide the platform three cells, unless a pawn stands in its way."),
        _("Slide the platform."),
        ("P+",),
        _("It carries all pawns on it. Yellow may not move it straight back."),
        window=AROUND_PLATFORM,
    ),
    Diagram(
        "win",
        vaeva("I11 J10 K10 L10 J7 H9 P11", "I10 K11"),
        _("Four aboard: the fifth travels four cells, and wins."),
        _("Win: board your fifth pawn."),
        ("P11-L11",),
        _("Five aboard: you have won."),
        window=("H5", "Q13"),
    ),
)
