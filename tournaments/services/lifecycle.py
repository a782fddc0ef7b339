"""The lifecycle of a tournament: draft, registration, running, provisional, final; or cancelled, or finished early."""

import secrets
from collections import deque
from dataclasses import replace
from functools import reduce
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Invalid, Unprocessable
from accounts.models import User
from accounts.services.checks import check_can_post
from games.rules.sentences import Sentence, say
from games.services.endings import annul_game
from games.translation import in_words
from tournaments.clubs.services.clubs import check_open, check_role, lock_club, record_club_action
from tournaments.enums import RUNNERS, ClubAction, EntryStatus, LogKind, RoundStatus, Status
from tournaments.log_texts import LogText
from tournaments.models import Club, Entry, Round, Table, Tournament
from tournaments.models.tournament import MAX_ROUNDS
from tournaments.pairing import knockout, round_robin
from tournaments.pairing.values import Format
from tournaments.rule_fields import RULES, TournamentRules
from tournaments.selectors.names import user_name
from tournaments.selectors.tournaments import (
    fewest_players,
    finished_rounds,
    fixed_rules,
    next_round_number,
)
from tournaments.services.locking import (
    check_status,
    drop_draft,
    lock_as_organiser,
    lock_tournament,
    record_change,
    set_status,
)
from tournaments.services.notices import notify_life, notify_organiser
from tournaments.services.registration import check_opponents_can_meet, promote_from_waiting_list
from tournaments.services.rules import check_rules, rules_of

LOTS = 2**31


def create_tournament(*, user: User, club_id: int, rules: TournamentRules) -> Tournament:
    """Create a tournament of a club, as a draft that only its organisers see."""
    check_can_post(user)
    check_rules(rules)
    with transaction.atomic():
        club = lock_club(club_id)
        check_role(club, user, *RUNNERS)
        check_open(club)
        tournament = store_tournament(club, rules, created_by=user)
        tournament.organisers.add(user)
        record_club_action(club, user, ClubAction.TOURNAMENT, tournament.name)
        record_change(tournament, LogKind.LIFE, LogText.CREATED(), actor=user)
    return tournament


def store_tournament(
    club: Club, rules: TournamentRules, *, created_by: User, previous: Tournament | None = None
) -> Tournament:
    """Write the row of a new draft, with lots of its own. For services; the club is locked."""
    return Tournament.objects.create(
        club=club,
        created_by=created_by,
        previous=previous,
        **rules.columns(),
        seed=secrets.randbelow(LOTS),
        top_moves_first=secrets.choice((True, False)),
    )


def change_tournament(*, tournament_id: int, user: User, changes: dict[str, Any], reason: str = "") -> Tournament:
    """Change some of the rules; keys of `changes` are fields of `TournamentRules`. The log says what."""
    with transaction.atomic():
        tournament = lock_as_organiser(tournament_id, user)
        check_status(tournament, Status.DRAFT, Status.REGISTRATION, Status.RUNNING, Status.PROVISIONAL)
        before = rules_of(tournament)
        rules = _with_late_entry(replace(before, **changes), changes)
        changed = sorted(name for name in changes if getattr(before, name) != getattr(rules, name))
        if {"name", "description"} & set(changed):
            check_can_post(user)
        late = [name for name in changed if name in fixed_rules(tournament)]
        if late:
            names = ", ".join(in_words(RULES[name].title) for name in late)
            message = _("Can't change after the start: %(rules)s.") % {"rules": names}
            raise Conflict(message, code="too_late", payload={"fields": {name: [_("Too late.")] for name in late}})
        check_rules(rules)
        _check_idle(tournament, rules.bye_ai)
        if "rounds" in changed:
            _change_rounds(tournament, rules.rounds, user)
        for name, value in rules.columns().items():
            setattr(tournament, name, value)
        if {"venue", "bye_ai"} & set(changed):
            check_opponents_can_meet(tournament)
        tournament.save()
        if "third_place" in changed and next_round_number(tournament) == tournament.rounds:
            drop_draft(tournament, LogText.AS_THIRD_PLACE_CHANGED(), actor=user)
        if changed:
            if "check_in" in changed and tournament.pairing_format.is_open:
                drop_draft(tournament, LogText.AS_PRESENCE_CHANGED(), actor=user)
            record_change(tournament, LogKind.RULES, _changed_words(changed), actor=user, reason=reason)
            promote_from_waiting_list(tournament)
    return tournament


def _with_late_entry(rules: TournamentRules, changes: dict[str, Any]) -> TournamentRules:
    """Fewer rounds shorten late entry with them, unless the change says otherwise."""
    if "rounds" not in changes or "late_entry_until" in changes:
        return rules
    return replace(rules, late_entry_until=min(rules.late_entry_until, rules.rounds))


