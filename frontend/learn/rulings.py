"""Rulings: our decisions where the printed rules are silent or unclear, each with the reason.

The rules pages show each one where it applies; a test checks that none is missing.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CHOICES: dict[str, Promise] = {
    # what all games share
    "secret-setups": _(
        "Set-ups are made in secret and at the same time. Otherwise the player who places second could react "
        "to the first."
    ),
    "limits": _(
        "Every game has a limit, after which the tally decides. Vaeva's rule sheet has its hour; the other "
        "sheets have no limit."
    ),
    "repetition": _(
        "No rule sheet mentions repetition. Without this rule some games would never end, and the player who "
        "is behind should try something else."
    ),
    "leaving": _("Bataille's rule sheet removes the pieces of a player who is out. We do so in every game."),
    "points-leaving": _(
        "A win by resignation or on time is worth the full 6 points; otherwise a loser could reduce the winner's score."
    ),
    "points-tables": _(
        "Vaeva's rule sheet scores games for two players. A game of three or four is scored as all its duels."
    ),
    # Vega
    "vega-board": _(
        "The rule sheets' pictures are lost. Seven pieces fill an edge row, and without the cells it shares "
        "with a neighbouring side that row leaves the five pieces of the game for four: only a hexagon of "
        "side three fits."
    ),
    "vega-sides": _("The seating was shown in the lost pictures. These are our sides and our turn order."),
    "vega-must": _("The rule sheets say that you may tumble an opposing piece, but don't allow passing. So you must."),
    "vega-all": _(
        "The rule sheets say this about Lyra, and that Ligne moves the same way. We apply it to Bataille too."
    ),
    "lyra-row": _(
        "With four seats, any of the seven cells of the goal row will do, although you bring only five pieces."
    ),
    "lyra-ranks": _(
        "The rule sheets name only a winner. The others are ranked by tally, so that every place means something."
    ),
    "lyra-tally": _("A piece kept at home to block the opponent's goal costs its owner."),
    "ligne-four": _("The rule sheets let three players play on for second place. With four it is the same."),
    "bataille-start": _(
        "The pictures of the starting positions are lost. In ours no piece is under attack at the start."
    ),
    "bataille-point": _("This is how we read the sheets' “pointing”: corner to corner, straight across."),
    "bataille-first": _("The rule sheets don't say who takes first when both could. The player who moved does."),
    # Vaeva
    "vaeva-way": _("The rule sheet doesn't say what the platform does to pawns in its way. They stop it."),
    "vaeva-stay": _("The rule sheet says how pawns board but not how they get off. They don't."),
    "vaeva-full": _("The rule sheet doesn't cover a full platform, or a game in which no player can move."),
    "vaeva-minute": _(
        "The rule sheet gives one minute per move and no penalty. A player who exceeds it loses the game."
    ),
    # Galax
    "galax-eight": _("Galax's pictures are lost. Sirius, the next edition of the same game, gives the numbers."),
    "galax-arrival": _(
        "The rule sheet lets a new champion take before it says what it takes as. It takes as a champion."
    ),
    # Sirius
    "sirius-between": _("The rule sheet lets a champion go two cells and doesn't say what it may pass over."),
    "sirius-arrival": _(
        "The rule sheet doesn't say what an arriving pawn takes as, nor when it moves as a champion: it "
        "takes as the pawn it was, and moves as a champion from your next turn on."
    ),
    "sirius-duty": _("There is one move per turn, so any capture satisfies the duty."),
    # Nonaga
    "nonaga-slide": _(
        "The rule sheet counts contacts, at most four. Having only four contacts doesn't always let a disc slide out."
    ),
    "nonaga-whole": _("The rule sheet allows a disc to be left with a single contact. It may not be left with none."),
    "nonaga-pass": _("The rule sheet doesn't cover a player whose pawns can't slide. The whole turn is then over."),
}
