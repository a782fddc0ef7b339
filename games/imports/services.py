"""Import a game from the site's own JSON export. The engine replays every entry; an illegal record is refused."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Invalid, NotFound, Unprocessable
from accounts.models import User
from accounts.services.checks import lock_person
from games.imports.entries import BadEntry, read_entries
from games.lobby.services.terms import read_terms
from games.models import ImportedGame
from games.selectors.position_json import result_json
from games.selectors.replay import FORMAT, VERSION
from games.timing import TimeControl
from games.translation import error_words

MAX_IMPORTS = 200
MAX_ENTRIES = 5000
LONGEST_ENTRY, LONGEST_NAME = 120, 40
LARGEST_FILE = 512 * 1024


def import_text(*, owner: User, text: bytes) -> ImportedGame:
    """Import a game from an exported file."""
    if len(text) > LARGEST_FILE:
        raise Invalid(_("This file is too large. Choose a game file exported from Asterism."))
    try:
        data = json.loads(text)
        # An escape may be a lone surrogate, which can be neither shown nor stored.
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise Invalid(_("This isn't a JSON file. Choose a game file exported from Asterism.")) from error
    return import_record(owner=owner, data=data)


def import_record(*, owner: User, data: Any) -> ImportedGame:
    """Save a game whose every entry is legal. Idempotent: the same record returns the game saved before."""
    game = _read(data)
    game.owner, game.digest = owner, _digest(game)
    with transaction.atomic():
        lock_person(owner)
        kept = ImportedGame.objects.filter(owner=owner)
        if same := kept.filter(digest=game.digest).first():
            return same
        if kept.count() >= MAX_IMPORTS:
            raise Unprocessable(
                _("You already have %(most)s imported games. Delete one first.") % {"most": MAX_IMPORTS},
                code="too_many",
            )
        game.save(force_insert=True)
    return game


def delete_import(*, owner: User, import_id: int) -> None:
    """Delete an imported game; raises NotFound."""
    if not ImportedGame.objects.filter(owner=owner, pk=import_id).delete()[0]:
        raise NotFound(_("Imported game not found."))


def _read(data: Any) -> ImportedGame:
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise Invalid.at(
            "format", _("This isn't an Asterism game file: its format is not “%(format)s”.") % {"format": FORMAT}
        )
    if data.get("version") != VERSION:
        raise Invalid.at("version", _("Unsupported format version; supported: %(version)s.") % {"version": VERSION})
    terms = read_terms(
        variant=_text(data, "variant"),
        options=_options(data.get("options", {})),
        turn_limit=_turn_limit(data.get("turn_limit")),
        control=TimeControl.days(1),
    )
    record = _texts(data, "record", MAX_ENTRIES)
    try:
        match, _entries = read_entries(terms.engine, record, turn_limit=terms.turn_limit)
    except BadEntry as error:
        raise Unprocessable(error_words(error), code="illegal_entry", payload={"entry": error.number}) from error
    return ImportedGame(
        variant=terms.variant,
        options=dict(terms.engine.options),
        turn_limit=terms.turn_limit,
        players=_names(data, terms.engine.seats),
        record=record,
        result=None if match.result is None else result_json(match.result),
    )


def _digest(game: ImportedGame) -> str:
    content = [game.variant, game.options, game.turn_limit, game.players, game.record]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


# -- the shape of the file ------------------------------------------------------------------------------------------


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str) or len(value) > LONGEST_ENTRY:
        raise Invalid.at(name, _("The field “%(name)s” is missing or isn't a string.") % {"name": name})
    return value


def _texts(data: Mapping[str, Any], name: str, most: int) -> list[str]:
    value = data.get(name)
    is_list = isinstance(value, list) and len(value) <= most
    if not is_list or not all(isinstance(one, str) and len(one) <= LONGEST_ENTRY for one in value or ()):
        raise Invalid.at(
            name,
            _("The field “%(name)s” must be a list of at most %(most)s short strings.") % {"name": name, "most": most},
        )
    return list(value or ())


def _options(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping) or not all(isinstance(one, str) for pair in value.items() for one in pair):
        raise Invalid.at("options", _("The field “options” must map each option to a string."))
    return dict(value)


def _turn_limit(value: Any) -> int | None:
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise Invalid.at("turn_limit", _("The field “turn_limit” must be a number or null."))
    return value


def _names(data: Mapping[str, Any], seats: int) -> list[str]:
    players = data.get("players")
    listed = players if isinstance(players, list) else []
    names = [one.get("name") if isinstance(one, Mapping) else None for one in listed]
    if len(names) != seats or not all(isinstance(name, str) and 0 < len(name) <= LONGEST_NAME for name in names):
        raise Invalid.at(
            "players",
            _("The field “players” must list %(seats)s names of at most 40 characters each.") % {"seats": seats},
        )
    return [str(name).replace("\x00", "") for name in names]
