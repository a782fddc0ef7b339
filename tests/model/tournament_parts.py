"""Parts of the random tournament with rules and invariants of their own: check-in, the club's roster, late entry."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from random import Random
from typing import Any

from accounts.models import User
from tests.model.machine import Scenario, invariant, rule
from tests.tournaments.playing import decide, running_tournament
from tournaments.check_in.services import check_self_in, renew_check_in_link, set_all_present, set_presence
from tournaments.clubs.selectors.roster import NOT_PLAYING
from tournaments.clubs.services.membership import join_club
from tournaments.clubs.services.name_claims import answer_claim, claim_name, release_name
from tournaments.clubs.services.roster import add_person, change_person, merge_people, remove_person
from tournaments.enums import EntryStatus, RoundStatus, Status, Venue
from tournaments.models import AskedBye, Bye, Club, Entry, Person, Round, Seat, Tournament
from tournaments.pairing.values import ByeKind, Format
from tournaments.selectors.record import tournament_data
from tournaments.selectors.seasons import club_table_json
from tournaments.selectors.tournaments import last_published_round
from tournaments.services.lifecycle import change_tournament, sign_off
from tournaments.services.locking import Seen
from tournaments.services.pairing import pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.registration import add_player, enter
from tournaments.services.withdrawal import ask_bye
from tournaments.standings.ranking import standings

PLACES, BOTH = range(8), (False, True)
ENDED = (Status.PROVISIONAL, Status.FINAL)
Key = tuple[str, int]


class TournamentParts(Scenario):
    """What all parts know: the tournament, its club, and the organiser."""

    secretary: User
    club: Club
    by: dict[str, Any]

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(pk=self.by["tournament_id"])

    def entry(self, place: int) -> Entry:
        entries = list(Entry.objects.filter(tournament=self.tournament).order_by("pk"))
        return entries[place % len(entries)]


class CheckInRules(TournamentParts):
    """`present` is who is present by what was done, compared with the rows after each rule."""

    present: set[int]

    @property
    def needs_check_in(self) -> bool:
        return self.tournament.check_in and self.tournament.pairing_format == Format.SWISS

    def people(self) -> set[int]:
        """Players who check in."""
        entered = Entry.objects.filter(tournament=self.tournament, status=EntryStatus.ENTERED)
        return set(entered.exclude(user__is_ai=True).values_list("pk", flat=True))

    @property
    def is_check_in_open(self) -> bool:
        return self.tournament.check_in and self.tournament.status == Status.RUNNING

    @rule(place=PLACES, is_present=BOTH)
    def set_one_present(self, place: int, is_present: bool) -> None:
        entry = self.entry(place)
        legal = self.is_check_in_open and entry.pk in self.people()
        refusals = ("wrong_state", "no_check_in", "not_found")
        before = set(self.present)
        wanted = {"entry_id": entry.pk, "is_present": is_present}
        if self.expect(set_presence, legal=legal, refusals=refusals, **self.by, **wanted) is not None:
            (self.present.add if is_present else self.present.discard)(entry.pk)
        self.check_draft_dropped(before)

    @rule(place=PLACES)
    def check_in_by_link(self, place: int) -> None:
        entry, before = self.entry(place), set(self.present)
        legal = self.is_check_in_open and entry.pk in self.people()
        wanted = {"token": self.tournament.check_in_token, "entry_id": entry.pk}
        if self.expect(check_self_in, legal=legal, refusals=("wrong_state", "no_check_in", "not_found"), **wanted):
            self.present.add(entry.pk)
        self.check_draft_dropped(before)

    @rule(is_present=(False, True, True))
    def set_all(self, is_present: bool) -> None:
        """With check-in switched on before: by two separate rules few scenarios would have this sequence."""
        self.switch_check_in(is_on=True)
        before = set(self.present)
        legal, refusals = self.is_check_in_open, ("wrong_state", "no_check_in")
        self.expect(set_all_present, legal=legal, refusals=refusals, **self.by, is_present=is_present)
        if legal:
            self.present = self.people() if is_present else set()
        self.check_draft_dropped(before)

    @rule(is_on=(False, True, True))
    def switch_check_in(self, is_on: bool) -> None:
        """Presence outlasts the rule: it counts again when the rule is switched on again."""
        tournament = self.tournament
        is_changed = tournament.check_in != is_on
        is_possible = tournament.status == Status.RUNNING and not (is_on and tournament.venue == Venue.CORRESPONDENCE)
        unchanged = not is_changed and tournament.status in (Status.RUNNING, Status.PROVISIONAL)
        self.expect(
            change_tournament,
            legal=unchanged or (is_changed and is_possible),
            refusals=("wrong_state", "too_late", "invalid"),
            **self.by,
            changes={"check_in": is_on},
        )
        if is_changed and is_possible and tournament.pairing_format == Format.SWISS:
            assert not self.has_draft, "the draft was made by the other rule"

    @rule(place=PLACES)
    def renew_link(self, place: int) -> None:
        old = self.tournament.check_in_token
        self.expect(renew_check_in_link, legal=True, refusals=(), **self.by)
        wanted = {"token": old, "entry_id": self.entry(place).pk}
        self.expect(check_self_in, legal=False, refusals=("not_found",), **wanted)

    @property
    def has_draft(self) -> bool:
        return Round.objects.filter(tournament=self.tournament, published_at=None).exists()

    def check_draft_dropped(self, before: set[int]) -> None:
        assert not (self.needs_check_in and before != self.present and self.has_draft), "the draft is out of date"

    @invariant
    def presence_carries_over(self) -> None:
        here = Entry.objects.filter(tournament=self.tournament, checked_in_at__isnull=False)
        assert set(here.values_list("pk", flat=True)) == self.present

    @invariant
    def a_draft_seats_exactly_those_who_are_present(self) -> None:
        """Without the rule, all; AIs always. The others have an absence without points, or the bye they asked for."""
        if self.tournament.pairing_format != Format.SWISS:
            return
        away = self.people() - self.present if self.needs_check_in else set()
        for draft in Round.objects.filter(tournament=self.tournament, status=RoundStatus.DRAFT):
            entered = Entry.objects.filter(tournament=self.tournament, status=EntryStatus.ENTERED)
            playing = set(entered.filter(first_round__lte=draft.number).values_list("pk", flat=True))
            byes = {bye.entry_id: bye for bye in Bye.objects.filter(round=draft)}
            asked = AskedBye.objects.filter(round_number=draft.number).values_list("entry_id", flat=True)
            absent = {entry for entry, bye in byes.items() if bye.kind == ByeKind.ABSENT.value}
            assert absent == away & playing - set(asked)
            assert all(byes[entry].points == 0 for entry in absent)
            assert set(Seat.objects.filter(round=draft).values_list("entry_id", flat=True)) == playing - byes.keys()


class RosterRules(TournamentParts):
    """People are renamed, merged, linked to accounts and removed, while a tournament of the club is in progress."""

    members: list[User]
    earlier: dict[int, Fraction]
    """The points of each entry in a tournament that was final before."""

    def play_earlier_tournament(self, members: Iterable[User]) -> None:
        self.members = list(members)
        for member in self.members:
            join_club(club_id=self.club.pk, user=member)
        for name in ("Guest", "Visitor"):
            add_person(club_id=self.club.pk, user=self.secretary, name=name)
        tournament = running_tournament(self.club, self.secretary, 2, accounts=False, rounds=1, name="Last week")
        by = {"tournament_id": tournament.pk, "user": self.secretary}
        draft = pair_round(**by)
        publish_round(**by, seen=Seen(draft.number, draft.attempt))
        decide(tournament, self.secretary, Random(1), outcomes=("goal",))
        sign_off(**by)
        self.earlier = points_in(Tournament.objects.get(pk=tournament.pk))

    def person(self, place: int) -> Person:
        people = list(Person.objects.filter(club=self.club, departed_at=None).order_by("pk"))
        return people[place % len(people)]

    @rule(place=PLACES, number=range(3))
    def rename_person(self, place: int, number: int) -> None:
        person, name = self.person(place), f"Name {number}"
        is_free = not Person.objects.filter(club=self.club, name=name).exclude(pk=person.pk).exists()
        wanted = {"person_id": person.pk, "user": self.secretary, "seen": person.revision, "name": name}
        self.expect(change_person, legal=is_free, refusals=("name_taken",), **wanted)

    @rule(place=PLACES, other_place=PLACES)
    def merge(self, place: int, other_place: int) -> None:
        """Two who played in one tournament are two people; otherwise all that one had goes to the other."""
        person, other = self.person(place), self.person(other_place)
        have_met = bool(tournaments_of(person) & tournaments_of(other))
        has_two = person.user_id is not None and other.user_id is not None
        accounts = {person.user_id, other.user_id} - {None}
        counts_twice = bool(tournaments_of(person, other) & tournaments_of_accounts(accounts))
        done = self.expect(
            merge_people,
            legal=not (person == other or have_met or has_two or counts_twice),
            refusals=("invalid", "two_accounts", "both_played", "counts_twice"),
            person_id=person.pk,
            other_id=other.pk,
            user=self.secretary,
            seen=person.revision,
            other_seen=other.revision,
        )
        if done is not None:
            assert {done.user_id} - {None} == accounts

    @rule(place=PLACES, number=range(2))
    def claim(self, place: int, number: int) -> None:
        """A member claims a name that has played, and an organiser accepts; results are then counted together."""
        person, member = self.person(place), self.members[number]
        others = Person.objects.filter(club=self.club, user=member).exclude(pk=person.pk)
        is_known = person.entries.exists() or Entry.objects.filter(user=person.user_id).exclude(user=None).exists()
        is_free = is_known and person.user_id in (None, member.pk) and not others.exists()
        who = {"club_id": self.club.pk, "user": member}
        claimed = self.expect(
            claim_name, legal=is_free, refusals=("not_found", "claimed", "has_a_name"), person_id=person.pk, **who
        )
        if claimed is not None:
            is_new = person.user_id is None
            counts_twice = is_new and bool(tournaments_of(person) & tournaments_of_accounts({member.pk}))
            answer = {"club_id": self.club.pk, "claim_id": claimed.pk, "user": self.secretary, "accept": True}
            self.expect(answer_claim, legal=not counts_twice, refusals=("counts_twice",), **answer)

    @rule(place=PLACES)
    def release(self, place: int) -> None:
        claimed = list(Person.objects.filter(club=self.club, user__isnull=False, departed_at=None).order_by("pk"))
        person = claimed[place % len(claimed)] if claimed else self.person(place)
        seen = {"person_id": person.pk, "user": self.secretary, "seen": person.revision}
        released = self.expect(release_name, legal=True, refusals=(), **seen)
        assert released.user is None

    @rule(place=PLACES, is_meant=(False, True))
    def remove(self, place: int, is_meant: bool) -> None:
        person = self.person(place)
        if not is_meant or Person.objects.filter(club=self.club, departed_at=None).count() == 1:
            return
        entered = person.entries.filter(tournament=self.tournament, status=EntryStatus.ENTERED)
        is_in = self.tournament.status == Status.RUNNING and entered.exists()
        seen = {"person_id": person.pk, "user": self.secretary, "seen": person.revision}
        self.expect(remove_person, legal=not is_in, refusals=("still_entered",), **seen)

    @invariant
    def entries_have_the_names_of_their_people(self) -> None:
        for entry in Entry.objects.filter(person__isnull=False).select_related("person"):
            assert entry.name == entry.person.name

    @invariant
    def everyone_plays_once(self) -> None:
        playing = Entry.objects.filter(tournament=self.tournament).exclude(NOT_PLAYING)
        times = Counter(key_of(entry) for entry in playing.select_related("person"))
        assert all(count == 1 for count in times.values())

    @invariant
    def season_totals_equal_a_recount_by_person(self) -> None:
        points = dict(self.earlier)
        if self.tournament.status in ENDED:
            points |= points_in(self.tournament)
        recount: dict[Key, Fraction] = defaultdict(Fraction)
        for entry in Entry.objects.filter(pk__in=points).exclude(user__is_ai=True).select_related("person"):
            recount[key_of(entry)] += points[entry.pk]
        users = dict(User.objects.values_list("username", "pk"))
        rows = club_table_json(self.club, best=None, score="points")["rows"]
        totals = {
            ("user", users[row["username"]]) if row["username"] else ("person", row["person"]): Fraction(row["total"])
            for row in rows
        }
        assert len(rows) == len(totals)
        assert totals == recount


class EntryRules(RosterRules):
    """Players enter a running tournament, by account or from the roster, and ask for byes."""

    waiting: list[User]
    came_after: dict[int, int]
    """The last published round when a late entry came."""

    @rule()
    def enter_late(self) -> None:
        """Into a Swiss tournament until its last round is published, and into no published round."""
        if not self.waiting:
            return
        user = self.waiting.pop()
        is_in = Entry.objects.filter(tournament=self.tournament, person__user=user).exclude(NOT_PLAYING).exists()
        who = {"tournament_id": self.tournament.pk, "user": user}
        self.enter_by(enter, legal=self.takes_entries and not is_in, refusals=("entered_by_name",), **who)

    @rule(place=PLACES)
    def enter_from_roster(self, place: int) -> None:
        """As the account that the name is linked to, if that is a member."""
        refusals = ("name_taken", "has_left", "entered_by_name")
        legal = None if self.takes_entries else False
        self.enter_by(add_player, legal=legal, refusals=refusals, **self.by, name=self.person(place).name)

    @property
    def takes_entries(self) -> bool:
        tournament = self.tournament
        return tournament.status == Status.RUNNING and last_published_round(tournament) < tournament.late_entry_until

    def enter_by(self, service: Any, *, legal: bool | None, refusals: tuple[str, ...], **who: Any) -> None:
        published = last_published_round(self.tournament)
        known = set(Entry.objects.values_list("pk", flat=True))
        entry = self.expect(service, legal=legal, refusals=("registration_closed", *refusals), **who)
        if entry is not None and entry.pk not in known:
            self.came_after[entry.pk] = published

    @rule(place=PLACES, number=range(1, 4))
    def ask_for_a_bye(self, place: int, number: int) -> None:
        tournament, entry = self.tournament, self.entry(place)
        is_to_come = last_published_round(tournament) < number <= tournament.rounds
        is_swiss, takes_part = tournament.pairing_format == Format.SWISS, entry.status == EntryStatus.ENTERED
        legal = tournament.status == Status.RUNNING and is_swiss and takes_part and is_to_come
        refusals = ("wrong_state", "not_possible", "not_entered", "too_late")
        wanted = {"entry_id": entry.pk, "user": entry.user or self.secretary, "round_number": number}
        self.expect(ask_bye, legal=legal, refusals=refusals, **wanted)

    @invariant
    def late_entries_missed_earlier_rounds(self) -> None:
        for entry, published in self.came_after.items():
            assert not Seat.objects.filter(entry=entry, round__number__lte=published).exists()


def points_in(tournament: Tournament) -> dict[int, Fraction]:
    table = standings(tournament_data(tournament), after_round=tournament.rounds)
    return {row.entrant: row.points for row in table.rows}


def key_of(entry: Entry) -> Key:
    """Whom a result counts for: the account, or the name that no account has claimed."""
    if entry.user_id is not None:
        return "user", entry.user_id
    assert entry.person is not None
    return ("person", entry.person.pk) if entry.person.user_id is None else ("user", entry.person.user_id)


def tournaments_of(*people: Person) -> set[int]:
    return set(Entry.objects.filter(person__in=people).exclude(NOT_PLAYING).values_list("tournament_id", flat=True))


def tournaments_of_accounts(users: set[int]) -> set[int]:
    return set(Entry.objects.filter(user__in=users).exclude(NOT_PLAYING).values_list("tournament_id", flat=True))
