"""Ratings, leaderboards, rating histories, head-to-head scores. Each costs the same at any number of games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, TypedDict, get_args

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery

from accounts.json_types import DateTime, time_text
from accounts.models import User
from games import rules
from games.enums import GameStatus
from games.models import Game, Rating, RatingChange, RatingPool, Seat
from games.ratings.models import SETTLED_SIGMA, START_VALUE, Skill
from games.selectors.game_json import PlayerJson
from games.selectors.game_queries import player_json

Pool = Literal["live", "correspondence"]
LIVE, CORRESPONDENCE = get_args(Pool)
POOLS = {LIVE: True, CORRESPONDENCE: False}


def families() -> list[str]:
    return [family.id for family in rules.families()]


def pool_name(is_live: bool) -> Pool:
    return "live" if is_live else "correspondence"


# -- ratings ------------------------------------------------------------------------------------------------------


def skills_of(users: Iterable[User], *, family: str, is_live: bool) -> dict[int, Skill]:
    """The skills of those who have played rated games in this pool, by user id."""
    known = Rating.objects.filter(user__in=list(users), pool__family=family, pool__is_live=is_live)
    return {rating.user_id: rating.skill for rating in known}


def value_of(user: User, *, family: str, is_live: bool) -> int:
    """The displayed rating; the starting value for those without a rated game."""
    skill = skills_of([user], family=family, is_live=is_live).get(user.pk)
    return START_VALUE if skill is None else skill.value


def ratings_of(user: User) -> list[Rating]:
    """All ratings of a user, the most played first."""
    return list(Rating.objects.filter(user=user).select_related("pool").order_by("-games", "pool__family"))


def leaderboard(*, family: str, is_live: bool) -> QuerySet[Rating]:
    """The settled ratings of users with open accounts, best first."""
    ratings = Rating.objects.filter(pool__family=family, pool__is_live=is_live, sigma__lte=SETTLED_SIGMA)
    return ratings.filter(user__departed_at=None).select_related("user", "pool").order_by("-mu", "user_id")


def history_of(user: User, *, family: str, is_live: bool) -> QuerySet[RatingChange]:
    """All changes of a rating, oldest first."""
    changes = RatingChange.objects.filter(user=user, pool__family=family, pool__is_live=is_live)
    return changes.order_by("finished_at", "game_id")


def histories_of(user: User) -> dict[int, list[int]]:
    """Rating histories of a user, by pool."""
    changes = RatingChange.objects.filter(user=user).order_by("finished_at", "game_id")
    histories: dict[int, list[int]] = {}
    for pool_id, mu, sigma in changes.values_list("pool_id", "mu_after", "sigma_after"):
        histories.setdefault(pool_id, [START_VALUE]).append(Skill(mu, sigma).value)
    return histories


class SkillJson(TypedDict):
    rating: Annotated[int, "A number around 1500."]
    uncertainty: Annotated[int, "Its standard deviation."]
    is_provisional: Annotated[bool, "Whether the deviation is over 200."]


class RatingJson(SkillJson):
    family: str
    pool: Pool
    games: int
    changed_at: DateTime


class RankedJson(RatingJson):
    player: PlayerJson


class RatingChangeJson(SkillJson):
    game: int
    finished_at: DateTime
    rank: int
    before: int


def skill_json(skill: Skill) -> SkillJson:
    return {"rating": skill.value, "uncertainty": skill.uncertainty, "is_provisional": skill.is_provisional}


def rating_json(rating: Rating) -> RatingJson:
    return {
        "family": rating.pool.family,
        "pool": pool_name(rating.pool.is_live),
        **skill_json(rating.skill),
        "games": rating.games,
        "changed_at": time_text(rating.changed_at),
    }


def ranked_json(rating: Rating) -> RankedJson:
    return {**rating_json(rating), "player": player_json(rating.user)}


def change_json(change: RatingChange) -> RatingChangeJson:
    return {
        "game": change.game_id,
        "finished_at": time_text(change.finished_at),
        "rank": change.rank,
        "before": change.before.value,
        **skill_json(change.after),
    }


# -- head to head -------------------------------------------------------------------------------------------------


class ScoreJson(TypedDict):
    """The games of both in a family, and who was ranked higher."""

    family: str
    games: int
    won: int
    drawn: int
    lost: int


class AgainstJson(TypedDict):
    player: PlayerJson
    other: PlayerJson
    scores: list[ScoreJson]


@dataclass(frozen=True)
class Score:
    """The score between two players in their games: wins, losses and the rest drawn."""

    family: str
    games: int
    won: int
    lost: int

    @property
    def drawn(self) -> int:
        return self.games - self.won - self.lost


def shared_games(one: User, other: User) -> QuerySet[Game]:
    """The finished games of both, newest first, with their seats."""
    sat = [Exists(Seat.objects.filter(game=OuterRef("pk"), user=user)) for user in (one, other)]
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("index"), to_attr="table")
    games = Game.objects.filter(*sat, status=GameStatus.OVER).defer("snapshot", "face")
    return games.prefetch_related(seats).order_by("-finished_at", "-id")


def head_to_head(one: User, other: User) -> list[Score]:
    """The score of one player against another, per family."""
    if one == other:
        return []
    pairs = Seat.objects.filter(
        user=one,
        game__status=GameStatus.OVER,
        game__seats__user=other,
        pk=_best_seat_of(one),
        game__seats=_best_seat_of(other),
    )
    won, lost = Q(rank__lt=F("game__seats__rank")), Q(rank__gt=F("game__seats__rank"))
    lines = pairs.values("game__family").annotate(
        games=Count("pk"), won=Count("pk", filter=won), lost=Count("pk", filter=lost)
    )
    return [
        Score(line["game__family"], line["games"], line["won"], line["lost"]) for line in lines.order_by("game__family")
    ]


def against_json(one: User, other: User) -> AgainstJson:
    return {
        "player": player_json(one),
        "other": player_json(other),
        "scores": [
            {"family": score.family, "games": score.games, "won": score.won, "drawn": score.drawn, "lost": score.lost}
            for score in head_to_head(one, other)
        ],
    }


def _best_seat_of(user: User) -> Subquery:
    """The best-ranked of an AI's seats in a game, so that the game counts once."""
    own = Seat.objects.filter(game=OuterRef("game"), user=user)
    return Subquery(own.order_by("rank", "index").values("pk")[:1])


