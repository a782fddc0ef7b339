"""Demo data: the club and its three tournaments."""

from collections.abc import Sequence

from accounts.models import User
from frontend.demo.play import LAST_TURN, play_on
from games.lobby.services.terms import read_terms
from games.timing import TimeControl
from tournaments.clubs.services.clubs import create_club, publish_news
from tournaments.clubs.services.membership import join_club
from tournaments.enums import Venue
from tournaments.models import Club, Table, Tournament
from tournaments.pairing.values import Format
from tournaments.rule_fields import TournamentRules
from tournaments.services.lifecycle import create_tournament, open_registration, sign_off, start_tournament
from tournaments.services.locking import Seen
from tournaments.services.pairing import pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.registration import enter
from tournaments.services.results import count_finished_games, set_result


def found_club(members: Sequence[User]) -> Club:
    secretary = members[0]
    about = "We meet on Thursdays and play by correspondence all week. Newcomers are welcome at any table."
    club = create_club(user=secretary, name="Vega Circle", description=about)
    for member in members[1:]:
        join_club(club_id=club.pk, user=member)
    text = "Three tournaments this season: a Nonaga Swiss, a Galax round robin, and Bataille at tables of 3 and 4."
    publish_news(club_id=club.pk, user=secretary, title="The season begins", text=text)
    return club


def running_swiss(club: Club, members: Sequence[User]) -> None:
    """Create a Swiss tournament with two rounds played and the third under way."""
    tournament = _begin(club, members[:8], "Nonaga Autumn Swiss", Format.SWISS, "nonaga", rounds=4)
    for _ in range(2):
        _play_round(tournament, members[0], turns=LAST_TURN * 2)
    _play_round(tournament, members[0], turns=5)


def finished_round_robin(club: Club, members: Sequence[User]) -> None:
    """Create a round robin played over the board, with results entered by the secretary."""
    secretary = members[0]
    tournament = _begin(club, members[:6], "Galax Club Cup", Format.ROUND_ROBIN, "galax", venue=Venue.BOARD)
    outcomes = ["goal", "limit", "goal", "draw", "goal"]
    for number in range(5):
        _next_round(tournament, secretary)
        for table in _open_tables(tournament):
            outcome = outcomes[(number + table.number) % len(outcomes)]
            ranks = [1, 1] if outcome == "draw" else [1, 2] if (number + table.number) % 2 else [2, 1]
            set_result(table_id=table.pk, user=secretary, outcome=outcome, ranks=ranks, reason="From the score sheet")
    sign_off(tournament_id=tournament.pk, user=secretary)


def tournament_at_tables(club: Club, members: Sequence[User]) -> None:
    """Create a Swiss of ten players at tables of four and three: one round played, the second under way."""
    tournament = _begin(club, members[:10], "Bataille Table Night", Format.SWISS_TABLES, "bataille-4", rounds=3)
    _play_round(tournament, members[0], turns=LAST_TURN * 4)
    _play_round(tournament, members[0], turns=6)


def _begin(
    club: Club,
    players: Sequence[User],
    name: str,
    format: Format,
    variant: str,
    *,
    rounds: int = 5,
    venue: Venue = Venue.CORRESPONDENCE,
) -> Tournament:
    secretary = players[0]
    terms = read_terms(variant=variant, control=TimeControl.days(3), turn_limit=LAST_TURN)
    rules = TournamentRules(name=name, format=format, terms=terms, rounds=rounds, venue=venue)
    tournament = create_tournament(user=secretary, club_id=club.pk, rules=rules)
    open_registration(tournament_id=tournament.pk, user=secretary)
    for player in players:
        enter(tournament_id=tournament.pk, user=player)
    return start_tournament(tournament_id=tournament.pk, user=secretary)


def _play_round(tournament: Tournament, secretary: User, *, turns: int) -> None:
    _next_round(tournament, secretary)
    for table in _open_tables(tournament):
        if table.game is not None:
            play_on(table.game, turns=turns)
    count_finished_games()


def _next_round(tournament: Tournament, secretary: User) -> None:
    draft = pair_round(tournament_id=tournament.pk, user=secretary)
    publish_round(tournament_id=tournament.pk, user=secretary, seen=Seen(draft.number, draft.attempt))


def _open_tables(tournament: Tournament) -> list[Table]:
    tables = Table.objects.filter(round__tournament=tournament, round__published_at__isnull=False, outcome="")
    return list(tables.select_related("game", "round").order_by("round__number", "number"))