def _change_rounds(tournament: Tournament, rounds: int, user: User) -> None:
    """Discard a draft that was paired for another number of rounds; raises if there are more rounds already."""
    if tournament.status != Status.RUNNING:
        return
    latest = Round.objects.filter(tournament=tournament).order_by("-number").first()
    if latest is not None and rounds < latest.number:
        message = _("Round %(number)s is paired already. The tournament can't be shorter.") % {"number": latest.number}
        raise Conflict(message, code="too_few_rounds", payload={"fields": {"rounds": [message]}})
    if latest is not None and rounds == latest.number and latest.status == RoundStatus.FINISHED:
        message = _("Round %(number)s is finished. To end here, finish the tournament instead.")
        raise Conflict(message % {"number": rounds}, code="no_round_left")
    drop_draft(tournament, LogText.AS_ROUNDS_CHANGED(), actor=user)


def _changed_words(rules: list[str]) -> Sentence:
    titles = [RULES[name].title for name in rules]
    listed = reduce(lambda one, other: say("{one}, {other}", one=one, other=other), titles)
    return LogText.RULES_CHANGED(words=listed)


def add_organiser(*, tournament_id: int, user: User, organiser: User) -> Tournament:
    with transaction.atomic():
        tournament = lock_as_organiser(tournament_id, user)
        if organiser.is_ai or organiser.departed_at is not None:
            raise Unprocessable(_("An AI can't be an organiser. Choose a person."), code="not_a_person")
        if not tournament.organisers.filter(pk=organiser.pk).exists():
            tournament.organisers.add(organiser)
            text = LogText.ORGANISER_ADDED(name=user_name(organiser))
            record_change(tournament, LogKind.LIFE, text, actor=user)
            notify_organiser(tournament, organiser, "organiser_named", actor=user)
    return tournament


def remove_organiser(*, tournament_id: int, user: User, organiser: User) -> Tournament:
    with transaction.atomic():
        tournament = lock_as_organiser(tournament_id, user)
        if tournament.organisers.filter(pk=organiser.pk).exists():
            if tournament.organisers.count() == 1:
                raise Conflict(_("A tournament needs an organiser. Add another one first."), code="last_organiser")
            tournament.organisers.remove(organiser)
            text = LogText.ORGANISER_REMOVED(name=user_name(organiser))
            record_change(tournament, LogKind.LIFE, text, actor=user)
            notify_organiser(tournament, organiser, "organiser_removed", actor=user)
    return tournament


def open_registration(*, tournament_id: int, user: User) -> Tournament:
    """Publish the tournament and open registration."""
    with transaction.atomic():
        tournament = _open_with_club(tournament_id, user)
        check_status(tournament, Status.DRAFT)
        check_open(tournament.club)
        set_status(tournament, Status.REGISTRATION, LogText.REGISTRATION_OPENED(), actor=user)
    return tournament


def start_tournament(*, tournament_id: int, user: User) -> Tournament:
    """Close registration, assign starting numbers, fix the number of rounds."""
    with transaction.atomic():
        tournament = lock_as_organiser(tournament_id, user)
        check_status(tournament, Status.REGISTRATION)
        entries = _starting_order(tournament)
        _check_enough(tournament, len(entries))
        entries += _bye_ai_entry(tournament, len(entries))
        for number, entry in enumerate(entries, start=1):
            entry.number = number
        Entry.objects.bulk_update(entries, ["number"], batch_size=500)
        tournament.rounds = _rounds_for(tournament, len(entries))
        tournament.save(update_fields=["rounds"])
        text = LogText.STARTED(count=tournament.rounds, players=len(entries))
        set_status(tournament, Status.RUNNING, text, actor=user)
        notify_life(tournament, "event_started", actor=user)
    return tournament


def finish_early(*, tournament_id: int, user: User, reason: str) -> Tournament:
    """End a running tournament after the rounds already played."""
    with transaction.atomic():
        tournament = lock_as_organiser(tournament_id, user)
        check_status(tournament, Status.RUNNING)
        if Round.objects.filter(tournament=tournament, status=RoundStatus.PUBLISHED).exists():
            raise Conflict(_("A round is in progress. Wait until it ends, or enter its results."), code="round_in_play")
        done = finished_rounds(tournament)
        if not done:
            raise Conflict(_("No round has been played yet. Cancel the tournament instead."), code="nothing_played")
        drop_draft(tournament, LogText.AS_FINISHED_EARLY(), actor=user)
        tournament.rounds, tournament.late_entry_until = done, min(tournament.late_entry_until, done)
        tournament.save(update_fields=["rounds", "late_entry_until"])
        text = LogText.FINISHED_EARLY(count=done)
        set_status(tournament, Status.PROVISIONAL, text, actor=user, reason=reason)
        notify_life(tournament, "event_provisional", actor=user)
    return tournament


def sign_off(*, tournament_id: int, user: User) -> Tournament:
    """Make the standings final."""
    with transaction.atomic():
        tournament = lock_as_organiser(tournament_id, user)
        check_status(tournament, Status.PROVISIONAL)
        set_status(tournament, Status.FINAL, LogText.SIGNED_OFF(), actor=user)
        notify_life(tournament, "event_final", actor=user)
    return tournament


def reopen(*, tournament_id: int, user: User, reason: str) -> Tournament:
    """Make final standings provisional again, to correct them."""
    check_reason(reason)
    with transaction.atomic():
        tournament = lock_as_organiser(tournament_id, user)
        check_status(tournament, Status.FINAL)
        set_status(tournament, Status.PROVISIONAL, LogText.REOPENED(), actor=user, reason=reason)
        notify_life(tournament, "event_reopened", actor=user, reason=reason)
    return tournament


