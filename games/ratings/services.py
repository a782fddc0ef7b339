"""Rate finished games with the Plackett-Luce model.

The ratings of a pool follow from its games in the order of their ends. A game that is new, corrected or annulled makes
them stale from that moment on; counting recalculates from there, for the players concerned only. So it is idempotent:
it does not matter how often, when or in which order counting is requested.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from openskill.models import PlackettLuce

from accounts.services.sweeps import sum_for_each
from games.models import Game, Rating, RatingChange, RatingPool
from games.ratings.models import Skill
from games.ratings.selectors import (
    Moment,
    changes_since,
    first_to_count,
    first_to_count_with,
    last_changes,
    pools_to_count,
    results_since,
)

_MODEL = PlackettLuce()


@dataclass(frozen=True)
class _CurrentRating:
    skill: Skill
    games: int


_NEWCOMER = _CurrentRating(Skill(), 0)


def rate_table(skills: list[Skill], ranks: list[int]) -> list[Skill]:
    """The skills after one game, by Plackett-Luce; unchanged for a single player."""
    if len(skills) < 2:
        return skills
    teams = [[_MODEL.create_rating([skill.mu, skill.sigma])] for skill in skills]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Skill(team[0].mu, team[0].sigma) for team in rated]


def rate_game(game_id: int) -> int:
    """Update the ratings that a game affects; returns how many changes were written."""
    game = Game.objects.filter(pk=game_id, rated=True).only("family", "is_live").first()
    return 0 if game is None else count_pool(family=game.family, is_live=game.is_live, game_id=game_id)


def rate_finished_games() -> int:
    """Sweep: update every pool; returns how many changes were written. A failing pool stops no other."""
    return sum_for_each(
        pools_to_count(),
        lambda pool: count_pool(family=pool[0], is_live=pool[1]),
        failed="Failed to update the ratings of %s (family, live)",
    )


def count_pool(*, family: str, is_live: bool, game_id: int | None = None) -> int:
    """Recalculate the stale ratings of a pool; returns how many changes were written. Idempotent.

    With a game, older gaps are not searched for: the sweep finds them.
    """
    with transaction.atomic():
        RatingPool.objects.get_or_create(family=family, is_live=is_live)
        pool = RatingPool.objects.select_for_update(no_key=True).get(family=family, is_live=is_live)
        start = first_to_count(pool) if game_id is None else first_to_count_with(pool, game_id)
        if start is None:
            return 0
        recalculation = _Recalculation(pool, results_since(pool, start), changes_since(pool, start))
        recalculation.run()
        recalculation.write()
        return len(recalculation.changes)


@dataclass
class _Recalculation:
    """A recalculation of a pool from a moment on. `concerned` are the players whose ratings differ."""

    pool: RatingPool
    results: Mapping[Moment, Mapping[int, int]]
    stored: Mapping[Moment, list[RatingChange]]
    current: dict[int, _CurrentRating] = field(default_factory=dict)
    concerned: set[int] = field(default_factory=set)
    changes: list[RatingChange] = field(default_factory=list)
    obsolete: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Load everyone's rating before the first change to recalculate, or else the current one."""
        users = {user_id for ranks in self.results.values() for user_id in ranks}
        for rating in Rating.objects.filter(pool=self.pool, user__in=users):
            self.current[rating.user_id] = _CurrentRating(rating.skill, rating.games)
        for changes in reversed(list(self.stored.values())):
            for change in changes:
                self.current[change.user_id] = _CurrentRating(change.before, change.number - 1)

    def run(self) -> None:
        for moment in sorted(self.results.keys() | self.stored.keys()):
            if self._still_holds(moment):
                for change in self.stored[moment]:
                    self.current[change.user_id] = _CurrentRating(change.after, change.number)
            else:
                self._recalculate(moment)

    def write(self) -> None:
        RatingChange.objects.filter(pk__in=self.obsolete).delete()
        RatingChange.objects.bulk_create(self.changes, batch_size=500)
        latest = last_changes(self.pool, self.concerned)
        Rating.objects.bulk_create(
            [self._rating(user_id, latest[user_id]) for user_id in sorted(latest)],
            update_conflicts=True,
            unique_fields=["user", "pool"],
            update_fields=["mu", "sigma", "games", "changed_at"],
            batch_size=500,
        )
        Rating.objects.filter(pool=self.pool, user__in=self.concerned - latest.keys()).delete()

    def _still_holds(self, moment: Moment) -> bool:
        known = {change.user_id: change.rank for change in self.stored.get(moment, [])}
        return bool(known) and known == self.results.get(moment) and self.concerned.isdisjoint(known)

    def _recalculate(self, moment: Moment) -> None:
        earlier = self.stored.get(moment, [])
        self.obsolete += [change.pk for change in earlier]
        self.concerned.update(change.user_id for change in earlier)
        ranks = self.results.get(moment, {})
        self.concerned.update(ranks)
        before = [self.current.get(user_id, _NEWCOMER) for user_id in ranks]
        after = rate_table([rating.skill for rating in before], list(ranks.values()))
        for user_id, old, new in zip(ranks, before, after, strict=True):
            self.current[user_id] = _CurrentRating(new, old.games + 1)
            self.changes.append(self._change(moment, user_id, ranks[user_id], old, new))

    def _change(self, moment: Moment, user_id: int, rank: int, old: _CurrentRating, new: Skill) -> RatingChange:
        return RatingChange(
            pool=self.pool,
            game_id=moment[1],
            user_id=user_id,
            finished_at=moment[0],
            rank=rank,
            number=old.games + 1,
            mu_before=old.skill.mu,
            sigma_before=old.skill.sigma,
            mu_after=new.mu,
            sigma_after=new.sigma,
        )

    def _rating(self, user_id: int, changed_at: datetime) -> Rating:
        rating = self.current[user_id]
        return Rating(
            user_id=user_id,
            pool=self.pool,
            mu=rating.skill.mu,
            sigma=rating.skill.sigma,
            games=rating.games,
            changed_at=changed_at,
        )
