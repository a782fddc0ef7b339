"""What follows from what happened: receivers only leave word for a worker, but for the browsers that are told and
what must be told if it is true.
"""

from typing import Any

from allauth.account.signals import email_changed, password_changed, password_set
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import post_migrate
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.enums import Measure
from accounts.events import account_departed, measure_taken, session_ended, time_zone_changed
from accounts.models import User
from games import events
from games.models import Seat
from games.services.ai import ensure_ai_players
from games.services.mailing import retry_mails
from games.services.notices import tell_of_measure
from games.services.push_browsers import (
    COOKIE,
    COOKIE_SALT,
    SESSION_KEY,
    forget_on_log_out,
    greet_on_log_in,
    keep_after_new_password,
)
from games.tasks import (
    analyse_game,
    count_rated_game,
    leave_with_account,
    notice_challenge,
    notice_end,
    notice_turn,
    push_notice,
    redate_games_of,
    serve_ai_of,
)


@receiver(events.turn_began)
def call_ai_to_move(game_id: int, is_ai: bool, **facts: Any) -> None:
    if is_ai:
        serve_ai_of.delay(game_id)


@receiver([events.setup_awaited, events.draw_offered, events.takeback_asked])
def call_ai_to_answer(game_id: int, **facts: Any) -> None:
    if Seat.objects.filter(game_id=game_id, is_ai=True).exists():
        serve_ai_of.delay(game_id)


@receiver(email_changed)
def retry_mails_at_new_address(user: User, **facts: Any) -> None:
    retry_mails(user_ids=[user.pk])


@receiver(events.analysis_asked)
def analyse(analysis_id: int, **facts: Any) -> None:
    analyse_game.delay(analysis_id)


@receiver([events.game_finished, events.game_dropped])
def count_ratings_of(game_id: int, **facts: Any) -> None:
    count_rated_game.delay(game_id)


@receiver(events.turn_began)
def notice_of_turn(game_id: int, is_ai: bool, **facts: Any) -> None:
    if not is_ai:
        notice_turn.delay(game_id)


@receiver(events.setup_awaited)
def notice_of_setup(game_id: int, **facts: Any) -> None:
    notice_turn.delay(game_id)


@receiver([events.game_finished, events.game_dropped])
def notice_of_end(game_id: int, **facts: Any) -> None:
    notice_end.delay(game_id)


@receiver(events.proposal_made)
def notice_of_challenge(proposal_id: int, **facts: Any) -> None:
    notice_challenge.delay(proposal_id)


@receiver(events.push_queued)
def push(push_id: int, **facts: Any) -> None:
    push_notice.delay(push_id)


@receiver(user_logged_in)
def know_browser_again(request: HttpRequest, user: User, **facts: Any) -> None:
    known = request.get_signed_cookie(COOKIE, default="", salt=COOKIE_SALT) or ""
    if known.isdecimal() and greet_on_log_in(user=user, subscription_id=int(known)):
        request.session[SESSION_KEY] = int(known)


@receiver(user_logged_out)
def silence_browser(request: HttpRequest, **facts: Any) -> None:
    silence_browser_of(request.session)


@receiver(session_ended)
def silence_browser_of(session: Any, **facts: Any) -> None:
    if SESSION_KEY in session:
        forget_on_log_out(subscription_id=session[SESSION_KEY])


@receiver([password_changed, password_set])
def keep_browser_of_new_password(request: HttpRequest, user: User, **facts: Any) -> None:
    if SESSION_KEY in request.session:
        keep_after_new_password(user=user, subscription_id=request.session[SESSION_KEY])


@receiver(time_zone_changed)
def move_weekends_of(user_id: int, **facts: Any) -> None:
    redate_games_of.delay(user_id)


@receiver(measure_taken)
def notice_of_measure(user_id: int, measure: Measure, entry_id: int, **facts: Any) -> None:
    tell_of_measure(user_id=user_id, measure=measure, entry_id=entry_id)


@receiver(account_departed)
def leave_games_of(user_id: int, **facts: Any) -> None:
    leave_with_account.delay(user_id)


@receiver(post_migrate)
def seat_the_ais(sender: Any, **facts: Any) -> None:
    if sender.name == "games":
        ensure_ai_players()
