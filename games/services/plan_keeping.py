"""The plans at a table: keeping what is left of them, and dropping what can't be. For services; the caller holds it."""

from games.conditional_moves import Plan as Branches
from games.conditional_moves import plan_json
from games.models import Plan
from games.notifications.services.notices import notify_lost_plan
from games.services.locked_game import LockedGame


def plans_at(locked: LockedGame) -> list[Plan]:
    """The plans of a table, each with its seat as the table has it. Live games have none."""
    if locked.game.is_live or not any(seat.had_plan for seat in locked.seats):
        return []
    plans = list(Plan.objects.filter(seat__game=locked.game).order_by("seat__index"))
    seats = {seat.pk: seat for seat in locked.seats}
    for plan in plans:
        plan.seat = seats[plan.seat_id]
    return plans


def keep_rest(locked: LockedGame, plan: Plan, rest: Branches) -> None:
    """What is left of a plan stands from here on; one that is used up has done its work."""
    if rest:
        plan.tree, plan.ply = plan_json(rest), locked.game.ply
        plan.save(update_fields=["tree", "ply"])
    else:
        plan.delete()


def drop_plan_of(locked: LockedGame, plan: Plan, *, is_known: bool) -> None:
    """A plan that can't be followed any more goes, and its owner is told unless it was their own doing."""
    seat = plan.seat
    plan.delete()
    if not is_known and locked.game.is_in_progress and not seat.left:
        notify_lost_plan(seat=seat)


def drop_all_plans(locked: LockedGame) -> None:
    """The game went where no plan foresaw: somebody left it, or turns were taken back."""
    for plan in plans_at(locked):
        drop_plan_of(locked, plan, is_known=False)
