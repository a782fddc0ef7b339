"""A reference implementation of every tie-break, straight from its definition, slow and without shared code.

Each value is computed from all games. Unplayed rounds: FIDE tie-break rules 2026, article 16, with half of
a win in place of FIDE's half point.
"""

from fractions import Fraction
from math import floor

from tournaments.pairing.values import ByeKind, TournamentData
from tournaments.standings.tie_breaks import TieBreak


class SlowTournament:
    def __init__(self, tournament: TournamentData, after_round: int) -> None:
        self.tournament, self.last = tournament, after_round
        self.round_robin = tournament.format.is_round_robin
        self.neutral = tournament.scoring.win / 2

    def games(self, who: int, number: int) -> list:
        return [t for t in self.tournament.played if t.round == number and who in [s.entrant for s in t.seats]]

    def byes(self, who: int, number: int) -> list:
        return [b for b in self.tournament.byes if b.round == number and b.entrant == who]

    def got(self, who: int, number: int) -> Fraction:
        points = [s.points for t in self.games(who, number) for s in t.seats if s.entrant == who]
        return sum(points + [b.points for b in self.byes(who, number)], Fraction(0))

    def total(self, who: int) -> Fraction:
        return sum((self.got(who, number) for number in range(1, self.last + 1)), Fraction(0))

    def is_running(self, who: int, number: int) -> bool:
        (entrant,) = [e for e in self.tournament.entrants if e.id == who]
        there = entrant.entered <= number and (entrant.left is None or number < entrant.left)
        return there and not self.games(who, number) and not self.byes(who, number)

    def opponents(self, who: int, number: int) -> list[int]:
        others = [s for t in self.games(who, number) for s in t.seats if s.entrant != who]
        return [s.entrant for s in others if not (s.absent and self.was_played(who, number))]

    def was_played(self, who: int, number: int) -> bool:
        """Whether the player was there, and the game wasn't a forfeit."""
        seats = [s for t in self.games(who, number) if not t.forfeit for s in t.seats]
        return any(s.entrant == who and not s.absent for s in seats)

    def was_voluntary(self, who: int, number: int) -> bool:
        """16.2.5: absent, requested bye, or forfeited."""
        if self.is_running(who, number) or self.was_played(who, number):
            return False
        if any(b.kind not in (ByeKind.REQUESTED, ByeKind.ABSENT) for b in self.byes(who, number)):
            return False
        return not any(s.entrant == who and s.rank == 1 for t in self.games(who, number) for s in t.seats)

    def worth_to_opponents(self, who: int) -> Fraction:
        """16.3: rounds without an opponent after the last one that wasn't voluntarily unplayed count as neutral."""
        worth = Fraction(0)
        for number in range(1, self.last + 1):
            if self.is_running(who, number):
                continue
            came_back = any(
                not self.was_voluntary(who, later) and not self.is_running(who, later)
                for later in range(number, self.last + 1)
            )
            neutral = not self.round_robin and not came_back and not self.opponents(who, number)
            worth += self.neutral if neutral else self.got(who, number)
        return worth

    def parts(self, who: int) -> list[tuple[int, Fraction, list[int]]]:
        """16.4: round, score of the opponent or of the dummy, opponents."""
        found = []
        for number in range(1, self.last + 1):
            opponents = self.opponents(who, number)
            if self.is_running(who, number) or (self.round_robin and not opponents):
                continue
            if not opponents:
                found.append((number, min(self.total(who), self.neutral * self.last), opponents))
                continue
            mean = sum((self.worth_to_opponents(opponent) for opponent in opponents), Fraction(0)) / len(opponents)
            if not self.round_robin and not self.was_played(who, number):
                mean = min(mean, self.total(who))
            found.append((number, mean, opponents))
        return found

    def duel(self, who: int, opponent: int, number: int) -> Fraction:
        (table,) = self.games(who, number)
        (mine,) = [s for s in table.seats if s.entrant == who]
        (theirs,) = [s for s in table.seats if s.entrant == opponent]
        if len(table.seats) == 2:
            return mine.points
        scoring = self.tournament.scoring
        if mine.absent or theirs.absent:
            return scoring.loss if mine.absent else scoring.win
        if mine.rank == theirs.rank:
            return scoring.draw
        won = scoring.tally_win if mine.by_tally and theirs.by_tally else scoring.win
        return won if mine.rank < theirs.rank else scoring.loss

    def value(self, who: int, tie_break: TieBreak) -> Fraction | None:
        return getattr(self, tie_break.value)(who)

    def buchholz(self, who: int) -> Fraction:
        return sum((worth for _, worth, _ in self.parts(who)), Fraction(0))

    def buchholz_cut_1(self, who: int) -> Fraction:
        parts = self.parts(who)
        voluntary = [p for p in parts if not self.round_robin and self.was_voluntary(who, p[0])]
        return self.buchholz(who) - min((worth for _, worth, _ in voluntary or parts), default=Fraction(0))

    def sonneborn_berger(self, who: int) -> Fraction:
        total = Fraction(0)
        for number, worth, opponents in self.parts(who):
            is_table = any(len(table.seats) > 2 for table in self.games(who, number))
            if is_table and self.was_played(who, number):
                products = [
                    self.worth_to_opponents(opponent) * self.duel(who, opponent, number) for opponent in opponents
                ]
                total += sum(products, Fraction(0)) / len(products)
            else:
                total += worth * self.got(who, number)
        return total

    def full_wins(self, who: int) -> Fraction:
        return Fraction(sum(self.got(who, number) >= self.tournament.scoring.win for number in range(1, self.last + 1)))

    def wins(self, who: int) -> Fraction:
        count = 0
        for number in range(1, self.last + 1):
            for table in self.games(who, number):
                count += [seat.entrant for seat in table.seats if seat.rank == 1] == [who]
            for bye in self.byes(who, number):
                count += bye.kind == ByeKind.PAIRING and bye.points >= self.tournament.scoring.tally_win
        return Fraction(count)

    def koya(self, who: int) -> Fraction:
        total = Fraction(0)
        for number in range(1, self.last + 1):
            opponents = self.opponents(who, number)
            for opponent in opponents:
                rounds = range(1, self.last + 1)
                possible = sum(bool(self.opponents(opponent, n)) for n in rounds) if self.round_robin else self.last
                if self.total(opponent) >= possible * self.tournament.scoring.win / 2:
                    total += self.duel(who, opponent, number) / len(opponents)
        return total

    def progressive(self, who: int) -> Fraction:
        points = [self.got(who, number) for number in range(1, self.last + 1)]
        return sum((sum(points[: count + 1], Fraction(0)) for count in range(len(points))), Fraction(0))

    def average_rating(self, who: int) -> Fraction | None:
        ratings = {entrant.id: entrant.rating for entrant in self.tournament.entrants}
        means = []
        for number in range(1, self.last + 1):
            if self.was_played(who, number):
                known = [ratings[opponent] for opponent in self.opponents(who, number) if ratings[opponent] is not None]
                means += [Fraction(sum(known), len(known))] if known else []
        return Fraction(floor(2 * sum(means) / len(means) + 1) // 2) if means else None

    def moved_first(self, who: int) -> Fraction:
        played = [t for t in self.tournament.played if not t.forfeit and t.round <= self.last]
        return Fraction(sum(next(s.entrant for s in t.seats if not s.absent) == who for t in played))
