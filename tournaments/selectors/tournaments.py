"""Queries about tournaments: visibility, organisers, entries, and the progress of rounds."""

from collections import Counter
from datetime import datetime

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.models import User
from tournaments.clubs.selectors.clubs import Viewer
from tournaments.enums import EntryStatus, Role, RoundStatus, Source, Status, Venue
from tournaments.models import Change, Entry, ForbiddenPair, Round, Seat, Table, Tournament
from tournaments.pairing.tables import SMALLEST_TABLE
from tournaments.rule_fields import RULES
from tournaments.selectors.counting import how_many

TAKES_A_PLACE = (EntryStatus.ENTERED, EntryStatus.PENDING)


def _runs(viewer: User) -> Q:
    """A filter for the tournaments that this user runs: as organiser, or as an owner of the club."""
    owned = Q(club__memberships__user=viewer, club__memberships__role=Role.OWNER)
    return Q(organisers=viewer) | owned


def tournaments_run_by(user: User) -> QuerySet[Tournament]:
    return Tournament.objects.filter(_runs(user))


def is_organiser(tournament: Tournament, viewer: Viewer) -> bool:
    if not isinstance(viewer, User) or not viewer.is_authenticated:
        return False
    return tournaments_run_by(viewer).filter(pk=tournament.pk).exists()


def fewest_players(tournament: Tournament) -> int:
    """The minimum number of players to start: a table of three can be filled up by an AI."""
    has_whole_tables = tournament.pairing_format.has_tables and tournament.bye_ai_id is None
    return SMALLEST_TABLE if has_whole_tables else 2


def visible_tournaments(viewer: Viewer) -> QuerySet[Tournament]:
    """All tournaments but other people's drafts."""
    tournaments = Tournament.objects.select_related("club")
    shown = ~Q(status=Status.DRAFT)
    if isinstance(viewer, User) and viewer.is_authenticated:
        shown |= Q(pk__in=tournaments_run_by(viewer).values("pk"))
    return tournaments.filter(shown)


def with_player_counts(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    return tournaments.annotate(player_count=how_many(Entry.objects.filter(status=EntryStatus.ENTERED), "tournament"))


def next_tournaments() -> QuerySet[Tournament]:
    """Tournaments open for registration, the next to begin first, then running ones."""
    on = Tournament.objects.filter(status__in=[Status.REGISTRATION, Status.RUNNING]).select_related("club")
    # "registration" comes before "running".
    return with_player_counts(on).order_by("status", F("first_round_at").asc(nulls_last=True), "-id")


def tournaments_for(user: User) -> QuerySet[Tournament]:
    """Tournaments of a user: those they play or organise, and those of their clubs."""
    plays = Q(entries__user=user, entries__status__in=[EntryStatus.ENTERED, EntryStatus.PENDING, EntryStatus.WAITING])
    theirs = Tournament.objects.filter(plays | Q(organisers=user) | Q(club__memberships__user=user))
    return next_tournaments().filter(pk__in=theirs.values("pk"))


def get_tournament(tournament_id: int, viewer: Viewer) -> Tournament:
    tournament = visible_tournaments(viewer).filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound(_("Tournament not found, or not public yet."))
    return tournament


def tournament_of_game(game_id: int) -> Tournament | None:
    return Tournament.objects.filter(round_set__tables__game=game_id).first()


def takes_entries(tournament: Tournament) -> bool:
    """Whether registration is open, including late entry."""
    if tournament.status == Status.RUNNING:
        return last_published_round(tournament) < tournament.late_entry_until
    return tournament.status in (Status.DRAFT, Status.REGISTRATION)


def places_taken(tournament: Tournament) -> int:
    """The number of places taken, including entries that wait for approval."""
    return Entry.objects.filter(tournament=tournament, status__in=TAKES_A_PLACE, is_bye_ai=False).count()


def organisers_of(tournament: Tournament) -> list[User]:
    return list(tournament.organisers.order_by("username"))


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=tournament).select_related("user").order_by("number", "entered_at", "id")


def tables_to_play(entry: Entry) -> list[Table]:
    """Tables of published rounds where the entry plays and that have no result yet."""
    tables = Table.objects.filter(
        seats__entry=entry,
        round__status=RoundStatus.PUBLISHED,
        round__tournament__status=Status.RUNNING,
        outcome="",
        is_void=False,
    )
    tables = tables.select_related("round").defer("round__task").prefetch_related("seats__entry")
    return list(tables.order_by("round", "number"))


def claimants_of(round_: Round) -> dict[int, int]:
    """Per table with a reported result, the entry that reported it. (Two players may share a name.)"""
    claimed = Table.objects.filter(round=round_, claimed_by__isnull=False)
    return {table: entry for table, entry in claimed.values_list("pk", "claimed_by_id") if entry is not None}


def tables_awaiting_word(user: User, now: datetime) -> QuerySet[Table]:
    """Tables over the board that wait for the user's report or confirmation."""
    tables = Table.objects.filter(
        seats__entry__user=user,
        round__status=RoundStatus.PUBLISHED,
        round__starts_at__lte=now,
        round__tournament__status=Status.RUNNING,
        venue=Venue.BOARD,
        outcome="",
        is_void=False,
    )
    tables = tables.exclude(claimed_by__user=user).select_related("round__tournament").defer("round__task")
    return tables.order_by(F("round__deadline").asc(nulls_last=True), "round", "number")


