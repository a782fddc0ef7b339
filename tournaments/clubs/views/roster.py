"""Pages of a club's roster: the list for organisers, one person, import."""

import base64
import binascii
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import Invalid, NotFound, Refused
from accounts.forms import show_refusal
from accounts.http.requests import person_of
from accounts.names import bidi_isolate
from accounts.selectors import get_person
from tournaments.clubs.roster_files.matching import Doubt, plan_digest
from tournaments.clubs.roster_files.people import Fault
from tournaments.clubs.roster_files.tables import MAX_ROSTER_BYTES
from tournaments.clubs.selectors.clubs import get_club, members_of, role_of
from tournaments.clubs.selectors.person_record import person_json
from tournaments.clubs.selectors.roster import (
    called_on_roster,
    claims_in,
    dues_json,
    get_person_of,
    import_json,
    owing,
    own_claim,
    own_person,
    people_of,
    roster_key,
)
from tournaments.clubs.services import name_claims, roster, roster_import
from tournaments.clubs.services.clubs import check_role
from tournaments.clubs.views.roster_forms import PersonForm, RosterListForm
from tournaments.enums import RUNNERS
from tournaments.models import Club, Person
from tournaments.views.form_actions import act, submitted_form

PAGE_SIZE = 50
DOUBT_WORDS = {
    Fault.NO_NAME: lazy("No name."),
    Fault.LONG_NAME: lazy("The name is too long and was shortened."),
    Fault.UNREADABLE_RATING: lazy("The rating can't be read and is left out."),
    Fault.UNREADABLE_EMAIL: lazy("The e-mail can't be read and is left out."),
    Fault.TWICE_IN_LIST: lazy("An earlier line has the same name."),
    Doubt.SIMILAR_NAME: lazy("A similar name is on the roster: %(names)s."),
    Doubt.SAME_EMAIL: lazy("A person with this e-mail is on the roster: %(first)s."),
    Doubt.OTHER_EMAIL: lazy("This person has another e-mail on the roster."),
}
Action = tuple[Callable[[], object], str | Callable[[Any], str], str]


@login_required
@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """The roster, for owners and organisers."""
    club = _private_club(request, slug)
    wanted, owes = request.GET.get("search", "").strip()[:80], "owes" in request.GET
    shown = owing(people_of(club)) if owes else people_of(club)
    shown = called_on_roster(shown, wanted) if wanted else shown
    typed = submitted_form(request)["add_person"]
    context = {
        "club": club,
        "page": Paginator(shown, PAGE_SIZE).get_page(request.GET.get("page")),
        "wanted": wanted,
        "owes": owes,
        "is_filtered": bool(wanted) or owes,
        "dues": dues_json(club),
        "claims": claims_in(club),
        "typed": typed,
        "form": PersonForm(initial=typed),
    }
    return render(request, "clubs/people.html", context)


@require_safe
def person(request: HttpRequest, slug: str, person_id: int) -> HttpResponse:
    """One person: tournaments and opponents for all; private data and changes for owners and organisers."""
    club = get_club(slug)
    found = get_person_of(club, person_id, request.user)
    shown = person_json(found, request.user)
    edits = shown["private"] is not None
    typed = submitted_form(request)
    mine = own_person(club, request.user)
    is_free = found.user is None and found.departed_at is None
    context = {
        "club": club,
        "person": found,
        "shown": shown,
        "edits": edits,
        "typed": typed,
        "form": PersonForm(instance=found, initial=typed["change_person"]) if edits else None,
        "others": people_of(club).exclude(pk=found.pk) if edits else [],
        "members": members_of(club).exclude(user__roster_people__club=club) if edits and is_free else [],
        "own_claim": own_claim(club, request.user),
        "may_claim": is_free and mine is None and role_of(club, request.user) is not None,
        "is_own": mine == found,
    }
    return render(request, "clubs/person.html", context)


@login_required
def import_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A list to import: the form, then its preview line by line. Nothing is written here."""
    club = _private_club(request, slug)
    form = RosterListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        content = _content(form)
        try:
            plan = roster_import.preview_import(club=club, user=person_of(request), content=content)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            context = {"club": club, "preview": _preview(club, plan), "content": base64.b64encode(content).decode()}
            return render(request, "clubs/import_preview.html", context)
    context = {"club": club, "form": form}
    return render(request, "clubs/import_people.html", context, status=422 if form.errors else 200)


def _content(form: RosterListForm) -> bytes:
    file = form.cleaned_data["file"]
    return form.cleaned_data["text"].encode() if file is None else file.read(MAX_ROSTER_BYTES + 1)


def _preview(club: Club, plan: Any) -> dict[str, Any]:
    shown: dict[str, Any] = {**import_json(club, plan, plan_digest(plan))}
    for line in shown["lines"]:
        names = [bidi_isolate(person["name"]) for person in line["people"]]
        facts = {"names": ", ".join(names), "first": names[0] if names else ""}
        line["reasons"] = [DOUBT_WORDS[doubt] % facts for doubt in line["doubts"]]
        line["may_create"] = _may_create(line)
        line["may_choose"] = line["may_create"] or (names and Fault.NO_NAME not in line["doubts"])
    return shown


def _may_create(line: dict[str, Any]) -> bool:
    """Whether a doubtful line may be a new person: not without a name, or with one that is taken."""
    taken = {roster_key(person["name"]) for person in line["people"]}
    return not {Fault.NO_NAME, Fault.TWICE_IN_LIST} & set(line["doubts"]) and roster_key(line["name"]) not in taken


@login_required
@require_POST
def run_action(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """Run an action of the roster's pages, named by the URL."""
    club = get_club(slug)
    if action not in ACTIONS:
        raise NotFound(_("Unknown action."))
    service, done, back = ACTIONS[action](request, club)
    return act(request, service, done=done, back=back)