# -- games to rate ------------------------------------------------------------------------------------------------

Moment = tuple[datetime, int]
"""The order of games in a pool: by their end, then by id."""


def uncounted_games() -> QuerySet[Game]:
    """Rated games that are over and have changed no rating yet."""
    counted = RatingChange.objects.filter(game=OuterRef("pk"))
    return Game.objects.filter(~Exists(counted), rated=True, status=GameStatus.OVER)


def outdated_changes() -> QuerySet[RatingChange]:
    """Changes by games that were annulled since, or whose result was corrected."""
    as_reckoned = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("user"), rank=OuterRef("rank"))
    return RatingChange.objects.filter(~Q(game__status=GameStatus.OVER) | ~Exists(as_reckoned))


def pools_to_count() -> list[tuple[str, bool]]:
    """The pools, as family and pace, whose ratings are stale."""
    behind = set(uncounted_games().values_list("family", "is_live"))
    astray = set(outdated_changes().values_list("pool__family", "pool__is_live"))
    return sorted(behind | astray)


def first_to_count(pool: RatingPool) -> Moment | None:
    """The first game of a pool from which on its ratings are stale; None if they are up to date."""
    return _first(
        uncounted_games().filter(family=pool.family, is_live=pool.is_live), outdated_changes().filter(pool=pool)
    )


