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
from tournaments.enums import EntryStatus, Venue
from tournaments.models import Entry, Table, Tournament
from tournaments.pairing.trf_import import MAX_TRF_BYTES, UnreadableTrf, decode_trf, read_players
from tournaments.pairing.values import ByeKind
from tournaments.selectors.tournaments import entries_of, get_tournament
from tournaments.services import draft, lifecycle, overdue, pairing, publishing, registration, results, withdrawal
from tournaments.services.locking import Seen
from tournaments.views.form_actions import act, refuse

Action = tuple[Callable[[], object], str | Callable[[Any], str]]
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
    try:
        service, done = ACTIONS[action](request, tournament)
    except NotFound:
        raise
    except Refused as refusal:
        refuse(request, refusal)
        return redirect(_back(request, tournament))
    answer = act(request, service, done=done, back=_back(request, tournament))
    if action in ("pair", "again", "publish"):
        return redirect(_newest_round(tournament))
    if action == "delete" and not Tournament.objects.filter(pk=tournament.pk).exists():
        return redirect("tournaments:club", tournament.club.slug)
    return answer


# -- parsing form input -------------------------------------------------------------------------------------------


def _basics(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"tournament_id": tournament.pk, "user": person_of(request)}


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()[:300]


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "").strip()
    if not text.isdecimal() or len(text) > 9:
        raise Invalid(_("Fill in all fields, with numbers where required."))
    return int(text)


def _rating_of(request: HttpRequest) -> int | None:
    """Parse an optional number: empty is None, anything but a number is an error."""
    return _number(request, "rating") if request.POST.get("rating", "").strip() else None


def _person_named(request: HttpRequest) -> User:
    """The user named in a form; raises Invalid, which leads back to the form, instead of NotFound."""
    try:
        return get_person(request.POST.get("username", "").strip())
    except NotFound as nobody:
        raise Invalid.at("username", nobody.message) from nobody


def _entry(request: HttpRequest, tournament: Tournament, name: str = "entry") -> int:
    number = _number(request, name)
    if not entries_of(tournament).filter(pk=number).exists():
        raise NotFound(_("This player isn't in the tournament."))
    return number


def _table(request: HttpRequest, tournament: Tournament) -> Table:
    table = Table.objects.filter(pk=_number(request, "table"), round__tournament=tournament).first()
    if table is None:
        raise NotFound(_("This table isn't in the tournament."))
    return table


def _moment(request: HttpRequest, name: str) -> datetime | None:
    text = request.POST.get(name, "")
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Invalid(_("Enter a date and time.")) from None
    return timezone.make_aware(moment) if timezone.is_naive(moment) else moment


def _verdict(request: HttpRequest, seats: int) -> dict[str, Any]:
    """A result from the form: one choice for two seats, one rank per seat for more."""
    chosen = request.POST.get("result", "")
    outcome, _colon, ranks = chosen.partition(":")
    if chosen and all(rank in ("1", "2") for rank in ranks.split(",")):
        verdict: dict[str, Any] = {"outcome": outcome, "ranks": [int(rank) for rank in ranks.split(",")]}
    else:
        verdict = {"outcome": request.POST.get("outcome", ""), "ranks": _ranks(request, seats)}
    tallies = [request.POST.get(f"tally{index}", "") for index in range(seats)]
    if all(tally.isdecimal() and len(tally) < 6 for tally in tallies):
        verdict["tallies"] = [int(tally) for tally in tallies]
    if verdict["outcome"] not in ("goal", "limit", "draw", "forfeit"):
        raise Invalid(_("Choose the result of the table."))
    if verdict["ranks"] is None and verdict["outcome"] != "draw":
        raise Invalid(_("Give every player a rank, or enter a draw."))
    return verdict


def _ranks(request: HttpRequest, seats: int) -> list[int] | None:
    given = [request.POST.get(f"rank{index}", "") for index in range(seats)]
    return [int(rank) for rank in given] if all(rank in ("1", "2", "3", "4") for rank in given) else None


def _seen(request: HttpRequest) -> Seen:
    """The draft that the page showed; a form without one counts as stale."""
    round_, attempt = (request.POST.get(name, "") for name in ("round", "attempt"))
    are_numbers = all(text.isdecimal() and len(text) < 10 for text in (round_, attempt))
    return Seen(int(round_), int(attempt)) if are_numbers else Seen(0, 0)


def _back(request: HttpRequest, tournament: Tournament) -> str:
    target = request.POST.get("back", "")
    if url_has_allowed_host_and_scheme(target, allowed_hosts=None):
        return target
    return reverse("tournaments:tournament", args=[tournament.pk])


