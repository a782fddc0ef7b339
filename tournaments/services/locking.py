"""The lock on a tournament, who may do what with it, and its public log. For the services of tournaments.

On PostgreSQL the lock is the tournament's row; on SQLite writers queue anyway. Compare-and-set and the unique
constraints back both up.
"""

from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden, NotFound
from accounts.models import User
from tournaments.enums import EventKind, LogKind, RoundStatus, Status
from tournaments.log_texts import LogText
from tournaments.models import Change, Entry, Round, Tournament
from tournaments.selectors.tournaments import is_organiser
from tournaments.services.stream import StreamEvent, add_event
from tournaments.signals import publish, tournament_changed

UNPUBLISHED = (RoundStatus.PAIRING, RoundStatus.STUCK, RoundStatus.DRAFT)


class Seen(NamedTuple):
    """The draft that a request answers, as the organiser saw it (optimistic lock): a stale request changes nothing."""

    round: int
    attempt: int


def lock_tournament(tournament_id: int) -> Tournament:
    tournament = Tournament.objects.select_for_update(of=("self",), no_key=True).filter(pk=tournament_id).first()
    if tournament is None:
        raise _hidden()
    return tournament


def lock_as_organiser(tournament_id: int, user: User) -> Tournament:
    """Lock the tournament for one of its organisers; raises Forbidden, or NotFound for a draft."""
    tournament = lock_tournament(tournament_id)
    check_organiser(tournament, user)
    return tournament


def lock_running(tournament_id: int, user: User | None) -> Tournament:
    """Lock a running tournament for one of its organisers; without a user it advances automatically."""
    tournament = lock_tournament(tournament_id) if user is None else lock_as_organiser(tournament_id, user)
    check_status(tournament, Status.RUNNING)
    return tournament


def check_organiser(tournament: Tournament, user: User) -> None:
    if is_organiser(tournament, user):
        return
    if tournament.status == Status.DRAFT:
        raise _hidden()
    raise Forbidden(_("Only the tournament's organisers can do this."), code="not_an_organiser")


def check_status(tournament: Tournament, *statuses: Status) -> None:
    if tournament.status not in statuses:
        wanted = get_text_list([str(status.label) for status in statuses], _("or"))
        now = Status(tournament.status).label
        message = _("This is only possible while the tournament's status is “%(wanted)s”; it is now “%(now)s”.") % {
            "wanted": wanted,
            "now": now,
        }
        raise Conflict(message, code="wrong_state", payload={"status": tournament.status})


def lock_entry(entry_id: int) -> tuple[Tournament, Entry]:
    """Lock the tournament of an entry; returns both."""
    tournament_id = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotFound(_("This player isn't in the tournament."))
    tournament = lock_tournament(tournament_id)
    return tournament, Entry.objects.select_related("user").get(pk=entry_id)


def check_self_or_organiser(tournament: Tournament, entry: Entry, user: User) -> None:
    if entry.user_id is None or entry.user_id != user.pk:
        check_organiser(tournament, user)


def bump_revision(tournament: Tournament, event: StreamEvent | None = None, *, change: Change | None = None) -> None:
    """Increment the revision, which invalidates what was computed before, and add its stream event."""
    tournament.revision += 1
    tournament.save(update_fields=["revision"])
    add_event(tournament, event or StreamEvent(), change)


def record_change(
    tournament: Tournament,
    kind: LogKind,
    text: str,
    *,
    actor: User | None = None,
    reason: str = "",
    round_number: int | None = None,
    event: StreamEvent | None = None,
) -> None:
    """Write a line of the public log and its stream event. No actor means that it happened automatically."""
    change = Change.objects.create(
        tournament=tournament,
        kind=kind,
        text=text,
        actor=actor,
        reason=reason[:300],
        round_number=round_number,
    )
    bump_revision(tournament, event, change=change)


def set_status(
    tournament: Tournament, status: Status, text: str, *, actor: User | None = None, reason: str = ""
) -> None:
    tournament.status = status
    tournament.save(update_fields=["status"])
    kind = EventKind.FINAL if status == Status.FINAL else EventKind.STATUS
    record_change(
        tournament, LogKind.LIFE, text, actor=actor, reason=reason, event=StreamEvent(kind, {"status": status.value})
    )
    publish(tournament_changed, tournament_id=tournament.pk)


def drop_draft(tournament: Tournament, why: str, *, actor: User | None = None) -> int | None:
    """Discard the draft, if there is one, because its input has changed; return its round, to be paired again."""
    draft = Round.objects.filter(tournament=tournament, status__in=UNPUBLISHED).first()
    if draft is None:
        return None
    number = draft.number
    delete_draft_tables(draft)
    draft.delete()
    record_change(
        tournament,
        LogKind.PAIRING,
        LogText.DRAFT_DROPPED(round=number, why=why),
        actor=actor,
        round_number=number,
    )
    return number


def check_draft(tournament: Tournament, seen: Seen, *statuses: RoundStatus) -> Round:
    """The draft that was seen; raises Conflict if it changed since. The tournament is locked."""
    if Round.objects.filter(tournament=tournament, number=seen.round, published_at__isnull=False).exists():
        message = _("Round %(number)s is published; its pairings can't be changed.") % {"number": seen.round}
        raise Conflict(message, code="published")
    draft = Round.objects.filter(tournament=tournament, status__in=UNPUBLISHED).first()
    if draft is None or draft.status not in (statuses or UNPUBLISHED):
        raise Conflict(_("There is no draft. Pair the round first."), code="no_draft")
    if seen != (draft.number, draft.attempt):
        raise Conflict(_("The draft has changed in the meantime. Review it again."), code="stale")
    return draft


def renew_attempt(tournament: Tournament, draft: Round) -> None:
    """Give the draft an attempt that no draft of this tournament had before. The caller saves it, and writes the log.

    A dropped draft takes its row with it, so attempts continue from the tournament's revision.
    """
    draft.attempt = max(draft.attempt, tournament.revision) + 1


def delete_draft_tables(draft: Round) -> None:
    draft.tables.all().delete()
    draft.byes.all().delete()


def _hidden() -> NotFound:
    return NotFound(_("Tournament not found, or not public yet."))
