"""Shared helpers for tests of tournaments: a club, a tournament of n players, rounds with random or given results."""

from collections.abc import Sequence
from random import Random
from typing import Any

from accounts.models import User
from games.lobby.services.terms import read_terms
from games.models import Game
from games.rules.sentences import Sentence, Value
from games.services.clock import settle_game
from games.services.endings import resign
from games.timing import TimeControl
from tests.games.playing import make_people, play
from tournaments.clubs.services.clubs import create_club
from tournaments.enums import Venue
from tournaments.models import Club, Entry, Round, Seat, Table, Tournament
from tournaments.pairing.values import Format
from tournaments.rule_fields import TournamentRules
from tournaments.selectors.names import fill_names
from tournaments.services.lifecycle import create_tournament, open_registration, start_tournament
from tournaments.services.locking import Seen
from tournaments.services.pairing import pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.registration import add_player, enter
from tournaments.services.results import count_finished_games, set_result

DAYS = TimeControl.days(3)


def make_club(owner: User, name: str = "Vega Circle", **more: Any) -> Club:
    return create_club(user=owner, name=name, **more)


def make_rules(format: Format = Format.SWISS, **more: Any) -> TournamentRules:
    """Rules of an over-the-board tournament by default, whose results need no games."""
    variant = more.pop("variant", "bataille-4" if format.has_tables else "lyra-2")
    terms = read_terms(variant=variant, control=more.pop("control", DAYS), turn_limit=more.pop("turn_limit", 2))
    return TournamentRules(**{"name": "Spring Open", "format": format, "terms": terms, "venue": Venue.BOARD, **more})


def open_tournament(club: Club, organiser: User, format: Format = Format.SWISS, **more: Any) -> Tournament:
    tournament = create_tournament(user=organiser, club_id=club.pk, rules=make_rules(format, **more))
    return open_registration(tournament_id=tournament.pk, user=organiser)


def running_tournament(
    club: Club, organiser: User, players: int, format: Format = Format.SWISS, *, accounts: bool = True, **more: Any
) -> Tournament:
    """A tournament that has just started; without accounts its players are names."""
    tournament = open_tournament(club, organiser, format, **more)
    names = [f"player{number:03}" for number in range(1, players + 1)]
    if accounts:
        for user in make_people(*names):
            enter(tournament_id=tournament.pk, user=user)
    else:
        for number, name in enumerate(names):
            add_player(tournament_id=tournament.pk, user=organiser, name=name, rating=2400 - number)
    return start_tournament(tournament_id=tournament.pk, user=organiser)


def next_round(tournament: Tournament, organiser: User) -> Round:
    pair_round(tournament_id=tournament.pk, user=organiser)
    return publish_round(tournament_id=tournament.pk, user=organiser, seen=seen(tournament))


def seen(tournament: Tournament) -> Seen:
    """The latest round as an organiser sees it now."""
    round_ = Round.objects.filter(tournament=tournament).order_by("number").last()
    return Seen(1, 0) if round_ is None else Seen(round_.number, round_.attempt)


def decide(
    tournament: Tournament, organiser: User, random: Random, outcomes: Sequence[str] = ("goal", "limit", "draw")
) -> None:
    """Set a random result at every open table of the published rounds."""
    for table in open_tables(tournament):
        seats = table.seats.count()
        ranks = random.sample(range(1, seats + 1), seats)
        outcome = random.choice(outcomes)
        set_result(table_id=table.pk, user=organiser, outcome=outcome, ranks=ranks, reason="on the sheet")


def play_round_online(tournament: Tournament, random: Random) -> None:
    """End every game by resignation or turn limit, then count the results."""
    for table in open_tables(tournament):
        game = table.game
        assert game is not None
        if random.random() < 0.5:
            finish_by_turns(game)
        else:
            finish_by_resignation(game, random)
    count_finished_games()


def finish_by_turns(game: Game) -> None:
    while game.is_in_progress:
        play(game, 1, seed=game.ply)


def finish_by_resignation(game: Game, random: Random) -> None:
    play(game, game.engine.seats)
    while True:
        game.refresh_from_db()
        if not game.is_in_progress:
            return
        mover = next(seat.user for seat in game.seats.select_related("user") if seat.index == game.to_move)
        resign(game_id=game.pk, user=mover)


def finish_by_flag(game: Game) -> None:
    game.refresh_from_db()
    assert game.deadline is not None
    settle_game(game_id=game.pk, now=game.deadline)


def open_tables(tournament: Tournament) -> list[Table]:
    tables = Table.objects.filter(round__tournament=tournament, round__published_at__isnull=False, outcome="")
    return list(tables.filter(is_void=False).select_related("round").order_by("round__number", "replay", "number"))


def pairs_of(round_: Round) -> list[list[str]]:
    tables = Table.objects.filter(round=round_).order_by("replay", "number")
    return [names_at(table) for table in tables]


def names_at(table: Table) -> list[str]:
    return list(Seat.objects.filter(table=table).order_by("index").values_list("entry__name", flat=True))


def entry(tournament: Tournament, name: str) -> Entry:
    return Entry.objects.get(tournament=tournament, name=name)


def log_of(tournament: Tournament) -> list[tuple[str, dict[str, Value]]]:
    """The public log, oldest first: each line by its kind and what its sentence names."""
    lines = fill_names(list(tournament.changes.order_by("id")), "text")
    return [(line.kind, dict(line.text.values) if isinstance(line.text, Sentence) else {}) for line in lines]
