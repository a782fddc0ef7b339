"""Results reported by players over the board, before they count. For services; the tournament is locked.

A report is stored with the one it contradicts: the later one isn't right by being later.
"""

import json
from dataclasses import replace
from typing import Any

from tournaments.models import Entry, Table
from tournaments.services.table_results import TableResult, verdict_from_json

Claim = dict[str, Any]


def claims_by_others(table: Table, entry: Entry) -> list[Claim]:
    """The latest reports by other players of the table, the newest first."""
    if table.claim is None:
        return []
    newest = {**table.claim, "by": table.claimed_by_id}
    claims = [newest, *([table.claim["contradicts"]] if table.is_disputed else [])]
    return [one for one in claims if one["by"] != entry.pk]


def says_the_same(claim: Claim, verdict: TableResult) -> bool:
    """Whether ranks and outcome are the same, and tallies if both gave them, as pages don't ask for them."""
    before = verdict_from_json(claim)
    both_counted = before.tallies is not None and verdict.tallies is not None
    return before == (verdict if both_counted else replace(verdict, tallies=before.tallies))


def write_claim(table: Table, entry: Entry, verdict: TableResult, *, contradicted: Claim | None) -> None:
    claim = verdict.as_json()
    if contradicted is not None:
        claim["contradicts"] = {"by": contradicted["by"], **verdict_from_json(contradicted).as_json()}
    table.claim, table.claimed_by = claim, entry
    table.save(update_fields=["claim", "claimed_by"])


def claim_digest(claim: Claim) -> str:
    """A digest of the report, sent back with a confirmation: a stale one is refused."""
    return json.dumps(verdict_from_json(claim).as_json(), sort_keys=True)
