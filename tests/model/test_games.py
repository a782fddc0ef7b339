"""Random actions in two games: turns, resends, draw offers, take-backs, conditional moves, vacations and clocks."""

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from openskill.models import PlackettLuce

from accounts.models import User
from games.enums import IN_PROGRESS, GameStatus
from games.models import ConditionalMoves, Game, GameEvent, Notice, Rating, RatingChange, RatingPool, Seat, Step
from games.notifications.services.notices import notify_missed
from games.ratings.services import rate_finished_games
from games.rules.match import Match
from games.selectors.game_json import match_of
from games.services.clock import settle_game, settle_overdue
from games.services.conditional_moves import delete_conditional_moves, save_conditional_moves
from games.services.endings import abort_game, resign
from games.services.offers import ask_takeback, decline_draw, decline_takeback, offer_draw
from games.services.play import submit_turn
from games.services.setup import submit_setup
from games.timing import DAY, MINUTE, SECOND, ControlKind, TimeControl
from games.vacations.services import announce_vacation, end_vacation
from tests.games.playing import SETUPS, make_people, random_turn, start
from tests.games.playing import play as play_turns
from tests.model.machine import SCENARIOS, Scenario, begin, invariant, rule, run_scenarios

NAMES = ("ada", "ben", "cleo", "dan")
VARIANTS = ("nonaga", "lyra-2", "vaeva", "bataille-4")
CONTROLS = (
    TimeControl.days(3),
    TimeControl.bank(10 * MINUTE, 5 * SECOND),
    TimeControl.bank(2 * DAY, DAY, 3 * DAY),
)
# Most are short: a wait that ends a game ends its scenario.
WAITS = (SECOND, 20 * SECOND, 20 * SECOND, 9 * MINUTE, 11 * MINUTE, timedelta(hours=20), 2 * DAY, 4 * DAY)
# Refusals for players who are out of the game, or whose clock was applied first.
OUT = ("game_over", "out_of_play", "stale")
PASSED_ON = ("game_over", "stale", "not_your_turn")
SERVICES = (
    submit_setup,
    submit_turn,
    offer_draw,
    decline_draw,
    ask_takeback,
    decline_takeback,
    save_conditional_moves,
    delete_conditional_moves,
    resign,
    abort_game,
    announce_vacation,
    end_vacation,
)
TABLES, SEATS, SEEDS = range(2), range(4), range(10**6)
BOTH = (False, True)
SELDOM = (False, False, True)


def pairs_of(values: Sequence[Any]) -> list[tuple[Any, Any]]:
    return list(itertools.product(values, repeat=2))


