"""Pages of a proposal: waiting in it, joining it, giving a seat to an AI, withdrawing it."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.http.requests import person_of
from accounts.models import User
from accounts.selectors import get_person
from games.enums import ProposalKind, ProposalStatus
from games.lobby.selectors import get_table
from games.lobby.services.join import decline_challenge, fill_with_ai, join_proposal, leave_proposal, withdraw_proposal
from games.models import Place, Proposal
from games.selectors.ai import ai_players
from games.selectors.game_json import Viewer
from games.selectors.game_queries import get_proposal
from games.translation import in_words
from games.views.page_text import terms_words


@dataclass(frozen=True)
class TableCard:
    """A proposal as one viewer sees it."""

    proposal: Proposal
    viewer: Viewer

    @property
    def places(self) -> list[Place]:
        places: list[Place] = self.proposal.table  # type: ignore[attr-defined]
        return places

    @property
    def name(self) -> str:
        return in_words(self.proposal.engine.name)

    @property
    def terms(self) -> list[str]:
        return terms_words(self.proposal.terms)

    @property
    def is_open(self) -> bool:
        return self.proposal.status == ProposalStatus.OPEN

    @property
    def is_mine(self) -> bool:
        return self.viewer is not None and self.proposal.creator_id == self.viewer.pk

    @property
    def is_at_it(self) -> bool:
        return self.viewer is not None and any(
            place.user_id == self.viewer.pk for place in self.places if place.user_id
        )

    @property
    def is_asked(self) -> bool:
        """Whether a place is reserved for the viewer."""
        kept = [place.kept_for_id for place in self.places if place.kept_for_id and not place.is_taken]
        return self.viewer is not None and self.viewer.pk in kept

    @property
    def has_open_seat(self) -> bool:
        """Whether a seat is neither taken nor reserved."""
        return self.is_open and any(place.is_open for place in self.places)

    @property
    def can_join(self) -> bool:
        return self.is_open and not self.is_at_it and (self.is_asked or self.has_open_seat)

    @property
    def ais(self) -> list[User]:
        """The AIs that its creator may give a seat to; in a rated game each at most once."""
        if not self.is_mine or not self.has_open_seat:
            return []
        seated = {place.user_id for place in self.places} if self.proposal.rated else set()
        return [ai for ai in ai_players() if ai.pk not in seated]

    @property
    def free_count(self) -> int:
        return sum(not place.is_taken for place in self.places)


def table_url(proposal: Proposal) -> str:
    """The URL to go to after an action on a proposal: the game's if it has begun."""
    if proposal.game_id is not None:
        return reverse("games:game", args=[proposal.game_id])
    if proposal.status != ProposalStatus.OPEN:
        return reverse("games:lobby")
    return reverse("games:proposal", args=[proposal.pk])


@require_safe
@never_cache
def table_page(request: HttpRequest, proposal_id: int) -> HttpResponse:
    return _show(request, get_table(proposal_id, request.user))


@require_safe
@never_cache
def invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    return _show(request, get_proposal(ProposalKind.INVITATION, request.user, token=token))


def _show(request: HttpRequest, proposal: Proposal) -> HttpResponse:
    if proposal.game_id is not None:
        return redirect(table_url(proposal))
    card = TableCard(proposal, request.user)
    link = request.build_absolute_uri(reverse("games:invitation", args=[proposal.token]))
    is_invitation = proposal.kind == ProposalKind.INVITATION
    context = {
        "table": card,
        "proposal": proposal,
        "family": proposal.family,
        "colours": proposal.engine.colours,
        "link": link if is_invitation and card.is_mine else "",
        "join_url": reverse("games:invitation_join", args=[proposal.token])
        if is_invitation
        else reverse("games:proposal_join", args=[proposal.pk]),
    }
    return render(request, "games/table.html", context)


@require_POST
@login_required
def join(request: HttpRequest, proposal_id: int) -> HttpResponse:
    return redirect(table_url(join_proposal(proposal_id=proposal_id, user=person_of(request))))


@require_POST
@login_required
def join_invitation(request: HttpRequest, token: str) -> HttpResponse:
    proposal = get_proposal(ProposalKind.INVITATION, request.user, token=token)
    return redirect(table_url(join_proposal(proposal_id=proposal.pk, user=person_of(request), token=token)))


@require_POST
@login_required
def leave(request: HttpRequest, proposal_id: int) -> HttpResponse:
    leave_proposal(proposal_id=proposal_id, user=person_of(request))
    return redirect("games:lobby")


@require_POST
@login_required
def decline(request: HttpRequest, proposal_id: int) -> HttpResponse:
    decline_challenge(proposal_id=proposal_id, user=person_of(request))
    return redirect("games:lobby")


@require_POST
@login_required
def withdraw(request: HttpRequest, proposal_id: int) -> HttpResponse:
    withdraw_proposal(proposal_id=proposal_id, user=person_of(request))
    return redirect("games:lobby")


@require_POST
@login_required
def seat_ai(request: HttpRequest, proposal_id: int) -> HttpResponse:
    ai = get_person(request.POST.get("ai", ""))
    return redirect(table_url(fill_with_ai(proposal_id=proposal_id, user=person_of(request), ai=ai)))
