"""A random tournament: players enter late, withdraw and come back, rounds are paired, discarded, published and taken
back, games end, and results are corrected. Players check in, and the roster of the club changes meanwhile.
"""

from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.enums import GameStatus
from games.models import Game, Notice
from games.services.clock import settle_overdue
from games.services.endings import resign
from games.timing import DAY
from tests.games.playing import make_people, play
from tests.model.machine import SCENARIOS, begin, invariant, rule, run_scenarios
from tests.model.tournament_parts import BOTH, PLACES, CheckInRules, EntryRules
from tests.tournaments.playing import make_club, open_tables, open_tournament, seen
from tournaments.check_in.services import check_self_in, renew_check_in_link, set_all_present, set_presence
from tournaments.clubs.services.name_claims import answer_claim, claim_name, release_name
from tournaments.clubs.services.roster import change_person, merge_people, remove_person
from tournaments.enums import EntryStatus, RoundStatus, Source, Status, Venue
from tournaments.models import AskedBye, Bye, Entry, Round, Seat, Table
from tournaments.pairing.knockout import bracket
from tournaments.pairing.values import Format
from tournaments.selectors.record import numbered_entries, played_value, published_tables, tournament_data
from tournaments.selectors.tournaments import has_results, last_published_round
from tournaments.services.corrections import clear_result
from tournaments.services.lifecycle import change_tournament, finish_early, sign_off, start_tournament
from tournaments.services.locking import Seen
from tournaments.services.pairing import discard_draft, pair_again, pair_round
from tournaments.services.publishing import publish_round, take_back_round
from tournaments.services.registration import add_player, enter
from tournaments.services.results import count_finished_games, set_result
from tournaments.services.withdrawal import ask_bye, reinstate_player, withdraw_player
from tournaments.standings.ranking import standings
from tournaments.standings.record import record_of

FORMATS = (Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT)
WAITS = (timedelta(hours=5), 2 * DAY, 4 * DAY)
SERVICES = (
    pair_round,
    pair_again,
    discard_draft,
    publish_round,
    take_back_round,
    set_result,
    clear_result,
    resign,
    withdraw_player,
    reinstate_player,
    enter,
    add_player,
    ask_bye,
    sign_off,
    finish_early,
    set_presence,
    check_self_in,
    set_all_present,
    renew_check_in_link,
    change_tournament,
    change_person,
    merge_people,
    claim_name,
    answer_claim,
    release_name,
    remove_person,
)
SEEDS, SELDOM = range(10**6), (False, False, True)
OUTCOMES = ("goal", "limit", "draw", "forfeit")


