"""Edit a draft before it is published, or fill an empty one by hand.

Swap, pair or move players, rotate seats, set venues and times, forbid pairs.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Invalid, NotFound, Unprocessable
from accounts.models import User
from games.rules.sentences import Name, Sentence
from tournaments.enums import LogKind, RoundStatus, Status, Venue
from tournaments.log_texts import LogText
from tournaments.models import Bye, Entry, ForbiddenPair, Round, Seat, Table, Tournament
from tournaments.pairing import edits
from tournaments.pairing.asked_byes import asked_byes
from tournaments.pairing.stored import from_json
from tournaments.pairing.values import ByeKind, Draw, Format, RoundToPair
from tournaments.selectors.names import entry_name
from tournaments.selectors.record import draw_of, unplaced_entries
from tournaments.selectors.tournaments import next_round_number
from tournaments.services.locking import (
    Seen,
    check_draft,
    check_status,
    drop_draft,
    lock_as_organiser,
    lock_running,
    record_change,
    renew_attempt,
)
from tournaments.services.rules import check_moments
from tournaments.services.tables import lay_byes, lay_seats, lay_tables

SETTLED_BYES = (ByeKind.REQUESTED.value, ByeKind.ABSENT.value)


def swap_players(*, tournament_id: int, user: User, seen: Seen, one_id: int, other_id: int, reason: str = "") -> Round:
    """Swap two players of the draft: two seats, the sides of one table, or a seat and a bye."""
    with transaction.atomic():
        tournament, draft = _open_draft(tournament_id, user, seen)
        _check_two(draft, one_id, other_id)
        if unplaced_entries(draft).filter(pk__in=[one_id, other_id]).count() == 2:
            raise Unprocessable(_("Neither of them has a table. Seat them at a new table instead."), code="unplaced")
        draw = draw_of(draft)
        if not any({one_id, other_id} <= set(table.seats) for table in draw.tables):
            _check_free_pairs(tournament)
        _rewrite(tournament, draft, draw, edits.swap_players(draw, one_id, other_id))
        names = Entry.objects.in_bulk([one_id, other_id])
        text = LogText.SWAPPED(one=entry_name(names[one_id]), other=entry_name(names[other_id]), round=draft.number)
        record_change(tournament, LogKind.PAIRING, text, actor=user, reason=reason, round_number=draft.number)
    return draft


def pair_by_hand(*, tournament_id: int, user: User, seen: Seen) -> Round:
    """Make a round without a pairing an empty draft, for the organiser to fill; requested byes and absences stay."""
    with transaction.atomic():
        tournament = lock_running(tournament_id, user)
        draft = check_draft(tournament, seen, RoundStatus.STUCK)
        _check_free_pairs(tournament)
        lay_byes(draft, asked_byes(from_json(RoundToPair, draft.task)))
        draft.status, draft.edited_by_hand, draft.progress = RoundStatus.DRAFT, True, 100
        draft.problem, draft.remedies = "", []
        renew_attempt(tournament, draft)
        draft.save(update_fields=["status", "edited_by_hand", "progress", "problem", "remedies", "attempt"])
        text = LogText.PAIRED_BY_HAND(round=draft.number)
        record_change(tournament, LogKind.PAIRING, text, actor=user, round_number=draft.number)
    return draft


def seat_together(*, tournament_id: int, user: User, seen: Seen, one_id: int, other_id: int, reason: str = "") -> Round:
    """Seat two players of the draft at a new table; `one_id` moves first."""
    with transaction.atomic():
        tournament, draft = _open_draft(tournament_id, user, seen)
        _check_two(draft, one_id, other_id)
        _check_free_pairs(tournament)
        before = draw_of(draft)
        table, points = max((one.number for one in before.tables), default=0) + 1, tournament.points.pairing_bye
        after = edits.move_player(before, one_id, table=table, points=points)
        _rewrite(tournament, draft, before, edits.move_player(after, other_id, table=table, points=points))
        names = Entry.objects.in_bulk([one_id, other_id])
        one, other = entry_name(names[one_id]), entry_name(names[other_id])
        text = LogText.SEATED_TOGETHER(one=one, other=other, table=table, round=draft.number)
        record_change(tournament, LogKind.PAIRING, text, actor=user, reason=reason, round_number=draft.number)
    return draft


def move_player(
    *,
    tournament_id: int,
    user: User,
    seen: Seen,
    entry_id: int,
    table: int | None,
    seat: int | None = None,
    reason: str = "",
) -> Round:
    """Move a player of the draft: to a seat of a table, a new table, or the bye (no table).

    Between two moves the draft may be invalid; what is left to fix is shown, and until then it can't be published.
    """
    with transaction.atomic():
        tournament, draft = _open_draft(tournament_id, user, seen)
        _check_movable(draft, entry_id)
        _check_free_pairs(tournament)
        draw = draw_of(draft)
        last = max((one.number for one in draw.tables), default=0)
        if table is not None and not 1 <= table <= last + 1:
            message = _("Choose a table from 1 to %(last)s (the last is a new table), or none for a bye.") % {
                "last": last + 1
            }
            raise Invalid.at("table", message)
        points = tournament.points.pairing_bye
        _rewrite(tournament, draft, draw, edits.move_player(draw, entry_id, table=table, seat=seat, points=points))
        text = _place_words(entry_name(Entry.objects.get(pk=entry_id)), table, draft.number)
        record_change(tournament, LogKind.PAIRING, text, actor=user, reason=reason, round_number=draft.number)
    return draft


def rotate_seats(*, tournament_id: int, user: User, seen: Seen, number: int, reason: str = "") -> Round:
    """Rotate the seats of a table of the draft, so that the next one moves first."""
    with transaction.atomic():
        tournament, draft = _open_draft(tournament_id, user, seen)
        draw = draw_of(draft)
        if number not in [table.number for table in draw.tables]:
            raise NotFound(_("This table isn't in the draft."))
        _rewrite(tournament, draft, draw, edits.turn_seats(draw, number))
        text = LogText.SEATS_ROTATED(table=number, round=draft.number)
        record_change(tournament, LogKind.PAIRING, text, actor=user, reason=reason, round_number=draft.number)
    return draft


def set_table_venue(*, table_id: int, user: User, seen: Seen, venue: Venue) -> Table:
    """Change the venue of one table of the draft: online instead of over the board, or the reverse."""
    tournament_id = Table.objects.filter(pk=table_id).values_list("round__tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotFound(_("This table isn't in the draft."))
    with transaction.atomic():
        tournament, draft = _open_draft(tournament_id, user, seen)
        table = Table.objects.filter(pk=table_id, round=draft).first()
        if table is None:
            raise NotFound(_("This table isn't in the draft."))
        if venue != Venue.BOARD and (venue == Venue.LIVE) != tournament.is_live:
            raise Unprocessable(
                _("The tournament's time control doesn't fit this venue. Choose another venue."), code="wrong_clock"
            )
        table.venue = venue
        table.save(update_fields=["venue"])
        renew_attempt(tournament, draft)
        draft.save(update_fields=["attempt"])
        text = _venue_words(venue, table.number, draft.number)
        record_change(tournament, LogKind.PAIRING, text, actor=user, round_number=draft.number)
    return table


def set_round_times(
    *, tournament_id: int, user: User, seen: Seen, starts_at: datetime | None, deadline: datetime | None
) -> Round:
    """Set when the round of the draft begins, and when its unfinished games end by tally."""
    with transaction.atomic():
        tournament, draft = _open_draft(tournament_id, user, seen)
        for field, message in check_moments(starts_at=starts_at, deadline=deadline):
            raise Invalid.at(field, message)
        if deadline is not None and deadline <= max(starts_at or timezone.now(), timezone.now()):
            raise Invalid(_("The deadline is before the start."), fields={"deadline": [_("Choose a later time.")]})
        draft.starts_at, draft.deadline = starts_at, deadline
        renew_attempt(tournament, draft)
        draft.save(update_fields=["starts_at", "deadline", "attempt"])
        text = LogText.TIMES_CHANGED(round=draft.number)
        record_change(tournament, LogKind.PAIRING, text, actor=user, round_number=draft.number)
    return draft


def forbid_pair(*, tournament_id: int, user: User, one_id: int, other_id: int, reason: str = "") -> ForbiddenPair:
    """Don't pair two players from the next round on. Idempotent."""
    with transaction.atomic():
        tournament = lock_as_organiser(tournament_id, user)
        check_status(tournament, Status.DRAFT, Status.REGISTRATION, Status.RUNNING)
        entries = _two_entries(tournament, one_id, other_id)
        pair, is_new = ForbiddenPair.objects.get_or_create(
            tournament=tournament,
            one=entries[0],
            other=entries[1],
            last_round=None,
            defaults={"first_round": next_round_number(tournament)},
        )
        if is_new:
            text = LogText.PAIR_FORBIDDEN(one=entry_name(entries[0]), other=entry_name(entries[1]))
            record_change(tournament, LogKind.RULES, text, actor=user, reason=reason)
            drop_draft(tournament, LogText.AS_PAIR_FORBIDDEN(), actor=user)
    return pair