def _newest_round(tournament: Tournament) -> str:
    latest = tournament.round_set.order_by("-number").values_list("number", flat=True).first()
    if latest is None:
        return reverse("tournaments:tournament", args=[tournament.pk])
    return reverse("tournaments:pairings", args=[tournament.pk, latest])


# -- the actions --------------------------------------------------------------------------------------------------


def _life(service: Callable[..., object], done: str | Promise) -> Callable[[HttpRequest, Tournament], Action]:
    return lambda request, tournament: (partial(service, **_basics(request, tournament)), str(done))


def _reasoned(service: Callable[..., object], done: str | Promise) -> Callable[[HttpRequest, Tournament], Action]:
    return lambda request, tournament: (
        partial(service, **_basics(request, tournament), reason=_reason(request)),
        str(done),
    )


def _draft(service: Callable[..., object], done: str | Promise) -> Callable[[HttpRequest, Tournament], Action]:
    return lambda request, tournament: (
        partial(service, **_basics(request, tournament), seen=_seen(request)),
        str(done),
    )


def _pair_next(request: HttpRequest, tournament: Tournament) -> Action:
    return partial(pairing.pair_round, **_basics(request, tournament), number=_seen(request).round), ""


def _player(service: Callable[..., object], done: str | Promise) -> Callable[[HttpRequest, Tournament], Action]:
    def action(request: HttpRequest, tournament: Tournament) -> Action:
        entry_id = _entry(request, tournament)
        return partial(service, entry_id=entry_id, user=person_of(request), reason=_reason(request)), str(done)

    return action


def _answer(request: HttpRequest, tournament: Tournament) -> Action:
    accept = request.POST.get("answer") == "accept"
    entry_id = _entry(request, tournament)
    return partial(registration.answer_entry, entry_id=entry_id, user=person_of(request), accept=accept), _(
        "Answer saved."
    )


def _enter(request: HttpRequest, tournament: Tournament) -> Action:
    def how(entry: Entry) -> str:
        return str(ENTERED_AS[EntryStatus(entry.status)])

    return partial(registration.enter, **_basics(request, tournament)), how


def _add_player(request: HttpRequest, tournament: Tournament) -> Action:
    player = _person_named(request) if request.POST.get("username", "").strip() else None
    service = partial(
        registration.add_player,
        **_basics(request, tournament),
        player=player,
        name=request.POST.get("name", "")[:60],
        rating=_rating_of(request),
    )

    def added(entry: Entry) -> str:
        return _("%(name)s entered.") % {"name": bidi_isolate(entry.name)}

    return service, added


def _import(request: HttpRequest, tournament: Tournament) -> Action:
    file = request.FILES.get("file")
    if file is None:
        raise Invalid(_("Choose a TRF file."))
    try:
        players = read_players(decode_trf(file.read(MAX_TRF_BYTES + 1)))
    except UnreadableTrf as error:
        raise Invalid(error_words(error)) from error
    return partial(registration.import_players, **_basics(request, tournament), players=players), _imported


def _imported(entries: list[Entry]) -> str:
    count = len(entries)
    return ngettext("%(count)s player imported.", "%(count)s players imported.", count) % {"count": count}


def _bye(request: HttpRequest, tournament: Tournament) -> Action:
    kind = ByeKind.ABSENT if request.POST.get("kind") == "absent" else ByeKind.REQUESTED
    who: dict[str, Any] = {"entry_id": _entry(request, tournament), "user": person_of(request)}
    number = _number(request, "round")
    if "take_back" in request.POST:
        done = _("Bye cancelled for round %(number)s.")
        return partial(withdrawal.take_bye_back, **who, round_number=number), done % {"number": number}
    is_absence = kind == ByeKind.ABSENT
    done = _("Absence noted for round %(number)s.") if is_absence else _("Bye noted for round %(number)s.")
    return partial(withdrawal.ask_bye, **who, round_number=number, kind=kind), done % {"number": number}


def _pair(service: Callable[..., object], done: str | Promise) -> Callable[[HttpRequest, Tournament], Action]:
    def action(request: HttpRequest, tournament: Tournament) -> Action:
        pair = {"one_id": _entry(request, tournament, "one"), "other_id": _entry(request, tournament, "other")}
        return partial(service, **_basics(request, tournament), **pair, reason=_reason(request)), str(done)

    return action


def _swap(request: HttpRequest, tournament: Tournament) -> Action:
    return _pair(partial(draft.swap_players, seen=_seen(request)), lazy("Players swapped."))(request, tournament)


def _place(request: HttpRequest, tournament: Tournament) -> Action:
    seat = request.POST.get("seat", "")
    service = partial(
        draft.move_player,
        **_basics(request, tournament),
        seen=_seen(request),
        entry_id=_entry(request, tournament),
        table=_number(request, "table") if request.POST.get("table") else None,
        seat=_number(request, "seat") if seat else None,
        reason=_reason(request),
    )
    return service, _("Player moved.")


