import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.tournaments.pairing.checker import accepts, berger_objections, objections
from tests.tournaments.simulation import SMOOTH, USUAL, Simulated, entrants, round_robin, run, swiss, tournaments
from tournaments.pairing.results import forfeited_game, played_table
from tournaments.pairing.round_robin import berger_round
from tournaments.pairing.swiss import pair_swiss
from tournaments.pairing.trf_export import NotInTrf, write_trf
from tournaments.pairing.trf_import import MAX_TRF_BYTES, TrfPlayer, UnreadableTrf, decode_trf, read_players
from tournaments.pairing.values import ByeKind, ByeTaken, Entrant, ForbiddenPair, Format, Scoring, TournamentData

GOLDEN = """\
012 Simulated event
142 4
152 W
162  W 6.0    D 2.0    L 0.0    P 4.0
192 FIDE_DUTCH_2025
001    1      Player 1                          2050                            10.0    2     4 w =     5 w 1     6 b =     2 b 0
001    2      Player 2                          2000                            14.0    1     5 b 0     3 w =     7 b 1     1 w 1
001    3      Player 3                          1950                             4.0    6     7 w =     2 b 0  0000 - H     5 b 0
001    4      Player 4                          1900                            12.0    3     1 b 0  0000 - U     5 w 1     6 w =
001    5      Player 5                          1850                             8.0    4     2 w 1     1 b 0     4 b 0     3 w =
001    6      Player 6                          1800                             8.0    5  0000 - Z     7 b +     1 w 0     4 b =
001    7      Player 7                          1750                             2.0    7     3 b =     6 w -     2 w 0  0000 - Z
250       2.0   2   3    1    1
250       4.0   4   4    1    1
250       2.0   3   4    2    2
"""  # noqa: E501

WIN, TALLY, DRAW, LOSS, TALLY_LOSS = ((1, 2), ()), ((1, 2), (0, 1)), ((1, 1), ()), ((2, 1), ()), ((2, 1), (0, 1))
GAMES = {
    1: ((1, 4, TALLY), (5, 2, WIN), (3, 7, DRAW)),
    2: ((1, 5, WIN), (2, 3, TALLY)),
    3: ((6, 1, TALLY_LOSS), (7, 2, LOSS), (4, 5, WIN)),
    4: ((2, 1, WIN), (5, 3, TALLY), (4, 6, DRAW)),
}


def golden_tournament() -> TournamentData:
    scoring = Scoring()
    # Number 4 never plays and is not in the file: later numbers move up.
    field = [
        Entrant(id=10 + n, number=n if n < 4 else n + 1, name=f"Player {n}", rating=2100 - 50 * n) for n in range(1, 8)
    ]
    field.append(Entrant(id=99, number=4, name="Never came", left=1))
    played = [
        played_table(number, (10 + first, 10 + second), ranks=ranks, by_tally=tally, scoring=scoring)
        for number, games in GAMES.items()
        for first, second, (ranks, tally) in games
    ]
    played.append(forfeited_game(2, 17, 16, absent=(17,), scoring=scoring))
    byes = (ByeTaken(2, 14, ByeKind.PAIRING, Fraction(4)), ByeTaken(3, 13, ByeKind.REQUESTED, Fraction(2)))
    return TournamentData(Format.SWISS, 4, tuple(field), tuple(played), byes, scoring)


def golden_ranks() -> dict[int, int]:
    return {11: 2, 12: 1, 13: 6, 14: 3, 15: 4, 16: 5, 17: 7}


def test_the_file_has_the_exact_columns():
    assert write_trf(golden_tournament(), name="Simulated event", after_round=4, ranks=golden_ranks()) == GOLDEN


def test_the_file_after_an_earlier_round_has_no_later_results():
    text = write_trf(golden_tournament(), name="Simulated event", after_round=1)
    assert "     4 w =\n" in text
    assert text.endswith("250       2.0   2   4    1    1\n")