# -- the actions --------------------------------------------------------------------------------------------------


def _private_club(request: HttpRequest, slug: str) -> Club:
    club = get_club(slug)
    check_role(club, person_of(request), *RUNNERS)
    return club


def _list(club: Club) -> str:
    return reverse("tournaments:people", args=[club.slug])


def _page(club: Club, person_id: int) -> str:
    return reverse("tournaments:person", args=[club.slug, person_id])


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Invalid(_("Fill in all fields, with numbers where required."))
    return int(text)


def _named(request: HttpRequest, club: Club) -> dict[str, Any]:
    """The person of the form, with the revision that the page showed; a form without one counts as stale."""
    check_role(club, person_of(request), *RUNNERS)
    found = get_person_of(club, _number_or_zero(request, "person"), request.user)
    return {"person_id": found.pk, "user": person_of(request), "seen": _number_or_zero(request, "revision", -1)}


def _number_or_zero(request: HttpRequest, name: str, other: int = 0) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else other


def _given(form: PersonForm) -> dict[str, Any]:
    if not form.is_valid():
        raise Invalid(" ".join(str(error) for errors in form.errors.values() for error in errors))
    return form.private_values()


def _add(request: HttpRequest, club: Club) -> Action:
    check_role(club, person_of(request), *RUNNERS)

    def add() -> Person:
        return roster.add_person(club_id=club.pk, user=person_of(request), **_given(PersonForm(request.POST)))

    return add, lambda person: _("%(name)s is on the roster.") % {"name": person.name}, _list(club)


def _change(request: HttpRequest, club: Club) -> Action:
    named = _named(request, club)
    return (
        lambda: roster.change_person(**named, **_given(PersonForm(request.POST))),
        _("Changes saved."),
        _page(club, named["person_id"]),
    )


def _merge(request: HttpRequest, club: Club) -> Action:
    named = _named(request, club)

    def merge() -> object:
        other, _colon, revision = request.POST.get("other_person", "").partition(":")
        return roster.merge_people(**named, other_id=_number(other), other_seen=_number(revision))

    return merge, _("Merged: they are one person now."), _page(club, named["person_id"])


def _remove(request: HttpRequest, club: Club) -> Action:
    done = _("Removed. Results stay, under the name of a departed player.")
    return partial(roster.remove_person, **_named(request, club)), done, _list(club)


def _link(request: HttpRequest, club: Club) -> Action:
    named = _named(request, club)
    member = get_person(request.POST.get("username", ""))
    return partial(name_claims.link_account, **named, member=member), _("Linked."), _page(club, named["person_id"])


def _release(request: HttpRequest, club: Club) -> Action:
    named = _named(request, club)
    return partial(name_claims.release_name, **named), _("Unlinked."), _page(club, named["person_id"])


def _claim(request: HttpRequest, club: Club) -> Action:
    person_id = _number_or_zero(request, "person")
    claim = partial(name_claims.claim_name, club_id=club.pk, person_id=person_id, user=person_of(request))
    return claim, _("Request sent. An organiser will answer it."), _page(club, person_id)


def _withdraw_claim(request: HttpRequest, club: Club) -> Action:
    back = reverse("tournaments:club", args=[club.slug])
    return partial(name_claims.withdraw_claim, club_id=club.pk, user=person_of(request)), _("Request withdrawn."), back


def _answer(request: HttpRequest, club: Club) -> Action:
    answer = partial(
        name_claims.answer_claim,
        club_id=club.pk,
        claim_id=_number_or_zero(request, "claim"),
        user=person_of(request),
        accept=request.POST.get("answer") == "accept",
    )
    return answer, _("Answer saved."), _list(club)


def _import(request: HttpRequest, club: Club) -> Action:
    def run() -> object:
        try:
            content = base64.b64decode(request.POST.get("content", ""), validate=True)
        except binascii.Error:
            raise Invalid(_("Choose the list again.")) from None
        return roster_import.import_people(
            club_id=club.pk,
            user=person_of(request),
            content=content,
            digest=request.POST.get("digest", ""),
            choices=_choices(request),
        )

    return run, _imported, _list(club)


def _choices(request: HttpRequest) -> list[roster_import.Choice]:
    """The choices for doubtful lines: `create`, or the id of a person; an empty one leaves the line out."""
    choices = []
    for name, value in request.POST.items():
        if name.startswith("choice-") and value:
            line = _number(name.removeprefix("choice-"))
            is_new = value == roster_import.CREATE
            action = roster_import.CREATE if is_new else roster_import.UPDATE
            choices.append(roster_import.Choice(line, str(action), None if is_new else _number(str(value))))
    return choices


def _imported(done: roster_import.Imported) -> str:
    created = ngettext("%(count)s person added.", "%(count)s people added.", done.created) % {"count": done.created}
    updated = ngettext("%(count)s changed.", "%(count)s changed.", done.updated) % {"count": done.updated}
    return f"{created} {updated}"


ACTIONS: dict[str, Callable[[HttpRequest, Club], Action]] = {
    "add-person": _add,
    "change-person": _change,
    "merge": _merge,
    "remove": _remove,
    "link": _link,
    "release": _release,
    "claim": _claim,
    "withdraw-claim": _withdraw_claim,
    "answer-claim": _answer,
    "import": _import,
}
