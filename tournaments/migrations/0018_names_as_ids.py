"""Stored texts, events, inputs of pairings and club logs refer to people by id, where they held their names.

A name that matches no entry of the tournament, and no account, stays as it is. Texts of logs are stored by code in place
of their template. Texts are handled as JSON, whatever the code that wrote them.
"""

import json
import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import TextField
from django.db.models.functions import Cast

NAME_KEYS = {
    "above", "below", "entrant", "first", "name", "names", "one", "other", "places", "result", "second", "who", "winner",
}  # fmt: skip
ABOUT_PEOPLE = ("admitted", "turned_away", "role", "handed_over", "removed")
# A name by itself, or in a list of names: "Ada – Ben", "1. Ben, 2. Ada"; with or without bidi isolates.
LISTED = "(?:^|(?<= – )|(?<=\\d\\. ))\u2068?({names})\u2069?(?=$| – |, )"
# Texts of the log by the templates that rows held: those of this version, then those that 0.1.0 worded differently.
CODES = {
    "The tournament was created.": "created",
    "Changed: {words}.": "rules_changed",
    "{name} is now an organiser.": "organiser_added",
    "{name} is no longer an organiser.": "organiser_removed",
    "Registration is open.": "registration_opened",
    "The tournament started: {players} players, {count} round.": "started",
    "All rounds are played; standings are provisional.": "all_rounds_played",
    "The tournament ended after {count} round; standings are provisional.": "finished_early",
    "The final standings were confirmed.": "signed_off",
    "The final standings were reopened.": "reopened",
    "A drawn match is replayed: the tournament continues.": "continued",
    "The tournament was cancelled.": "cancelled",
    "{count} player was imported from a file.": "imported",
    "{name} asks to enter.": "asked",
    "{name} is on the waiting list.": "waiting",
    "{name} entered.": "entered",
    "{name} entered from round {round}.": "entered_late",
    "{name} moved up from the waiting list.": "moved_up",
    "{name} moved up from the waiting list and plays from round {round}.": "moved_up_late",
    "The entry of {name} was declined.": "declined",
    "{name} has no seeding rating.": "unrated",
    "{name} has seeding rating {rating}.": "rated",
    "{name} withdrew.": "withdrew",
    "{name} withdrew from round {round} onwards.": "withdrew_from_round",
    "{name} was reinstated and plays from round {round}.": "reinstated",
    "{name} has a requested bye in round {round}.": "bye_requested",
    "{name} will be absent in round {round}.": "absence_noted",
    "{name} will play in round {round} after all.": "bye_cancelled",
    "{one} and {other} must not be paired.": "pair_forbidden",
    "{one} and {other} may be paired again.": "pair_allowed",
    "Round {round} was paired by {engine} {version}, seed {seed}. Tables: {tables}, byes: {byes}.": "paired",
    "Round {round} is being paired again.": "paired_again",
    "The pairing engine failed: {error}": "engine_failed",
    "The pairing engine crashed on this round. The site administrator can find the reason in the log.": "engine_crashed",
    "Pairing this round took too long and was stopped.": "engine_stopped",
    "{one} and {other} were swapped in the draft of round {round}.": "swapped",
    "{name} was moved to table {table} in the draft of round {round}.": "moved_to_table",
    "{name} was given the bye in the draft of round {round}.": "given_bye",
    "Swapped who moves first at table {table} in the draft of round {round}.": "seats_rotated",
    "Table {table} of round {round} is played over the board.": "venue_board",
    "Table {table} of round {round} is played online, live.": "venue_live",
    "Table {table} of round {round} is played online, by correspondence.": "venue_correspondence",
    "The times of round {round} were changed.": "times_changed",
    "The draft of round {round} was discarded.": "draft_discarded",
    "Round {round} was published.": "published",
    "Round {round} is finished.": "finished",
    "The draft of round {round} was discarded: {why}. Pair it again.": "draft_dropped",
    "{name} entered": "as_entered",
    "{name} withdrew": "as_withdrew",
    "{name} was reinstated": "as_reinstated",
    "{name} isn't playing": "as_not_playing",
    "{name} will play after all": "as_playing",
    "a pair was forbidden": "as_pair_forbidden",
    "a forbidden pair was removed": "as_pair_allowed",
    "a result of round {number} was corrected": "as_corrected",
    "the tournament ends before this round": "as_finished_early",
    "the tournament was cancelled": "as_cancelled",
    "{who}: {result}.": "result",
    "Corrected: {who}: {result}.": "result_corrected",
    "Published rounds stay as they are; the standings were recalculated.": "rounds_stay",
    "{names}: {result}; {why}.": "result_overdue",
    "reported by one player, not disputed before the deadline": "one_report",
    "no result reported in time": "no_report",
    "{names} did not appear (forfeit)": "forfeit",
    "draw": "draw",
    "{places}, on tally": "on_tally",
    "All rounds are played; the table is provisional.": "all_rounds_played",
    "A drawn match is played once more: the event goes on.": "continued",
    "The draft of round {round} was dropped: {why}. Pair it again.": "draft_dropped",
    "{name} sits at table {table} in the draft of round {round}.": "moved_to_table",
    "{one} and {other} changed places in the draft of round {round}.": "swapped",
    "At table {table} of the draft of round {round} another player moves first.": "seats_rotated",
    "The times of round {round} were set.": "times_changed",
    "{name} has the bye in the draft of round {round}.": "given_bye",
    "{one} and {other} must not meet.": "pair_forbidden",
    "{one} and {other} may meet again.": "pair_allowed",
    "a forbidden pair was lifted": "as_pair_allowed",
    "The event began with {players} players over {rounds} rounds.": "started",
    "The event ended after {rounds} rounds; the table is provisional.": "finished_early",
    "The event was set up.": "created",
    "the event ends before it": "as_finished_early",
    "The table was signed off: it is final.": "signed_off",
    "The final table was opened again.": "reopened",
    "the event is cancelled": "as_cancelled",
    "The event was cancelled.": "cancelled",
    "{name} is an organiser.": "organiser_added",
    "reported by one player, and not contradicted by the deadline": "one_report",
    "nobody reported a result in time": "no_report",
    "Round {round} is paired again.": "paired_again",
    "Round {round} was paired by {engine} {version}, seed {seed}: {tables} tables, {byes} byes.": "paired",
    "The draft of round {round} was thrown away.": "draft_discarded",
    "The pairing engine gave up: {error}": "engine_failed",
    "The pairing engine broke down on this round. The site's administrator can find the reason in the log.": "engine_crashed",
    "{name} asks to be admitted.": "asked",
    "{count} players were read from a file.": "imported",
    "{name} was not admitted.": "declined",
    "{name} is seeded without a rating.": "unrated",
    "{name} is seeded with {rating}.": "rated",
    "Rounds already published stay as they are; the table was computed anew.": "rounds_stay",
    "{names} never came: a forfeit": "forfeit",
    "a draw": "draw",
    "{places}, by tally": "on_tally",
    "{name} withdrew from round {round} on.": "withdrew_from_round",
    "{name} plays again from round {round}.": "reinstated",
    "{name} came back": "as_reinstated",
    "{name} asked for a bye in round {round}.": "bye_requested",
    "{name} plays in round {round} after all.": "bye_cancelled",
    "{name} stays out of it": "as_not_playing",
    "{name} plays after all": "as_playing",
}
Reference = dict[str, int]
Lookup = Callable[[str], Any]


