"""Public pages of a tournament: standings, pairings, crosstable or bracket, players, log."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.translation import in_words
from tournaments.check_in.selectors import is_check_in_open
from tournaments.clubs.selectors.clubs import role_of
from tournaments.clubs.selectors.roster import people_to_enter
from tournaments.enums import RUNNERS, EntryStatus, Outcome, Role, RoundStatus, Status, Venue
from tournaments.models import Entry, Round, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.api_json import Json, pairings_json
from tournaments.selectors.bracket import bracket_json
from tournaments.selectors.guidance import NextStep, next_action
from tournaments.selectors.names import fill_names
from tournaments.selectors.possible import possible_json
from tournaments.selectors.projection import has_running_games, projection_json
from tournaments.selectors.record import objections_to, unplaced_entries
from tournaments.selectors.remedies import may_pair_by_hand
from tournaments.selectors.standings import crosstable_json, has_trf, player_json, standings_json
from tournaments.selectors.tournaments import (
    changes_of,
    claimants_of,
    entries_of,
    entry_of,
    forbidden_pairs,
    get_round,
    get_tournament,
    has_results,
    is_organiser,
    last_published_round,
    next_round_number,
    organisers_of,
    rounds_of,
    takes_entries,
    visible_tournaments,
    with_player_counts,
)
from tournaments.services.rules import rules_of
from tournaments.services.withdrawal import preview_withdrawal
from tournaments.views.crosstables import crosstable_context
from tournaments.views.form_actions import submitted_form
from tournaments.views.results import fill_in, own_tables, reported_result, result_choices
from tournaments.views.rules_text import rules_in_words

PAGE_SIZE = 30
LOG_SIZE = 50
# Reloaded on events of the tournament's stream; parts with forms are left alone (pairings decide for themselves).
LIVE_PARTS = ("standings", "projection", "crosstable", "bracket", "log")
CORRECTABLE = (Status.RUNNING, Status.PROVISIONAL)
LIVE_STATES = (Status.REGISTRATION, Status.RUNNING, Status.PROVISIONAL)


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    tournaments = with_player_counts(visible_tournaments(request.user)).order_by("-id")
    wanted = request.GET.get("status", "")
    if wanted in Status.values:
        tournaments = tournaments.filter(status=wanted)
    page = Paginator(tournaments, PAGE_SIZE).get_page(request.GET.get("page"))
    shown = [(status.value, status.label) for status in Status if status != Status.DRAFT]
    return render(request, "tournaments/list.html", {"page": page, "wanted": wanted, "statuses": shown})


@require_safe
def standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = get_tournament(tournament_id, request.user)
    table = standings_json(tournament, _round_asked(request))
    after = table["after_round"]
    context = {
        "table": table,
        "after": after,
        "round_query": f"?round={after}" if after else "",
        "offers_trf": bool(after) and has_trf(tournament),
        "rules": rules_in_words(rules_of(tournament)),
    }
    if tournament.status == Status.RUNNING and after == last_published_round(tournament):
        ranges = {one["player"]: one for one in possible_json(tournament)}
        rows = [{**row, "possible": ranges.get(row["player"]["id"])} for row in table["rows"]]
        context |= {
            "table": {**table, "rows": rows},
            "shows_possible": True,
            "has_bounds": not all(one["is_exact"] for one in ranges.values()),
            "projects": has_running_games(tournament),
        }
    return tournament_page(request, tournament, "standings", context)


@require_safe
def projection(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Projected standings."""
    tournament = get_tournament(tournament_id, request.user)
    return tournament_page(request, tournament, "projection", {"table": projection_json(tournament)})


