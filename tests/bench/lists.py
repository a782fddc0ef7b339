"""The list of a player's own games, with five hundred of them and with five."""

import copy

from django.urls import reverse

from accounts.models import User
from games.models import Game, Seat
from tests.bench.figures import Figure, ratio
from tests.bench.measuring import alternate, cpu
from tests.bench.turns import VARIANTS, middle_game
from tests.bench.visits import Visitor, cookie_of
from tests.games.playing import make_people

MANY, FEW = 500, 5
LABEL = f"my games, {MANY} of them"


def measure() -> list[Figure]:
    busy, calm, opponent = make_people("busy", "calm", "opponent")
    samples = [middle_game(variant, [opponent, busy]) for variant in VARIANTS]
    give_games(busy, opponent, samples, MANY - len(samples))
    give_games(calm, opponent, samples, FEW)
    visitors = [Visitor(cookie=cookie_of(person)) for person in (busy, calm)]
    path = reverse("games:my_games")
    many, few = alternate(
        *(lambda _, visitor=visitor: cpu(lambda: visitor.get(path)) for visitor in visitors), rounds=15, label=LABEL
    )
    return [ratio(LABEL, many, few, than=f"{FEW} of them", limit=3.0)]


def give_games(player: User, opponent: User, samples: list[Game], count: int) -> None:
    """Create copies of the sample games, played by these two."""
    games = []
    for number in range(count):
        game = copy.copy(samples[number % len(samples)])
        game.pk = None
        games.append(game)
    Game.objects.bulk_create(games, batch_size=100)
    Seat.objects.bulk_create(
        Seat(game=game, index=index, user=user, bank=game.allowance)
        for game in games
        for index, user in enumerate((opponent, player))
    )