def entry_of(tournament: Tournament, viewer: Viewer) -> Entry | None:
    if viewer is None or not viewer.is_authenticated:
        return None
    return Entry.objects.filter(tournament=tournament, user_id=viewer.pk).first()


def rounds_of(tournament: Tournament, *, drafts: bool = False) -> QuerySet[Round]:
    """The published rounds; with `drafts`, also those that only organisers see."""
    rounds = Round.objects.filter(tournament=tournament).defer("task")
    return rounds if drafts else rounds.filter(published_at__isnull=False)


def get_round(tournament: Tournament, number: int, *, drafts: bool = False) -> Round:
    found = rounds_of(tournament, drafts=drafts).filter(number=number).first()
    if found is None:
        raise NotFound(_("Round %(number)s is not published yet. Check again later.") % {"number": number})
    found.tournament = tournament
    return found


def forbidden_pairs(tournament: Tournament) -> QuerySet[ForbiddenPair]:
    """The forbidden pairs that apply now."""
    pairs = ForbiddenPair.objects.filter(tournament=tournament, last_round=None)
    return pairs.select_related("one", "other").order_by("one__name", "other__name")


def changes_of(tournament: Tournament) -> QuerySet[Change]:
    return Change.objects.filter(tournament=tournament).select_related("actor").order_by("-id")


def has_results(round_: Round) -> bool:
    """Whether any table has a result, other than a forfeit known when the round was paired."""
    decided = Table.objects.filter(round=round_).exclude(outcome="")
    return round_.status == RoundStatus.FINISHED or decided.exclude(source=Source.DRAW).exists()


def last_published_round(tournament: Tournament) -> int:
    numbers = Round.objects.filter(tournament=tournament, published_at__isnull=False).order_by("-number")
    return numbers.values_list("number", flat=True).first() or 0


def next_round_number(tournament: Tournament) -> int:
    return last_published_round(tournament) + 1


def may_pair_next(tournament: Tournament) -> bool:
    """Whether another round may be paired. Where results don't matter, several may run at once, up to the limit."""
    if tournament.status != Status.RUNNING or next_round_number(tournament) > tournament.rounds:
        return False
    running = Round.objects.filter(tournament=tournament, status=RoundStatus.PUBLISHED)
    if not running.exists():
        return True
    return tournament.is_predetermined and _most_open_games(tournament) < tournament.games_at_once


def _most_open_games(tournament: Tournament) -> int:
    seats = Seat.objects.filter(round__tournament=tournament, round__published_at__isnull=False)
    running = seats.filter(table__outcome="", table__is_void=False).values_list("entry_id", flat=True)
    return max(Counter(running).values(), default=0)


def last_complete_round(tournament: Tournament) -> int:
    """The last round before the first one with games in progress."""
    published = Round.objects.filter(tournament=tournament, published_at__isnull=False)
    running = published.exclude(status=RoundStatus.FINISHED).order_by("number").values_list("number", flat=True).first()
    return last_published_round(tournament) if running is None else running - 1


def planned_rounds(tournament: Tournament) -> int:
    """The number of rounds the tournament was paired for, as its last published round recorded it.

    Finishing early shortens `rounds`; the rounds already paired followed the rules for the longer tournament.
    """
    rounds = Round.objects.filter(tournament=tournament, published_at__isnull=False).order_by("-number")
    return rounds.values_list("task__tournament__rounds", flat=True).first() or tournament.rounds


def finished_rounds(tournament: Tournament) -> int:
    return Round.objects.filter(tournament=tournament, status=RoundStatus.FINISHED).count()


def overdue_tables(tournament: Tournament, now: datetime) -> QuerySet[Table]:
    """Tables over the board without a result after their round's deadline. Online games end by themselves."""
    tables = _overdue(now).filter(round__tournament=tournament).select_related("round").defer("round__task")
    return tables.order_by("round", "number")


def closable_tables(tournament: Tournament, now: datetime) -> QuerySet[Table]:
    """Overdue tables decided without an organiser: one uncontested report, or two players and no report."""
    tables = overdue_tables(tournament, now).annotate(people=Count("seats"))
    return tables.exclude(claim__has_key="contradicts").filter(Q(claim__isnull=False) | Q(people=2))


def overdue_rounds(now: datetime) -> list[Round]:
    rounds = Round.objects.filter(pk__in=_overdue(now).values("round"), tournament__status=Status.RUNNING)
    return list(rounds.defer("task").select_related("tournament").order_by("pk"))


def _overdue(now: datetime) -> QuerySet[Table]:
    return Table.objects.filter(
        round__status=RoundStatus.PUBLISHED,
        round__deadline__lte=now,
        venue=Venue.BOARD,
        outcome="",
        is_void=False,
    )


def fixed_rules(tournament: Tournament) -> set[str]:
    """The rules that can no longer change; the schedule of a round robin or knockout fixes its rounds at the start.

    The match for third place is played beside the final.
    """
    status = Status(tournament.status)
    fixed = {name for name, rule in RULES.items() if not rule.is_changeable(status)}
    if status not in (Status.DRAFT, Status.REGISTRATION) and not tournament.pairing_format.is_open:
        fixed.add("rounds")
    if last_published_round(tournament) >= tournament.rounds:
        fixed.add("third_place")
    return fixed


def say_draft_dropped(number: int) -> str:
    """What organisers read after a change that discarded the draft of a round."""
    return _("The draft of round %(number)s was discarded: pair it again.") % {"number": number}