class TournamentScenario(CheckInRules, EntryRules):
    @begin(format=FORMATS, players=range(3, 7), online=BOTH, check_in=BOTH)
    def begin_tournament(self, format: Format, players: int, online: bool, check_in: bool = False) -> None:
        """Over the board, every other player is a name without an account, and with check-in one is an AI."""
        self.secretary, *people = make_people("secretary", *(f"player{number}" for number in range(7)))
        self.club = make_club(self.secretary)
        self.play_earlier_tournament(people[-2:])
        check_in = check_in and not online
        venue = Venue.CORRESPONDENCE if online else Venue.BOARD
        special: dict[Format, dict[str, Any]] = {
            Format.SWISS: {"late_entry_until": 3},
            Format.KNOCKOUT: {"games_per_match": 1 + players % 3, "third_place": players % 2 == 0},
        }
        rules = {"rounds": 3, "venue": venue, "check_in": check_in, **special.get(format, {})}
        tournament = open_tournament(self.club, self.secretary, format, **rules)
        self.by = {"tournament_id": tournament.pk, "user": self.secretary}
        self.came_after = {}
        self.present = set()
        self.waiting = people[players:]
        for number, person in enumerate(people[:players]):
            if online or number % 2:
                enter(tournament_id=tournament.pk, user=person)
            else:
                add_player(**self.by, name=person.username)
        if check_in:
            add_player(**self.by, player=User.objects.create_user("robo", is_ai=True))
        start_tournament(**self.by)

    def table(self, place: int) -> Table | None:
        tables = open_tables(self.tournament)
        return tables[place % len(tables)] if tables else None

    # -- what the organiser and the players do ------------------------------------------------------------------------

    @rule(service=[pair_round, pair_round, pair_again, discard_draft])
    def pair(self, service: Any) -> None:
        """A withdrawn player is seated at no new table, unless as absent by a round-robin schedule."""
        gone = Entry.objects.filter(tournament=self.tournament, status=EntryStatus.WITHDRAWN)
        absent, laid = set(gone.values_list("pk", flat=True)), max(Seat.objects.values_list("pk", flat=True), default=0)
        self.pair_or_discard(service)
        assert not Seat.objects.filter(pk__gt=laid, entry__in=absent, is_absent=False).exists()

    def pair_or_discard(self, service: Any) -> None:
        """A first round of two or more players can be paired; later ones may have no valid pairing."""
        tournament, draft = self.tournament, self.draft
        is_running = tournament.status == Status.RUNNING
        if service is pair_round:
            is_due = not draft and last_published_round(tournament) < tournament.rounds
            is_free = not Round.objects.filter(tournament=tournament, status=RoundStatus.PUBLISHED).exists()
            playing = Entry.objects.filter(tournament=tournament, status=EntryStatus.ENTERED)
            playing = playing.exclude(pk__in=AskedBye.objects.filter(round_number=1).values("entry"))
            if self.needs_check_in:
                playing = playing.exclude(pk__in=self.people() - self.present)
            is_certain = is_free and last_published_round(tournament) == 0 and playing.count() > 1
            has_players = not self.needs_check_in or bool(self.present)
            legal = is_running and is_due and has_players and (is_certain or None)
            refusals = ("wrong_state", "no_round_left", "already_paired", "round_in_play", "no_pairing")
            self.expect(service, legal=legal, refusals=(*refusals, "no_one_present"), **self.by)
            self.a_draft_seats_exactly_those_who_are_present()
            return
        legal = is_running and draft is not None and (service is discard_draft or None)
        refusals = ("wrong_state", "no_draft", "published", "no_pairing")
        self.expect(service, legal=legal, refusals=refusals, **self.by, seen=seen(tournament))

    @property
    def draft(self) -> Round | None:
        return Round.objects.filter(tournament=self.tournament, published_at=None).first()

    @rule()
    def publish(self) -> None:
        draft = self.draft
        legal = self.tournament.status == Status.RUNNING and draft is not None and draft.status == RoundStatus.DRAFT
        refusals = ("wrong_state", "no_draft", "published")
        self.expect(publish_round, legal=legal, refusals=refusals, **self.by, seen=seen(self.tournament))

    @rule(with_result=SELDOM, late=BOTH)
    def publish_and_take_back(self, with_result: bool, late: bool) -> None:
        """A round without results is taken back; players who entered meanwhile may play it after all."""
        if not open_tables(self.tournament):
            self.pair_or_discard(pair_round)
            self.publish()
        if late:
            self.enter_late()
        if with_result:
            self.submit_result(self.table(0), 0, "goal")
        tournament = self.tournament
        last = Round.objects.filter(tournament=tournament, published_at__isnull=False).order_by("number").last()
        if last is None:
            return
        is_uncounted = Game.objects.filter(tournament_table__round=last, status=GameStatus.OVER).exists()
        legal = tournament.status == Status.RUNNING and not has_results(last) and not is_uncounted
        self.expect(
            take_back_round,
            legal=legal,
            refusals=("wrong_state", "has_results"),
            **self.by,
            seen=Seen(last.number, last.attempt),
        )
        if legal:
            self.came_after = {entry: min(after, last.number - 1) for entry, after in self.came_after.items()}

    @rule(seed=SEEDS)
    def play_a_round(self, seed: int) -> None:
        """In one rule, or few scenarios would reach later rounds."""
        self.pair_or_discard(pair_round)
        self.publish()
        for _game in range(4):  # of a knockout match
            for table in open_tables(self.tournament):
                self.submit_result(table, seed, "goal")

    @rule(place=PLACES, seed=SEEDS, outcome=OUTCOMES)
    def enter_result(self, place: int, seed: int, outcome: str) -> None:
        self.submit_result(self.table(place), seed, outcome)

    @rule(place=PLACES, seed=SEEDS, outcome=OUTCOMES)
    def correct_a_result(self, place: int, seed: int, outcome: str) -> None:
        decided = list(published_tables(self.tournament).exclude(outcome="").order_by("pk"))
        self.submit_result(decided[place % len(decided)] if decided else None, seed, outcome)

    def submit_result(self, table: Table | None, seed: int, outcome: str) -> None:
        """The organiser's result is stored; a refused one leaves the table as it was."""
        if table is None:
            return
        before, ranks = result_of(table), [1, 1] if outcome == "draw" else Random(seed).sample([1, 2], 2)
        verdict = {"outcome": outcome, "ranks": ranks, "reason": "on the sheet"}
        tournament = self.tournament
        is_played_on = tournament.pairing_format == Format.KNOCKOUT and table.round.number < last_published_round(
            tournament
        )
        legal = tournament.status in (Status.RUNNING, Status.PROVISIONAL) and not table.is_void
        refusals = ("wrong_state", "struck", "played_on")
        done = self.expect(
            set_result,
            legal=legal and (None if is_played_on and table.is_decided else True),
            refusals=refusals,
            table_id=table.pk,
            user=self.secretary,
            **verdict,
        )
        assert result_of(table) == (before if done is None else (outcome, ranks))

    @rule(place=PLACES)
    def clear_a_result(self, place: int) -> None:
        """A cleared table is open again; a refused request leaves it as it was."""
        decided = list(published_tables(self.tournament).exclude(outcome="").order_by("pk"))
        if not decided:
            return
        table = decided[place % len(decided)]
        before, is_knockout = result_of(table), self.tournament.pairing_format == Format.KNOCKOUT
        is_over = self.tournament.status not in (Status.RUNNING, Status.PROVISIONAL)
        has_left = table.seats.filter(entry__status=EntryStatus.WITHDRAWN).exists()
        is_fixed = table.is_void or table.game_id is not None or table.source == Source.DRAW or has_left
        done = self.expect(
            clear_result,
            legal=False if is_over or is_fixed else None if is_knockout else True,
            refusals=("wrong_state", "struck", "played_on", "online", "withdrawn"),
            table_id=table.pk,
            user=self.secretary,
            reason="on another table",
        )
        assert result_of(table) == (before if done is None else ("", [None, None]))

    @rule(service=[pair_again, discard_draft])
    def pair_again_or_discard(self, service: Any) -> None:
        if self.draft is None:
            self.pair_or_discard(pair_round)
        self.pair_or_discard(service)

    @rule(place=PLACES, seed=SEEDS)
    def end_a_game(self, place: int, seed: int) -> None:
        if not open_tables(self.tournament):
            self.pair_or_discard(pair_round)
            self.publish()
        table = self.table(place)
        if table is not None and table.game is not None and table.game.is_in_progress:
            game: Game = table.game
            play(game, 1, seed=seed)
            if game.is_in_progress:
                mover: User = game.seats.select_related("user").get(index=game.to_move).user
                self.expect(resign, legal=True, refusals=(), game_id=game.pk, user=mover)

    @rule(place=PLACES, by_self=BOTH)
    def withdraw(self, place: int, by_self: bool) -> None:
        entry = self.entry(place)
        self.leave(entry, entry.user if by_self and entry.user else self.secretary)

    def leave(self, entry: Entry, user: User) -> None:
        legal = self.tournament.status == Status.RUNNING or entry.status == EntryStatus.WITHDRAWN
        self.expect(
            withdraw_player, legal=legal, refusals=("wrong_state",), entry_id=entry.pk, user=user, reason="a train"
        )
        if legal:
            self.present.discard(entry.pk)

    def reinstate(self, entry: Entry) -> None:
        """Only a Swiss tournament reinstates players, and only withdrawn ones."""
        entry.refresh_from_db()
        is_swiss, has_left = self.tournament.pairing_format == Format.SWISS, entry.status == EntryStatus.WITHDRAWN
        is_removed = entry.person is not None and entry.person.departed_at is not None
        legal = self.tournament.status == Status.RUNNING and is_swiss and has_left and not is_removed
        refusals = ("wrong_state", "not_withdrawn", "not_possible")
        self.expect(
            reinstate_player, legal=legal, refusals=refusals, entry_id=entry.pk, user=self.secretary, reason="back"
        )

    @rule(place=PLACES)
    def reinstate_withdrawn(self, place: int) -> None:
        gone = list(Entry.objects.filter(tournament=self.tournament, status=EntryStatus.WITHDRAWN).order_by("pk"))
        self.reinstate(gone[place % len(gone)] if gone else self.entry(place))

    @rule(place=PLACES, seed=SEEDS)
    def miss_a_round(self, place: int, seed: int) -> None:
        """Withdraw, play a round and reinstate: by three separate rules few scenarios would have this sequence."""
        entry = self.entry(place)
        self.leave(entry, self.secretary)
        self.play_a_round(seed=seed)
        self.reinstate(entry)

    @rule(wait=WAITS)
    def wait_and_sweep(self, wait: timedelta) -> None:
        self.pass_time(wait)
        settle_overdue(is_live=False)
        count_finished_games()
        assert count_finished_games() == 0, "counted twice"
        waiting = Table.objects.filter(round__published_at__isnull=False, outcome="", is_void=False)
        assert not waiting.filter(seats__entry__status=EntryStatus.WITHDRAWN).exists(), (
            "a table waits for a withdrawn player"
        )

    @rule(services=[(sign_off,), (finish_early,), (finish_early, sign_off)], is_meant=BOTH, seed=SEEDS)
    def end(self, services: tuple[Any, ...], is_meant: bool, seed: int) -> None:
        """After a round: without one, a tournament can't be finished early."""
        if is_meant:
            self.play_a_round(seed=seed)
        for service in services if is_meant else ():
            self.end_by(service)

    def end_by(self, service: Any) -> None:
        if service is sign_off:
            legal = self.tournament.status == Status.PROVISIONAL
            self.expect(sign_off, legal=legal, refusals=("wrong_state",), **self.by)
            return
        rounds = Counter(Round.objects.filter(tournament=self.tournament).values_list("status", flat=True))
        is_between = rounds[RoundStatus.FINISHED] > 0 and not rounds[RoundStatus.PUBLISHED]
        legal = self.tournament.status == Status.RUNNING and is_between
        refusals = ("wrong_state", "round_in_play", "nothing_played")
        self.expect(finish_early, legal=legal, refusals=refusals, **self.by, reason="snow")

    # -- what must hold -----------------------------------------------------------------------------------------------

    @invariant
    def each_entry_appears_at_most_once_per_round(self) -> None:
        for round_ in Round.objects.filter(tournament=self.tournament):
            counted = Seat.objects.filter(round=round_, table__is_void=False, table__replay=0)
            seated = Counter(counted.values_list("entry_id", flat=True))
            resting = Counter(Bye.objects.filter(round=round_).values_list("entry_id", flat=True))
            assert all(times == 1 for times in (seated + resting).values())

    @invariant
    def rounds_are_consecutive_and_only_the_last_is_a_draft(self) -> None:
        rounds = list(Round.objects.filter(tournament=self.tournament).order_by("number"))
        assert [round_.number for round_ in rounds] == list(range(1, len(rounds) + 1))
        assert all(round_.published_at is not None for round_ in rounds[:-1])

    @invariant
    def a_knockout_match_has_one_open_game_until_it_is_decided(self) -> None:
        tournament, published = self.tournament, last_published_round(self.tournament)
        if tournament.pairing_format != Format.KNOCKOUT or tournament.status not in (
            Status.RUNNING,
            Status.PROVISIONAL,
        ):
            return
        open_games = Counter(
            frozenset(table.seats.values_list("entry_id", flat=True))
            for table in Table.objects.filter(round__tournament=tournament, round__number=published, outcome="")
        )
        for match in bracket(tournament_data(tournament))[published - 1] if published else ():
            pair = [place.entrant for place in (match.one, match.other) if place.entrant is not None]
            count = open_games[frozenset(entrant.id for entrant in pair)]
            has_left = any(entrant.left is not None for entrant in pair)  # a resigned game is counted later
            assert count == int(match.is_open and match.is_contested) or (has_left and count == 1)

    @invariant
    def every_tournament_game_belongs_to_one_table(self) -> None:
        games = Game.objects.exclude(arranged_by="").exclude(status=GameStatus.ANNULLED, tournament_table=None)
        tables = Table.objects.filter(game__isnull=False)
        assert Counter(games.values_list("pk", flat=True)) == Counter(tables.values_list("game_id", flat=True))
        for table in tables.select_related("game", "round"):
            assert table.round.published_at is not None
            at_table = Counter(table.seats.values_list("entry__user_id", flat=True))
            assert at_table == Counter(table.game.seats.values_list("user_id", flat=True))

    @invariant
    def points_in_the_standings_equal_those_of_games_and_byes(self) -> None:
        tournament = self.tournament
        value = tournament_data(tournament)
        published = Round.objects.filter(tournament=tournament, published_at__isnull=False).count()
        table = standings(value, after_round=published)
        assert {row.entrant for row in table.rows} <= set(numbered_entries(tournament).values_list("pk", flat=True))
        decided = published_tables(tournament).filter(is_void=False).exclude(outcome="")
        given = sum(sum(seat.points for seat in played_value(one, tournament.points).seats) for one in decided)
        assert sum(row.points for row in table.rows) == given + sum(bye.points for bye in value.byes)

    @invariant
    def every_swiss_round_counts_as_played_running_or_missed(self) -> None:
        """Late, withdrawn or reinstated: every ranked player has an entry for each round."""
        if self.tournament.pairing_format != Format.SWISS:
            return
        published = last_published_round(self.tournament)
        running = set(published_tables(self.tournament).filter(outcome="").values_list("seats__entry", "round__number"))
        for entrant, rounds in record_of(tournament_data(self.tournament), published).rounds.items():
            counted = {one.round for one in rounds} | {number for who, number in running if who == entrant}
            assert not rounds or counted == set(range(1, published + 1))

    @invariant
    def notices_are_unique(self) -> None:
        notices = Counter(Notice.objects.values_list("user_id", "key"))
        assert all(times == 1 for times in notices.values())


def result_of(table: Table) -> tuple[str, list[int | None]]:
    row = Table.objects.get(pk=table.pk)
    return row.outcome, list(row.seats.order_by("index").values_list("rank", flat=True))


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(max(300, 10 * SCENARIOS))
def test_random_tournament_actions_keep_results_and_standings_consistent(db: None) -> None:
    run_scenarios(TournamentScenario, scenarios=22, steps=20, services=SERVICES)
