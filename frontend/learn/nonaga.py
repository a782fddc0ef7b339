"""Diagrams and tutorial lessons of Nonaga."""

from django.utils.translation import gettext_lazy as _

from frontend.learn.diagrams import Diagram

HOLE_STEPS = (
    "o(1,-2)-(0,0)",
    "o(-1,-1)-(0,0)",
    "o(3,-1)-(0,0)",
    "o(2,0)-(0,0)",
    "o(-2,1)-(0,0)",
    "o(1,1)-(0,0)",
    "o(-1,2)-(0,0)",
)

DIAGRAMS = (
    Diagram(
        "start",
        "2rob/1oooo/booor/oooo/rob (-2,-2) r p -",
        _("Nineteen discs, three pawns each, on alternate corners. You are red."),
        _("Slide any red pawn. It stops at the rim or before the next pawn."),
    ),
    Diagram(
        "disc",
        "2rob/1oooo/brooo/oooo/rob (-2,-2) r d -",
        _("You have moved a pawn; now move a disc. Dashed discs can be taken out."),
        _("Move a dashed disc to a place where it touches two others."),
    ),
    Diagram(
        "frozen",
        "3r1bo/2oboo/1broo/orooo/1ooo (-3,-2) r d (-3,1)",
        _("The pinned disc is the one your opponent just moved. You can't move it this turn."),
        _("Move one of the dashed discs."),
    ),
    Diagram(
        "hole",
        "2rob/1ooooo/br1oo/oooo/rob (-2,-2) r d -",
        _("A gap inside the board is a place like any other."),
        _("Move a disc from the rim into the hole."),
        HOLE_STEPS,
    ),
    Diagram(
        "held",
        "3rob/2orooo/1b1o1o/ooooo/1rob (-3,-2) r d -",
        _("The disc in the middle touches only four others, but its two gaps are apart: it can't slide out."),
    ),
    Diagram(
        "line",
        "2ooo/1oobo/roooo/oobr/bor (-2,-2) r p -",
        _("A line."),
        _("Win: slide one pawn beside the other two."),
        ("(-2,0)-(2,0)",),
    ),
    Diagram(
        "triangle",
        "2ooo/1roob/orooo/oobo/rob (-2,-2) r p -",
        _("A triangle."),
        _("Win: slide one pawn beside the other two."),
        ("(-2,2)-(-2,0)",),
    ),
    Diagram(
        "angle",
        "2ooo/1oboo/ooobo/oror/rbo (-2,-2) r p -",
        _("An angle."),
        _("Win: slide one pawn beside the other two."),
        ("(1,1)-(0,1)",),
    ),
)

LESSONS = (
    Diagram(
        "slide",
        "2rob/1oooo/booor/oooo/rob (-2,-2) r p -",
        _("A turn begins with a pawn. It slides as far as it can: to the rim, or up to another pawn."),
        _("Slide the red pawn on the right to the left, up to the black one."),
        ("(2,0)-(-1,0)",),
        _("It can't stop earlier."),
    ),
    Diagram(
        "carry",
        "2rob/1oooo/brooo/oooo/rob (-2,-2) r d -",
        _("Then you move an empty disc that can slide out to a new place where it touches at least two others."),
        _("Move any dashed disc to another place."),
        (),
        _("The board has changed, and the turn is over."),
    ),
    Diagram(
        "pinned",
        "3r1bo/2oboo/1broo/orooo/1ooo (-3,-2) r d (-3,1)",
        _("The pinned disc was just moved by your opponent: it can't be moved this turn."),
        _("Move another one."),
        (),
        _("Now your opponent can't move this one."),
    ),
    Diagram(
        "fill",
        "2rob/1ooooo/br1oo/oooo/rob (-2,-2) r d -",
        _("Pawns stop before a hole. Filling it opens the lines through it again."),
        _("Fill the hole."),
        HOLE_STEPS,
        _("A hole is a place like any other."),
    ),
    Diagram(
        "win",
        "2bob/1oroo/orooo/booo/oor (-2,-2) r p -",
        _("You win when your three pawns are together: in a line, a triangle or an angle."),
        _("Win: bring the third pawn to the other two."),
        ("(0,2)-(0,0)",),
        _("A triangle: you have won."),
    ),
)