def allow_pair(*, tournament_id: int, user: User, one_id: int, other_id: int, reason: str = "") -> None:
    """Lift a forbidden pair; the rounds it applied to are kept. Idempotent."""
    with transaction.atomic():
        tournament = lock_as_organiser(tournament_id, user)
        entries = _two_entries(tournament, one_id, other_id)
        pairs = ForbiddenPair.objects.filter(one=entries[0], other=entries[1], last_round=None)
        for pair in pairs:
            last = next_round_number(tournament) - 1
            if pair.first_round > last:
                pair.delete()
            else:
                pair.last_round = last
                pair.save(update_fields=["last_round"])
            text = LogText.PAIR_ALLOWED(one=entry_name(entries[0]), other=entry_name(entries[1]))
            record_change(tournament, LogKind.RULES, text, actor=user, reason=reason)
            drop_draft(tournament, LogText.AS_PAIR_ALLOWED(), actor=user)


def _open_draft(tournament_id: int, user: User, seen: Seen) -> tuple[Tournament, Round]:
    tournament = lock_running(tournament_id, user)
    return tournament, check_draft(tournament, seen, RoundStatus.DRAFT)


def _two_entries(tournament: Tournament, one_id: int, other_id: int) -> list[Entry]:
    entries = list(Entry.objects.filter(tournament=tournament, pk__in=[one_id, other_id]).order_by("pk"))
    if len(entries) != 2:
        raise NotFound(_("Choose two players of this tournament."))
    return entries


