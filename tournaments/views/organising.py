"""Form actions on a tournament's pages: one function per action, named by the URL."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.errors import Invalid, NotFound, Refused
from accounts.http.requests import person_of
from accounts.models import User
from accounts.names import bidi_isolate
from accounts.selectors import get_person
from games.translation import error_words
from tournaments.check_in import services as check_in
from tournaments.check_in.views import all_present_words, presence_words
from tournaments.enums import EntryStatus, Venue
from tournaments.models import Entry, Seat, Table, Tournament
from tournaments.pairing.trf_import import MAX_TRF_BYTES, UnreadableTrf, decode_trf, read_players
from tournaments.pairing.values import ByeKind
from tournaments.rule_fields import MAX_PLAYERS
from tournaments.selectors.tournaments import entries_of, get_tournament
from tournaments.services import (
    copies,
    corrections,
    draft,
    lifecycle,
    overdue,
    pairing,
    publishing,
    registration,
    results,
    roster_entries,
    withdrawal,
)
from tournaments.services.corrections import WrittenResult
from tournaments.services.locking import Seen
from tournaments.views.form_actions import act, draft_of, note_dropped_draft, refuse

# A reader returns arguments of a service from the form.
Reader = Callable[[HttpRequest, Tournament], dict[str, Any]]
Done = str | Promise | Callable[[Any], str]
# They discard a draft, if there is one.
CHANGE_WHO_PLAYS = (
    "enter", "add-player", "enter-people", "answer", "withdraw", "reinstate", "bye", "forbid", "allow",
)  # fmt: skip
ENTERED_AS = {
    EntryStatus.ENTERED: lazy("You are entered."),
    EntryStatus.PENDING: lazy("Request sent. An organiser will review your entry."),
    EntryStatus.WAITING: lazy("The tournament is full: you are on the waiting list."),
}


@login_required
@require_POST
def run_action(request: HttpRequest, tournament_id: int, action: str) -> HttpResponse:
    tournament = get_tournament(tournament_id, request.user)
    if action not in ACTIONS:
        raise NotFound(_("Unknown action."))
    service, done, *readers = ACTIONS[action]
    arguments: dict[str, Any] = {"user": person_of(request)}
    try:
        for read in readers:
            arguments |= read(request, tournament)
    except NotFound:
        raise
    except Refused as refusal:
        refuse(request, refusal)
        return redirect(_back(request, tournament))
    said = done if callable(done) else str(done)
    then = _address if action == "copy" else None
    draft = draft_of(request, tournament) if action in CHANGE_WHO_PLAYS else None
    answer = act(request, partial(service, **arguments), done=said, back=_back(request, tournament), then=then)
    note_dropped_draft(request, draft)
    if action in ("pair", "again", "by-hand", "publish", "take-back"):
        return redirect(_newest_round(tournament))
    if action == "delete" and not Tournament.objects.filter(pk=tournament.pk).exists():
        return redirect("tournaments:club", tournament.club.slug)
    return answer


def _back(request: HttpRequest, tournament: Tournament) -> str:
    target = request.POST.get("back", "")
    return target if url_has_allowed_host_and_scheme(target, allowed_hosts=None) else _address(tournament)


def _address(tournament: Tournament) -> str:
    return reverse("tournaments:tournament", args=[tournament.pk])


def _newest_round(tournament: Tournament) -> str:
    latest = tournament.round_set.order_by("-number").values_list("number", flat=True).first()
    if latest is None:
        return _address(tournament)
    return reverse("tournaments:pairings", args=[tournament.pk, latest])


# -- form fields --------------------------------------------------------------------------------------------------


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "").strip()
    if not text.isdecimal() or len(text) > 9:
        raise Invalid(_("Fill in all fields, with numbers where required."))
    return int(text)


def _number_or_none(request: HttpRequest, name: str) -> int | None:
    """An optional number: empty is None, anything but a number is an error."""
    return _number(request, name) if request.POST.get(name, "").strip() else None


def _person_named(request: HttpRequest) -> User:
    """The user named in a form; raises Invalid, which leads back to the form, instead of NotFound."""
    try:
        return get_person(request.POST.get("username", "").strip())
    except NotFound as nobody:
        raise Invalid.at("username", nobody.message) from nobody


def _entry_id(request: HttpRequest, tournament: Tournament, name: str) -> int:
    number = _number(request, name)
    if not entries_of(tournament).filter(pk=number).exists():
        raise NotFound(_("This player isn't in the tournament."))
    return number


def _moment(request: HttpRequest, name: str) -> datetime | None:
    text = request.POST.get(name, "")
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Invalid(_("Enter a date and time.")) from None
    return timezone.make_aware(moment) if timezone.is_naive(moment) else moment


def _ranks(request: HttpRequest, seats: int, absent: list[int]) -> list[int] | None:
    given = ["1" if index in absent else request.POST.get(f"rank{index}", "") for index in range(seats)]
    return [int(rank) for rank in given] if all(rank in ("1", "2", "3", "4") for rank in given) else None


# -- arguments of services ----------------------------------------------------------------------------------------


def _tournament(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"tournament_id": tournament.pk}


def _reason(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"reason": request.POST.get("reason", "").strip()[:300]}


def _seen(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The draft that the page showed; a form without one counts as stale."""
    round_, attempt = (request.POST.get(name, "") for name in ("round", "attempt"))
    are_numbers = all(text.isdecimal() and len(text) < 10 for text in (round_, attempt))
    return {"seen": Seen(int(round_), int(attempt)) if are_numbers else Seen(0, 0)}


