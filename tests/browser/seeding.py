"""Run with the site's own code and data (`site.run`): create users, sessions and games, and print them as JSON."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from django.test import Client

from accounts.models import User
from games.lobby.services.create import start_game
from games.lobby.services.terms import read_terms
from games.models import Game
from games.services.play import submit_turn
from games.services.setup import submit_setup
from games.timing import TimeControl
from tests.tournaments.playing import decide, make_club, next_round, open_tables, open_tournament, running_tournament
from tournaments.models import Club, Table
from tournaments.pairing.values import Format
from tournaments.services.lifecycle import start_tournament
from tournaments.services.registration import add_player
from tournaments.services.results import set_result


def print_game(
    variant: str,
    people: list[str],
    *,
    days: int = 3,
    seconds: int = 0,
    with_game: bool = True,
    setups: Sequence[str] = (),
    steps: Sequence[str] = (),
    **terms: Any,
) -> None:
    """Hand in `setups` and play `steps`, one per turn, by the seats in order."""
    users = [person(name) for name in people]
    result: dict[str, Any] = {"sessions": {user.username: session_of(user) for user in users}}
    control = TimeControl.seconds(seconds) if seconds else TimeControl.days(days)
    if with_game:
        game = start_game(terms=read_terms(variant=variant, control=control, **terms), players=users)
        result["game"] = game.pk
        for user, setup in zip(users, setups, strict=False):
            submit_setup(game_id=game.pk, user=user, setup=setup)
        for number, step in enumerate(steps):
            ply = Game.objects.get(pk=game.pk).ply
            submit_turn(game_id=game.pk, user=users[number % len(users)], ply=ply, steps=[step])
    print(json.dumps(result))  # noqa: T201


def person(name: str) -> User:
    user = User.objects.filter(username=name).first()
    return user or User.objects.create_user(name, f"{name}@example.org", "a long password", display_name=name.title())


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def print_tournament(tag: str, players: int = 2, format: str = Format.SWISS) -> None:
    """Create an over-the-board tournament of names with a published round; print session, tournament and tables."""
    organiser = person(f"secretary-{tag}")
    club = make_club(organiser, f"Club {tag} {Club.objects.count()}")
    tournament = running_tournament(club, organiser, players, Format(format), accounts=False, rounds=1)
    next_round(tournament, organiser)
    tables = [table.pk for table in open_tables(tournament)]
    session = session_of(organiser)
    result = {"tournament": tournament.pk, "table": tables[0], "tables": tables, "session": session}
    print(json.dumps(result))  # noqa: T201


def enter_result(table_id: int) -> None:
    table = Table.objects.select_related("round__tournament__created_by").get(pk=table_id)
    organiser = table.round.tournament.created_by
    set_result(table_id=table_id, user=organiser, outcome="goal", ranks=[2, 1], reason="read from the sheet")


LONG_NAMES = (
    "Maximiliane-Theodora Hohenstaufen-R.",
    "Řehoř Žluťoučký-Kůň",
    "Příbramská Aleksandra",
    "Bo",
    "Wanda von der Weiden-Lichtenberg",
)


def print_evening(tag: str, players: int) -> None:
    """Create a tournament of long and short names with a published first round; print where it is."""
    organiser = person(f"secretary-{tag}")
    club = make_club(organiser, f"Club {tag} {Club.objects.count()}")
    tournament = open_tournament(club, organiser, rounds=3, name="Úterní večer v zadní místnosti knihovny")
    for number in range(players):
        name = f"{LONG_NAMES[number % len(LONG_NAMES)]} {number + 1}"
        add_player(tournament_id=tournament.pk, user=organiser, name=name, rating=2400 - number)
    start_tournament(tournament_id=tournament.pk, user=organiser)
    next_round(tournament, organiser)
    created = {"tournament": tournament.pk, "table": open_tables(tournament)[0].pk, "club": club.slug}
    print(json.dumps({**created, "session": session_of(organiser)}))  # noqa: T201


def print_results(tournament_id: int) -> None:
    """Print the outcome and the ranks of every table, in order."""
    tables = Table.objects.filter(round__tournament=tournament_id).order_by("number")
    results = [[table.outcome, [seat.rank for seat in table.seats.order_by("index")]] for table in tables]
    print(json.dumps(results))  # noqa: T201


def print_check_in(tag: str, players: int) -> None:
    """Create a running tournament with check-in; print session, tournament and the secret of its link."""
    organiser = person(f"secretary-{tag}")
    club = make_club(organiser, f"Hall {tag}")
    tournament = running_tournament(club, organiser, players, accounts=False, rounds=3, check_in=True)
    result = {"session": session_of(organiser), "tournament": tournament.pk, "token": tournament.check_in_token}
    print(json.dumps(result))  # noqa: T201


def print_stuck_round(tag: str) -> None:
    """Create a Swiss of four in which all have met, so that its last round has no pairing; print session and id."""
    organiser = person(f"secretary-{tag}")
    tournament = running_tournament(make_club(organiser, f"Stuck {tag}"), organiser, 4, accounts=False, rounds=4)
    for seed in range(3):
        next_round(tournament, organiser)
        decide(tournament, organiser, Random(seed))
    print(json.dumps({"session": session_of(organiser), "tournament": tournament.pk}))  # noqa: T201
