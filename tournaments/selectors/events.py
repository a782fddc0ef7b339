"""Stream events as they are sent: the log line as text, and the players by name."""

from collections.abc import Sequence

from tournaments.models import TournamentEvent
from tournaments.selectors.api_json import Json
from tournaments.selectors.names import entry_names, with_names

MAX_TEXT = 500


def event_facts(events: Sequence[TournamentEvent]) -> list[Json]:
    """What streams and webhooks say of events, in at most three queries; texts are in English."""
    texts = with_names("" if event.change is None else event.change.text for event in events)
    names = entry_names(player["id"] for event in events for player in event.payload.get("players", ()))
    return [_facts(event, text, names) for event, text in zip(events, texts, strict=True)]


def _facts(event: TournamentEvent, text: str, names: dict[int, str]) -> Json:
    facts = dict(event.payload)
    if "players" in facts:
        facts["players"] = [{"id": one["id"], "name": names[one["id"]], **one} for one in facts["players"]]
    if event.change is None:
        return facts
    line = {"log": event.change.kind, "text": str(text)[:MAX_TEXT]}
    return {"round": event.change.round_number, **facts, **line}