def first_to_count_with(pool: RatingPool, game_id: int) -> Moment | None:
    """As `first_to_count`, among this game and all that ended since the last one rated: cheap in a long history."""
    games = uncounted_games().filter(family=pool.family, is_live=pool.is_live)
    counted = RatingChange.objects.filter(pool=pool).order_by("-finished_at").values_list("finished_at", flat=True)
    newest = counted.first()
    fresh = games if newest is None else games.filter(finished_at__gte=newest)
    found = [
        _first(fresh, RatingChange.objects.none()),
        _first(games.filter(pk=game_id), outdated_changes().filter(game=game_id)),
    ]
    return min((moment for moment in found if moment is not None), default=None)


def _first(games: QuerySet[Game], changes: QuerySet[RatingChange]) -> Moment | None:
    game = games.order_by("finished_at", "pk").only("finished_at").first()
    change = changes.order_by("finished_at", "game_id").only("finished_at", "game_id").first()
    found = [] if change is None else [(change.finished_at, change.game_id)]
    if game is not None and game.finished_at is not None:
        found.append((game.finished_at, game.pk))
    return min(found, default=None)


def last_changes(pool: RatingPool, user_ids: Iterable[int]) -> dict[int, datetime]:
    """The time of the last change of each of these ratings, by user id; those without a change are left out."""
    changes = RatingChange.objects.filter(pool=pool, user=OuterRef("pk")).order_by("-finished_at")
    people = User.objects.filter(pk__in=list(user_ids)).annotate(last=Subquery(changes.values("finished_at")[:1]))
    return {pk: last for pk, last in people.values_list("pk", "last") if last is not None}


def results_since(pool: RatingPool, start: Moment) -> dict[Moment, dict[int, int]]:
    """The rated results of a pool from a moment on, in their order: the rank of each player, by user id."""
    seats = Seat.objects.filter(
        _since(start, "game__"),
        game__family=pool.family,
        game__is_live=pool.is_live,
        game__rated=True,
        game__status=GameStatus.OVER,
    ).order_by("game__finished_at", "game_id", "index")
    results: dict[Moment, dict[int, int]] = {}
    for finished_at, game_id, user_id, rank in seats.values_list("game__finished_at", "game_id", "user_id", "rank"):
        assert finished_at is not None, "a game that is over has ended"
        assert rank is not None, "a game that is over has ranks"
        ranks = results.setdefault((finished_at, game_id), {})
        ranks[user_id] = min(rank, ranks.get(user_id, rank))
    return results


def changes_since(pool: RatingPool, start: Moment) -> dict[Moment, list[RatingChange]]:
    """The changes of a pool from a moment on, in their order."""
    changes: dict[Moment, list[RatingChange]] = {}
    for change in RatingChange.objects.filter(_since(start, ""), pool=pool).order_by("finished_at", "game_id", "user"):
        changes.setdefault((change.finished_at, change.game_id), []).append(change)
    return changes


def _since(start: Moment, prefix: str) -> Q:
    """Filter by range first, which an index answers: the two alternatives alone would scan the whole history."""
    finished_at, game_id = start
    later = Q(**{f"{prefix}finished_at__gt": finished_at}) | Q(game_id__gte=game_id)
    return Q(**{f"{prefix}finished_at__gte": finished_at}) & later


# -- pictures -----------------------------------------------------------------------------------------------------


def chart_points(values: Sequence[int], *, width: float, height: float, most: int = 200) -> list[tuple[float, float]]:
    """A history as points of a chart, evenly spaced, the lowest at the bottom; long ones are thinned out."""
    step = max(1, -(-len(values) // most))
    kept = [*values[:-1:step], values[-1]] if values else []
    low, high = min(kept, default=0), max(kept, default=0)
    across = width / max(len(kept) - 1, 1)
    scale = height / max(high - low, 1)
    return [(round(index * across, 1), round(height - (value - low) * scale, 1)) for index, value in enumerate(kept)]
