"""Check-in per round: who is present, set by organisers or by the players themselves through the link of the hall.

Presence carries over from round to round. A change while a draft exists discards it, as other changes of who plays do.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, NotFound
from accounts.models import User
from tournaments.check_in.selectors import IS_OPEN_IN, PresenceChange, find_by_check_in_token, needs_check_in, people_of
from tournaments.enums import CheckedInBy, LogKind
from tournaments.log_texts import LogText
from tournaments.models import Entry, Tournament
from tournaments.models.tournament import make_check_in_token
from tournaments.selectors.names import entry_name
from tournaments.services.locking import (
    bump_revision,
    check_status,
    drop_draft,
    lock_as_organiser,
    lock_tournament,
    record_change,
)


def set_presence(*, tournament_id: int, user: User, entry_id: int, is_present: bool) -> PresenceChange:
    """Check a player in or out, as an organiser. Idempotent."""
    with transaction.atomic():
        tournament = lock_as_organiser(tournament_id, user)
        entry = _lock_open(tournament, entry_id)
        by = CheckedInBy.ORGANISER if is_present else ""
        return _set(tournament, entry, by, actor=user)


def check_self_in(*, token: str, entry_id: int, user: User | None = None) -> PresenceChange:
    """Check a player in by the link of the hall, which needs no account. Idempotent; no one is checked out by it."""
    with transaction.atomic():
        tournament = lock_tournament(find_by_check_in_token(token).pk)
        if tournament.check_in_token != token:  # renewed a moment ago
            find_by_check_in_token(token)
        return _set(tournament, _lock_open(tournament, entry_id), CheckedInBy.SELF, actor=user)


def set_all_present(*, tournament_id: int, user: User, is_present: bool) -> int | None:
    """Check all players in, or reset all; return the round whose draft was discarded because of it. Idempotent."""
    with transaction.atomic():
        tournament = lock_as_organiser(tournament_id, user)
        _check_open(tournament)
        others = people_of(tournament).filter(checked_in_at__isnull=is_present)
        columns = {"checked_in_at": timezone.now() if is_present else None}
        by = CheckedInBy.ORGANISER if is_present else ""
        changed = Entry.objects.filter(pk__in=list(others.values_list("pk", flat=True)))
        if not changed.update(**columns, checked_in_by=by):
            return None
        return _publish_change(tournament, LogText.AS_PRESENCE_CHANGED(), actor=user)


def renew_check_in_link(*, tournament_id: int, user: User) -> Tournament:
    """Create a new check-in link, which invalidates the old one."""
    with transaction.atomic():
        tournament = lock_as_organiser(tournament_id, user)
        tournament.check_in_token = make_check_in_token()
        tournament.save(update_fields=["check_in_token"])
        record_change(tournament, LogKind.PLAYERS, LogText.CHECK_IN_LINK_RENEWED(), actor=user)
    return tournament


def check_someone_present(tournament: Tournament) -> None:
    """Raise Conflict if check-in is required and no player has checked in."""
    if needs_check_in(tournament) and not people_of(tournament).filter(checked_in_at__isnull=False).exists():
        message = _(
            "No player is checked in yet. Check in the players who are here, or switch check-in off in the rules."
        )
        raise Conflict(message, code="no_one_present")


def _lock_open(tournament: Tournament, entry_id: int) -> Entry:
    _check_open(tournament)
    entry = people_of(tournament).filter(pk=entry_id).first()
    if entry is None:
        raise NotFound(_("This player isn't in the tournament."))
    return entry


def _check_open(tournament: Tournament) -> None:
    check_status(tournament, *IS_OPEN_IN)
    if not tournament.check_in:
        raise Conflict(_("This tournament has no check-in. Switch it on in the rules."), code="no_check_in")


def _set(tournament: Tournament, entry: Entry, by: str, *, actor: User | None) -> PresenceChange:
    """Save presence, unless it is so already: who checked in first stays noted."""
    if bool(by) == (entry.checked_in_at is not None):
        return PresenceChange(entry)
    entry.checked_in_at, entry.checked_in_by = timezone.now() if by else None, by
    entry.save(update_fields=["checked_in_at", "checked_in_by"])
    why = LogText.AS_CHECKED_IN if by else LogText.AS_CHECKED_OUT
    return PresenceChange(entry, _publish_change(tournament, why(name=entry_name(entry)), actor=actor))


def _publish_change(tournament: Tournament, why: str, *, actor: User | None) -> int | None:
    """One event of the stream, without a line in the log; discards a draft where presence decides who is paired."""
    bump_revision(tournament)
    return drop_draft(tournament, why, actor=actor) if needs_check_in(tournament) else None
