"""Publish a round: all its games begin in one transaction, or none does. Take one back that has no results."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Unprocessable
from accounts.models import User
from games.enums import GameStatus
from games.models import Game
from games.services.endings import annul_game
from tournaments.enums import EventKind, LogKind, RoundStatus
from tournaments.log_texts import LogText
from tournaments.models import Entry, ForbiddenPair, Round, Seat, Table, Tournament
from tournaments.pairing.stored import from_json
from tournaments.pairing.values import RoundToPair
from tournaments.rule_fields import RULES
from tournaments.selectors.record import objections_to, round_to_pair
from tournaments.selectors.tournaments import has_results, last_published_round, say_draft_dropped
from tournaments.services.completion import complete_if_done
from tournaments.services.locking import (
    Seen,
    check_draft,
    drop_draft,
    lock_running,
    record_change,
    renew_attempt,
)
from tournaments.services.notices import notify_round, notify_round_taken_back
from tournaments.services.stream import StreamEvent
from tournaments.services.tables import entries_by_id, start_table


def publish_round(*, tournament_id: int, user: User | None, seen: Seen) -> Round:
    """Publish the draft and start its games. Without a user: automatically."""
    with transaction.atomic():
        tournament = lock_running(tournament_id, user)
        round_ = check_draft(tournament, seen, RoundStatus.DRAFT)
        _check_draft_complete(round_)
        now = timezone.now()
        round_.status, round_.published_at = RoundStatus.PUBLISHED, now
        round_.starts_at = max(round_.starts_at or now, now)
        if round_.deadline is None and tournament.round_length is not None:
            round_.deadline = round_.starts_at + tournament.round_length
        if round_.deadline is not None and round_.deadline <= round_.starts_at:
            message = _("The deadline of this round has passed, so its games would end immediately. Set a later one.")
            raise Unprocessable(message, code="deadline_passed")
        round_.save(update_fields=["status", "published_at", "starts_at", "deadline"])
        entries = entries_by_id(tournament)
        for table in Table.objects.filter(round=round_).order_by("number"):
            start_table(tournament, round_, table, entries)
        text = LogText.PUBLISHED(round=round_.number)
        event = StreamEvent(EventKind.ROUND_PUBLISHED)
        record_change(tournament, LogKind.PAIRING, text, actor=user, round_number=round_.number, event=event)
        notify_round(tournament, round_)
        complete_if_done(tournament, round_)
    return round_


def take_back_round(*, tournament_id: int, user: User, seen: Seen, reason: str = "") -> tuple[str, ...]:
    """Make the last published round a draft again, if it has no results; its games are annulled.

    The draft is discarded if it no longer fits the players: they entered, withdrew or changed their minds meanwhile.
    Returns what else follows, as sentences.
    """
    follows = []
    with transaction.atomic():
        tournament = lock_running(tournament_id, user)
        round_ = _check_last_published(tournament, seen)
        if has_results(round_):
            raise _has_results(round_)
        drop_draft(tournament, LogText.AS_TAKEN_BACK(number=round_.number), actor=user)
        if tournament.auto_advance:
            _stop_advance(tournament, user)
            follows.append(_("Automatic rounds are switched off."))
        text = LogText.TAKEN_BACK(round=round_.number)
        record_change(tournament, LogKind.PAIRING, text, actor=user, reason=reason, round_number=round_.number)
        notify_round_taken_back(tournament, round_, actor=user, reason=reason)
        _annul_games(round_)
        Seat.objects.filter(round=round_).update(rank=None, by_tally=False, tally=None)
        Table.objects.filter(round=round_).update(
            game=None, outcome="", source="", decided_at=None, decided_by=None, claim=None, claimed_by=None
        )
        round_.status, round_.published_at = RoundStatus.DRAFT, None
        if tournament.round_length is not None:
            round_.deadline = None  # given again when it is published
        renew_attempt(tournament, round_)
        round_.save(update_fields=["status", "published_at", "deadline", "attempt"])
        dropped = _apply_later_changes(tournament, round_, user)
    return (*follows, say_draft_dropped(dropped)) if dropped is not None else tuple(follows)


def _check_last_published(tournament: Tournament, seen: Seen) -> Round:
    """The round that was seen; raises Conflict unless it is the last published one and has not changed since."""
    last = last_published_round(tournament)
    if last == 0 or seen.round > last:
        raise Conflict(_("This round is not published."), code="not_published")
    if seen.round < last:
        message = _("Round %(last)s is published too. Take that one back first.") % {"last": last}
        raise Conflict(message, code="played_on")
    round_ = Round.objects.get(tournament=tournament, number=last)
    if seen.attempt != round_.attempt:
        raise Conflict(_("The round has changed in the meantime. Review it again."), code="stale")
    return round_


def _has_results(round_: Round) -> Conflict:
    message = _("Round %(number)s has results, so it can't be taken back. Correct its results instead.")
    return Conflict(message % {"number": round_.number}, code="has_results")


def _stop_advance(tournament: Tournament, user: User) -> None:
    """Switch automatic rounds off: the next sweep would publish the draft again."""
    tournament.auto_advance = False
    tournament.save(update_fields=["auto_advance"])
    text = LogText.RULES_CHANGED(words=RULES["auto_advance"].title)
    record_change(tournament, LogKind.RULES, text, actor=user)


def _annul_games(round_: Round) -> None:
    games = Game.objects.filter(tournament_table__round=round_)
    for game_id in games.order_by("pk").values_list("pk", flat=True):
        annul_game(game_id=game_id)
    if games.exclude(status=GameStatus.ANNULLED).exists():  # finished, but not counted yet
        raise _has_results(round_)


def _apply_later_changes(tournament: Tournament, draft: Round, user: User) -> int | None:
    """Apply to the draft what was decided while it was published, and so for the round after it.

    Returns its number if it was discarded because of that.
    """
    number, after = draft.number, draft.number + 1
    Entry.objects.filter(tournament=tournament, first_round=after).update(first_round=number)
    Entry.objects.filter(tournament=tournament, left_round=after).update(left_round=number)
    pairs = ForbiddenPair.objects.filter(tournament=tournament)
    pairs.filter(first_round=after).update(first_round=number)
    pairs.filter(first_round=number, last_round=number).delete()
    pairs.filter(last_round=number).update(last_round=number - 1)
    before, now = from_json(RoundToPair, draft.task), round_to_pair(tournament, number, seed=draft.seed)
    if _who_plays(before) == _who_plays(now):
        return None
    return drop_draft(tournament, LogText.AS_PLAYERS_CHANGED(), actor=user)


def _who_plays(task: RoundToPair) -> tuple[set[int], set[int], set[object]]:
    return (
        {one.id for one in task.available()},
        {bye.entrant for bye in task.asked_byes},
        set(task.tournament.forbidden),
    )


def _check_draft_complete(draft: Round) -> None:
    """Raise if manual changes left the draft with blocking objections."""
    grave = (
        [objection.sentence for objection in objections_to(draft) if objection.is_blocking]
        if draft.edited_by_hand
        else []
    )
    if grave:
        message = _("The draft is not complete yet. %(objections)s Move players, or pair it again.") % {
            "objections": " ".join(grave)
        }
        raise Unprocessable(message, code="broken_draft", payload={"objections": grave})
