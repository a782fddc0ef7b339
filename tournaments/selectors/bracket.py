"""The bracket of a knockout: every match from the first round to the final, as far as results decide them."""

from collections import defaultdict
from collections.abc import Sequence

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.selectors.position_json import fraction_text
from games.translation import in_words
from tournaments.models import Tournament
from tournaments.pairing.knockout import Match, Place, bracket, games_won
from tournaments.selectors.api_json import Json
from tournaments.selectors.record import published_tables, tournament_data
from tournaments.selectors.revision_cache import cached_by_revision
from tournaments.selectors.tournaments import last_published_round

# By round and the players who meet: the tables of a match, in the order of its games.
TablesOfMatches = dict[tuple[int, frozenset[int]], list[Json]]


def bracket_json(tournament: Tournament) -> list[Json]:
    """The rounds, each with its matches from top to bottom: the winners of two neighbours meet in one match.

    The last one has the match for third place beside the final, if there is one.
    """
    return cached_by_revision(tournament, f"bracket:{get_language()}", lambda: _bracket_json(tournament))


def _bracket_json(tournament: Tournament) -> list[Json]:
    tables, published = _tables_of_matches(tournament), last_published_round(tournament)
    return [
        _round_json(number, matches, tables, is_published=number <= published)
        for number, matches in enumerate(bracket(tournament_data(tournament)), start=1)
    ]


def _round_json(number: int, matches: Sequence[Match], tables: TablesOfMatches, *, is_published: bool) -> Json:
    upper = [_match_json(match, tables) for match in matches if not match.for_third]
    return {
        "number": number,
        "name": _name_of_round(number, len(upper)),
        "is_published": is_published,
        "matches": upper,
        "for_third": [_match_json(match, tables) for match in matches if match.for_third],
    }


def _name_of_round(number: int, matches: int) -> str:
    known = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
    return known.get(matches) or _("Round %(number)s") % {"number": number}


def _match_json(match: Match, tables: TablesOfMatches) -> Json:
    places = (match.one, match.other)
    pair = frozenset(place.entrant.id for place in places if place.entrant is not None)
    return {
        "sides": [_side_json(match, place) for place in places],
        "is_waiting": not all(place.is_known for place in places),
        "is_bye": not match.is_contested and match.through.entrant is not None,
        "reason": in_words(match.reason),
        "tables": tables.get((match.round, pair), []),
    }


def _side_json(match: Match, place: Place) -> Json:
    entrant = place.entrant
    if entrant is None:
        return {"player": None, "is_known": place.is_known, "is_through": False, "points": [], "wins": 0}
    return {
        "player": {"id": entrant.id, "number": entrant.number, "name": entrant.name},
        "is_known": True,
        "is_through": match.through.entrant == entrant,
        "points": [fraction_text(game.seat_of(entrant.id).points) for game in match.games],
        "wins": games_won(match.games, entrant),
    }


def _tables_of_matches(tournament: Tournament) -> TablesOfMatches:
    found: TablesOfMatches = defaultdict(list)
    for table in published_tables(tournament).filter(is_void=False).order_by("round__number", "replay"):
        pair = frozenset(seat.entry_id for seat in table.seats.all())
        shown = {"id": table.pk, "number": table.number, "replay": table.replay, "game": table.game_id}
        found[table.round.number, pair].append(shown)
    return found
