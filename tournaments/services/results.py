"""Results of tables: from finished games, from players over the board, from organisers with a reason."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden, NotFound, Unprocessable
from accounts.models import User
from accounts.services.sweeps import sum_for_each
from games.enums import IN_PROGRESS, GameStatus
from games.models import Game
from games.services.endings import annul_game, correct_result, strike_result
from games.services.locked_game import lock_games
from tournaments.enums import LogKind, Outcome, Source, Status, Venue
from tournaments.log_texts import LogText
from tournaments.models import Entry, Seat, Table, Tournament
from tournaments.services.claims import claim_digest, claims_by_others, says_the_same, write_claim
from tournaments.services.completion import complete_if_done
from tournaments.services.corrections import (
    WrittenResult,
    advancing_entries,
    after_correction,
    check_seen,
    lock_table,
    lock_table_to_correct,
)
from tournaments.services.lifecycle import check_reason
from tournaments.services.locking import bump_revision, check_status, record_change
from tournaments.services.notices import forget_claim, notify_claim, notify_dispute, notify_result
from tournaments.services.stream import result_event
from tournaments.services.table_results import (
    TableResult,
    describe_result,
    is_same_result,
    names_at,
    read_verdict,
    verdict_from_json,
    verdict_of_game,
)
from tournaments.services.tables import write_verdict


def count_game(game_id: int) -> bool:
    """Record the result of a finished game; returns whether it was new. Idempotent."""
    table_id = Table.objects.filter(game_id=game_id).values_list("pk", flat=True).first()
    if table_id is None:
        return False
    with transaction.atomic():
        try:
            tournament, table, seats = lock_table(table_id)
        except NotFound:
            return False  # its round was taken back
        game = Game.objects.get(pk=game_id)
        verdict = verdict_of_game(game)
        if (
            verdict is None
            or table.game_id != game_id
            or table.is_decided
            or table.is_void
            or tournament.status == Status.CANCELLED
        ):
            return False
        write_verdict(table, seats, verdict, source=Source.GAME)
        if verdict.outcome == Outcome.FORFEIT:
            _note_absence(tournament, table, seats, verdict)
            _take_over(game, verdict)
        bump_revision(tournament, result_event(tournament, table))
        complete_if_done(tournament, table.round)
    return True


def count_finished_games() -> int:
    """The sweep: count the results of finished games whose message was lost. One failure stops no other."""
    waiting = Table.objects.filter(outcome="", is_void=False, game__isnull=False).exclude(
        round__tournament__status=Status.CANCELLED
    )
    done = waiting.exclude(game__status__in=IN_PROGRESS).order_by("id")
    game_ids = [game_id for game_id in done.values_list("game_id", flat=True) if game_id]
    return sum_for_each(game_ids, count_game, failed="Failed to count the result of game %s")


def claim_result(
    *,
    table_id: int,
    user: User,
    outcome: str,
    ranks: Sequence[int] | None = None,
    by_tally: Sequence[int] | None = None,
    tallies: Sequence[int] | None = None,
    absent: Sequence[int] | None = None,
) -> Table:
    """Report a result over the board as a player; the same report by another player of the table decides it."""
    with transaction.atomic():
        tournament, table, seats = lock_table(table_id)
        entry = _own_entry(tournament, table, seats, user)
        verdict = read_verdict(
            len(seats), outcome=outcome, ranks=ranks, by_tally=by_tally, tallies=tallies, absent=absent
        )
        others = claims_by_others(table, entry)
        if any(says_the_same(claim, verdict) for claim in others):
            return _decide(tournament, table, seats, verdict, source=Source.PLAYERS, user=user).table
        write_claim(table, entry, verdict, contradicted=others[0] if others else None)
        bump_revision(tournament)
        notify_claim(tournament, table, seats, entry, words=describe_result(verdict, seats))
        if others:
            notify_dispute(tournament, table)
    return table


def confirm_result(*, table_id: int, user: User, seen: str | None = None) -> Table:
    """Confirm the reported result as another player; with `seen`, only if it is still that report."""
    with transaction.atomic():
        tournament, table, seats = lock_table(table_id)
        entry = _own_entry(tournament, table, seats, user)
        if table.claim is None:
            raise Conflict(_("No result has been reported yet. Report it yourself."), code="no_claim")
        if table.claimed_by_id == entry.pk:
            raise Conflict(
                _("You reported this result. Another player at the table has to confirm it."), code="own_claim"
            )
        if seen is not None and seen != claim_digest(table.claim):
            raise Conflict(
                _("A different result was reported in the meantime. Check it, then confirm it."), code="claim_changed"
            )
        verdict = verdict_from_json(table.claim)
        return _decide(tournament, table, seats, verdict, source=Source.PLAYERS, user=user).table


def set_result(
    *,
    table_id: int,
    user: User,
    reason: str = "",
    outcome: str = "",
    ranks: Sequence[int] | None = None,
    by_tally: Sequence[int] | None = None,
    tallies: Sequence[int] | None = None,
    absent: Sequence[int] | None = None,
    seen: int | None = None,
) -> WrittenResult:
    """Enter or correct a result as organiser; a running game is annulled. Published rounds stay as they are.

    A reason is required, except for a table over the board without a result. With `seen` (the version of the table's
    result) a result entered meanwhile is not overwritten. Idempotent: the same result again changes nothing.
    """
    with transaction.atomic():
        tournament, table, seats = lock_table_to_correct(table_id, user)
        verdict = read_verdict(
            len(seats), outcome=outcome, ranks=ranks, by_tally=by_tally, tallies=tallies, absent=absent
        )
        if is_same_result(table, seats, verdict):
            return WrittenResult(table)
        check_seen(table, seen)
        if table.is_decided or table.game is not None:
            check_reason(reason)
        return _decide(tournament, table, seats, verdict, source=Source.ORGANISER, user=user, reason=reason)


def enter_reported_result(*, table_id: int, user: User, seen: str) -> WrittenResult:
    """Enter the result that a player reported, as organiser; `seen` is the digest of that report."""
    with transaction.atomic():
        tournament, table, seats = lock_table_to_correct(table_id, user)
        if table.claim is None or table.is_disputed or seen != claim_digest(table.claim):
            raise Conflict(_("The reported result has changed in the meantime. Check it again."), code="claim_changed")
        verdict = verdict_from_json(table.claim)
        return _decide(tournament, table, seats, verdict, source=Source.ORGANISER, user=user)


def _decide(
    tournament: Tournament,
    table: Table,
    seats: list[Seat],
    verdict: TableResult,
    *,
    source: Source,
    user: User,
    reason: str = "",
) -> WrittenResult:
    was_decided, number = table.is_decided, table.round.number
    advancing = advancing_entries(tournament, number) if was_decided else None
    follows: tuple[str, ...] = ()
    write_verdict(table, seats, verdict, source=source, by_id=user.pk)
    forget_claim(table)
    words = describe_result(verdict, seats)
    if was_decided:
        follows = after_correction(tournament, table, seats, verdict, user=user, reason=reason, advancing=advancing)
    else:
        text, event = LogText.RESULT(who=names_at(seats), result=words), result_event(tournament, table)
        record_change(tournament, LogKind.RESULT, text, actor=user, reason=reason, round_number=number, event=event)
    if source == Source.ORGANISER:
        about = "result_corrected" if was_decided else "result_entered"
        notify_result(tournament, table, seats, actor=user, about=about, words=words if was_decided else "")
    if table.game is not None:
        _take_over(table.game, verdict)
    complete_if_done(tournament, table.round)
    return WrittenResult(table, follows)


def _take_over(game: Game, verdict: TableResult) -> None:
    """Apply the table's result to its game, and so to ratings: a running game is annulled, a finished one corrected.

    Where a player didn't appear it wasn't played so, and the game's result is struck and not rated.
    """
    lock_games(Game.objects.filter(pk=game.pk))
    game.refresh_from_db(fields=["status"])  # its last turn may have been played before the lock was ours
    if game.is_in_progress:
        annul_game(game_id=game.pk)
    elif game.status == GameStatus.OVER and verdict.absent:
        strike_result(game_id=game.pk)
    elif game.status == GameStatus.OVER:
        correct_result(game_id=game.pk, ranks=verdict.ranks, by_tally=verdict.by_tally)


def _own_entry(tournament: Tournament, table: Table, seats: list[Seat], user: User) -> Entry:
    own = [seat.entry for seat in seats if seat.entry.user_id == user.pk]
    if not own:
        raise Forbidden(_("You don't play at this table."), code="not_a_player")
    check_status(tournament, Status.RUNNING)
    if table.venue != Venue.BOARD:
        raise Unprocessable(_("This table is played online; its result comes from the game."), code="online")
    if table.is_void:
        raise Conflict(_("A player at this table has withdrawn, so its result doesn't count."), code="struck")
    if table.is_decided:
        raise Conflict(_("This table already has a result. Ask an organiser to correct it."), code="decided")
    return own[0]


def _note_absence(tournament: Tournament, table: Table, seats: list[Seat], verdict: TableResult) -> None:
    text = LogText.RESULT(who=names_at(seats), result=describe_result(verdict, seats))
    record_change(tournament, LogKind.RESULT, text, round_number=table.round.number)