@require_safe
def pairings(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    tournament = get_tournament(tournament_id, request.user)
    return tournament_page(request, tournament, "pairings", pairings_context(request, tournament, number))


@require_safe
def crosstable(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The crosstable, or the bracket of a knockout."""
    tournament = get_tournament(tournament_id, request.user)
    if tournament.pairing_format == Format.KNOCKOUT:
        return tournament_page(request, tournament, "bracket", {"bracket": bracket_json(tournament)})
    table = crosstable_json(tournament, _round_asked(request))
    return tournament_page(request, tournament, "crosstable", crosstable_context(tournament, table))


@require_safe
def players(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = get_tournament(tournament_id, request.user)
    entries = list(entries_of(tournament))
    asks = [entry for entry in entries if entry.status in (EntryStatus.PENDING, EntryStatus.WAITING)]
    context = {
        "entries": entries,
        "asks": asks,
        "forbidden": forbidden_pairs(tournament),
        "has_numbers": any(entry.number is not None for entry in entries),
        "has_ratings": any(entry.rating is not None for entry in entries),
        "has_states": any(entry.status != EntryStatus.ENTERED or entry.first_round > 1 for entry in entries),
    }
    if is_organiser(tournament, request.user) and takes_entries(tournament):
        context["candidates"] = people_to_enter(tournament)
    return tournament_page(request, tournament, "players", context)


@require_safe
def player(request: HttpRequest, tournament_id: int, entry_id: int) -> HttpResponse:
    tournament = get_tournament(tournament_id, request.user)
    card = player_json(tournament, entry_id, _round_asked(request))
    entry = next(entry for entry in entries_of(tournament) if entry.pk == entry_id)
    context = {
        "card": card,
        "entry": entry,
        "may_rename": entry.person_id is not None and is_organiser(tournament, request.user),
        "asked_byes": entry.asked_byes.all(),
        "may_change": _may_change(request, tournament, entry),
        "bye_rounds": _bye_rounds(tournament, entry),
        "preview": preview_withdrawal(tournament=tournament, entry=entry),
    }
    return tournament_page(request, tournament, "player", context)


def _may_change(request: HttpRequest, tournament: Tournament, entry: Entry) -> bool:
    """Whether the viewer may do anything about this player: request a bye, withdraw, reinstate."""
    if (
        tournament.status not in (Status.DRAFT, Status.REGISTRATION, Status.RUNNING)
        or entry.status == EntryStatus.REFUSED
    ):
        return False
    has_left = entry.status == EntryStatus.WITHDRAWN
    if is_organiser(tournament, request.user):
        return not has_left or (tournament.status == Status.RUNNING and tournament.pairing_format.is_open)
    return not has_left and entry.user_id is not None and entry.user_id == request.user.pk


def _bye_rounds(tournament: Tournament, entry: Entry) -> list[int]:
    """Rounds for which a player can still request a bye; none in round robins and knockouts."""
    if not tournament.pairing_format.is_open or entry.status != EntryStatus.ENTERED:
        return []
    return list(range(next_round_number(tournament), tournament.rounds + 1))


@require_safe
def log(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = get_tournament(tournament_id, request.user)
    page = Paginator(changes_of(tournament), LOG_SIZE).get_page(request.GET.get("page"))
    page.object_list = fill_names(list(page.object_list), "text")
    return tournament_page(request, tournament, "log", {"page": page})


def pairings_context(request: HttpRequest, tournament: Tournament, number: int) -> dict[str, Any]:
    organises = is_organiser(tournament, request.user)
    round_ = get_round(tournament, number, drafts=organises)
    shown: Json = {**pairings_json(round_)}
    username, typed, claimants = _username(request), submitted_form(request), claimants_of(round_)
    is_draft, is_public = round_.status == RoundStatus.DRAFT, round_.published_at is not None
    unplaced = list(unplaced_entries(round_).values("id", "name")) if is_draft and organises else []
    for table in shown["tables"]:
        table["is_own"] = any(seat["player"]["username"] == username for seat in table["seats"])
        table["results"] = result_choices(table)
        table["reported"] = reported_result(table, username, claimants.get(table["id"]))
        table["ranks"] = [str(rank) for rank in range(1, len(table["seats"]) + 1)]
        table["venues"] = venue_choices(tournament)
        is_decided = table["is_void"] or table["outcome"] is not None or table["reported"] is not None
        table["may_report"] = is_public and table["is_own"] and table["venue"] == Venue.BOARD and not is_decided
        table["may_enter_result"] = is_public and organises and not table["is_void"]
        table["may_clear"] = table["may_enter_result"] and table["outcome"] is not None and table["game"] is None
        table["needs_reason"] = table["outcome"] is not None or table["game"] is not None
        fill_in(table, typed)
    return {
        "typed": typed,
        "is_live": not organises and tournament.status in LIVE_STATES and not _has_own_form(shown["tables"]),
        "swapped": typed["swap"] or typed["forbid"],
        "round": shown,
        "round_row": round_,
        "may_edit": is_draft and organises,
        "may_enter_results": is_public and organises and tournament.status in CORRECTABLE,
        "may_take_back": is_public and organises and _may_take_back(round_),
        "opens_edit": bool(unplaced) or any(typed[action] for action in ("swap", "forbid", "place", "times")),
        "objections": objections_to(round_) if is_draft else (),
        "outcomes": [(one.value, one.label) for one in (Outcome.GOAL, Outcome.LIMIT, Outcome.DRAW)],
        "new_table": max((table["number"] for table in shown["tables"]), default=0) + 1,
        "unplaced": unplaced,
        "movable": [seat["player"] for table in shown["tables"] for seat in table["seats"]]
        + [bye["player"] for bye in shown["byes"] if bye["kind"] == "pairing"]
        + unplaced,
    }


def _has_own_form(tables: list[Json]) -> bool:
    """Whether the viewer may be typing a result of their own table, which a refresh would lose."""
    return any(table["is_own"] and table["outcome"] is None and not table["is_void"] for table in tables)


def _may_take_back(round_: Round) -> bool:
    tournament = round_.tournament
    is_last = tournament.status == Status.RUNNING and round_.number == last_published_round(tournament)
    return is_last and not has_results(round_)


def venue_choices(tournament: Tournament) -> list[tuple[str, str]]:
    """Where a table can be played: over the board, or online with the tournament's clock."""
    online = Venue.LIVE if tournament.is_live else Venue.CORRESPONDENCE
    return [(venue.value, str(venue.label)) for venue in (Venue.BOARD, online)]


def tournament_page(request: HttpRequest, tournament: Tournament, part: str, context: dict[str, Any]) -> HttpResponse:
    """One part of a tournament's pages under its header: status, tabs, and the organiser's next action."""
    organises, own = is_organiser(tournament, request.user), entry_of(tournament, request.user)
    rounds = list(rounds_of(tournament, drafts=organises).order_by("number"))
    may_enter, typed, role = takes_entries(tournament), submitted_form(request), role_of(tournament.club, request.user)
    next_step = next_action(tournament) if organises else None
    head = {
        "tournament": tournament,
        "summary": _summary(tournament),
        "has_fixed_rounds": _has_fixed_rounds(tournament),
        "part": part,
        "organises": organises,
        "rounds": rounds,
        "current": rounds[-1] if rounds else None,
        "running_round": rounds[-1].number if rounds and rounds[-1].status == RoundStatus.PUBLISHED else None,
        "is_past_deadline": bool(rounds and rounds[-1].deadline and rounds[-1].deadline <= timezone.now()),
        "next": next_step,
        "offers_by_hand": organises and bool(rounds) and may_pair_by_hand(rounds[-1]),
        "offers_check_in": organises and is_check_in_open(tournament),
        "is_check_in_next": _is_check_in_next(tournament, rounds, next_step),
        "own": own,
        "own_tables": own_tables(own) if own is not None and part != "pairings" else [],
        "may_enter": may_enter,
        "offers_entry": may_enter and own is None and request.user.is_authenticated and not organises,
        "organisers": organisers_of(tournament),
        "is_owner": role == Role.OWNER,
        "may_copy": role in RUNNERS and tournament.club.closed_at is None,
        "typed": typed,
        "has_refused_more": any(typed[action] for action in ("add_organiser", "finish", "reopen", "cancel")),
        "tabs": _tabs(tournament, part, rounds),
        "is_live": part in LIVE_PARTS and tournament.status in LIVE_STATES,
    }
    return render(request, f"tournaments/{part}.html", {**head, **context})


def _is_check_in_next(tournament: Tournament, rounds: list[Round], step: NextStep | None) -> bool:
    """Whether the next round can't be paired before a player is checked in."""
    is_between_rounds = not rounds or rounds[-1].status == RoundStatus.FINISHED
    return tournament.status == Status.RUNNING and is_between_rounds and step is not None and not step.action


def _summary(tournament: Tournament) -> str:
    """Club, game and format, for link previews."""
    return ", ".join((tournament.club.name, in_words(tournament.engine.name), tournament.get_format_display()))


def _has_fixed_rounds(tournament: Tournament) -> bool:
    """Whether the number of rounds is known: in a round robin or knockout it follows from the entries."""
    is_open = tournament.status in (Status.DRAFT, Status.REGISTRATION)
    return not is_open or tournament.pairing_format in (Format.SWISS, Format.SWISS_TABLES)


def _tabs(tournament: Tournament, part: str, rounds: list[Any]) -> list[dict[str, Any]]:
    def tab(label: str, name: str, *more: Any) -> dict[str, Any]:
        own = {"player": "players", "projection": "standings", "bracket": "crosstable", "results": "pairings"}.get(
            part, part
        )
        address = reverse(f"tournaments:{name}", args=[tournament.pk, *more])
        return {"label": label, "url": address, "is_current": own == name or (own, name) == ("standings", "tournament")}

    tabs = [tab(_("Standings"), "tournament")]
    if rounds:
        tabs.append(tab(_("Pairings"), "pairings", rounds[-1].number))
    across = _("Bracket") if tournament.pairing_format == Format.KNOCKOUT else _("Crosstable")
    tabs += [tab(across, "crosstable"), tab(_("Players"), "players"), tab(_("Log"), "log")]
    return tabs


def _round_asked(request: HttpRequest) -> int | None:
    asked = request.GET.get("round", "")
    return int(asked) if asked.isdecimal() and len(asked) < 4 else None


def _username(request: HttpRequest) -> str:
    return request.user.get_username() if request.user.is_authenticated else "\0"
