"""Diagrams and tutorial lessons of Sirius."""

from django.utils.translation import gettext_lazy as _

from frontend.learn.diagrams import Diagram
from frontend.learn.galax import START
from frontend.learn.positions import suits

DIAGRAMS = (
    Diagram("start", START, _("One of many set-ups. You are white, at the bottom, and move first.")),
    Diagram(
        "replace",
        suits("Md4 Sb2 Tg3", "Te5 Sc5 Mi8"),
        _("You take by moving onto a piece. Your moon on d4 touches a star and a sun; it can take only the star."),
        _("Take the star on e5."),
        ("d4xe5",),
    ),
    Diagram(
        "champion",
        suits("Cd4 Sb2", "Td6 Mg7 Sf4 Me8"),
        _("A champion goes one or two cells in a straight line, if the cell between is empty, and takes anything."),
        _("Take the star on d6 or the sun on f4."),
        ("d4xd6", "d4xf4"),
    ),
    Diagram(
        "arrival",
        suits("Td9 Sb2", "Sc10 Me10 Th8"),
        _("Arriving, your star still takes as a star: the sun on c10, not the moon on e10. Then it is a champion."),
        _("Take the sun on c10."),
        ("d9xc10",),
    ),
    Diagram(
        "huff",
        suits("Mf4 Sb2 Tc3", "Se5 Tg8 Mi9", memory="e5"),
        _("Brown's sun on e5 could have taken your moon on f4, and brown took nothing. It is marked with !"),
        _("Huff the sun on e5. You still have your move."),
        ("!e5",),
    ),
    Diagram(
        "last",
        suits("Se5 Mb2", "Mf6"),
        _("Brown's last piece is beside your sun."),
        _("Win: take it."),
        ("e5xf6",),
    ),
)

LESSONS = (
    Diagram(
        "take",
        suits("Sd4 Mb2 Tg3", "Me5 Td5 Sh8"),
        _("You take by moving onto a piece. Suns take moons, moons take stars, stars take suns."),
        _("Take the moon."),
        ("d4xe5",),
        _("You couldn't take the star beside it."),
    ),
    Diagram(
        "moon",
        suits("Td4 Mf4 Sb2", "Se5 Tc5 Mh8 Tg5"),
        _("Two of your pieces can take something. You can, and must, make one capture per turn."),
        _("Take the star on g5 with the piece that beats it."),
        ("f4xg5",),
        _("A moon takes a star. Your own star spared the sun, but you took something, so it can't be huffed."),
    ),
    Diagram(
        "careless",
        suits("Td4 Mg3 Sb2", "Md5 Sh7 Tc8", memory="d5"),
        _("Brown's moon could have taken your star, and brown took nothing. You may huff it before you move."),
        _("Huff the moon."),
        ("!d5",),
        _("Gone, and you still have your move. You may huff one piece per turn."),
    ),
    Diagram(
        "far",
        suits("Ce4 Mb2", "Sg6 Td5 Me7 Mi9"),
        _("A champion goes one or two cells in a straight line, over an empty cell, and takes the piece it lands on."),
        _("Take the sun two cells away."),
        ("e4xg6",),
        _("Two cells along the diagonal."),
    ),
    Diagram(
        "win",
        suits("Cd5 Mb2", "Sd7"),
        _("One brown piece is left."),
        _("Win: take it."),
        ("d5xd7",),
        _("That was the last one: you have won."),
    ),
)