def cancel(*, tournament_id: int, user: User, reason: str) -> Tournament:
    """Cancel the tournament; games in progress are annulled."""
    check_reason(reason)
    with transaction.atomic():
        tournament = lock_as_organiser(tournament_id, user)
        check_status(tournament, Status.DRAFT, Status.REGISTRATION, Status.RUNNING, Status.PROVISIONAL)
        drop_draft(tournament, LogText.AS_CANCELLED(), actor=user)
        running = Table.objects.filter(round__tournament=tournament, outcome="", game__isnull=False)
        game_ids = list(running.order_by("game_id").values_list("game_id", flat=True))
        set_status(tournament, Status.CANCELLED, LogText.CANCELLED(), actor=user, reason=reason)
        notify_life(tournament, "event_cancelled", actor=user, reason=reason)
        for game_id in game_ids:
            annul_game(game_id=game_id)
    return tournament


def delete_draft_tournament(*, tournament_id: int, user: User) -> None:
    """Delete a tournament that is still a draft. The next one of a regular tournament: and repeat it no more."""
    with transaction.atomic():
        tournament = _open_with_club(tournament_id, user)
        check_status(tournament, Status.DRAFT)
        record_club_action(tournament.club, user, ClubAction.TOURNAMENT_GONE, tournament.name)
        if tournament.previous_id is not None:
            _stop_repeating(tournament.previous_id, user)
        tournament.delete()


def _stop_repeating(tournament_id: int, user: User) -> None:
    """The sweep would draft the next one again at once."""
    tournament = lock_tournament(tournament_id)
    if tournament.repeat_every is None:
        return
    tournament.repeat_every = None
    tournament.save(update_fields=["repeat_every"])
    record_change(tournament, LogKind.RULES, _changed_words(["repeat_every"]), actor=user)


def check_reason(reason: str) -> None:
    if not reason.strip():
        raise Unprocessable(_("Give a reason. It is shown in the public log."), code="reason_missing")


def _open_with_club(tournament_id: int, user: User) -> Tournament:
    """Lock the tournament and its club: the club can't be closed, nor a season created, at the same time."""
    for club_id in Tournament.objects.filter(pk=tournament_id).values_list("club_id", flat=True):
        lock_club(club_id)
    return lock_as_organiser(tournament_id, user)


def _starting_order(tournament: Tournament) -> list[Entry]:
    """The strongest first, those without a rating after them in the order of entry.

    Players imported from a file keep its order, and the others are placed among them by rating.
    """
    entered = Entry.objects.filter(tournament=tournament, status=EntryStatus.ENTERED)
    others = deque(entered.filter(import_order=None).order_by(F("rating").desc(nulls_last=True), "entered_at", "id"))
    order = []
    for imported in entered.filter(import_order__isnull=False).order_by("import_order"):
        while others and _strength(others[0]) > _strength(imported):
            order.append(others.popleft())
        order.append(imported)
    return order + list(others)


def _strength(entry: Entry) -> int:
    return -1 if entry.rating is None else entry.rating


def _check_enough(tournament: Tournament, players: int) -> None:
    needed = fewest_players(tournament)
    if players < needed:
        message = _(
            "A tournament needs at least %(needed)s players; entered so far: %(players)s. Wait for more, or cancel it."
        ) % {
            "needed": needed,
            "players": players,
        }
        raise Conflict(message, code="too_few_players")


def _bye_ai_entry(tournament: Tournament, players: int) -> list[Entry]:
    """The AI that fills in for byes. A round robin has it from the start, and only if the number of players is odd."""
    bye_ai = tournament.bye_ai
    if bye_ai is None or (tournament.pairing_format.is_round_robin and players % 2 == 0):
        return []
    name = _("%(name)s (AI, replaces a bye)") % {"name": bye_ai.public_name}
    return [Entry.objects.create(tournament=tournament, user=bye_ai, name=name[:60], is_bye_ai=True)]


def _check_idle(tournament: Tournament, bye_ai: User | None) -> None:
    if bye_ai is not None and Entry.objects.filter(tournament=tournament, user=bye_ai, is_bye_ai=False).exists():
        raise Invalid.at("bye_ai", _("This AI is entered as a player. Choose another one to replace byes."))


def _rounds_for(tournament: Tournament, players: int) -> int:
    kind = tournament.pairing_format
    if kind == Format.KNOCKOUT:
        return knockout.rounds_needed(players)
    if not kind.is_round_robin:
        return tournament.rounds
    rounds = round_robin.rounds_needed(players, double=kind == Format.DOUBLE_ROUND_ROBIN)
    if rounds > MAX_ROUNDS:
        message = _(
            "With %(players)s players it would take %(rounds)s rounds; the maximum is %(most)s. Choose "
            "the Swiss format."
        )
        facts = {"players": players, "rounds": rounds, "most": MAX_ROUNDS}
        raise Conflict(message % facts, code="too_many_players")
    return rounds
