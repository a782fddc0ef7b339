"""Signal receivers of games: they enqueue tasks. Only browsers' push subscriptions and moderation notices, which must
not be lost, are written at once.
"""

from typing import Any

from allauth.account.signals import email_changed, password_changed, password_set
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import post_migrate
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.enums import ModerationAction
from accounts.models import User
from accounts.signals import (
    account_closed,
    guest_merging,
    moderation_action_taken,
    personal_data_exporting,
    session_ended,
    time_zone_changed,
)
from games import signals, tasks
from games.models import PushSubscription, Seat
from games.notifications.services.mail import retry_mails
from games.notifications.services.notices import notify_moderation
from games.notifications.services.push_subscriptions import (
    COOKIE,
    COOKIE_SALT,
    SESSION_KEY,
    forget_browsers,
    greet_on_log_in,
    keep_after_new_password,
)
from games.selectors.personal_data import export_player_data
from games.services.ai import ensure_ai_players
from games.services.guests import hand_over_games, hand_over_puzzles


@receiver(signals.turn_began)
def enqueue_turn(game_id: int, is_ai: bool, **facts: Any) -> None:
    if is_ai:
        tasks.run_next_ai_turn.delay(game_id)
    else:
        tasks.notify_turn.delay(game_id)


@receiver([signals.setup_awaited, signals.draw_offered, signals.takeback_asked])
def enqueue_ai_answer(game_id: int, **facts: Any) -> None:
    if Seat.objects.filter(game_id=game_id, is_ai=True).exists():
        tasks.run_next_ai_turn.delay(game_id)


@receiver(email_changed)
def retry_mails_at_new_address(user: User, **facts: Any) -> None:
    retry_mails(user_ids=[user.pk])


@receiver(signals.analysis_asked)
def enqueue_analysis(analysis_id: int, **facts: Any) -> None:
    tasks.continue_analysis.delay(analysis_id)


@receiver([signals.game_finished, signals.game_dropped])
def enqueue_rating(game_id: int, **facts: Any) -> None:
    tasks.rate_game.delay(game_id)


@receiver(signals.setup_awaited)
def enqueue_setup_notice(game_id: int, **facts: Any) -> None:
    tasks.notify_turn.delay(game_id)


@receiver([signals.game_finished, signals.game_dropped])
def enqueue_end_notice(game_id: int, **facts: Any) -> None:
    tasks.notify_end.delay(game_id)


@receiver(signals.proposal_made)
def enqueue_challenge_notice(proposal_id: int, **facts: Any) -> None:
    tasks.notify_challenge.delay(proposal_id)


@receiver(signals.push_queued)
def enqueue_push(push_id: int, **facts: Any) -> None:
    tasks.deliver_push.delay(push_id)


@receiver(user_logged_in)
def resume_push_on_log_in(request: HttpRequest, user: User, **facts: Any) -> None:
    known = request.get_signed_cookie(COOKIE, default="", salt=COOKIE_SALT) or ""
    if known.isdecimal() and greet_on_log_in(user=user, subscription_id=int(known)):
        request.session[SESSION_KEY] = int(known)


@receiver(user_logged_out)
def stop_push_on_log_out(request: HttpRequest, **facts: Any) -> None:
    stop_push_of_session(request.session)


@receiver(session_ended)
def stop_push_of_session(session: Any, **facts: Any) -> None:
    if SESSION_KEY in session:
        forget_browsers(PushSubscription.objects.filter(pk=session[SESSION_KEY]))


@receiver([password_changed, password_set])
def keep_push_after_password_change(request: HttpRequest, user: User, **facts: Any) -> None:
    if SESSION_KEY in request.session:
        keep_after_new_password(user=user, subscription_id=request.session[SESSION_KEY])


@receiver(time_zone_changed)
def enqueue_redating(user_id: int, **facts: Any) -> None:
    tasks.redate_games.delay(user_id)


@receiver(moderation_action_taken)
def notify_moderation_action(user_id: int, action: ModerationAction, entry_id: int, **facts: Any) -> None:
    notify_moderation(user_id=user_id, action=action, entry_id=entry_id)


@receiver(account_closed)
def enqueue_erasure(user_id: int, **facts: Any) -> None:
    tasks.erase_player_data.delay(user_id)


@receiver(guest_merging)
def merge_guest(guest: User, member: User, **facts: Any) -> int:
    return hand_over_games(guest, member) + hand_over_puzzles(guest, member)


@receiver(personal_data_exporting)
def export_personal_data(user: User, **facts: Any) -> dict[str, Any]:
    return export_player_data(user)


@receiver(post_migrate)
def create_ai_players(sender: Any, **facts: Any) -> None:
    if sender.name == "games":
        ensure_ai_players()