def _check_two(draft: Round, one_id: int, other_id: int) -> None:
    if one_id == other_id:
        raise Invalid(_("Choose two different players."), fields={"other": [_("Choose another player.")]})
    for entry_id in (one_id, other_id):
        _check_movable(draft, entry_id)


def _check_movable(draft: Round, entry_id: int) -> None:
    bye = Bye.objects.filter(round=draft, entry_id=entry_id).first()
    if bye is not None and bye.kind in SETTLED_BYES:
        raise Unprocessable(_("A requested bye can't be swapped. Cancel the request first."), code="asked_bye")
    is_known = Seat.objects.filter(round=draft, entry_id=entry_id).exists() or bye is not None
    if not is_known and not unplaced_entries(draft).filter(pk=entry_id).exists():
        raise NotFound(_("This player is not in the draft."))


def _check_free_pairs(tournament: Tournament) -> None:
    if tournament.pairing_format == Format.KNOCKOUT:
        message = _("The bracket decides who plays whom. Swap who moves first, or enter a forfeit after publishing.")
        raise Unprocessable(message, code="bracket")
    if tournament.pairing_format.is_round_robin:  # its schedule also decides which ranks are still possible
        message = _(
            "In a round robin the schedule decides who plays whom. Swap who moves first, or enter a "
            "forfeit after publishing."
        )
        raise Unprocessable(message, code="schedule")


def _rewrite(tournament: Tournament, draft: Round, before: Draw, after: Draw) -> None:
    """Save what changed. Rows are recreated: updated one by one, a player would be at two tables for a moment."""
    old, new = ({table.number: table for table in draw.tables} for draw in (before, after))
    changed = [table for table in after.tables if table != old.get(table.number)]
    Table.objects.filter(round=draft, number__in=old.keys() - new.keys()).delete()
    rows = {table.number: table for table in Table.objects.filter(round=draft)}
    Seat.objects.filter(table__in=[rows[table.number] for table in changed if table.number in rows]).delete()
    for table in changed:
        if table.number in rows:
            Table.objects.filter(pk=rows[table.number].pk).update(reason=table.reason)
            lay_seats(rows[table.number], table)
    fresh = [table for table in changed if table.number not in rows]
    lay_tables(draft, fresh, venue=tournament.venue)
    gone = [bye.entrant for bye in before.byes if bye not in after.byes]
    Bye.objects.filter(round=draft, entry_id__in=gone).delete()
    lay_byes(draft, [bye for bye in after.byes if bye not in before.byes])
    draft.edited_by_hand = True
    renew_attempt(tournament, draft)
    draft.save(update_fields=["edited_by_hand", "attempt"])


def _place_words(name: Name, table: int | None, number: int) -> Sentence:
    if table is None:
        return LogText.GIVEN_BYE(name=name, round=number)
    return LogText.MOVED_TO_TABLE(name=name, table=table, round=number)


def _venue_words(venue: Venue, table: int, number: int) -> Sentence:
    if venue == Venue.BOARD:
        return LogText.VENUE_BOARD(table=table, round=number)
    if venue == Venue.LIVE:
        return LogText.VENUE_LIVE(table=table, round=number)
    return LogText.VENUE_CORRESPONDENCE(table=table, round=number)
