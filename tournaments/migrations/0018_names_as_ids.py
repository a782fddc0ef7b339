"""Stored texts, events, inputs of pairings and club logs refer to people by id, where they held their names.

A name that matches no entry of the tournament, and no account, stays as it is. Texts are handled as JSON, whatever the
code that wrote them.
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
    players = partial(_references, _entries(apps, tournament_id))
    _convert_texts(changes.exclude(kind="life"), "text", players)
    _convert_texts(changes.filter(kind="life"), "text", partial(_account, apps.get_model("accounts", "User")))
    for name in ("Table", "Bye"):
        _convert_texts(model(name).objects.filter(round__tournament=tournament_id), "reason", players)
    for round_ in model("Round").objects.filter(tournament=tournament_id).exclude(task={}):
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


def _references(ids: dict[str, Reference], text: str) -> Any:
    """The reference for a name; for a list of names, a text with references; other texts unchanged."""
    if text.strip("\u2068\u2069") in ids:
        return ids[text.strip("\u2068\u2069")]
    if not ids:
        return text
    listed = LISTED.format(names="|".join(re.escape(name) for name in sorted(ids, key=len, reverse=True)))
    values: dict[str, Reference] = {}

    def place(match: re.Match[str]) -> str:
        key = f"seat{len(values)}"
        values[key] = ids[match[1]]
        return f"\0{key}\0"

    template = re.sub(listed, place, text).replace("{", "{{").replace("}", "}}")
    template = re.sub("\0(.*?)\0", r"{\1}", template)
    return {"say": template, "many": "", "number": 1, "with": values} if values else text


def _texts(rows: Any, column: str) -> Iterator[tuple[int, str]]:
    return rows.annotate(raw=Cast(column, TextField())).values_list("pk", "raw").iterator()


def _convert_texts(rows: Any, column: str, look_up: Lookup) -> None:
    for row_id, raw in list(_texts(rows, column)):
        text = _parsed(raw)
        if text is not None and _convert(text, look_up):
            rows.filter(pk=row_id).update(**{column: json.dumps(text, ensure_ascii=False)})


def _parsed(raw: str) -> dict[str, Any] | None:
    if not raw.startswith('{"say":'):
        return None
    try:
        text: dict[str, Any] = json.loads(raw)
        return text if isinstance(text["with"], dict) else None
    except (LookupError, TypeError, ValueError):  # typed by a person
        return None


def _convert(text: dict[str, Any], look_up: Lookup) -> bool:
    """Replace names in the values of a text, at any depth; returns whether any was found."""
    is_changed = False
    for key, value in text["with"].items():
        if isinstance(value, dict):
            is_changed |= "say" in value and _convert(value, look_up)
        elif isinstance(value, str) and key in NAME_KEYS:
            text["with"][key] = look_up(value)
            is_changed |= text["with"][key] != value
    return is_changed


def _link_events(events: Any, changes: Any) -> None:
    """Link each event to the log line of which it holds a copy, and drop the copy and the names of players."""
    lines: dict[str, deque[int]] = defaultdict(deque)
    for change_id, raw in _texts(changes, "text"):
        text = _parsed(raw)
        lines[(raw if text is None else _written(text))[:500]].append(change_id)
    for event in events.iterator():
        copies = lines.get(event.payload.get("text", ""))
        if copies:
            event.change_id = copies.popleft()
            del event.payload["text"], event.payload["log"]
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
