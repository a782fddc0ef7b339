"""Clubs and tournaments as JSON, for the API and as context of the pages."""

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games.selectors.game_json import seconds, terms_json, time_text
from games.translation import in_words
from tournaments.clubs.selectors import Viewer, role_of
from tournaments.enums import DeliveryStatus, EntryStatus
from tournaments.models import (
    AskedBye,
    Bye,
    Change,
    Club,
    ClubChange,
    Entry,
    JoinRequest,
    Membership,
    News,
    Round,
    Table,
    Tournament,
    Webhook,
    WebhookDelivery,
)
from tournaments.pairing.values import Scoring
from tournaments.rule_fields import RULES
from tournaments.selectors.names import fill_names
from tournaments.selectors.record import played_value
from tournaments.selectors.remedies import remedies_of
from tournaments.selectors.tournaments import entry_of, is_organiser, last_published_round, organisers_of, rounds_of

Json = dict[str, Any]
# What the line, the terms and the description show; the other rules are the details.
SHOWN_APART = {"name", "description", "format", "terms", "venue", "rounds", "first_round_at"}
DETAILS = [rule for rule in RULES.values() if rule.name not in SHOWN_APART]


# -- clubs --------------------------------------------------------------------------------------------------------


def club_json(club: Club, viewer: Viewer) -> Json:
    role = role_of(club, viewer)
    return {
        **club_line(club, club.memberships.count()),
        "is_closed": club.closed_at is not None,
        "your_role": None if role is None else role.value,
    }


def club_line(club: Club, member_count: int) -> Json:
    return {
        "slug": club.slug,
        "name": club.name,
        "description": club.description,
        "joining": club.joining,
        "members": member_count,
        "created_at": time_text(club.created_at),
    }


def person_json(user: User) -> Json:
    return {"username": user.username, "name": user.public_name, "is_ai": user.is_ai}


def member_json(membership: Membership) -> Json:
    return {
        **person_json(membership.user),
        "role": membership.role,
        "joined_at": time_text(membership.joined_at),
    }


def request_json(request: JoinRequest) -> Json:
    return {
        "id": request.pk,
        "person": person_json(request.user),
        "message": request.message,
        "created_at": time_text(request.created_at),
    }


def news_json(news: News) -> Json:
    return {
        "id": news.pk,
        "title": news.title,
        "text": news.text,
        "author": person_json(news.author),
        "published_at": time_text(news.published_at),
    }


def webhook_json(hook: Webhook) -> Json:
    """A webhook without its secret."""
    return {"id": hook.pk, "url": hook.url, "kinds": hook.kinds, "created_at": time_text(hook.created_at)}


def delivery_json(delivery: WebhookDelivery) -> Json:
    waits = delivery.status == DeliveryStatus.WAITING
    return {
        "id": delivery.pk,
        "kind": delivery.event.kind,
        "tournament": delivery.event.tournament_id,
        "seq": delivery.event.seq,
        "at": time_text(delivery.event.at),
        "status": delivery.status,
        "attempts": delivery.attempts,
        "tried_at": time_text(delivery.tried_at),
        "next_try_at": time_text(delivery.next_try_at) if waits else None,
        "answer_status": delivery.answer_status,
        "problem": in_words(delivery.problem),
    }


# -- tournaments --------------------------------------------------------------------------------------------------


def tournament_line(tournament: Tournament, player_count: int) -> Json:
    return {
        "id": tournament.pk,
        "club": {"slug": tournament.club.slug, "name": tournament.club.name},
        "name": tournament.name,
        "status": tournament.status,
        "format": tournament.format,
        "venue": tournament.venue,
        "variant": tournament.variant,
        "family": tournament.family,
        "rounds": tournament.rounds,
        "players": player_count,
        "first_round_at": time_text(tournament.first_round_at),
        "created_at": time_text(tournament.created_at),
    }


def tournament_json(tournament: Tournament, viewer: Viewer) -> Json:
    own = entry_of(tournament, viewer)
    players = Entry.objects.filter(tournament=tournament, status=EntryStatus.ENTERED).count()
    terms = {key: value for key, value in terms_json(tournament.terms).items() if key != "name"}
    return {
        **tournament_line(tournament, players),
        **terms,
        **{rule.name: _rule_json(getattr(tournament, rule.name)) for rule in DETAILS},
        "description": tournament.description,
        "revision": tournament.revision,
        "current_round": last_published_round(tournament),
        "organisers": [person_json(organiser) for organiser in organisers_of(tournament)],
        "you": {
            "organiser": is_organiser(tournament, viewer),
            "entry": None if own is None else own.pk,
            "status": None if own is None else own.status,
        },
    }