@pytest.mark.slow
def test_the_checker_accepts_simulated_tournaments_and_rejects_corrupted_ones():
    refused = 0
    for seed in tournaments(40):
        played = swiss(seed)
        text = write_trf(played.tournament, name="Simulated", after_round=played.rounds_played)
        assert objections(text) == [], f"seed {seed}"
        corrupted = corrupt(text)
        if corrupted is not None:
            assert not accepts(corrupted), f"seed {seed}"
            refused += 1
    assert refused >= len(tournaments(40)) / 2


@pytest.mark.slow
def test_gacrux_accepts_round_robins_as_berger_tables():
    for seed in tournaments(40):
        tournament = round_robin(seed, mishaps=replace(SMOOTH, forfeit=0.05)).tournament
        if tournament.rounds <= 16:
            text = write_trf(tournament, name="Simulated", after_round=tournament.rounds)
            assert berger_objections(text, double=tournament.format == Format.DOUBLE_ROUND_ROBIN) == [], seed


@pytest.mark.slow
def test_a_round_robin_keeps_its_schedule_after_an_early_withdrawal():
    """The withdrawn player's games are not in the file; all others are as in the Berger tables."""
    left = 0
    for seed in tournaments(60):
        tournament = round_robin(seed).tournament
        if tournament.rounds > 16:
            continue
        left += any(entrant.void for entrant in tournament.entrants)
        rows = [
            line
            for line in write_trf(tournament, name="x", after_round=tournament.rounds).splitlines()
            if line[:3] == "001"
        ]
        assert len(rows) == len(tournament.entrants)
        for number in range(1, tournament.rounds + 1):
            cells = {int(row[4:8]): row[81 + 10 * number : 89 + 10 * number] for row in rows}
            games = {(one, int(cell[:4])) for one, cell in cells.items() if cell[5] == "w"}
            double = tournament.format == Format.DOUBLE_ROUND_ROBIN
            assert games <= set(berger_round(len(rows), number, double=double)), seed
    assert left > 5


def corrupt(text: str) -> str | None:
    """Two games of the last round with their second players exchanged: plausible, and wrong."""
    lines = text.splitlines()
    last = max(len(line) for line in lines if line.startswith("001")) - 8
    games = {}
    for index, line in enumerate(lines):
        cell = line[last : last + 8]
        if line.startswith("001") and re.fullmatch(r" *\d+ w [10=]", cell) and int(cell[:4]):
            games[index] = int(cell[:4])
    if len(games) < 2:
        return None
    (one, her), (other, his) = list(games.items())[:2]
    rows = {int(line[4:8]): index for index, line in enumerate(lines) if line.startswith("001")}
    for index, opponent in (
        (one, his),
        (other, her),
        (rows[her], int(lines[other][4:8])),
        (rows[his], int(lines[one][4:8])),
    ):
        lines[index] = lines[index][:last] + f"{opponent:4}" + lines[index][last + 4 :]
    # Results stay with the first player; the second players' are set to fit, and with them their points.
    for first, second in ((one, rows[his]), (other, rows[her])):
        letter = {"1": "0", "0": "1", "=": "="}[lines[first][last + 7]]
        lines[second] = lines[second][: last + 7] + letter + lines[second][last + 8 :]
    for index in {one, other, rows[her], rows[his]}:
        lines[index] = with_points(lines[index])
    return "\n".join(lines) + "\n"


def with_points(line: str) -> str:
    letters = [line[at] for at in range(98, len(line), 10)]
    points = sum({"1": 6, "+": 6, "=": 2, "H": 2, "U": 4}.get(letter, 0) for letter in letters)
    return f"{line[:80]}{points:2}.0{line[84:]}"


def test_forbidden_pairs_are_in_the_file_by_their_new_numbers():
    tournament = golden_tournament()
    banned = replace(tournament, forbidden=(ForbiddenPair(15, 11, first_round=3),))
    assert write_trf(banned, name="x", after_round=4).splitlines()[-1] == "260   3   4    1    5"