def _rating(request: HttpRequest, tournament: Tournament) -> Action:
    rating = _rating_of(request)
    service = partial(
        registration.set_rating, entry_id=_entry(request, tournament), user=person_of(request), rating=rating
    )
    return service, _("Seeding rating saved.")


def _turn(request: HttpRequest, tournament: Tournament) -> Action:
    number = _number(request, "number")
    return partial(draft.rotate_seats, **_basics(request, tournament), seen=_seen(request), number=number), ""


def _times(request: HttpRequest, tournament: Tournament) -> Action:
    times: dict[str, Any] = {"starts_at": _moment(request, "starts_at"), "deadline": _moment(request, "deadline")}
    service = partial(draft.set_round_times, **_basics(request, tournament), seen=_seen(request), **times)
    return service, _("Times saved.")


def _move(request: HttpRequest, tournament: Tournament) -> Action:
    venue = request.POST.get("venue", "")
    if venue not in Venue.values:
        raise Invalid(_("Choose a venue for the table."))
    where: dict[str, Any] = {"table_id": _table(request, tournament).pk, "venue": Venue(venue)}
    return partial(draft.set_table_venue, **where, user=person_of(request), seen=_seen(request)), _("Venue changed.")


def _result(request: HttpRequest, tournament: Tournament) -> Action:
    table = _table(request, tournament)
    verdict = _verdict(request, table.seats.count())
    service = partial(
        results.set_result, table_id=table.pk, user=person_of(request), reason=_reason(request), **verdict
    )
    return service, _("Result entered.")


def _enter_reported(request: HttpRequest, tournament: Tournament) -> Action:
    table, seen = _table(request, tournament), request.POST.get("seen", "")
    service = partial(results.set_result, table_id=table.pk, user=person_of(request), seen=seen)
    return service, _("Result entered.")


def _claim(request: HttpRequest, tournament: Tournament) -> Action:
    table = _table(request, tournament)
    verdict = _verdict(request, table.seats.count())
    done = _("Result reported. It counts once another player at the table confirms it.")
    return partial(results.claim_result, table_id=table.pk, user=person_of(request), **verdict), done


def _confirm(request: HttpRequest, tournament: Tournament) -> Action:
    table = _table(request, tournament)
    seen = request.POST.get("seen")
    return partial(results.confirm_result, table_id=table.pk, user=person_of(request), seen=seen), _(
        "Result confirmed."
    )


def _organiser(service: Callable[..., object]) -> Callable[[HttpRequest, Tournament], Action]:
    def action(request: HttpRequest, tournament: Tournament) -> Action:
        organiser = _person_named(request)
        return partial(service, **_basics(request, tournament), organiser=organiser), _("Changes saved.")

    return action


ACTIONS: dict[str, Callable[[HttpRequest, Tournament], Action]] = {
    "open": _life(lifecycle.open_registration, lazy("Registration is open.")),
    "start": _life(lifecycle.start_tournament, lazy("The tournament has started.")),
    "sign-off": _life(lifecycle.sign_off, lazy("The standings are final.")),
    "finish": _reasoned(lifecycle.finish_early, lazy("The tournament is over; standings are provisional.")),
    "reopen": _reasoned(lifecycle.reopen, lazy("The standings are open again.")),
    "cancel": _reasoned(lifecycle.cancel, lazy("Tournament cancelled.")),
    "delete": _life(lifecycle.delete_draft_tournament, lazy("Draft discarded.")),
    "add-organiser": _organiser(lifecycle.add_organiser),
    "remove-organiser": _organiser(lifecycle.remove_organiser),
    "enter": _enter,
    "add-player": _add_player,
    "import": _import,
    "answer": _answer,
    "withdraw": _player(withdrawal.withdraw_player, lazy("Player withdrawn.")),
    "reinstate": _player(withdrawal.reinstate_player, lazy("Player reinstated.")),
    "bye": _bye,
    "forbid": _pair(draft.forbid_pair, lazy("They will not be paired.")),
    "allow": _pair(draft.allow_pair, lazy("They may be paired again.")),
    "pair": _pair_next,
    "again": _draft(pairing.pair_again, lazy("Pairing again.")),
    "discard": _draft(pairing.discard_draft, lazy("Draft discarded.")),
    "publish": _draft(publishing.publish_round, lazy("Round published; its games have started.")),
    "close-overdue": _life(overdue.close_overdue_tables, lazy("Overdue tables closed; see the log for details.")),
    "swap": _swap,
    "place": _place,
    "rating": _rating,
    "turn": _turn,
    "times": _times,
    "move": _move,
    "result": _result,
    "enter-reported": _enter_reported,
    "claim": _claim,
    "confirm": _confirm,
}