class GameScenario(Scenario):
    """Two games, and their state before the last step."""

    @begin(
        variants=pairs_of(VARIANTS),
        controls=pairs_of(CONTROLS),
        rated=pairs_of(BOTH),
        turns=range(4),
    )
    def start_games(self, variants: Any, controls: Any, rated: Any, turns: int = 0) -> None:
        """Most scenarios begin with turns played: others seldom reach an offer or conditional moves."""
        people = make_people(*NAMES)
        self.players: list[list[User]] = []
        self.games: list[int] = []
        for variant, control, is_rated in zip(variants, controls, rated, strict=True):
            players = people[: 4 if variant.endswith("4") else 2]
            game = start(variant, players, control=control, rated=is_rated, turn_limit=4, set_up=turns > 1)
            if game.status == GameStatus.RUNNING:
                play_turns(game, turns)
            self.games.append(game.pk)
            self.players.append(players)
        self.banks: dict[int, tuple[timedelta, int]] = {}
        self.stopped: set[int] = set()
        self.current_since: dict[int, tuple[Any, datetime]] = {}
        self.flags: dict[int, tuple[int, datetime | None]] = {}
        self.ends: dict[int, list[Any]] = {}
        self.last_turn: dict[str, Any] = {}

    def player(self, table: int, seat: int) -> User:
        return self.players[table][seat % len(self.players[table])]

    def game(self, table: int) -> Game:
        return Game.objects.get(pk=self.games[table])

    def is_on_time(self, game: Game) -> bool:
        """Return whether no clock has expired; an expired one may still wait for a player on vacation."""
        return game.deadline is not None and game.deadline > timezone.now()

    def is_in_play(self, game: Game, user: User) -> bool:
        seats = game.seats.filter(user=user)
        return game.is_in_progress and not any(game.face["placed"][seat.index] for seat in seats)

    def may_act(self, game: Game, user: User) -> bool | None:
        """Return whether a player may act in a game at all; None if the clock decides it first."""
        if not self.is_in_play(game, user):
            return False
        return True if self.is_on_time(game) else None

    # -- actions of players -------------------------------------------------------------------------------------------

    @rule(table=TABLES, seat=SEATS)
    def set_up(self, table: int, seat: int) -> None:
        game = self.game(table)
        # A set-up may be sent again: the service decides whether it is the same.
        legal = True if game.status == GameStatus.SETUP and self.is_on_time(game) else None
        setup = {"user": self.player(table, seat), "setup": SETUPS.get(game.variant, "=ABC")}
        self.expect(submit_setup, legal=legal, refusals=("setups_are_in", "game_over"), game_id=game.pk, **setup)

    @rule(table=TABLES, seed=SEEDS)
    def play(self, table: int, seed: int) -> None:
        game = self.game(table)
        if game.to_move is None:
            return
        mover, steps = self.player(table, game.to_move), random_turn(match_of(game).state, random.Random(seed))
        turn = {"game_id": game.pk, "user": mover, "ply": game.ply, "steps": steps}
        legal = True if self.is_on_time(game) else None
        if self.expect(submit_turn, legal=legal, refusals=PASSED_ON, **turn) is not None:
            self.last_turn = turn
            if not mover.vacations.exists():
                _position, begun_at = self.current_since[game.pk]
                assert Step.objects.get(game=game, ply=game.ply).spent == timezone.now() - begun_at

    @rule()
    def resend_last_turn(self) -> None:
        """Like a client that got no response: resending a turn changes nothing, whatever happened since."""
        if not self.last_turn:
            return
        game_id = self.last_turn["game_id"]
        settle_game(game_id=game_id, now=timezone.now())
        before = rows_of(game_id)
        self.expect(submit_turn, legal=True, refusals=(), **self.last_turn)
        assert rows_of(game_id) == before

    @rule(table=TABLES, seat=SEATS, seed=SEEDS, late=range(-2, 3))
    def play_out_of_turn_or_late(self, table: int, seat: int, seed: int, late: int) -> None:
        game = self.game(table)
        ply = max(0, game.ply + late)
        if game.to_move is None or (ply == game.ply and self.player(table, game.to_move) == self.player(table, seat)):
            return
        steps = random_turn(match_of(game).state, random.Random(seed))
        before = Step.objects.filter(game=game).count()
        turn = {"game_id": game.pk, "user": self.player(table, seat), "ply": ply, "steps": steps}
        # An earlier ply may be that of the turn that was played there.
        legal = None if ply < game.ply else False
        self.expect(submit_turn, legal=legal, refusals=PASSED_ON, **turn)
        assert not Step.objects.filter(game=game, ply__gte=before).exclude(text__startswith="#").exists()

    @rule(table=TABLES, seat=SEATS, agrees=BOTH)
    def draw(self, table: int, seat: int, agrees: bool) -> None:
        game, user = self.game(table), self.player(table, seat)
        may_act = self.may_act(game, user)
        if not agrees:
            self.expect(decline_draw, legal=may_act, refusals=OUT, game_id=game.pk, user=user)
            return
        is_first = not game.seats.filter(user=user, draw_offered_turn__isnull=False).exists()
        legal = may_act and (game.status == GameStatus.RUNNING) and (is_first or None)
        in_play = game.seats.filter(left="").exclude(user=user)
        others = [other for other in in_play if not game.face["placed"][other.index]] if game.face else []
        refusals = (*OUT, "offered_already")
        self.expect(offer_draw, legal=legal, refusals=refusals, game_id=game.pk, user=user, ply=game.ply)
        if game.is_in_progress and self.game(table).reason == "agreement":
            assert all(other.wants_draw for other in others)

    @rule(table=TABLES, seat=SEATS, agrees=[True, True, False])
    def take_back(self, table: int, seat: int, agrees: bool) -> None:
        game, user = self.game(table), self.player(table, seat)
        may_act = self.may_act(game, user)
        if not agrees:
            self.expect(decline_takeback, legal=may_act, refusals=OUT, game_id=game.pk, user=user)
            return
        is_answer = True if game.takeback_to is not None else None
        legal = may_act and (game.status == GameStatus.RUNNING) and not game.rated and is_answer
        refusals = (*OUT, "not_casual" if game.rated else "nothing_to_take_back")
        self.expect(ask_takeback, legal=legal, refusals=refusals, game_id=game.pk, user=user, ply=game.ply)
        if self.game(table).ply < game.ply:
            assert not game.rated
            self.last_turn = {}

    @rule(table=TABLES, seat=SEATS, seed=SEEDS, turns=[0, 1, 2, 2, 3])
    def edit_conditional_moves(self, table: int, seat: int, seed: int, turns: int) -> None:
        """For the player so many seats after the one to move."""
        game = self.game(table)
        user = self.player(table, seat + (game.to_move or 0))
        may_act = self.may_act(game, user)
        if not turns:
            self.expect(delete_conditional_moves, legal=may_act, refusals=OUT, game_id=game.pk, user=user)
        elif game.to_move is not None:
            tree = line_of(match_of(game), turns, random.Random(seed))
            own = game.seats.get(user=user).index
            ends_with_own = last_seat(tree) == own
            legal = may_act and not game.is_live and game.to_move != own and ends_with_own
            refusals = (*OUT, "live_game", "your_turn", "bad_conditional_moves")
            self.expect(
                save_conditional_moves,
                legal=legal,
                refusals=refusals,
                game_id=game.pk,
                user=user,
                ply=game.ply,
                tree=tree,
            )

    @rule(table=TABLES, seat=SEATS, is_meant=SELDOM)
    def resign(self, table: int, seat: int, is_meant: bool = True) -> None:
        if not is_meant:
            return
        game, user = self.game(table), self.player(table, seat)
        self.expect(resign, legal=self.may_act(game, user), refusals=OUT, game_id=game.pk, user=user)

    @rule(table=TABLES, seat=SEATS, is_meant=SELDOM)
    def abort(self, table: int, seat: int, is_meant: bool = True) -> None:
        if not is_meant:
            return
        game, user = self.game(table), self.player(table, seat)
        moved = [turns for turns, place in zip(game.face["turns"], game.face["placed"], strict=True) if not place]
        legal = self.may_act(game, user) and not (game.status == GameStatus.RUNNING and all(moved))
        self.expect(abort_game, legal=legal, refusals=(*OUT, "too_late_to_abort"), game_id=game.pk, user=user)

    @rule(table=TABLES, seat=SEATS, days=range(4))
    def take_vacation(self, table: int, seat: int, days: int) -> None:
        user, until = self.player(table, seat), timezone.now().date() + days * DAY
        legal = None if user.vacations.exists() else True
        self.expect(
            announce_vacation, legal=legal, refusals=("vacation_overlaps", "no_vacation_left"), user=user, until=until
        )

    @rule(table=TABLES, seat=SEATS)
    def end_vacations(self, table: int, seat: int) -> None:
        user = self.player(table, seat)
        for vacation in user.vacations.all():
            legal = vacation.ends_at > timezone.now()
            self.expect(end_vacation, legal=legal, refusals=("vacation_is_over",), user=user, vacation_id=vacation.pk)

    @rule(wait=WAITS)
    def wait(self, wait: timedelta) -> None:
        self.pass_time(wait)

    @rule()
    def sweep(self) -> None:
        for is_live in (True, False):
            settle_overdue(is_live=is_live)
            assert settle_overdue(is_live=is_live) == 0, "settled twice"
        assert not Game.objects.filter(pk__in=self.games, deadline__lt=timezone.now()).exists(), "not flagged"

    @rule()
    def rate_and_notify(self) -> None:
        """Run the sweeps of ratings and notices twice: each game is rated once, each notice is created once."""
        rate_finished_games()
        assert rate_finished_games() == 0
        for game in Game.objects.filter(pk__in=self.games):
            counted = Counter(RatingChange.objects.filter(game=game).values_list("user__username", flat=True))
            is_counted = game.rated and game.status == GameStatus.OVER
            assert counted == (Counter(seat.user.username for seat in game.seats.all()) if is_counted else Counter())
        skills = {(rating.pool_id, rating.user_id): [rating.mu, rating.sigma] for rating in Rating.objects.all()}
        expected = ratings_by_hand()
        assert skills.keys() == expected.keys()
        assert all(skills[who] == pytest.approx(expected[who]) for who in skills)
        notify_missed()
        notices = Notice.objects.count()
        notify_missed()
        assert Notice.objects.count() == notices
        for seat in Seat.objects.filter(game__status=GameStatus.OVER):
            assert Notice.objects.filter(user=seat.user_id, game=seat.game_id, kind="over").count() <= 1

    # -- invariants ---------------------------------------------------------------------------------------------------

    @invariant
    def the_record_is_complete_and_matches_the_position(self) -> None:
        for game in Game.objects.filter(pk__in=self.games):
            record = list(Step.objects.filter(game=game).order_by("ply").values_list("ply", "text", "seat"))
            assert [ply for ply, _text, _seat in record] == list(range(game.ply))
            events = list(GameEvent.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))
            assert events == list(range(1, game.event_seq + 1))
            if game.status in (GameStatus.RUNNING, GameStatus.OVER) and record:
                match = replay([(text, seat) for _ply, text, seat in record], game)
                assert match_of(game).snapshot() == match.snapshot()
                assert (match.result is not None) == (game.status == GameStatus.OVER)

    @invariant
    def exactly_one_seat_is_to_move_in_a_running_game(self) -> None:
        for game in Game.objects.filter(pk__in=self.games):
            seats = list(game.seats.order_by("index"))
            movers = [seat for seat in seats if seat.index == game.to_move and not seat.left]
            assert len(movers) == (1 if game.status == GameStatus.RUNNING else 0)
            assert (game.deadline is not None) == game.is_in_progress
            assert game.deadline is None or game.deadline >= game.since
            ranks = [seat.rank for seat in seats]
            assert all(ranks) if game.status == GameStatus.OVER else not any(ranks)
            assert game.is_in_progress or not ConditionalMoves.objects.filter(seat__game=game).exists()

    @invariant
    def banks_match_the_recorded_times(self) -> None:
        """Minus the time of each new turn, plus the increment, up to the cap. When the game ends, the clock of the seat
        to move stops; nothing else changes a bank."""
        for seat in Seat.objects.filter(game__in=self.games).select_related("game"):
            control = seat.game.control
            assert seat.bank >= timedelta(0)
            if control.kind != ControlKind.BANK:
                continue
            expected, known = self.banks.get(seat.pk, (control.allowance, 0))
            played = Step.objects.filter(game=seat.game, seat=seat.index, pk__gt=known, spent__isnull=False)
            for spent in played.order_by("ply").values_list("spent", flat=True):
                expected += control.increment - spent
                expected = expected if control.cap is None else min(expected, control.cap)
            stops_now = not seat.game.is_in_progress and seat.pk not in self.stopped
            assert seat.left or seat.bank == expected or (stops_now and seat.bank < expected)
            if not seat.game.is_in_progress:
                self.stopped.add(seat.pk)
            self.banks[seat.pk] = (seat.bank, max(Step.objects.values_list("pk", flat=True), default=0))

    @invariant
    def no_flag_falls_early(self) -> None:
        for game in Game.objects.filter(pk__in=self.games):
            flags = Step.objects.filter(game=game, text__startswith="#timeout").count()
            known, deadline = self.flags.get(game.pk, (0, None))
            assert flags == known or (deadline is not None and deadline <= timezone.now())
            self.flags[game.pk] = (flags, game.deadline)

    @invariant
    def remember_since_when_each_position_is_current(self) -> None:
        for game in Game.objects.filter(pk__in=self.games):
            position = (game.status, game.ply)
            if game.pk not in self.current_since or self.current_since[game.pk][0] != position:
                self.current_since[game.pk] = (position, timezone.now())

    @invariant
    def finished_games_do_not_change(self) -> None:
        for game in Game.objects.filter(pk__in=self.games).exclude(status__in=IN_PROGRESS):
            ranks = game.seats.order_by("index").values_list("rank", "points_numerator", "points_denominator", "bank")
            end = [game.status, game.reason, game.finished_at, game.ply, *ranks]
            assert self.ends.setdefault(game.pk, end) == end


