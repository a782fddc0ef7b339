"""Secret set-ups, submitted by all players at the same time, and saved set-ups for later games."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Invalid, NotFound, Unprocessable
from accounts.models import User
from accounts.services.checks import check_good_standing, lock_person
from games import rules
from games.enums import EventKind, GameStatus
from games.models import SavedSetup, Seat, Step, engine_for
from games.rules import IllegalStep
from games.selectors.game_json import GameJson
from games.services.clock import lock_settled_game
from games.services.locked_game import LockedGame
from games.translation import error_words

MAX_SAVED_SETUPS = 50


def submit_setup(*, game_id: int, user: User, setup: str) -> GameJson:
    """Submit a secret set-up; it may be changed until the last one is in."""
    check_good_standing(user)
    with lock_settled_game(game_id) as locked:
        seat = locked.check_seat(user)
        if _is_entered(locked, seat, setup) or seat.secret_setup == setup:
            return locked.view(user)
        locked.check_in_progress()
        if locked.game.status != GameStatus.SETUP:
            raise locked.conflict(_("All set-ups are in; play a move."), code="setups_are_in")
        _check(locked.game.engine, seat.index, setup)
        seat.secret_setup = setup
        locked.add_event(EventKind.SETUP_IN, seat=seat.index)
        if all(other.secret_setup for other in locked.seats):
            _reveal(locked)
        else:
            locked.set_deadline()
        locked.save()
        return locked.view(user)


def save_setup(*, user: User, variant: str, name: str, setup: str) -> SavedSetup:
    """Save a set-up under a name; an existing one of that name is replaced."""
    name = name.strip()
    if not name:
        raise Invalid.at("name", _("Enter a name for the set-up."))
    if variant not in rules.variant_ids():
        raise NotFound(_("Unknown variant."))
    _check(engine_for(variant, {}), 0, setup)
    with transaction.atomic():
        lock_person(user)
        others = SavedSetup.objects.filter(user=user).exclude(variant=variant, name=name)
        if others.count() >= MAX_SAVED_SETUPS:
            raise Unprocessable(
                _("You already have %(most)s saved set-ups. Delete one first.") % {"most": MAX_SAVED_SETUPS},
                code="too_many",
            )
        saved, _is_new = SavedSetup.objects.update_or_create(
            user=user, variant=variant, name=name, defaults={"text": setup}
        )
    return saved


def delete_setup(*, user: User, setup_id: int) -> None:
    """Delete a saved set-up; raises NotFound."""
    if not SavedSetup.objects.filter(user=user, pk=setup_id).delete()[0]:
        raise NotFound(_("Saved set-up not found."))


def _check(engine: rules.Game, seat: int, setup: str) -> None:
    try:
        engine.check_setup(seat, setup)
    except IllegalStep as error:
        raise Unprocessable(error_words(error), code="illegal_setup") from error


def _reveal(locked: LockedGame) -> None:
    """Record all set-ups, in the order of the seats, as the first entries, and begin the first turn."""
    match = locked.match.enter_all(seat.secret_setup for seat in locked.seats)
    locked.record_entries(match, [(seat.index, seat.secret_setup) for seat in locked.seats])
    for seat in locked.seats:
        seat.secret_setup = ""  # nosec B105 # a set-up, no password
    locked.begin_turn()
    locked.add_position_event(EventKind.STARTED)


def _is_entered(locked: LockedGame, seat: Seat, setup: str) -> bool:
    """Whether the game began with this set-up: sending it again is idempotent."""
    if locked.game.status == GameStatus.SETUP or not locked.game.engine.has_setup:
        return False
    return Step.objects.filter(game=locked.game, ply=seat.index, seat=seat.index, text=setup).exists()
