"""Notifications to players, members and organisers, written in the transaction of the change they are about.

The user who made the change isn't notified.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.enums import NoticeKind
from games.notifications.services.notices import News, notify_news, take_news_back, update_news
from games.rules.sentences import say
from games.timing import DAY
from tournaments.enums import RUNNERS, EntryStatus, Role, Status
from tournaments.models import Bye, Club, Entry, Membership, Round, Seat, Table, Tournament
from tournaments.pairing.values import ByeKind, Format, format_points

CLUB_ROLES = {Role.OWNER: "club_owner", Role.ORGANISER: "club_organiser", Role.MEMBER: "club_member"}


class RequestNotice(NamedTuple):
    """A request to a club's owners and organisers: the prefix of its key, the page that answers it."""

    key: str
    page: str
    taken_back: str


REQUESTS = {
    "join_asked": RequestNotice("join", "tournaments:club", "join_taken_back"),
    "name_claimed": RequestNotice("name-claim", "tournaments:people", "name_claim_taken_back"),
}

Facts = dict[str, str | int]


@dataclass(frozen=True, kw_only=True)
class Message:
    """A notification to one user or to many, deduplicated by its key."""

    kind: NoticeKind
    key: str
    about: str
    path: str
    facts: Facts = field(default_factory=dict)


# -- rounds and results -------------------------------------------------------------------------------------------


def notify_round(tournament: Tournament, round_: Round, tables: Iterable[Table] | None = None) -> None:
    """Notify players of their table and opponents, or their bye; with `tables`, only players of these (replays)."""
    seats = Seat.objects.filter(round=round_).select_related("entry", "table").order_by("table", "index")
    if tables is not None:
        seats = seats.filter(table__in=list(tables))
    at_tables: dict[int, list[Seat]] = {}
    for seat in seats:
        seat.table.round = round_
        at_tables.setdefault(seat.table_id, []).append(seat)
    news = [_seat_news(tournament, round_, seat, mates) for mates in at_tables.values() for seat in mates]
    if tables is None:
        byes = Bye.objects.filter(round=round_).select_related("entry")
        news += [_bye_news(tournament, round_, bye) for bye in byes]
    notify_news(one for one in news if one is not None)


def notify_round_taken_back(tournament: Tournament, round_: Round, *, actor: User, reason: str) -> None:
    """Notify the players of a round that it isn't played for now; replaces the notifications of their tables."""
    take_news_back(key=f"round:{round_.pk}:0")
    for table in Table.objects.filter(round=round_, claim__isnull=False):
        forget_claim(table)
    seated = Entry.objects.filter(Q(seats__round=round_) | Q(byes__round=round_)).exclude(user=actor).distinct()
    message = Message(
        kind=NoticeKind.ROUND,
        key=f"taken_back:{round_.pk}:{tournament.revision}",
        about="round_taken_back_because" if reason else "round_taken_back",
        path=_tournament_path(tournament),
        facts={"round": round_.number, "tournament": tournament.name, "reason": reason},
    )
    _notify_entries(seated, message)


def notify_claim(tournament: Tournament, table: Table, seats: Iterable[Seat], claimant: Entry, *, words: str) -> None:
    """Ask the other players of the table to confirm a reported result; replaces an earlier question."""
    take_news_back(key=_claim_key(table))
    message = Message(
        kind=NoticeKind.RESULT,
        key=_claim_key(table),
        about="result_claimed",
        path=_table_path(table),
        facts={"name": claimant.name, "round": table.round.number, "tournament": tournament.name, "result": words},
    )
    _notify_entries((seat.entry for seat in seats if seat.entry_id != claimant.pk), message)


def notify_dispute(tournament: Tournament, table: Table) -> None:
    """Players of a table reported different results: ask the organisers, once."""
    message = Message(
        kind=NoticeKind.ORGANISING,
        key=_dispute_key(table),
        about="result_disputed",
        path=_table_path(table),
        facts={"table": table.number, "round": table.round.number, "tournament": tournament.name},
    )
    _notify_organisers(tournament, message)


def forget_claim(table: Table) -> None:
    """Remove open questions about a table that has its result."""
    take_news_back(key=_claim_key(table))
    take_news_back(key=_dispute_key(table))


def notify_result(
    tournament: Tournament, table: Table, seats: Iterable[Seat], *, actor: User, about: str, words: str = ""
) -> None:
    """Notify players of a result that an organiser entered, corrected or cleared; `words` is the text of a new one."""
    message = Message(
        kind=NoticeKind.RESULT,
        key=f"result:{table.pk}:{tournament.revision}",
        about=about,
        path=_table_path(table),
        facts={"round": table.round.number, "tournament": tournament.name, "result": words},
    )
    _notify_entries((seat.entry for seat in seats if seat.entry.user_id != actor.pk), message)