def store_ids(apps: Any, _schema: Any) -> None:
    for tournament_id in apps.get_model("tournaments", "Tournament").objects.values_list("pk", flat=True):
        _convert_tournament(apps, tournament_id)
    _convert_club_log(apps)


def _convert_tournament(apps: Any, tournament_id: int) -> None:
    model = partial(apps.get_model, "tournaments")
    changes = model("Change").objects.filter(tournament=tournament_id).order_by("pk")
    _link_events(model("TournamentEvent").objects.filter(tournament=tournament_id).order_by("seq"), changes)
    players = _players(_entries(apps, tournament_id))
    _convert_texts(changes.exclude(kind="life"), "text", players, CODES)
    _convert_texts(changes.filter(kind="life"), "text", partial(_account, apps.get_model("accounts", "User")), CODES)
    for name in ("Table", "Bye"):
        _convert_texts(model(name).objects.filter(round__tournament=tournament_id), "reason", players, {})
    rounds = model("Round").objects.filter(tournament=tournament_id)
    _convert_texts(rounds, "problem", players, CODES)
    for round_ in rounds.exclude(task={}):
        for entrant in round_.task.get("tournament", {}).get("entrants", []):
            entrant["name"] = ""
        round_.save(update_fields=["task"])


def _entries(apps: Any, tournament_id: int) -> dict[str, Reference]:
    """Entries by their names; of two with one name the first. Names of accounts may have changed since the entry."""
    entries = apps.get_model("tournaments", "Entry").objects.filter(tournament=tournament_id).order_by("pk")
    found: dict[str, Reference] = {}
    for column in ("name", "user__display_name", "user__username"):
        for entry_id, name in entries.values_list("pk", column):
            if name:
                found.setdefault(name, {"entry": entry_id})
    return found


def _account(users: Any, name: str) -> Any:
    """The account with this public name: organisers aren't entries."""
    bare = name.strip("\u2068\u2069")
    for names in ({"display_name": bare}, {"username": bare, "display_name": ""}):
        for user_id in users.objects.filter(**names).values_list("pk", flat=True)[:1]:
            return {"user": user_id}
    return name


