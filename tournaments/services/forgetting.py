"""Erase the names of a closed account from kept texts: tournament logs, explanations of pairings, club logs.

Texts are stored with their values, so that one name is replaced and nothing else. Logs are rewritten in the transaction
that closes the account, the last that knows all its names. It locks no tournament, so one may still be writing lines
with the name: they are rewritten again when the entry is renamed under the tournament's lock, together with tables and
rounds. Lines shared by two accounts that close at once are locked in the order of ids.
"""

import json
import re
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from games.rules.sentences import Sentence
from tournaments.enums import ClubAction, EventKind, LogKind
from tournaments.models import Bye, Change, ClubChange, Entry, Round, Table, Tournament, TournamentEvent

# A name by itself, or in a list of names: "Ada – Ben", "1. Ben, 2. Ada"; with or without bidi isolates.
LISTED = "(?:^|(?<= – )|(?<=\\d\\. ))\u2068?(?:{names})\u2069?(?=$| – |, )"
ABOUT_SOMEBODY = (
    ClubAction.ADMITTED,
    ClubAction.TURNED_AWAY,
    ClubAction.ROLE,
    ClubAction.HANDED_OVER,
    ClubAction.REMOVED,
)


def forget_names(*, user: User, left: str) -> None:
    """Replace a user's names in kept texts by the name that is left; `user` still has the old ones.

    Former organisers appear only in log lines about a tournament's status: all of these are searched.
    """
    entries = Entry.objects.filter(user=user)
    names = {user.username, user.public_name, *entries.values_list("name", flat=True)}
    events = entries.values("tournament")
    lines = Change.objects.filter(Q(tournament__in=events) | Q(kind=LogKind.LIFE))
    _rename_in_changes(lines, names, left)
    published = TournamentEvent.objects.filter(tournament__in=events)
    _rename_in_results(published, set(entries.values_list("pk", flat=True)), left)
    _rename_in_club_log(user.username, left)


def forget_in_log(tournament: Tournament, entry: Entry, *, name: str, left: str) -> None:
    """Replace the former name of an entry in its tournament's log. The tournament is locked."""
    _rename_in_changes(Change.objects.filter(tournament=tournament), {name}, left)
    _rename_in_results(TournamentEvent.objects.filter(tournament=tournament), {entry.pk}, left)


def forget_in_pairings(tournament: Tournament, entry: Entry, *, left: str) -> None:
    """Replace the name in explanations of pairings and byes, and in their input. The tournament is locked."""
    for rows, column in (
        (Table.objects.filter(round__tournament=tournament), "reason"),
        (Bye.objects.filter(round__tournament=tournament), "reason"),
        (Round.objects.filter(tournament=tournament), "problem"),
    ):
        for row in _naming(rows, column, {entry.name}):
            setattr(row, column, renamed(getattr(row, column), {entry.name}, left))
            row.save(update_fields=[column])
    for round_ in Round.objects.filter(tournament=tournament):
        if _rename_players(round_.task.get("tournament", {}).get("entrants", []), {entry.pk}, left):
            round_.save(update_fields=["task"])


def renamed(text: Any, names: set[str], left: str) -> Any:
    """The text with a name replaced in its values, at any depth, and in values that are lists of names."""
    if isinstance(text, Sentence):
        values = {key: renamed(value, names, left) for key, value in text.values.items()}
        return Sentence(text.template, text.plural, text.number, values)
    known = "|".join(re.escape(name) for name in names)
    return re.sub(LISTED.format(names=known), lambda _: left, text) if isinstance(text, str) else text


def _naming(rows: QuerySet[Any], column: str, names: set[str]) -> QuerySet[Any]:
    """Rows whose column may contain one of the names, as encoded in JSON."""
    written = (json.dumps(name, ensure_ascii=False)[1:-1] for name in names)
    return rows.filter(reduce(or_, (Q(**{f"{column}__contains": name}) for name in written)))


def _rename_in_changes(lines: QuerySet[Change], names: set[str], left: str) -> None:
    for change in _naming(lines, "text", names).select_for_update(no_key=True).order_by("pk"):
        _rename_in_change(change, names, left)


def _rename_in_change(change: Change, names: set[str], left: str) -> None:
    """Replace the name in a log line, and in its copies for streams and webhooks."""
    before, change.text = change.text, renamed(change.text, names, left)
    if change.text == before:  # the name is only part of another name, or of the template
        return
    change.save(update_fields=["text"])
    for event in TournamentEvent.objects.filter(tournament=change.tournament_id, payload__text=str(before)[:500]):
        event.payload = {**event.payload, "text": str(change.text)[:500]}
        event.save(update_fields=["payload"])


def _rename_in_results(published: QuerySet[TournamentEvent], entries: set[int], left: str) -> None:
    """Replace the name in results sent to streams and webhooks; only rows with the name are locked, then read again."""
    results = published.filter(kind=EventKind.RESULT)
    theirs = [event.pk for event in results if _rename_players(event.payload.get("players", []), entries, left)]
    for event in results.filter(pk__in=theirs).select_for_update(no_key=True).order_by("pk"):
        _rename_players(event.payload["players"], entries, left)
        event.save(update_fields=["payload"])


def _rename_players(players: list[dict[str, Any]], entries: set[int], left: str) -> bool:
    """Rename these entries in a list of players; returns whether any changed."""
    theirs = [player for player in players if player["id"] in entries and player["name"] != left]
    for player in theirs:
        player["name"] = left
    return bool(theirs)


def _rename_in_club_log(username: str, left: str) -> None:
    """Replace the name in club logs, where it is alone or followed by the role given."""
    actions = ClubChange.objects.filter(action__in=ABOUT_SOMEBODY)
    actions.filter(about=username).update(about=left)
    for action in actions.filter(about__startswith=f"{username}: "):
        action.about = left + action.about.removeprefix(username)
        action.save(update_fields=["about"])