# -- players ------------------------------------------------------------------------------------------------------


def notify_entry(tournament: Tournament, entry: Entry, about: str, *, actor: User | None = None) -> None:
    """Notify a player of what organisers did with their entry."""
    if actor is not None and actor.pk == entry.user_id:
        return
    message = Message(
        kind=NoticeKind.EVENT,
        key=f"entry:{entry.pk}:{tournament.revision}",
        about=about,
        path=_tournament_path(tournament),
        facts={"tournament": tournament.name},
    )
    _notify_entries([entry], message)


def ask_organisers(tournament: Tournament, entry: Entry) -> None:
    """Notify organisers of an entry that waits for an answer."""
    message = Message(
        kind=NoticeKind.ORGANISING,
        key=_question_key(entry),
        about="entry_asked",
        path=reverse("tournaments:players", args=[tournament.pk]),
        facts={"name": entry.name, "tournament": tournament.name},
    )
    _notify_organisers(tournament, message)


def forget_question(entry: Entry) -> None:
    take_news_back(key=_question_key(entry))


# -- status of a tournament ---------------------------------------------------------------------------------------


def notify_life(tournament: Tournament, about: str, *, actor: User | None = None, reason: str = "") -> None:
    """Notify current and former players of the tournament's new status."""
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.REFUSED)
    if tournament.status in (Status.PROVISIONAL, Status.FINAL):
        entries = entries.filter(number__isnull=False)
    if actor is not None:
        entries = entries.exclude(user=actor)
    message = Message(
        kind=NoticeKind.EVENT,
        key=f"life:{tournament.pk}:{tournament.revision}",
        about=about,
        path=_tournament_path(tournament),
        facts={"tournament": tournament.name, "reason": reason},
    )
    _notify_entries(entries, message)


def notify_organiser(tournament: Tournament, organiser: User, about: str, *, actor: User) -> None:
    if organiser.pk == actor.pk:
        return
    message = Message(
        kind=NoticeKind.ORGANISING,
        key=f"organiser:{tournament.pk}:{tournament.revision}",
        about=about,
        path=_tournament_path(tournament),
        facts={"tournament": tournament.name},
    )
    _notify([organiser.pk], message)


def notify_repeated(tournament: Tournament) -> None:
    message = Message(
        kind=NoticeKind.ORGANISING,
        key=f"repeated:{tournament.pk}",
        about="tournament_repeated",
        path=_tournament_path(tournament),
        facts={"tournament": tournament.name},
    )
    _notify_organisers(tournament, message)


def notify_stuck_pairing(tournament: Tournament, round_: Round) -> None:
    message = Message(
        kind=NoticeKind.ORGANISING,
        key=f"stuck:{round_.pk}:{round_.attempt}",
        about="pairing_stuck",
        path=_round_path(round_),
        facts={"round": round_.number, "tournament": tournament.name, "problem": round_.problem},
    )
    _notify_organisers(tournament, message)


def notify_overdue_tables(tournament: Tournament, round_: Round, *, tables: int) -> None:
    """Notify organisers once per deadline: over the board nothing ends by itself."""
    assert round_.deadline is not None, "without a deadline nothing is overdue"
    message = Message(
        kind=NoticeKind.ORGANISING,
        key=f"overdue:{round_.pk}:{round_.deadline.timestamp():.0f}",
        about="round_overdue",
        path=_round_path(round_),
        facts={"round": round_.number, "tournament": tournament.name, "tables": tables},
    )
    _notify_organisers(tournament, message)


# -- clubs --------------------------------------------------------------------------------------------------------


def notify_role(membership: Membership, *, actor: User | None = None) -> None:
    _notify_member(membership.club, membership.user_id, CLUB_ROLES[Role(membership.role)], actor=actor)


def notify_admission(club: Club, user: User, *, is_admitted: bool) -> None:
    _notify_member(club, user.pk, "club_admitted" if is_admitted else "club_declined")


def notify_removal(club: Club, user: User, *, actor: User) -> None:
    _notify_member(club, user.pk, "club_removed", actor=actor)


def notify_claim_answer(club: Club, user: User, *, is_accepted: bool, actor: User) -> None:
    _notify_member(club, user.pk, "name_linked" if is_accepted else "name_declined", actor=actor)


