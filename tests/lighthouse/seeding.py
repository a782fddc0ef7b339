"""Run with the site's own code and data (`site.run`): create a club, a tournament and games, and print their ids."""

import json
import logging

from frontend.demo.people import make_members
from frontend.demo.play import play_on
from frontend.demo.tournaments import found_club, running_swiss
from games.lobby.services.create import start_game
from games.lobby.services.terms import read_terms
from games.timing import TimeControl
from tournaments.models import Tournament


def print_places() -> None:
    logging.disable(logging.INFO)  # thousands of enqueued tasks would be logged
    members = make_members()
    running_swiss(found_club(members), members)
    terms = read_terms(variant="lyra-2", control=TimeControl.days(3))
    game = start_game(terms=terms, players=members[:2])
    play_on(game, turns=12)
    print(json.dumps({"game": game.pk, "tournament": Tournament.objects.get().pk}))  # noqa: T201