def test_a_pair_forbidden_in_the_last_round_is_not_in_the_file():
    banned = replace(golden_tournament(), forbidden=(ForbiddenPair(11, 15, first_round=5),))
    assert write_trf(banned, name="Simulated event", after_round=4, ranks=golden_ranks()) == GOLDEN


def test_a_win_by_tally_worth_a_draw_has_no_virtual_points():
    text = write_trf(replace(golden_tournament(), scoring=Scoring(tally_win=Fraction(2))), name="x", after_round=4)
    assert [line[:3] for line in text.splitlines()] == ["012", "142", "152", "162", "192", *["001"] * 7]


def test_a_tournament_that_ended_early_states_the_rounds_it_was_paired_for():
    tournament = replace(golden_tournament(), rounds=3, forbidden=(ForbiddenPair(11, 15, first_round=4),))
    text = write_trf(tournament, name="x", after_round=3, planned_rounds=5)
    assert text.splitlines()[1] == "142 5"
    assert text.splitlines()[-4:] == [
        "250       2.0   2   3    1    1",
        "250       4.0   4   5    1    1",
        "250       2.0   3   5    2    2",
        "260   4   5    1    5",
    ]


@pytest.mark.slow
def test_files_of_random_tournaments_are_read_back_and_accepted():
    """All scorings, forbidden pairs, early finishes: the file describes the tournament in valid columns."""
    for seed in tournaments(60):
        random = Random(seed)
        played = random_swiss(random)
        tournament = played.tournament
        done = random.randint(1, played.rounds_played) if played.rounds_played else 0
        played_rounds = tuple(table for table in tournament.played if table.round <= done)
        short = replace(tournament, rounds=max(done, 1), played=played_rounds)
        text = write_trf(short, name="Random", after_round=done, planned_rounds=tournament.rounds)
        check_records(text, tournament)
        assert objections(text) == [], f"seed {seed}"


def random_swiss(random: Random) -> Simulated:
    count, rounds = random.randint(4, 12), random.randint(3, 6)
    field = entrants(count, random, USUAL, rounds)
    tournament = TournamentData(
        Format.SWISS, rounds, field, scoring=random_scoring(random), top_moves_first=random.random() < 0.5
    )
    pairs = random.sample(list(combinations([entrant.id for entrant in field], 2)), random.randint(0, 2))
    forbidden = []
    for one, other in pairs:
        first = random.randint(1, rounds + 1)  # forbidden while the last round is played, it begins after it
        last = random.choice((None, *range(first, rounds + 1)))
        forbidden.append(ForbiddenPair(one, other, first, last))
    return run(replace(tournament, forbidden=tuple(forbidden)), pair_swiss, random, USUAL)


def random_scoring(random: Random) -> Scoring:
    draw, tally_win, win = sorted(Fraction(random.randint(0, 12), 2) for _ in range(3))
    bye = Fraction(random.randint(0, 12), 2)
    return Scoring(win, tally_win, draw, pairing_bye=bye, requested_bye=random.choice((draw, Fraction(0))))


def check_records(text: str, tournament: TournamentData) -> None:
    """Every record in its columns, and every range a range: programs refuse or misread a file with another."""
    lines = text.splitlines()
    field = {int(line[4:8]) for line in lines if line.startswith("001")}
    assert field == set(range(1, len(field) + 1))
    for line in lines:
        record = line[:3]
        if record == "142":
            assert line == f"142 {tournament.rounds}"
        elif record == "162":
            worth = {line[at]: Fraction(line[at + 1 : at + 5]) for at in range(5, len(line), 9)}
            scoring = tournament.scoring
            assert worth == {"W": scoring.win, "D": scoring.draw, "L": 0, "P": scoring.pairing_bye}
        elif record == "001":
            letters = [line[at] for at in range(98, len(line), 10)]
            values = worth | {"1": worth["W"], "+": worth["W"], "=": worth["D"], "H": worth["D"], "U": worth["P"]}
            assert Fraction(line[80:84]) == sum(values.get(letter, 0) for letter in letters)
        elif record == "250":
            found = re.fullmatch(r"250 {6}([ \d]\d\.\d) ([ \d]{3}) ([ \d]{3}) ([ \d]{4}) ([ \d]{4})", line)
            assert found is not None, line
            points, (first, last, one, other) = Fraction(found[1].strip()), map(int, found.groups()[1:])
            assert points > 0
            assert 2 <= first <= last <= tournament.rounds
            assert one == other in field
        elif record == "260":
            found = re.fullmatch(r"260 ([ \d]{3}) ([ \d]{3}) ([ \d]{4}) ([ \d]{4})", line)
            assert found is not None, line
            first, last, one, other = map(int, found.groups())
            assert 1 <= first <= last <= tournament.rounds
            assert one < other
            assert {one, other} <= field


