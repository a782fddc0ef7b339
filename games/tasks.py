"""Celery tasks of games. Each is idempotent: it may run late or twice, and the sweeps find what was lost."""

from datetime import timedelta

from celery import shared_task

from games.analysis import services as analysis
from games.lobby.services import join
from games.notifications.services import mail, notices, push
from games.puzzles.services import solitaire, tactics
from games.ratings import services as ratings
from games.services import account_closure, ai, clock, guests
from games.vacations import services as vacations

# The sweep leaves younger turns to their own tasks. When AIs play each other, each task enqueues the next one, so a
# duplicate would stay in the queue as long as the game lasts.
CALL_AGAIN_AFTER = timedelta(seconds=5)
# The next sweep but one repeats what this one sent; older tasks would only pile up before slow workers.
EXPIRES_SECONDS = 10
PUSH_EXPIRES_SECONDS = 60

run_next_ai_turn = shared_task(name="ai.run_next_ai_turn")(ai.run_next_ai_turn)
rate_game = shared_task(name="games.rate_game")(ratings.rate_game)
notify_turn = shared_task(name="games.notify_turn")(notices.notify_turn)
notify_challenge = shared_task(name="games.notify_challenge")(notices.notify_challenge)
notify_end = shared_task(name="games.notify_end")(notices.notify_end)
deliver_push = shared_task(name="mail.deliver_push")(push.deliver_push)
redate_games = shared_task(name="games.redate_games")(vacations.redate_games)
erase_player_data = shared_task(name="long.erase_player_data")(account_closure.erase_player_data)


@shared_task(name="ai.continue_analysis")
def continue_analysis(analysis_id: int) -> None:
    """Run a slice of an analysis; the rest is enqueued behind the AIs' turns."""
    if analysis.continue_analysis(analysis_id=analysis_id):
        continue_analysis.delay(analysis_id)


# -- sweeps -----------------------------------------------------------------------------------------------------------

rate_finished_games = shared_task(name="games.rate_finished_games")(ratings.rate_finished_games)
send_due_mails = shared_task(name="mail.send_due_mails")(mail.send_due_mails)
send_due_digests = shared_task(name="mail.send_due_digests")(mail.send_due_digests)
redate_after_moves = shared_task(name="games.redate_after_moves")(vacations.redate_after_moves)
expire_proposals = shared_task(name="games.expire_proposals")(join.expire_proposals)
finish_erasures = shared_task(name="long.finish_erasures")(account_closure.finish_erasures)
forget_guests = shared_task(name="long.forget_guests")(guests.forget_guests)


@shared_task(name="clock.settle_live")
def settle_live() -> int:
    return clock.settle_overdue(is_live=True)


@shared_task(name="clock.settle_correspondence")
def settle_correspondence() -> int:
    return clock.settle_overdue(is_live=False)


@shared_task(name="clock.call_waiting_ais")
def call_waiting_ais() -> int:
    """Sweep: enqueue waiting AI turns and analyses. Not on the AIs' own queue, where it would wait behind them."""
    waiting = ai.waiting_games(waited=CALL_AGAIN_AFTER)
    for game_id in waiting:
        run_next_ai_turn.apply_async((game_id,), expires=EXPIRES_SECONDS)
    analyses = analysis.waiting_analyses(waited=CALL_AGAIN_AFTER)
    for analysis_id in analyses:
        continue_analysis.apply_async((analysis_id,), expires=EXPIRES_SECONDS)
    return len(waiting) + len(analyses)


@shared_task(name="games.catch_up_on_notices")
def catch_up_on_notices() -> int:
    return notices.notify_missed() + notices.remind()


@shared_task(name="games.deliver_due_pushes")
def deliver_due_pushes() -> int:
    """Enqueue each due push by itself, so that a slow push service holds up no other."""
    due = push.due_pushes()
    for push_id in due:
        deliver_push.apply_async((push_id,), expires=PUSH_EXPIRES_SECONDS)
    push.forget_old_pushes()
    return len(due)


@shared_task(name="long.prepare_puzzles")
def prepare_puzzles() -> int:
    return solitaire.prepare_boards() + tactics.prepare_tactics()
