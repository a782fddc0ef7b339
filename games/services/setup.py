"""Secret set-ups, all at the same time; and favourites kept for the next one."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Invalid, NotFound, Unprocessable
from accounts.models import User
from accounts.services.standing import lock_person, require_good_standing
from games import rules
from games.enums import EventKind, GameStatus
from games.models import SavedSetup, Seat, Step, engine_for
from games.rules import IllegalStep
from games.selectors.faces import Json
from games.services.clock import settled_table
from games.services.table import (
    Table,
    begin_turn,
    enter,
    note,
    position_payload,
    require_in_progress,
    require_seat,
    save,
    set_deadline,
)
from games.words import error_words

MOST_SAVED_SETUPS = 50


def submit_setup(*, game_id: int, user: User, setup: str) -> Json:
    """Hand in a set-up; it may be changed until the last one is in, and nobody else sees it before."""
    require_good_standing(user)
    with settled_table(game_id) as table:
        seat = require_seat(table, user)
        if _is_entered(table, seat, setup) or seat.secret_setup == setup:
            return table.view(user)
        require_in_progress(table, user)
        if table.game.status != GameStatus.SETUP:
            message = _("The set-ups are all in; play a turn.")
            raise Conflict(message, code="setups_are_in", payload={"game": table.view(user)})
        _check(table.game.engine, seat.index, setup)
        seat.secret_setup = setup
        note(table, EventKind.SETUP_IN, seat=seat.index)
        if all(other.secret_setup for other in table.seats):
            _reveal(table)
        else:
            set_deadline(table)
        save(table)
        return table.view(user)


def save_setup(*, user: User, variant: str, name: str, setup: str) -> SavedSetup:
    """Keep a set-up under a name; the same name again replaces it."""
    name = name.strip()
    if not name:
        raise Invalid.at("name", _("Give the set-up a name."))
    if variant not in rules.variant_ids():
        raise NotFound(_("There is no such variant."))
    _check(engine_for(variant, {}), 0, setup)
    with transaction.atomic():
        lock_person(user)
        others = SavedSetup.objects.filter(user=user).exclude(variant=variant, name=name)
        if others.count() >= MOST_SAVED_SETUPS:
            raise Unprocessable(
                _("You keep %(most)s set-ups. Delete one first.") % {"most": MOST_SAVED_SETUPS}, code="too_many"
            )
        saved, _is_new = SavedSetup.objects.update_or_create(
            user=user, variant=variant, name=name, defaults={"text": setup}
        )
    return saved


def delete_setup(*, user: User, setup_id: int) -> None:
    if not SavedSetup.objects.filter(user=user, pk=setup_id).delete()[0]:
        raise NotFound(_("You keep no such set-up."))


def _check(engine: rules.Game, seat: int, setup: str) -> None:
    try:
        engine.check_setup(seat, setup)
    except IllegalStep as error:
        raise Unprocessable(error_words(error), code="illegal_setup") from error


def _reveal(table: Table) -> None:
    """All are in: they become the first entries of the record, in the order of the seats."""
    match = table.match
    for seat in table.seats:
        match = match.play(seat.secret_setup)
    enter(table, match, [(seat.index, seat.secret_setup) for seat in table.seats])
    for seat in table.seats:
        seat.secret_setup = ""  # nosec B105 # a set-up, no password
    begin_turn(table)
    note(table, EventKind.STARTED, **position_payload(table))


def _is_entered(table: Table, seat: Seat, setup: str) -> bool:
    """Whether the game began with this set-up: the same sent again is no mistake."""
    if table.game.status == GameStatus.SETUP or not table.game.engine.has_setup:
        return False
    return Step.objects.filter(game=table.game, ply=seat.index, seat=seat.index, text=setup).exists()