def rows_of(game_id: int) -> list[dict[str, Any]]:
    """Return the rows of the game, its seats and its record."""
    games, seats, steps = (
        Game.objects.filter(pk=game_id),
        Seat.objects.filter(game=game_id),
        Step.objects.filter(game=game_id),
    )
    return [*games.values(), *seats.order_by("index").values(), *steps.order_by("ply").values()]


def replay(record: list[tuple[str, int | None]], game: Game) -> Match:
    """Replay the record by the rules alone; each step must belong to the seat to move."""
    texts = [text for text, _seat in record]
    for number, (text, seat) in enumerate(record):
        if text[0] not in "=#":
            assert Match.replay(game.engine, texts[:number], game.turn_limit).state.seat == seat
    return Match.replay(game.engine, texts, game.turn_limit)


def ratings_by_hand() -> dict[tuple[int, int], list[float]]:
    """Compute mu and sigma in every pool from all rated games, in the order in which they ended."""
    model, known = PlackettLuce(), dict[tuple[int, int], Any]()
    for game in Game.objects.filter(rated=True, status=GameStatus.OVER).order_by("finished_at", "pk"):
        pool = RatingPool.objects.get(family=game.family, is_live=game.is_live).pk
        seats = list(game.seats.order_by("index"))
        teams = [[known.get((pool, seat.user_id), model.rating())] for seat in seats]
        after = model.rate(teams, ranks=[float(seat.rank) for seat in seats])
        known |= {(pool, seat.user_id): team[0] for seat, team in zip(seats, after, strict=True)}
    return {who: [rating.mu, rating.sigma] for who, rating in known.items()}


def line_of(match: Match, turns: int, rng: random.Random) -> list[dict[str, Any]]:
    """Return conditional moves: one line of random turns."""
    if not turns or match.result is not None:
        return []
    steps, after = random_turn(match.state, rng), match
    for step in steps:
        after = after.play(step)
    return [{"seat": match.state.seat, "steps": steps, "then": line_of(after, turns - 1, rng)}]


def last_seat(tree: list[dict[str, Any]]) -> int | None:
    """Return the seat whose turn ends the line."""
    seat = None
    while tree:
        seat, tree = tree[0]["seat"], tree[0]["then"]
    return seat


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(max(300, 10 * SCENARIOS))
def test_random_game_actions_keep_games_consistent(db: None) -> None:
    run_scenarios(GameScenario, scenarios=20, steps=20, services=SERVICES)