def _players(ids: dict[str, Reference]) -> Lookup:
    """The lookup of players: their names are compiled into a pattern once per tournament, the longest first."""
    names = "|".join(re.escape(name) for name in sorted(ids, key=len, reverse=True))
    return partial(_references, ids, re.compile(LISTED.format(names=names or "(?!)")))


def _references(ids: dict[str, Reference], listed: re.Pattern[str], text: str) -> Any:
    """The reference for a name; for a list of names, a text with references; other texts unchanged."""
    if text.strip("\u2068\u2069") in ids:
        return ids[text.strip("\u2068\u2069")]
    values: dict[str, Reference] = {}

    def place(match: re.Match[str]) -> str:
        key = f"seat{len(values)}"
        values[key] = ids[match[1]]
        return f"\0{key}\0"

    template = listed.sub(place, text).replace("{", "{{").replace("}", "}}")
    template = re.sub("\0(.*?)\0", r"{\1}", template)
    return {"say": template, "many": "", "number": 1, "with": values} if values else text


def _texts(rows: Any, column: str) -> Iterator[tuple[int, str]]:
    return rows.annotate(raw=Cast(column, TextField())).values_list("pk", "raw").iterator()


def _convert_texts(rows: Any, column: str, look_up: Lookup, codes: dict[str, str]) -> None:
    for row_id, raw in list(_texts(rows, column)):
        text = _parsed(raw)
        if text is not None:
            converted = json.dumps(_converted(text, look_up, codes), ensure_ascii=False)
            rows.filter(pk=row_id).update(**{column: converted})


def _parsed(raw: str) -> dict[str, Any] | None:
    if not raw.startswith('{"say":'):
        return None
    try:
        text: dict[str, Any] = json.loads(raw)
        return text if isinstance(text["with"], dict) and {"many", "number"} <= text.keys() else None
    except (LookupError, TypeError, ValueError):  # typed by a person
        return None


def _converted(text: dict[str, Any], look_up: Lookup, codes: dict[str, str]) -> dict[str, Any]:
    """The text with references in place of names and a code in place of its template, at any depth."""
    values = {key: _converted_value(key, value, look_up, codes) for key, value in text["with"].items()}
    code = codes.get(text["say"])
    if code is None:
        return {**text, "with": values}
    if "{rounds}" in text["say"]:  # counted since then
        values["count"] = values.pop("rounds")
    return {"code": code, "number": values.get("count", 1), "with": values}


def _converted_value(key: str, value: Any, look_up: Lookup, codes: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return _converted(value, look_up, codes) if "say" in value else value
    return look_up(value) if isinstance(value, str) and key in NAME_KEYS else value


def _link_events(events: Any, changes: Any) -> None:
    """Link each event to the log line of which it holds a copy, and drop the copy and the names of players."""
    lines: dict[str, deque[int]] = defaultdict(deque)
    for change_id, raw in _texts(changes, "text"):
        text = _parsed(raw)
        lines[(raw if text is None else _written(text))[:500]].append(change_id)
    for event in events:
        copies = lines.get(event.payload.get("text", ""))
        if copies:
            event.change_id = copies.popleft()
            del event.payload["text"]
            event.payload.pop("log", None)
        for player in event.payload.get("players", []):
            player.pop("name", None)
        event.save(update_fields=["payload", "change"])


def _written(text: dict[str, Any]) -> str:
    """The text in English, as the event copied it."""
    template = text["many"] if text["many"] and text["number"] != 1 else text["say"]
    values = {key: _written(value) if isinstance(value, dict) else value for key, value in text["with"].items()}
    return str(template.format(**values) if values else template)


def _convert_club_log(apps: Any) -> None:
    look_up = partial(_username, apps.get_model("accounts", "User"))
    lines = apps.get_model("tournaments", "ClubChange").objects.filter(action__in=ABOUT_PEOPLE)
    for line in lines.iterator():
        name, _, role = line.about.rpartition(": ") if line.action == "role" else (line.about, "", "")
        user_id = look_up(name)
        if user_id is not None:
            line.person_id, line.role, line.about = user_id, role, ""
            line.save(update_fields=["person", "role", "about"])


def _username(users: Any, name: str) -> int | None:
    """The account with this username; logs name closed accounts as they are shown."""
    for names in ({"username": name}, {"display_name": name, "departed_at__isnull": False}):
        for user_id in users.objects.filter(**names).values_list("pk", flat=True)[:1]:
            return int(user_id)
    return None


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0017_webhook_delivery"),
    ]

    operations = [
        migrations.AddField(
            model_name="clubchange",
            name="person",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="clubchange",
            name="role",
            field=models.CharField(
                blank=True,
                choices=[("owner", "owner"), ("organiser", "organiser"), ("member", "member")],
                default="",
                max_length=10,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="tournamentevent",
            name="change",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tournaments.change",
            ),
        ),
        migrations.RunPython(store_ids, migrations.RunPython.noop),
    ]
