"""Withdrawal from a tournament, requested byes, and reinstatement."""

import logging
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Refused, Unprocessable
from accounts.models import User
from games.models import Game
from games.rules.sentences import say
from games.services.endings import annul_game, resign
from games.services.faults import note_fault
from games.translation import in_words
from tournaments.enums import EntryStatus, LogKind, Source, Status
from tournaments.log_texts import LogText
from tournaments.models import AskedBye, Entry, Person, Seat, Table, Tournament
from tournaments.pairing.round_robin import withdrawal
from tournaments.pairing.values import ByeKind, Format
from tournaments.selectors.names import entry_name
from tournaments.selectors.record import tournament_data
from tournaments.selectors.tournaments import next_round_number
from tournaments.services.completion import complete_if_done
from tournaments.services.locking import (
    bump_revision,
    check_organiser,
    check_self_or_organiser,
    check_status,
    drop_draft,
    lock_entry,
    record_change,
)
from tournaments.services.notices import forget_claim, forget_question, notify_entry
from tournaments.services.registration import check_opponents_can_meet, promote_from_waiting_list
from tournaments.services.stream import result_event
from tournaments.services.table_results import forfeit_result
from tournaments.services.tables import write_verdict

logger = logging.getLogger("asterism.tournaments")

BEFORE_THE_START = (Status.DRAFT, Status.REGISTRATION)


@dataclass(frozen=True, kw_only=True)
class Preview:
    """The effect of a withdrawal, for its confirmation page."""

    sentence: str
    strikes_results: bool = False


def preview_withdrawal(*, tournament: Tournament, entry: Entry) -> Preview:
    """The effect of a withdrawal, shown before it is confirmed."""
    if tournament.status in BEFORE_THE_START or entry.number is None:
        return Preview(sentence=_("The place goes to the next player on the waiting list."))
    if tournament.pairing_format.is_round_robin:
        consequence = withdrawal(tournament_data(tournament), entry.pk)
        return Preview(sentence=in_words(consequence.sentence), strikes_results=consequence.strikes_results)
    if tournament.pairing_format == Format.KNOCKOUT:
        return Preview(sentence=_("A game in progress is resigned, and the next opponent advances without playing."))
    sentence = _("A game in progress is resigned; results so far stand, and %(name)s will not be paired again.")
    return Preview(sentence=sentence % {"name": entry.name})


def withdraw_player(*, entry_id: int, user: User, reason: str = "") -> Entry:
    """Withdraw a player, by themselves or by an organiser. Idempotent."""
    with transaction.atomic():
        tournament, entry = lock_entry(entry_id)
        check_self_or_organiser(tournament, entry, user)
        if entry.status in (EntryStatus.WITHDRAWN, EntryStatus.REFUSED):
            return entry
        check_status(tournament, *BEFORE_THE_START, Status.RUNNING)
        entry.status, entry.checked_in_at, entry.checked_in_by = EntryStatus.WITHDRAWN, None, ""
        if entry.number is None:
            entry.save(update_fields=["status", "checked_in_at", "checked_in_by"])
            record_change(
                tournament, LogKind.PLAYERS, LogText.WITHDREW(name=entry_name(entry)), actor=user, reason=reason
            )
        else:
            _withdraw_from_running(tournament, entry, user, reason)
        promote_from_waiting_list(tournament)
        forget_question(entry)
        notify_entry(tournament, entry, "entry_withdrawn", actor=user)
    return entry


def reinstate_player(*, entry_id: int, user: User, reason: str = "") -> Entry:
    """Reinstate a withdrawn player from the next round on."""
    with transaction.atomic():
        tournament, entry = lock_entry(entry_id)
        check_organiser(tournament, user)
        check_status(tournament, Status.RUNNING)
        if entry.status != EntryStatus.WITHDRAWN or entry.number is None:
            raise Conflict(_("This player hasn't withdrawn."), code="not_withdrawn")
        if not tournament.pairing_format.is_open:
            raise Unprocessable(_("Players can be reinstated only in Swiss and table formats."), code="not_possible")
        if _has_departed(entry):
            raise Unprocessable(_("This player can't be entered. Choose another one."), code="not_possible")
        if entry.user is None or entry.user.is_ai:
            check_opponents_can_meet(tournament, adds_name=entry.user is None, adds_ai=entry.user is not None)
        entry.status, entry.left_round = EntryStatus.ENTERED, None
        entry.save(update_fields=["status", "left_round"])
        drop_draft(tournament, LogText.AS_REINSTATED(name=entry_name(entry)), actor=user)
        text = LogText.REINSTATED(name=entry_name(entry), round=next_round_number(tournament))
        record_change(tournament, LogKind.PLAYERS, text, actor=user, reason=reason)
        notify_entry(tournament, entry, "entry_reinstated", actor=user)
    return entry


def _has_departed(entry: Entry) -> bool:
    """Whether the account is closed, or the person was removed from the roster."""
    if entry.user is not None and entry.user.departed_at is not None:
        return True
    return Person.objects.filter(entries=entry, departed_at__isnull=False).exists()


