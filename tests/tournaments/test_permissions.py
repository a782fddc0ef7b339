"""Permissions: every line of the documented table, for every role in its header, by API."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from config.env import BASE_DIR
from tests.access.valid_requests import TRF
from tests.games.playing import client_of, make_people
from tests.tournaments.playing import decide, make_club, make_rules, next_round, open_tournament
from tournaments.api.urls import urlpatterns
from tournaments.clubs.roster_files.matching import plan_digest
from tournaments.clubs.services.clubs import publish_news
from tournaments.clubs.services.membership import join_club
from tournaments.clubs.services.name_claims import claim_name
from tournaments.clubs.services.roster import add_person
from tournaments.clubs.services.roster_import import preview_import
from tournaments.clubs.services.seasons import create_season
from tournaments.enums import Role, RoundStatus
from tournaments.models import Club, Entry, Membership, Person, Round, Table, Tournament
from tournaments.services.lifecycle import add_organiser, create_tournament, sign_off, start_tournament
from tournaments.services.locking import delete_draft_tables
from tournaments.services.pairing import pair_round
from tournaments.services.registration import add_player, answer_entry, enter
from tournaments.services.results import claim_result
from tournaments.services.withdrawal import withdraw_player

TABLE_HEAD = "| action |"


def read_table() -> tuple[list[str], dict[str, dict[str, bool]]]:
    lines = (BASE_DIR / "docs" / "tournaments.md").read_text().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(TABLE_HEAD))
    heading, _rule, *rows = (
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines[start:] if line.startswith("|")
    )
    people = heading[1:]
    actions = {}
    for row in rows:
        if len(row) != len(heading):
            break
        actions[row[0]] = {name: word == "yes" for name, word in zip(people, row[1:], strict=True)}
    return people, actions


PEOPLE, ACTIONS = read_table()


@dataclass
class Scene:
    """A club with everything that the table refers to."""

    club: Club
    asking: Club
    draft: Tournament
    tournaments: dict[str, Tournament]
    people: dict[str, User | None]

    def __getattr__(self, name: str) -> Tournament:
        return self.tournaments[name]

    def own(self, tournament: Tournament) -> Entry:
        return Entry.objects.get(tournament=tournament, user=self.people["player"])

    def rivals(self, tournament: Tournament) -> dict[str, int]:
        other = Entry.objects.get(tournament=tournament, user=self.people["rival"])
        return {"one": self.own(tournament).pk, "other": other.pk}

    def attempt(self, tournament: Tournament) -> dict[str, int]:
        return {"attempt": Round.objects.get(tournament=tournament).attempt}

    def table(self, tournament: Tournament) -> str:
        table = Table.objects.get(round__tournament=tournament, seats__entry=self.own(tournament))
        return f"{api(tournament)}/tables/{table.pk}"


NAMES = (
    "stranger", "player", "member", "club_organiser", "other_organiser", "organiser", "owner", "rival", "second_owner",
)  # fmt: skip
RUNNING = ("ready", "paired", "stuck", "hall", "playing", "late", "half", "ended", "signed")


@pytest.fixture
def scene(db: None) -> Scene:
    users = dict(zip(NAMES, make_people(*NAMES), strict=True))
    owner, organiser = users["owner"], users["organiser"]
    club, asking = make_club(owner), make_club(owner, "Quiet Circle", joining="request")
    other_club = make_club(users["other_organiser"], "Elsewhere")
    create_tournament(user=users["other_organiser"], club_id=other_club.pk, rules=make_rules())
    roles = (("member", Role.MEMBER), ("club_organiser", Role.ORGANISER), ("second_owner", Role.OWNER))
    for one in (club, asking):
        for name, role in roles:
            Membership.objects.create(club=one, user=users[name], role=role)
    join_club(club_id=asking.pk, user=users["rival"])
    publish_news(club_id=club.pk, user=owner, title="A", text="B")
    create_season(club_id=club.pk, user=owner, name="2025")
    for name in ("Spare", "Visitor"):
        add_person(club_id=club.pk, user=owner, name=name)
    draft = create_tournament(user=owner, club_id=club.pk, rules=make_rules(name="Draft"))
    add_organiser(tournament_id=draft.pk, user=owner, organiser=organiser)
    people: dict[str, User | None] = {name.replace("_", " "): user for name, user in users.items()}
    tournaments = {name: _tournament(club, owner, organiser, name, users) for name in ("open", "full", *RUNNING)}
    _play(tournaments, users)
    walk_in = Person.objects.get(club=club, name="Walk-in")
    claim_name(club_id=club.pk, person_id=walk_in.pk, user=users["second_owner"])
    return Scene(club, asking, draft, tournaments, {**people, "visitor": None})


def _tournament(club: Club, owner: User, organiser: User, name: str, users: dict[str, User]) -> Tournament:
    """A tournament in that state: open, full of entries, or started by two players and one who withdrew."""
    rounds = 1 if name in ("ended", "signed") else 3
    more = {"needs_approval": name == "full", "check_in": name == "hall"}
    tournament = open_tournament(club, owner, name=name, rounds=rounds, **more)
    add_organiser(tournament_id=tournament.pk, user=owner, organiser=organiser)
    if name == "open":
        return tournament
    if name == "full":
        enter(tournament_id=tournament.pk, user=users["rival"])
    for player in ("player",) if name == "full" else ("player", "rival"):
        entry = enter(tournament_id=tournament.pk, user=users[player])
        if name == "full":
            answer_entry(entry_id=entry.pk, user=owner, accept=True)
    walk_in = add_player(tournament_id=tournament.pk, user=owner, name="Walk-in")
    if name in RUNNING:
        tournament = start_tournament(tournament_id=tournament.pk, user=owner)
        withdraw_player(entry_id=walk_in.pk, user=owner)
    return tournament


def _play(tournaments: dict[str, Tournament], users: dict[str, User]) -> None:
    owner = users["owner"]
    for name in ("paired", "stuck"):
        pair_round(tournament_id=tournaments[name].pk, user=owner)
    delete_draft_tables(Round.objects.get(tournament=tournaments["stuck"]))
    Round.objects.filter(tournament=tournaments["stuck"]).update(status=RoundStatus.STUCK)
    for name in ("playing", "late", "half", "ended", "signed"):
        next_round(tournaments[name], owner)
    for name in ("half", "ended", "signed"):
        decide(tournaments[name], owner, Random(1))
    Round.objects.filter(tournament=tournaments["late"]).update(deadline=timezone.now())
    sign_off(tournament_id=tournaments["signed"].pk, user=owner)
    claimed = Table.objects.get(round__tournament=tournaments["playing"])
    claim_result(table_id=claimed.pk, user=users["rival"], outcome="goal", ranks=[1, 2])


Try = Callable[[Scene, Any], Any]


def api(tournament: Tournament) -> str:
    return f"/api/v1/tournaments/{tournament.pk}"


def club_api(club: Club) -> str:
    return f"/api/v1/clubs/{club.slug}"


def player_api(scene: Scene, tournament: Tournament) -> str:
    return f"{api(tournament)}/players/{scene.own(tournament).pk}"


def person_id(scene: Scene, name: str = "Walk-in") -> int:
    return Person.objects.get(club=scene.club, name=name).pk


def person_api(scene: Scene, name: str = "Walk-in") -> str:
    return f"{club_api(scene.club)}/people/{person_id(scene, name)}"


def roster_digest(scene: Scene) -> str:
    plan = preview_import(club=scene.club, user=scene.people["owner"], content=ROSTER.encode())
    return plan_digest(plan)


ROSTER = "Cyril;1500"
EVENT = {"format": "swiss", "variant": "lyra-2", "control": {"kind": "days", "allowance": 86400}}
WHY = {"reason": "rain"}
SEASON = {"name": "2026"}

TRIES: dict[str, Try] = {
    "see a published tournament": lambda scene, client: client.get(f"{api(scene.open)}/"),
    "see a draft tournament": lambda scene, client: client.get(f"{api(scene.draft)}/"),
    "found a club": lambda scene, client: client.post("/api/v1/clubs/", {"name": "New Circle"}),
    "join an open club": lambda scene, client: client.post(f"{club_api(scene.club)}/members/", {}),
    "leave a club": lambda scene, client: client.post(f"{club_api(scene.club)}/leave/"),
    "take a request to join back": lambda scene, client: client.delete(f"{club_api(scene.asking)}/requests/own/"),
    "see the club's leaderboard": lambda scene, client: client.get(
        f"{club_api(scene.club)}/leaderboard/?family=nonaga"
    ),
    "describe the club": lambda scene, client: client.patch(f"{club_api(scene.club)}/", {"description": "New."}),
    "see who asks to join": lambda scene, client: client.get(f"{club_api(scene.asking)}/requests/"),
    "answer who asks to join": lambda scene, client: client.post(
        f"{club_api(scene.asking)}/requests/{scene.asking.join_requests.get().pk}/", {"accept": True}
    ),
    "see the invitation": lambda scene, client: client.get(f"{club_api(scene.club)}/invitation/"),
    "make a new invitation": lambda scene, client: client.post(f"{club_api(scene.club)}/invitation/"),
    "publish news": lambda scene, client: client.post(f"{club_api(scene.club)}/news/", {"title": "A", "text": "B"}),
    "take news back": lambda scene, client: client.delete(f"{club_api(scene.club)}/news/{scene.club.news.get().pk}/"),
    "give a role": lambda scene, client: client.patch(f"{club_api(scene.club)}/members/member/", {"role": "organiser"}),
    "remove a member": lambda scene, client: client.delete(f"{club_api(scene.club)}/members/member/"),
    "hand the club over": lambda scene, client: client.post(
        f"{club_api(scene.club)}/transfer/", {"username": "member"}
    ),
    "close the club": lambda scene, client: client.delete(f"{club_api(scene.asking)}/"),
    "set up a tournament": lambda scene, client: client.post(
        "/api/v1/tournaments/", {**EVENT, "name": "Autumn", "club": scene.club.slug}
    ),
    "copy a tournament": lambda scene, client: client.post(f"{api(scene.signed)}/copy/"),
    "begin a season": lambda scene, client: client.post(f"{club_api(scene.club)}/seasons/", SEASON),
    "change a season": lambda scene, client: client.put(
        f"{club_api(scene.club)}/seasons/{scene.club.seasons.get().pk}/", SEASON
    ),
    "forget a season": lambda scene, client: client.delete(
        f"{club_api(scene.club)}/seasons/{scene.club.seasons.get().pk}/"
    ),
    "see the roster": lambda scene, client: client.get(f"{club_api(scene.club)}/people/"),
    "see the totals of dues": lambda scene, client: client.get(f"{club_api(scene.club)}/people/dues/"),
    "export the roster": lambda scene, client: client.get(f"{club_api(scene.club)}/people/csv/"),
    "add a person to the roster": lambda scene, client: client.post(f"{club_api(scene.club)}/people/", {"name": "Ana"}),
    "see what a person played": lambda scene, client: client.get(f"{person_api(scene)}/"),
    "change a person of the roster": lambda scene, client: client.patch(
        f"{person_api(scene)}/", {"revision": 0, "remark": "Plays on Tuesdays."}
    ),
    "merge two people of the roster": lambda scene, client: client.post(
        f"{person_api(scene)}/merge/", {"revision": 0, "other": person_id(scene, "Spare"), "other_revision": 0}
    ),
    "remove a person from the roster": lambda scene, client: client.delete(
        f"{person_api(scene, 'Visitor')}/", {"revision": 0}
    ),
    "link a name to an account": lambda scene, client: client.put(
        f"{person_api(scene)}/account/", {"revision": 0, "username": "member"}
    ),
    "unlink a name": lambda scene, client: client.delete(f"{person_api(scene)}/account/", {"revision": 0}),
    "claim a name": lambda scene, client: client.post(f"{person_api(scene)}/claim/"),
    "take a claim of a name back": lambda scene, client: client.delete(f"{club_api(scene.club)}/claims/own/"),
    "see claims of names": lambda scene, client: client.get(f"{club_api(scene.club)}/claims/"),
    "answer a claim of a name": lambda scene, client: client.post(
        f"{club_api(scene.club)}/claims/{scene.club.name_claims.get().pk}/", {"accept": True}
    ),
    "preview an import into the roster": lambda scene, client: client.post(
        f"{club_api(scene.club)}/people/import/preview/", {"text": ROSTER}
    ),
    "import into the roster": lambda scene, client: client.post(
        f"{club_api(scene.club)}/people/import/", {"text": ROSTER, "digest": roster_digest(scene)}
    ),
    "throw a draft tournament away": lambda scene, client: client.delete(f"{api(scene.draft)}/"),
    "open registration": lambda scene, client: client.post(f"{api(scene.draft)}/open/"),
    "enter a tournament": lambda scene, client: client.post(f"{api(scene.open)}/entry/"),
    "enter somebody else": lambda scene, client: client.post(f"{api(scene.open)}/players/", {"name": "Walk-in"}),
    "read players from a file": lambda scene, client: client.post(f"{api(scene.open)}/players/import/", {"trf": TRF}),
    "see who can be entered from the roster": lambda scene, client: client.get(f"{api(scene.open)}/players/roster/"),
    "enter people from the roster": lambda scene, client: client.post(
        f"{api(scene.open)}/players/roster/", {"people": [person_id(scene)]}
    ),
    "correct a player's name": lambda scene, client: client.put(
        f"{api(scene.half)}/players/{Entry.objects.get(tournament=scene.half, name='Walk-in').pk}/name/",
        {"name": "Ana"},
    ),
    "answer an entry": lambda scene, client: client.post(
        f"{api(scene.full)}/players/{scene.rivals(scene.full)['other']}/answer/", {"accept": True}
    ),
    "rate a player": lambda scene, client: client.patch(f"{player_api(scene, scene.full)}/", {"rating": 1500}),
    "start the tournament": lambda scene, client: client.post(f"{api(scene.full)}/start/"),
    "change the rules": lambda scene, client: client.patch(f"{api(scene.open)}/", {"rounds": 4}),
    "see who is present": lambda scene, client: client.get(f"{api(scene.hall)}/check-in/"),
    "check a player in": lambda scene, client: client.put(
        f"{api(scene.hall)}/check-in/{scene.own(scene.hall).pk}/", {"is_present": True}
    ),
    "check all players in": lambda scene, client: client.put(f"{api(scene.hall)}/check-in/all/", {"is_present": True}),
    "make a new check-in link": lambda scene, client: client.post(f"{api(scene.hall)}/check-in/link/"),
    "check in by the link": lambda scene, client: client.post(
        f"/api/v1/tournaments/check-in-links/{scene.hall.check_in_token}/", {"player": scene.own(scene.hall).pk}
    ),
    "forbid a pair": lambda scene, client: client.post(f"{api(scene.ready)}/forbidden/", scene.rivals(scene.ready)),
    "let a pair meet": lambda scene, client: client.put(f"{api(scene.ready)}/forbidden/", scene.rivals(scene.ready)),
    "pair a round": lambda scene, client: client.post(f"{api(scene.ready)}/rounds/"),
    "see a draft round": lambda scene, client: client.get(f"{api(scene.paired)}/rounds/1/pairings/"),
    "see what speaks against it": lambda scene, client: client.get(f"{api(scene.paired)}/rounds/1/objections/"),
    "pair it again": lambda scene, client: client.post(
        f"{api(scene.paired)}/rounds/1/again/", scene.attempt(scene.paired)
    ),
    "pair it by hand": lambda scene, client: client.post(
        f"{api(scene.stuck)}/rounds/1/by-hand/", scene.attempt(scene.stuck)
    ),
    "seat two players of a draft together": lambda scene, client: client.post(
        f"{api(scene.paired)}/rounds/1/seat-together/", scene.rivals(scene.paired) | scene.attempt(scene.paired)
    ),
    "throw a draft round away": lambda scene, client: client.delete(
        f"{api(scene.paired)}/rounds/1/?attempt={scene.attempt(scene.paired)['attempt']}"
    ),
    "swap players of a draft": lambda scene, client: client.post(
        f"{api(scene.paired)}/rounds/1/swap/", scene.rivals(scene.paired) | scene.attempt(scene.paired)
    ),
    "move a player of a draft": lambda scene, client: client.post(
        f"{api(scene.paired)}/rounds/1/move/", {"player": scene.own(scene.paired).pk} | scene.attempt(scene.paired)
    ),
    "turn a table": lambda scene, client: client.post(
        f"{api(scene.paired)}/rounds/1/turn/", {"table": 1} | scene.attempt(scene.paired)
    ),
    "play a table elsewhere": lambda scene, client: client.post(
        f"{scene.table(scene.paired)}/venue/", {"venue": "correspondence"} | scene.attempt(scene.paired)
    ),
    "set the times of a round": lambda scene, client: client.post(
        f"{api(scene.paired)}/rounds/1/times/", scene.attempt(scene.paired)
    ),
    "publish a round": lambda scene, client: client.post(
        f"{api(scene.paired)}/rounds/1/publish/", scene.attempt(scene.paired)
    ),
    "take back a round": lambda scene, client: client.post(
        f"{api(scene.late)}/rounds/1/take-back/", scene.attempt(scene.late)
    ),
    "ask for the player's bye": lambda scene, client: client.post(
        f"{player_api(scene, scene.ready)}/byes/", {"round": 2}
    ),
    "take the player's bye back": lambda scene, client: client.delete(f"{player_api(scene, scene.ready)}/byes/2/"),
    "note an absence": lambda scene, client: client.post(
        f"{player_api(scene, scene.ready)}/byes/", {"round": 2, "kind": "absent"}
    ),
    "tell the player's result": lambda scene, client: client.post(
        f"{scene.table(scene.playing)}/claim/", {"outcome": "draw"}
    ),
    "confirm a result as the player": lambda scene, client: client.post(f"{scene.table(scene.playing)}/confirm/"),
    "set a result": lambda scene, client: client.post(
        f"{scene.table(scene.playing)}/result/", {"outcome": "draw", "reason": "sheet", "seen": 0}
    ),
    "clear a result": lambda scene, client: client.delete(f"{scene.table(scene.playing)}/result/", {"seen": 0}),
    "close what is overdue": lambda scene, client: client.post(f"{api(scene.late)}/close-overdue/"),
    "see what is to be done next": lambda scene, client: client.get(f"{api(scene.open)}/next/"),
    "leave as the player": lambda scene, client: client.delete(f"{api(scene.ready)}/entry/", WHY),
    "withdraw the player": lambda scene, client: client.post(f"{player_api(scene, scene.ready)}/withdrawal/", WHY),
    "take somebody back": lambda scene, client: client.post(
        f"{api(scene.half)}/players/{Entry.objects.get(tournament=scene.half, name='Walk-in').pk}/reinstatement/", WHY
    ),
    "name an organiser": lambda scene, client: client.post(f"{api(scene.open)}/organisers/", {"username": "rival"}),
    "remove an organiser": lambda scene, client: client.delete(f"{api(scene.draft)}/organisers/owner/"),
    "finish the tournament early": lambda scene, client: client.post(f"{api(scene.half)}/finish/", WHY),
    "sign the table off": lambda scene, client: client.post(f"{api(scene.ended)}/sign-off/"),
    "open a final table again": lambda scene, client: client.post(f"{api(scene.signed)}/reopen/", WHY),
    "cancel the tournament": lambda scene, client: client.post(f"{api(scene.open)}/cancel/", WHY),
    "read the log": lambda scene, client: client.get(f"{api(scene.open)}/log/"),
}
# Views tested elsewhere: tables, streams and what belongs to them.
OURS = ("clubs", "tournaments", "players", "rounds", "check_in")


def writes() -> set[tuple[str, str]]:
    """Every address of clubs and tournaments that changes something, with its methods."""
    found = set()
    for pattern in _patterns(urlpatterns):
        view = pattern.callback.view_class
        if view.__module__.removeprefix("tournaments.api.") in OURS:
            methods = {method for method in ("post", "put", "patch", "delete") if method in view.http_method_names}
            found |= {(str(pattern.name), method) for method in methods if hasattr(view, method)}
    return found


def _patterns(patterns: Any) -> Iterator[Any]:
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _patterns(pattern.url_patterns)
        else:
            yield pattern


@pytest.mark.slow
def test_every_line_of_the_table_is_tested() -> None:
    assert list(ACTIONS) == list(TRIES)
    assert len(PEOPLE) == 8


@pytest.mark.slow
@pytest.mark.once
def test_the_table_is_correct(scene: Scene) -> None:
    tried = set()
    for action, attempt in TRIES.items():
        answers = {}
        for name in PEOPLE:
            saved = transaction.savepoint()
            answer = attempt(scene, client_of(scene.people[name]))
            assert answer.status_code in (200, 201, 204, 401, 403, 404), (action, name, answer.content)
            answers[name] = answer.status_code < 300
            transaction.savepoint_rollback(saved)
        assert answers == ACTIONS[action], action
        tried.add((answer.resolver_match.url_name, answer.wsgi_request.method.lower()))
    assert writes() - tried == set(), "missing lines of the table"
