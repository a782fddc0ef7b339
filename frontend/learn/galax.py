"""Galax's diagrams and tutorial."""

from django.utils.translation import gettext_lazy as _

from frontend.learn.diagrams import Diagram
from frontend.learn.positions import suits

START = "smtsmtsmts/mtsmtsmtsm/tsmtsmtsmt/10/10/10/10/TSMTSMTSMT/MTSMTSMTSM/SMTSMTSMTS w - -"

DIAGRAMS = (
    Diagram("start", "galax", START, _("One of many set-ups. You are white, at the bottom, and you begin.")),
    Diagram(
        "touch",
        "galax",
        suits("Td3 Mb2 Sh3", "Sd5 Me5 Sf5 Th8"),
        _("Your star on d3 can go where it touches two suns and a moon. Stars take suns."),
        _("Move d3 to e4 and take both suns."),
        ("d3-e4xd5xf5",),
    ),
    Diagram(
        "huff",
        "galax",
        suits("Mf4 Sb2 Tc3", "Se5 Th8 Mi9", memory="e5"),
        _("Brown's sun came to e5, beside your moon on f4, and left it standing. It is marked with !"),
        _("Huff the sun on e5. You still have your move."),
        ("!e5",),
    ),
    Diagram(
        "crown",
        "galax",
        suits("Td9 Mb2", "Tc9 Me10 Sh8 Mi5"),
        _("Your star is one move from the last row. It arrives as a champion, and champions take everything."),
        _("Move d9 to d10 and take the star and the moon."),
        ("d9-d10xc9xe10",),
    ),
    Diagram(
        "again",
        "galax",
        suits("Ce4 Mb2", "Sd6 Tg6 Mi9", status="@e4"),
        _("Your champion has moved once in this turn. It may move once more, or you pass."),
        _("Move e4 to f5 and take g6."),
        ("e4-f5xg6",),
    ),
    Diagram(
        "replay",
        "galax",
        suits("Cd10 Mh5 Sb2", "Tg7 Si9", status="+"),
        _("Your piece on d10 has just become a champion, so you play again at once, with any piece."),
        _("Move your moon from h5 to h6 and take the star."),
        ("h5-h6xg7",),
    ),
    Diagram(
        "last",
        "galax",
        suits("Sd4 Mb2 Tg3", "Me6"),
        _("One brown piece is left: a moon. Suns take moons."),
        _("Win: touch it with your sun and take it."),
        ("d4-d5xe6", "d4-e5xe6"),
    ),
)