def ask_bye(*, entry_id: int, user: User, round_number: int, kind: ByeKind = ByeKind.REQUESTED) -> AskedBye:
    """Request a bye in a round that is not published yet. An absence is entered by an organiser."""
    with transaction.atomic():
        tournament, entry = lock_entry(entry_id)
        check_self_or_organiser(tournament, entry, user)
        if kind == ByeKind.ABSENT:
            check_organiser(tournament, user)
        _check_bye_possible(tournament, entry, round_number)
        bye, _new = AskedBye.objects.update_or_create(
            entry=entry, round_number=round_number, defaults={"kind": kind.value}
        )
        if kind == ByeKind.REQUESTED:
            text = LogText.BYE_REQUESTED(name=entry_name(entry), round=round_number)
        else:
            text = LogText.ABSENCE_NOTED(name=entry_name(entry), round=round_number)
        record_change(tournament, LogKind.PLAYERS, text, actor=user)
        if round_number == next_round_number(tournament):
            drop_draft(tournament, LogText.AS_NOT_PLAYING(name=entry_name(entry)), actor=user)
    return bye


def take_bye_back(*, entry_id: int, user: User, round_number: int) -> None:
    with transaction.atomic():
        tournament, entry = lock_entry(entry_id)
        check_self_or_organiser(tournament, entry, user)
        _check_bye_possible(tournament, entry, round_number)
        if AskedBye.objects.filter(entry=entry, round_number=round_number).delete()[0]:
            text = LogText.BYE_CANCELLED(name=entry_name(entry), round=round_number)
            record_change(tournament, LogKind.PLAYERS, text, actor=user)
            if round_number == next_round_number(tournament):
                drop_draft(tournament, LogText.AS_PLAYING(name=entry_name(entry)), actor=user)


def _check_bye_possible(tournament: Tournament, entry: Entry, round_number: int) -> None:
    check_status(tournament, *BEFORE_THE_START, Status.RUNNING)
    if not tournament.pairing_format.is_open:
        raise Unprocessable(_("Byes can be requested only in Swiss and table formats."), code="not_possible")
    if entry.status != EntryStatus.ENTERED:
        raise Conflict(_("Only entered players can request a bye."), code="not_entered")
    if not next_round_number(tournament) <= round_number <= tournament.rounds:
        raise Conflict(_("Choose a round that hasn't been paired yet."), code="too_late")


def _withdraw_from_running(tournament: Tournament, entry: Entry, user: User, reason: str) -> None:
    sentence = ""
    if tournament.pairing_format.is_round_robin:
        consequence = withdrawal(tournament_data(tournament), entry.pk)
        entry.is_void, sentence = consequence.strikes_results, consequence.sentence
    entry.left_round = next_round_number(tournament)
    entry.save(update_fields=["status", "left_round", "is_void", "checked_in_at", "checked_in_by"])
    text = LogText.WITHDREW_FROM_ROUND(name=entry_name(entry), round=entry.left_round)
    text = say("{one} {other}", one=text, other=sentence) if sentence else text
    record_change(tournament, LogKind.PLAYERS, text, actor=user, reason=reason)
    drop_draft(tournament, LogText.AS_WITHDREW(name=entry_name(entry)), actor=user)
    if entry.is_void:
        _strike(tournament, entry)
    else:
        _give_up_games(tournament, entry)


def _tables_of(tournament: Tournament, entry: Entry) -> QuerySet[Table]:
    tables = Table.objects.filter(round__tournament=tournament, round__published_at__isnull=False, seats__entry=entry)
    return tables.select_related("round").defer("round__task").order_by("game_id")


def _strike(tournament: Tournament, entry: Entry) -> None:
    tables = list(_tables_of(tournament, entry))
    Table.objects.filter(pk__in=[table.pk for table in tables]).update(is_void=True)
    for table in tables:
        forget_claim(table)
        if table.game_id is not None:
            annul_game(game_id=table.game_id)
        complete_if_done(tournament, table.round)


def _give_up_games(tournament: Tournament, entry: Entry) -> None:
    """Resign the player's online games, whose results then count as usual; over the board, enter a forfeit."""
    for table in _tables_of(tournament, entry).filter(outcome=""):
        if table.game is not None:
            if table.game.is_in_progress and entry.user is not None:
                _resign(table.game, entry.user)
            continue
        seats = list(Seat.objects.filter(table=table).order_by("index"))
        if len(seats) == 2:
            absent = [seat.index for seat in seats if seat.entry_id == entry.pk]
            write_verdict(table, seats, forfeit_result(2, absent=absent), source=Source.ORGANISER)
            forget_claim(table)
            bump_revision(tournament, result_event(tournament, table))
            complete_if_done(tournament, table.round)


def _resign(game: Game, user: User) -> None:
    try:
        resign(game_id=game.pk, user=user)
    except Refused as refusal:  # Already out while others play on, or timed out a moment ago.
        logger.info("Game %s was not resigned: %s", game.pk, refusal.code)
    except Exception as error:  # unreadable game: reported to administrators, and an organiser can enter its result
        note_fault(game_id=game.pk, error=error, now=timezone.now())
