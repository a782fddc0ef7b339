"""What Celery runs for games. Each can be lost, late or doubled without harm: the rows say what is to be done."""

from datetime import timedelta

from celery import shared_task

from games.services.ai import run_next_ai_turn, waiting_games
from games.services.analysis import waiting_analyses, work_on_analysis
from games.services.clock import settle_overdue
from games.services.crossings import prepare_boards
from games.services.departure import finish_departures, leave_games
from games.services.guests import forget_guests
from games.services.join import expire_proposals
from games.services.leave import redate_after_moves, redate_games
from games.services.mailing import send_due_digests, send_due_mails
from games.services.notices import remind, tell_of_challenge, tell_of_end, tell_of_turn, tell_of_what_was_missed
from games.services.pushing import deliver_push, due_pushes, forget_old_pushes
from games.services.ratings import count_all, count_game
from games.services.tactics import prepare_tactics

# What the sweep leaves to the hints of the turns themselves: whatever is younger than the sweep's own pace. An AI that
# plays an AI answers a hint with the next one, so a hint too many would stay in the queue as long as the game lasts.
CALL_AGAIN_AFTER = timedelta(seconds=5)
# The next sweep but one says again what this one said; older hints would only pile up before workers that are slow.
HINT_SECONDS = 10
PUSH_HINT_SECONDS = 60


@shared_task(name="clock.settle_live")
def settle_live() -> int:
    return settle_overdue(is_live=True)


@shared_task(name="clock.settle_correspondence")
def settle_correspondence() -> int:
    return settle_overdue(is_live=False)


@shared_task(name="games.redate_games")
def redate_games_of(user_id: int) -> int:
    return redate_games(user_id=user_id)


@shared_task(name="games.redate_after_moves")
def redate_games_of_movers() -> int:
    return redate_after_moves()


@shared_task(name="games.expire_proposals")
def close_expired_proposals() -> int:
    return expire_proposals()


@shared_task(name="ai.serve")
def serve_ai_of(game_id: int) -> bool:
    return run_next_ai_turn(game_id=game_id)


@shared_task(name="clock.call_ais")
def call_waiting_ais() -> int:
    """Not on the AIs' own queue: a sweep must not wait behind the thoughts it is to bring about."""
    waiting = waiting_games(waited=CALL_AGAIN_AFTER)
    for game_id in waiting:
        serve_ai_of.apply_async((game_id,), expires=HINT_SECONDS)
    analyses = waiting_analyses(waited=CALL_AGAIN_AFTER)
    for analysis_id in analyses:
        analyse_game.apply_async((analysis_id,), expires=HINT_SECONDS)
    return len(waiting) + len(analyses)


@shared_task(name="ai.analyse")
def analyse_game(analysis_id: int) -> None:
    """A slice of an analysis; the rest queues up again behind the AIs' turns."""
    if work_on_analysis(analysis_id=analysis_id):
        analyse_game.delay(analysis_id)


@shared_task(name="games.count_game")
def count_rated_game(game_id: int) -> int:
    return count_game(game_id=game_id)


@shared_task(name="games.count_ratings")
def count_ratings() -> int:
    return count_all()


@shared_task(name="games.notice_turn")
def notice_turn(game_id: int) -> int:
    return tell_of_turn(game_id=game_id)


@shared_task(name="games.notice_challenge")
def notice_challenge(proposal_id: int) -> int:
    return tell_of_challenge(proposal_id=proposal_id)


@shared_task(name="games.notice_end")
def notice_end(game_id: int) -> int:
    return tell_of_end(game_id=game_id)


@shared_task(name="games.catch_up_on_notices")
def catch_up_on_notices() -> int:
    return tell_of_what_was_missed() + remind()


@shared_task(name="mail.send_waiting")
def send_waiting_mails() -> int:
    return send_due_mails()


@shared_task(name="mail.send_digests")
def send_daily_mails() -> int:
    return send_due_digests()


@shared_task(name="mail.push")
def push_notice(push_id: int) -> bool:
    return deliver_push(push_id=push_id)


@shared_task(name="games.push_waiting")
def push_waiting() -> int:
    """The sweep: whatever is due is asked for again, each by itself, so that a slow push service holds up nobody."""
    due = due_pushes()
    for push_id in due:
        push_notice.apply_async((push_id,), expires=PUSH_HINT_SECONDS)
    forget_old_pushes()
    return len(due)


@shared_task(name="long.leave_with_account")
def leave_with_account(user_id: int) -> bool:
    return leave_games(user_id=user_id)


@shared_task(name="long.finish_departures")
def finish_lost_departures() -> int:
    return finish_departures()


@shared_task(name="long.forget_guests")
def forget_lost_guests() -> int:
    return forget_guests()


@shared_task(name="long.prepare_puzzles")
def prepare_puzzles() -> int:
    return prepare_boards() + prepare_tactics()
