"""Organisers decide whether vacations stop the clocks, for every game of the tournament."""

from accounts.models import User
from games.models import Game
from tests.games.playing import make_people
from tests.tournaments.playing import make_club, next_round, running_tournament
from tournaments.enums import Venue
from tournaments.pairing.values import Format
from tournaments.services.rules import rules_of


def test_games_of_a_tournament_without_vacations_allow_none(db: None) -> None:
    organiser: User = make_people("organiser")[0]
    club = make_club(organiser)
    options = {"venue": Venue.CORRESPONDENCE, "vacation_allowed": False}
    tournament = running_tournament(club, organiser, 7, Format.SWISS_TABLES, **options)
    next_round(tournament, organiser)
    assert sorted(Game.objects.values_list("variant", "vacation_allowed")) == [
        ("bataille-3", False),
        ("bataille-4", False),
    ]
    tournament.refresh_from_db()
    assert rules_of(tournament).vacation_allowed is False
    assert tournament.terms.vacation_allowed is False