def _round_to_pair(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"number": _seen(request, tournament)["seen"].round}


def _entry(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"entry_id": _entry_id(request, tournament, "entry")}


def _pair(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {f"{name}_id": _entry_id(request, tournament, name) for name in ("one", "other")}


def _answer(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"accept": request.POST.get("answer") == "accept"}


def _rating(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"rating": _number_or_none(request, "rating")}


def _player(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    player = _person_named(request) if request.POST.get("username", "").strip() else None
    return {"player": player, "name": request.POST.get("name", "")[:60]}


def _name(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"name": request.POST.get("name", "")}


def _people(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    ticked = request.POST.getlist("people")
    if not ticked or not all(text.isascii() and text.isdecimal() and len(text) < 10 for text in ticked):
        raise Invalid(_("Tick the people to enter."))
    return {"people": [int(text) for text in ticked[:MAX_PLAYERS]]}


def _organiser(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"organiser": _person_named(request)}


def _players(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    file = request.FILES.get("file")
    if file is None:
        raise Invalid(_("Choose a TRF file."))
    try:
        return {"players": read_players(decode_trf(file.read(MAX_TRF_BYTES + 1)))}
    except UnreadableTrf as error:
        raise Invalid(error_words(error)) from error


def _bye(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {
        "round_number": _number(request, "round"),
        "kind": ByeKind.ABSENT if request.POST.get("kind") == "absent" else ByeKind.REQUESTED,
        "is_cancelled": "take_back" in request.POST,
    }


def _presence(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"is_present": request.POST.get("present") == "1"}


def _place(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {name: _number_or_none(request, name) for name in ("table", "seat")}


def _table_number(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"number": _number(request, "number")}


def _times(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {name: _moment(request, name) for name in ("starts_at", "deadline")}


def _venue(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    if request.POST.get("venue") not in Venue.values:
        raise Invalid(_("Choose a venue for the table."))
    return {"venue": Venue(request.POST["venue"])}


def _table(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    table_id = _number(request, "table")
    if not Table.objects.filter(pk=table_id, round__tournament=tournament).exists():
        raise NotFound(_("This table isn't in the tournament."))
    return {"table_id": table_id}


def _reported(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The digest of the report that the page showed; a form without one counts as stale."""
    return {"seen": request.POST.get("seen", "")}


def _seen_result(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The version of the result that the page showed; a form without one counts as stale."""
    version = request.POST.get("seen", "")
    return {"seen": int(version) if version.isdecimal() and len(version) < 10 else -1}


def _result(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """A result from the form: one choice for two seats, one rank per seat for more."""
    seats = Seat.objects.filter(table=_number(request, "table")).count()
    chosen = request.POST.get("result", "")
    outcome, _colon, ranks = chosen.partition(":")
    if chosen and all(rank in ("1", "2") for rank in ranks.split(",")):
        result: dict[str, Any] = {"outcome": outcome, "ranks": [int(rank) for rank in ranks.split(",")]}
    else:
        absent = [index for index in range(seats) if request.POST.get(f"rank{index}") == "absent"]
        result = {
            "outcome": request.POST.get("outcome", ""),
            "ranks": _ranks(request, seats, absent),
            "absent": absent,
        }
    tallies = [request.POST.get(f"tally{index}", "") for index in range(seats)]
    if all(tally.isdecimal() and len(tally) < 6 for tally in tallies):
        result["tallies"] = [int(tally) for tally in tallies]
    if result["outcome"] not in ("goal", "limit", "draw", "forfeit"):
        raise Invalid(_("Choose the result of the table."))
    if result["ranks"] is None and result["outcome"] != "draw":
        raise Invalid(_("Give every player a rank, or enter a draw."))
    return result


# -- the actions --------------------------------------------------------------------------------------------------


def _note_bye(*, kind: ByeKind, is_cancelled: bool, **bye: Any) -> str:
    """Enter or cancel a bye; returns the success message."""
    if is_cancelled:
        withdrawal.take_bye_back(**bye)
        done = _("Bye cancelled for round %(number)s.")
    else:
        withdrawal.ask_bye(**bye, kind=kind)
        is_absence = kind == ByeKind.ABSENT
        done = _("Absence noted for round %(number)s.") if is_absence else _("Bye noted for round %(number)s.")
    return done % {"number": bye["round_number"]}


def _entered(entry: Entry) -> str:
    return str(ENTERED_AS[EntryStatus(entry.status)])


def _added(entry: Entry) -> str:
    return _("%(name)s entered.") % {"name": bidi_isolate(entry.name)}


def _written(result: WrittenResult) -> str:
    return " ".join((_("Result entered."), *result.follows))


def _cleared(result: WrittenResult) -> str:
    return " ".join((_("Result cleared."), *result.follows))


def _taken_back(follows: tuple[str, ...]) -> str:
    return " ".join((_("Round taken back; its games are annulled."), *follows))


def _entered_people(entries: list[Entry]) -> str:
    count = len(entries)
    return ngettext("%(count)s player entered.", "%(count)s players entered.", count) % {"count": count}


def _imported(entries: list[Entry]) -> str:
    count = len(entries)
    return ngettext("%(count)s player imported.", "%(count)s players imported.", count) % {"count": count}


# Per action: the service, the success message or a function that makes it from the result, and readers.
ACTIONS: dict[str, tuple[Callable[..., object], Done, *tuple[Reader, ...]]] = {
    "open": (lifecycle.open_registration, lazy("Registration is open."), _tournament),
    "start": (lifecycle.start_tournament, lazy("The tournament has started."), _tournament),
    "sign-off": (lifecycle.sign_off, lazy("The standings are final."), _tournament),
    "finish": (
        lifecycle.finish_early,
        lazy("The tournament is over; standings are provisional."),
        _tournament,
        _reason,
    ),
    "reopen": (lifecycle.reopen, lazy("The standings are open again."), _tournament, _reason),
    "cancel": (lifecycle.cancel, lazy("Tournament cancelled."), _tournament, _reason),
    "copy": (copies.copy_tournament, lazy("Copied as a draft. Check its rules and dates."), _tournament),
    "delete": (lifecycle.delete_draft_tournament, lazy("Draft discarded."), _tournament),
    "add-organiser": (lifecycle.add_organiser, lazy("Changes saved."), _tournament, _organiser),
    "remove-organiser": (lifecycle.remove_organiser, lazy("Changes saved."), _tournament, _organiser),
    "enter": (registration.enter, _entered, _tournament),
    "add-player": (registration.add_player, _added, _tournament, _player, _rating),
    "import": (registration.import_players, _imported, _tournament, _players),
    "enter-people": (roster_entries.enter_people, _entered_people, _tournament, _people),
    "rename": (roster_entries.rename_player, lazy("Name corrected."), _entry, _name),
    "answer": (registration.answer_entry, lazy("Answer saved."), _entry, _answer),
    "withdraw": (withdrawal.withdraw_player, lazy("Player withdrawn."), _entry, _reason),
    "reinstate": (withdrawal.reinstate_player, lazy("Player reinstated."), _entry, _reason),
    "bye": (_note_bye, str, _entry, _bye),
    "present": (check_in.set_presence, presence_words, _tournament, _entry, _presence),
    "all-present": (check_in.set_all_present, all_present_words, _tournament, _presence),
    "renew-check-in": (check_in.renew_check_in_link, lazy("There is a new check-in link."), _tournament),
    "forbid": (draft.forbid_pair, lazy("They will not be paired."), _tournament, _pair, _reason),
    "allow": (draft.allow_pair, lazy("They may be paired again."), _tournament, _pair, _reason),
    "pair": (pairing.pair_round, "", _tournament, _round_to_pair),
    "again": (pairing.pair_again, lazy("Pairing again."), _tournament, _seen),
    "discard": (pairing.discard_draft, lazy("Draft discarded."), _tournament, _seen),
    "publish": (publishing.publish_round, lazy("Round published; its games have started."), _tournament, _seen),
    "take-back": (
        publishing.take_back_round,
        _taken_back,
        _tournament,
        _seen,
        _reason,
    ),
    "close-overdue": (
        overdue.close_overdue_tables,
        lazy("Overdue tables closed; see the log for details."),
        _tournament,
    ),
    "by-hand": (draft.pair_by_hand, lazy("The sheet is empty: seat the players."), _tournament, _seen),
    "seat-together": (draft.seat_together, lazy("Players paired."), _tournament, _seen, _pair, _reason),
    "swap": (draft.swap_players, lazy("Players swapped."), _tournament, _seen, _pair, _reason),
    "place": (draft.move_player, lazy("Player moved."), _tournament, _seen, _entry, _place, _reason),
    "rating": (registration.set_rating, lazy("Seeding rating saved."), _rating, _entry),
    "turn": (draft.rotate_seats, "", _tournament, _seen, _table_number),
    "times": (draft.set_round_times, lazy("Times saved."), _tournament, _seen, _times),
    "move": (draft.set_table_venue, lazy("Venue changed."), _venue, _table, _seen),
    "result": (results.set_result, _written, _table, _result, _seen_result, _reason),
    "clear-result": (corrections.clear_result, _cleared, _table, _seen_result, _reason),
    "enter-reported": (results.enter_reported_result, _written, _table, _reported),
    "claim": (
        results.claim_result,
        lazy("Result reported. It counts once another player at the table confirms it."),
        _table,
        _result,
    ),
    "confirm": (results.confirm_result, lazy("Result confirmed."), _table, _reported),
}
