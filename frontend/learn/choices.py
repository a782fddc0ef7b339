"""Rulings: our decisions where the printed rules are silent or unclear, each with the reason.

The rules pages show each one where it applies; a test checks that none is missing.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CHOICES: dict[str, Promise] = {
    # what all games share
    "secret-setups": _(
        "Set-ups are made in secret and at the same time. Whoever placed second would otherwise answer the first."
    ),
    "limits": _("Every game has a limit decided by tally. Vaeva's sheet has its hour; the other sheets have none."),
    "repetition": _(
        "No sheet mentions repetition. Without it some games never end, and whoever is behind should try something "
        "else."
    ),
    "leaving": _("Bataille's sheet takes the pieces of a player who is out off the board. We do so in every game."),
    "points-leaving": _(
        "A win by resignation or on time is worth the full 6, or a loser could shrink the winner's score."
    ),
    "points-tables": _(
        "Vaeva's sheet counts points for two players. A table of three or four is scored as all its duels."
    ),
    # Vega
    "vega-board": _(
        "The sheets' pictures are lost. Seven pieces fill an edge row, and that row less the cells it shares with a"
        " neighbouring side leaves the five pieces of the game for four: only a hexagon of side three does that."
    ),
    "vega-sides": _("Who sits where was in the lost pictures. These are our sides and our turn order."),
    "vega-must": _("The sheets say that you may tumble an opposing piece, and let nobody pass. So you must."),
    "vega-all": _("The sheets say this of Lyra, and that Ligne moves alike. We let it hold in Bataille too."),
    "lyra-row": _("With four seats any of the seven cells of the goal row will do, though you bring only five pieces."),
    "lyra-ranks": _(
        "The sheets name a winner only. The others are ranked by tally, so that every place means something."
    ),
    "lyra-tally": _("A piece kept at home to spoil the other's goal costs its owner."),
    "ligne-four": _("The sheets let three players play on for second place. With four it is the same."),
    "bataille-start": _(
        "The pictures of the starting positions are lost. In ours no piece stands under attack at the start."
    ),
    "bataille-point": _("This is what we take the sheets' pointing to mean: corner to corner, straight across."),
    "bataille-first": _("The sheets do not say who takes first when both could. The one who moved does."),
    # Vaeva
    "vaeva-way": _("The sheet does not say what the platform does to pawns in its way. They stop it."),
    "vaeva-stay": _("The sheet tells how pawns board and never how they get off. They don't."),
    "vaeva-full": _("The sheet does not foresee a full platform, or a game in which nobody can move."),
    "vaeva-minute": _("The sheet gives a minute a move and no penalty. Whoever oversteps it loses the game."),
    # Galax
    "galax-eight": _("Galax's pictures are lost. Sirius, the next edition of the same game, gives the numbers."),
    "galax-arrival": _("The sheet lets the new champion take before it says what it takes as. It takes as a champion."),
    # Sirius
    "sirius-between": _("The sheet lets a champion go two cells and says nothing of what it passes over."),
    "sirius-arrival": _(
        "The sheet does not say what an arriving pawn takes as, nor when it moves as a champion: as the pawn it"
        " was, and from your next turn on."
    ),
    "sirius-duty": _("There is one move a turn, so any capture at all satisfies the duty."),
    # Nonaga
    "nonaga-slide": _("The sheet counts contacts, at most four. Four contacts alone do not let a disc slide out."),
    "nonaga-whole": _("The sheet lets a disc be left with a single contact. It may not be left with none."),
    "nonaga-pass": _("The sheet does not foresee a player whose pawns can't slide. The whole turn is then over."),
}