@pytest.mark.parametrize(
    ("format", "rounds", "scoring"),
    [
        (Format.SWISS_TABLES, 5, Scoring()),
        (Format.KNOCKOUT, 5, Scoring()),
        (Format.SWISS, 17, Scoring()),
        (Format.SWISS, 5, Scoring(absence=Fraction(1))),
        (Format.SWISS, 5, Scoring(draw=Fraction(1, 3))),
        (Format.SWISS, 5, Scoring(pairing_bye=Fraction(100))),
    ],
)
def test_what_trf_cannot_express_is_refused(format, rounds, scoring):
    with pytest.raises(NotInTrf):
        write_trf(TournamentData(format, rounds, (), scoring=scoring), name="x", after_round=0)


def test_a_name_cannot_break_out_of_its_line():
    tournament = TournamentData(Format.SWISS, 3, (Entrant(1, 1, "Eve\n192 OTHER"), Entrant(2, 2, "Ž" * 60)))
    tournament = TournamentData(
        Format.SWISS, 3, tournament.entrants, (played_table(1, (1, 2), ranks=(1, 1), scoring=Scoring()),)
    )
    lines = write_trf(tournament, name="A\nB", after_round=1).splitlines()
    assert lines[0] == "012 A B"
    assert lines[5][14:47] == "Eve 192 OTHER".ljust(33)
    assert lines[6][14:47] == "Ž" * 33
    assert len(lines) == 7


def test_players_are_read_from_our_own_and_other_programs_files():
    players = read_players(GOLDEN)
    assert [(player.number, player.name, player.rating) for player in players] == [
        (n, f"Player {n}", 2100 - 50 * n) for n in range(1, 8)
    ]
    foreign = f"001 {3:4} wWIM {'Dvořáková, Eva':33} {2107:4} CZE {309109:>11} 1970/01/01  3.0    1"
    assert read_players(foreign) == (TrfPlayer(3, "Dvořáková, Eva", 2107),)


def test_both_encodings_are_read():
    assert decode_trf("001 Žofie".encode()) == "001 Žofie"
    assert decode_trf("\ufeff001 Eva".encode()) == "001 Eva"
    assert decode_trf("001 René".encode("latin-1")) == "001 René"


def test_files_larger_than_a_megabyte_are_refused():
    assert len(decode_trf(b"x" * MAX_TRF_BYTES)) == MAX_TRF_BYTES
    with pytest.raises(UnreadableTrf, match=r"\b1000000\b"):
        decode_trf(b"x" * (MAX_TRF_BYTES + 1))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", None),
        ("hello\n", None),
        ("001    1\n", r"\b1\b"),
        ("012 x\n001           Nobody's number\n", r"\b2\b"),
        ("001    1      Eva                               21x7\n", r"\b49\b.*\b52\b.*'21x7'"),
        ("001    1      Eva\n001    1      Jan\n", r"\b1\b"),
        ("\n".join(f"001 {n:4}      Player" for n in range(1, 2002)), r"\b2000\b"),
    ],
)
def test_errors_of_unreadable_lists_name_the_line(text, named):
    with pytest.raises(UnreadableTrf, match=named):
        read_players(text)
