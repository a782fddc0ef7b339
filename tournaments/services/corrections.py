"""Corrected and cleared results: what changes with them, and what organisers read about it. For services."""

from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.errors import Conflict, NotFound
from accounts.models import User
from games.rules.sentences import say
from games.services.endings import annul_game
from tournaments.enums import EntryStatus, LogKind, RoundStatus, Source, Status
from tournaments.log_texts import LogText
from tournaments.models import Round, Seat, Table, Tournament
from tournaments.pairing.knockout import bracket, games_due
from tournaments.pairing.values import Format
from tournaments.selectors.api_json import current_table_json
from tournaments.selectors.record import tournament_data
from tournaments.selectors.tournaments import last_published_round
from tournaments.services.lifecycle import check_reason
from tournaments.services.locking import (
    check_organiser,
    check_status,
    drop_draft,
    lock_tournament,
    record_change,
    set_status,
)
from tournaments.services.notices import notify_result
from tournaments.services.stream import result_event
from tournaments.services.table_results import TableResult, describe_result, names_at
from tournaments.services.tables import erase_verdict


class WrittenResult(NamedTuple):
    """A table whose result was entered, corrected or cleared, and what follows from it, as sentences."""

    table: Table
    follows: tuple[str, ...] = ()


class LockedTable(NamedTuple):
    tournament: Tournament
    table: Table
    seats: list[Seat]


def lock_table(table_id: int) -> LockedTable:
    """Lock the tournament of a table in a published round."""
    tables = Table.objects.filter(pk=table_id, round__published_at__isnull=False)
    tournament_id = tables.values_list("round__tournament_id", flat=True).first()
    tournament = None if tournament_id is None else lock_tournament(tournament_id)
    table = tables.select_related("round", "game").defer("round__task").first()
    if tournament is None or table is None:  # or its round was taken back before the lock was ours
        raise NotFound(_("This table isn't in a published round."))
    seats = list(Seat.objects.filter(table=table).select_related("entry").order_by("index"))
    return LockedTable(tournament, table, seats)


def lock_table_to_correct(table_id: int, user: User) -> LockedTable:
    """Lock the tournament of a table for one of its organisers, while results may change."""
    locked = lock_table(table_id)
    check_organiser(locked.tournament, user)
    check_status(locked.tournament, Status.RUNNING, Status.PROVISIONAL)
    if locked.table.is_void:
        raise Conflict(_("A void result doesn't count, so it can't be corrected."), code="struck")
    return locked


def check_seen(table: Table, seen: int | None) -> None:
    """Raise Conflict with the table's current state if its result has changed since it was seen."""
    if seen is not None and seen != table.result_version:
        message = _("The result of this table has changed in the meantime. Check it before you enter another one.")
        raise Conflict(message, code="stale", payload={"table": current_table_json(table.pk)})


def clear_result(*, table_id: int, user: User, reason: str = "", seen: int | None = None) -> WrittenResult:
    """Remove a result over the board as organiser: the table is open again, and so are its round and the tournament.

    A reason is required unless you entered the result yourself. Idempotent: a table without a result stays as it is.
    """
    with transaction.atomic():
        tournament, table, seats = lock_table_to_correct(table_id, user)
        if not table.is_decided:
            return WrittenResult(table)
        check_seen(table, seen)
        _check_clearable(tournament, table, seats)
        if table.source != Source.ORGANISER or table.decided_by_id != user.pk:
            check_reason(reason)
        number = table.round.number
        erase_verdict(table)
        follows = _drop_superfluous_game(tournament, table)
        draft = drop_draft(tournament, LogText.AS_CLEARED(number=number), actor=user)
        event, text = result_event(tournament, table), LogText.RESULT_CLEARED(who=names_at(seats))
        record_change(tournament, LogKind.RESULT, text, actor=user, reason=reason, round_number=number, event=event)
        notify_result(tournament, table, seats, actor=user, about="result_cleared")
        follows += _reopen(tournament, table.round)
    return WrittenResult(table, (*_say_draft(draft), *_say_paired(tournament, number), *follows))


def _check_clearable(tournament: Tournament, table: Table, seats: list[Seat]) -> None:
    if table.game_id is not None:
        message = _("This result belongs to an online game, which can't be opened again. Correct it instead.")
        raise Conflict(message, code="online")
    if table.source == Source.DRAW or any(seat.entry.status == EntryStatus.WITHDRAWN for seat in seats):
        message = _("A player of this table has withdrawn. Enter another result instead, with a reason.")
        raise Conflict(message, code="withdrawn")
    if tournament.pairing_format != Format.KNOCKOUT:
        return
    if table.round.number < last_published_round(tournament):
        raise _played_on(table)
    if _later_games(table).exclude(outcome="").exists():
        raise Conflict(_("A later game of this match has a result. Clear that one first."), code="played_on")


