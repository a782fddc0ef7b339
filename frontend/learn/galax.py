"""Diagrams and tutorial lessons of Galax."""

from django.utils.translation import gettext_lazy as _

from frontend.learn.diagrams import Diagram
from frontend.learn.positions import suits

START = "smtsmtsmts/mtsmtsmtsm/tsmtsmtsmt/10/10/10/10/TSMTSMTSMT/MTSMTSMTSM/SMTSMTSMTS w - -"

DIAGRAMS = (
    Diagram("start", START, _("One of many set-ups. You are white, at the bottom, and move first.")),
    Diagram(
        "touch",
        suits("Td3 Mb2 Sh3", "Sd5 Me5 Sf5 Th8"),
        _("Your star on d3 can go where it touches two suns and a moon. Stars take suns."),
        _("Move d3 to e4 and take both suns."),
        ("d3-e4xd5xf5",),
    ),
    Diagram(
        "huff",
        suits("Mf4 Sb2 Tc3", "Se5 Th8 Mi9", memory="e5"),
        _("Brown's sun came to e5, beside your moon on f4, and didn't take it. It is marked with !"),
        _("Huff the sun on e5. You still have your move."),
        ("!e5",),
    ),
    Diagram(
        "crown",
        suits("Td9 Mb2", "Tc9 Me10 Sh8 Mi5"),
        _("Your star is one move from the last row. It arrives as a champion, and champions take everything."),
        _("Move d9 to d10 and take the star and the moon."),
        ("d9-d10xc9xe10",),
    ),
    Diagram(
        "again",
        suits("Ce4 Mb2", "Sd6 Tg6 Mi9", status="@e4"),
        _("Your champion has moved once in this turn. It may move once more, or you pass."),
        _("Move e4 to f5 and take g6."),
        ("e4-f5xg6",),
    ),
    Diagram(
        "replay",
        suits("Cd10 Mh5 Sb2", "Tg7 Si9", status="+"),
        _("Your piece on d10 has just become a champion, so you play again right away, with any piece."),
        _("Move your moon from h5 to h6 and take the star."),
        ("h5-h6xg7",),
    ),
    Diagram(
        "last",
        suits("Sd4 Mb2 Tg3", "Me6"),
        _("One brown piece is left: a moon. Suns take moons."),
        _("Win: touch it with your sun and take it."),
        ("d4-d5xe6", "d4-e5xe6"),
    ),
)

LESSONS = (
    Diagram(
        "star",
        suits("Md4 Sb3 Tf3", "Te6 Sc6 Mh8"),
        _("You take by touch: a piece that moves may take what it beats on the cells around. Moons take stars."),
        _("Take the star."),
        ("d4-d5xe6", "d4-e5xe6"),
        _("The moon didn't have to enter the star's cell."),
    ),
    Diagram(
        "both",
        suits("Se4 Mb2 Td2", "Md6 Mf6 Te6 Sh9"),
        _("One move can take everything it touches and beats. Suns take moons."),
        _("Take both moons with one move."),
        ("e4-e5xd6xf6",),
        _("Two for one. Had you spared one, your sun could have been huffed."),
    ),
    Diagram(
        "careless",
        suits("Td4 Mg3 Sb2", "Md5 Sh7 Tc8", memory="d5"),
        _("Brown's moon came to d5 and spared your star. Before you move you may huff it: remove it for free."),
        _("Huff the moon."),
        ("!d5",),
        _("Gone, and you still have your move."),
    ),
    Diagram(
        "crowned",
        suits("Mf9 Sb2 Td3", "Sc7 Te4 Mi6"),
        _("A pawn that reaches the last row becomes a champion. Champions take everything."),
        _("Make a champion."),
        ("f9-e10", "f9-f10", "f9-g10"),
        _("Crowned, and you may play again right away."),
    ),
    Diagram(
        "sweep",
        suits("Ce6 Mb2", "Sg8 Mg6", status="@e6"),
        _("Your champion has moved once and may move once more. Two pieces are left to take."),
        _("Win: take both with the champion's second move."),
        ("e6-f7xg6xg8",),
        _("The last two, whatever their suit: you have won."),
    ),
)