def _rule_json(value: Any) -> Any:
    if isinstance(value, timedelta):
        return seconds(value)
    if isinstance(value, datetime):
        return time_text(value)
    return value.username if isinstance(value, User) else value


def entry_json(entry: Entry) -> Json:
    return {
        "id": entry.pk,
        "number": entry.number,
        "name": entry.name,
        "username": None if entry.user is None else entry.user.username,
        "is_ai": entry.user is not None and entry.user.is_ai,
        "is_bye_ai": entry.is_bye_ai,
        "rating": entry.rating,
        "status": entry.status,
        "first_round": entry.first_round,
        "left_round": entry.left_round,
    }


def asked_bye_json(bye: AskedBye) -> Json:
    return {"player": bye.entry_id, "round": bye.round_number, "kind": bye.kind}


def change_json(change: Change) -> Json:
    return {
        "id": change.pk,
        "at": time_text(change.at),
        "actor": None if change.actor is None else person_json(change.actor),
        "kind": change.kind,
        "round": change.round_number,
        "text": in_words(change.text),
        "reason": change.reason,
    }


def club_change_json(change: ClubChange) -> Json:
    return {
        "id": change.pk,
        "at": time_text(change.at),
        "actor": person_json(change.actor),
        "action": change.action,
        "about": change.subject,
    }


# -- rounds -------------------------------------------------------------------------------------------------------


def round_json(round_: Round) -> Json:
    return {
        "number": round_.number,
        "attempt": round_.attempt,
        "status": round_.status,
        "progress": round_.progress,
        "problem": in_words(round_.problem),
        "remedies": list(remedies_of(round_)),
        "engine": round_.engine,
        "engine_version": round_.engine_version,
        "seed": round_.seed,
        "input_digest": round_.input_digest,
        "edited_by_hand": round_.edited_by_hand,
        "starts_at": time_text(round_.starts_at),
        "deadline": time_text(round_.deadline),
        "published_at": time_text(round_.published_at),
        "finished_at": time_text(round_.finished_at),
    }


def rounds_json(tournament: Tournament, *, drafts: bool) -> list[Json]:
    return [round_json(round_) for round_ in rounds_of(tournament, drafts=drafts).order_by("number")]


def pairings_json(round_: Round) -> Json:
    """A round with its tables and byes, in a fixed number of queries."""
    found = Table.objects.filter(round=round_).order_by("replay", "number")
    tables = list(found.select_related("claimed_by").prefetch_related("seats__entry__user"))
    byes = list(Bye.objects.filter(round=round_).select_related("entry__user").order_by("entry__number"))
    fill_names([*tables, *byes], "reason")
    scoring = round_.tournament.points
    return {
        **round_json(round_),
        "tables": [table_json(table, round_, scoring) for table in tables],
        "byes": [
            {
                "player": entry_json(bye.entry),
                "kind": bye.kind,
                "points": bye.points_text,
                "reason": in_words(bye.reason),
            }
            for bye in byes
        ],
    }


def table_json(table: Table, round_: Round, scoring: Scoring) -> Json:
    table.round = round_
    points = [str(seat.points) for seat in played_value(table, scoring).seats] if table.is_decided else None
    return {
        "id": table.pk,
        "number": table.number,
        "replay": table.replay,
        "venue": table.venue,
        "reason": in_words(table.reason),
        "game": table.game_id,
        "outcome": table.outcome or None,
        "source": table.source or None,
        "is_void": table.is_void,
        "claim": None if table.claim is None else _claim_json(table.claim),
        "claimed_by": None if table.claimed_by is None else table.claimed_by.name,
        "contradicts": _claim_json(table.claim["contradicts"]) if table.claim and table.is_disputed else None,
        "seats": [
            {
                "player": entry_json(seat.entry),
                "rank": seat.rank,
                "by_tally": seat.by_tally,
                "tally": seat.tally,
                "points": None if points is None else points[seat.index],
            }
            for seat in table.seats.all()
        ],
    }


def _claim_json(claim: Json) -> Json:
    return {name: claim[name] for name in ("outcome", "ranks", "by_tally", "tallies")}