def _played_on(table: Table) -> Conflict:
    message = _("The next round was paired with this result. Clear the results of that round and take it back first.")
    if table.game_id is not None:  # results of online games can't be cleared
        message = _("The next round was paired with this result. It can change only if that round is taken back first.")
    return Conflict(message, code="played_on")


def _reopen(tournament: Tournament, round_: Round) -> tuple[str, ...]:
    """Open the round again, and the tournament if it was over. A deadline in the past no longer applies.

    Otherwise the table would be closed by the deadline's rules at once.
    """
    follows = []
    if round_.status == RoundStatus.FINISHED:
        round_.status, round_.finished_at = RoundStatus.PUBLISHED, None
        follows.append(_("Round %(number)s is open again.") % {"number": round_.number})
    if round_.deadline is not None and round_.deadline <= timezone.now():
        round_.deadline = None
        follows.append(_("Its deadline has passed and no longer applies."))
    round_.save(update_fields=["status", "finished_at", "deadline"])
    if tournament.status == Status.PROVISIONAL:
        set_status(tournament, Status.RUNNING, LogText.RESUMED())
        follows.append(_("The tournament is running again."))
    return tuple(follows)


def after_correction(
    tournament: Tournament,
    table: Table,
    seats: list[Seat],
    verdict: TableResult,
    *,
    user: User,
    reason: str,
    advancing: list[int | None] | None,
) -> tuple[str, ...]:
    """Write the log of a corrected result and discard what it invalidates; returns what follows, as sentences."""
    number, last = table.round.number, last_published_round(tournament)
    if number < last and advancing_entries(tournament, number) != advancing:
        raise _played_on(table)
    follows = _drop_superfluous_game(tournament, table)
    draft = drop_draft(tournament, LogText.AS_CORRECTED(number=number), actor=user)
    text = LogText.RESULT_CORRECTED(who=names_at(seats), result=describe_result(verdict, seats))
    if number < last:
        text = say("{one} {other}", one=text, other=LogText.ROUNDS_STAY())
    event = result_event(tournament, table, is_corrected=True)
    record_change(tournament, LogKind.RESULT, text, actor=user, reason=reason, round_number=number, event=event)
    return (*_say_draft(draft), *_say_paired(tournament, number), *follows)


def advancing_entries(tournament: Tournament, number: int) -> list[int | None] | None:
    """The entries that advance from a knockout round; None in other formats."""
    if tournament.pairing_format != Format.KNOCKOUT:
        return None
    places = [match.through for match in bracket(tournament_data(tournament))[number - 1]]
    return [place.entrant.id if place.entrant is not None else None for place in places]


def _later_games(table: Table) -> QuerySet[Table]:
    """The games of a knockout match after this one."""
    return Table.objects.filter(round_id=table.round_id, number=table.number, replay__gt=table.replay)


def _drop_superfluous_game(tournament: Tournament, table: Table) -> tuple[str, ...]:
    """Delete the game in progress of a match that no longer needs it, and annul it."""
    later = _later_games(table).filter(outcome="").select_related("game").first()
    if later is None:
        return ()
    first, due = later.seats.get(index=0).entry_id, games_due(tournament_data(tournament), table.round.number)
    if any(one.replay == later.replay and first in one.seats for one in due):
        return ()
    game = later.game
    later.delete()
    if game is not None:
        annul_game(game_id=game.pk)
    text = LogText.REPLAY_DROPPED(table=table.number)
    record_change(tournament, LogKind.PAIRING, text, round_number=table.round.number)
    return (_("The next game at table %(number)s was removed.") % {"number": table.number},)


def _say_draft(number: int | None) -> tuple[str, ...]:
    return () if number is None else (_("The draft of round %(number)s was discarded.") % {"number": number},)


def _say_paired(tournament: Tournament, number: int) -> tuple[str, ...]:
    """The later rounds that were paired with the old result, where results decide the pairing."""
    later = range(number + 1, last_published_round(tournament) + 1)
    if not later or tournament.is_predetermined:
        return ()
    sentence = ngettext(
        "Round %(numbers)s was paired with the old result; it stays.",
        "Rounds %(numbers)s were paired with the old result; they stay.",
        len(later),
    )
    return (sentence % {"numbers": ", ".join(map(str, later))},)
