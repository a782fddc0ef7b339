"""Texts and form values of a table's result, reported or final."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from accounts.names import bidi_isolate
from tournaments.enums import Outcome
from tournaments.models import Entry
from tournaments.selectors.api_json import Json
from tournaments.selectors.tournaments import tables_to_play
from tournaments.services.claims import claim_digest
from tournaments.views.form_actions import Typed


def own_tables(entry: Entry) -> list[dict[str, Any]]:
    """The tables that a player has to play now, and their opponents."""
    return [
        {
            "id": table.pk,
            "number": table.number,
            "round": table.round.number,
            "game": table.game_id,
            "others": ", ".join(
                bidi_isolate(seat.entry.name) for seat in table.seats.all() if seat.entry_id != entry.pk
            ),
            "asks": table.claim is not None and table.claimed_by_id != entry.pk,
        }
        for table in tables_to_play(entry)
    ]


def result_choices(table: Json) -> list[tuple[str, str]]:
    """Every possible result of a table of two, with its text."""
    if len(table["seats"]) != 2:
        return []
    one, other = (seat["player"]["name"] for seat in table["seats"])
    return [
        ("goal:1,2", _("%(name)s won") % {"name": one}),
        ("goal:2,1", _("%(name)s won") % {"name": other}),
        ("limit:1,2", _("%(name)s won on tally") % {"name": one}),
        ("limit:2,1", _("%(name)s won on tally") % {"name": other}),
        ("draw:1,1", _("Draw")),
        ("forfeit:1,2", _("%(name)s did not appear (forfeit)") % {"name": other}),
        ("forfeit:2,1", _("%(name)s did not appear (forfeit)") % {"name": one}),
        ("forfeit:2,2", _("Neither player appeared (double forfeit)")),
    ]


def fill_in(table: Json, typed: Typed) -> None:
    """Add initial form values to a table: the input just refused, else its result."""
    refused = next((action for action in ("claim", "result") if typed[action]["table"] == str(table["id"])), "")
    sent = typed[refused]
    ranks = [seat["rank"] for seat in table["seats"]]
    present = "" if table["outcome"] is None else _choice(table["outcome"], ranks)
    table["typed"] = {
        "action": refused,
        "choice": sent["result"] or present,
        "outcome": sent["outcome"] or table["outcome"],
        "reason": sent["reason"],
    }
    for index, seat in enumerate(table["seats"]):
        present_rank = "absent" if index in table["absent"] else str(seat["rank"] or "")
        seat["is_no_show"] = index in table["absent"]
        seat["typed_rank"] = sent[f"rank{index}"] or present_rank


def reported_result(table: Json, username: str, claimant_id: int | None) -> dict[str, Any] | None:
    """A reported result that waits for confirmation: who reported it, its text, and a differing report."""
    claim, other = table["claim"], table["contradicts"]
    claimant = next((seat["player"] for seat in table["seats"] if seat["player"]["id"] == claimant_id), None)
    if claim is None or claimant is None or table["outcome"] is not None or table["is_void"]:
        return None
    return {
        "by": claimant["name"],
        "is_own": claimant["username"] == username,
        "words": _words(table, claim),
        "mark": claim_digest(claim),
        "otherwise": "" if other is None else _words(table, other),
        "is_confirmable": any(
            seat["player"]["username"] not in (None, claimant["username"]) for seat in table["seats"]
        ),
    }


def _words(table: Json, claim: Json) -> str:
    known = dict(result_choices(table)).get(_choice(claim["outcome"], claim["ranks"]))
    if known is not None:
        return known
    if len(set(claim["ranks"])) == 1:
        return _("Draw")
    names = [bidi_isolate(seat["player"]["name"]) for seat in table["seats"]]
    ranked = sorted(zip(claim["ranks"], names, strict=True), key=lambda one: one[0])
    places = ", ".join(f"{rank}. {name}" for rank, name in ranked)
    return _("%(places)s, on tally") % {"places": places} if claim["outcome"] == Outcome.LIMIT else places


def _choice(outcome: str, ranks: Iterable[int]) -> str:
    return f"{outcome}:{','.join(map(str, ranks))}"