def ask_runners(club: Club, user: User, about: str) -> None:
    """Ask owners and organisers to answer a user's request; for repeated requests at most once per day."""
    runners = Membership.objects.filter(club=club, role__in=RUNNERS)
    message = Message(
        kind=NoticeKind.ORGANISING,
        key=_request_key(club, user, about),
        about=about,
        path=reverse(REQUESTS[about].page, args=[club.slug]),
        facts={"name": user.public_name, "club": club.name},
    )
    take_news_back(key=message.key, before=timezone.now() - DAY)
    update_news(key=message.key, about=message.about, facts=message.facts, is_read=False)
    _notify(runners.values_list("user_id", flat=True), message)


def notify_request_taken_back(club: Club, user: User, about: str) -> None:
    """A request was withdrawn: reword its notification, without the name, and mark it read."""
    key = _request_key(club, user, about)
    update_news(key=key, about=REQUESTS[about].taken_back, facts={"club": club.name}, is_read=True)


def forget_request(club: Club, user: User, about: str) -> None:
    take_news_back(key=_request_key(club, user, about))


# -- helpers ------------------------------------------------------------------------------------------------------


def _seat_news(tournament: Tournament, round_: Round, seat: Seat, mates: list[Seat]) -> News | None:
    """The notification of a player's table, or of a forfeit if an opponent is absent; None for absent players."""
    if seat.entry.user_id is None or seat.is_absent:
        return None
    game_id = seat.table.game_id
    about, has_points = "round_published", tournament.pairing_format != Format.KNOCKOUT
    if any(mate.is_absent for mate in mates):
        about = "round_won_by_forfeit" if has_points else "round_forfeited"
    message = Message(
        kind=NoticeKind.ROUND,
        key=f"round:{round_.pk}:{seat.replay}",
        about=about,
        path=_table_path(seat.table) if game_id is None else reverse("games:game", args=[game_id]),
        facts={
            "round": round_.number,
            "tournament": tournament.name,
            "table": seat.table.number,
            "others": _listed([mate.entry.name for mate in mates if mate.pk != seat.pk]),
            **({"points": format_points(tournament.points.win)} if about == "round_won_by_forfeit" else {}),
        },
    )
    return _news(seat.entry.user_id, message)


def _listed(names: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    return say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def _bye_news(tournament: Tournament, round_: Round, bye: Bye) -> News | None:
    if bye.entry.user_id is None:
        return None
    facts: dict[str, str | int] = {"round": round_.number, "tournament": tournament.name}
    about = "match_won_without_game"
    if bye.kind != ByeKind.SEEDED:
        about, facts["points"] = "bye_published", format_points(bye.points)
    message = Message(
        kind=NoticeKind.ROUND,
        key=f"round:{round_.pk}:0",
        about=about,
        path=_round_path(round_),
        facts=facts,
    )
    return _news(bye.entry.user_id, message)


def _notify_entries(entries: Iterable[Entry], message: Message) -> None:
    _notify([entry.user_id for entry in entries if entry.user_id is not None], message)


def _notify_organisers(tournament: Tournament, message: Message) -> None:
    _notify(tournament.organisers.values_list("pk", flat=True), message)


def _notify_member(club: Club, user_id: int, about: str, *, actor: User | None = None) -> None:
    if actor is not None and actor.pk == user_id:
        return
    message = Message(
        kind=NoticeKind.CLUB,
        key=f"club:{club.pk}:{timezone.now().timestamp():.6f}",
        about=about,
        path=_club_path(club),
        facts={"club": club.name},
    )
    _notify([user_id], message)


def _notify(user_ids: Iterable[int], message: Message) -> None:
    notify_news(_news(user_id, message) for user_id in user_ids)


def _news(user_id: int, message: Message) -> News:
    return News(user_id=user_id, **vars(message))


def _tournament_path(tournament: Tournament) -> str:
    return reverse("tournaments:tournament", args=[tournament.pk])


def _club_path(club: Club) -> str:
    return reverse("tournaments:club", args=[club.slug])


def _round_path(round_: Round) -> str:
    return reverse("tournaments:pairings", args=[round_.tournament_id, round_.number])


def _table_path(table: Table) -> str:
    return f"{_round_path(table.round)}#table-{table.pk}"


def _claim_key(table: Table) -> str:
    return f"claim:{table.pk}"


def _dispute_key(table: Table) -> str:
    return f"dispute:{table.pk}"


def _question_key(entry: Entry) -> str:
    return f"asks:{entry.pk}"


def _request_key(club: Club, user: User, about: str) -> str:
    return f"{REQUESTS[about].key}:{club.pk}:{user.pk}"
