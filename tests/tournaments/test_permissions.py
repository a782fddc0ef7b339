"""Who may do what: the table of the documents, line by line, for everybody in its heading, through the API."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from config.env import BASE_DIR
from tests.games.playing import client_of, make_people
from tests.tournaments.events import make_club, next_round, open_event, plan
from tournaments.enums import Role
from tournaments.models import Club, Entry, Membership, Table, Tournament
from tournaments.services.life import add_organiser, create_tournament, start_tournament
from tournaments.services.membership import join_club
from tournaments.services.pairing import pair_round
from tournaments.services.registration import enter

TABLE_HEAD = "| deed |"


def read_table() -> tuple[list[str], dict[str, dict[str, bool]]]:
    lines = (BASE_DIR / "docs" / "tournaments.md").read_text().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(TABLE_HEAD))
    heading, _rule, *rows = (
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines[start:] if line.startswith("|")
    )
    people = heading[1:]
    deeds = {}
    for row in rows:
        if len(row) != len(heading):
            break
        deeds[row[0]] = {name: word == "yes" for name, word in zip(people, row[1:], strict=True)}
    return people, deeds


PEOPLE, DEEDS = read_table()


@dataclass
class Scene:
    """A club with everything in it that the table speaks of."""

    club: Club
    asking: Club
    draft: Tournament
    open: Tournament
    ready: Tournament
    paired: Tournament
    playing: Tournament
    people: dict[str, User | None]

    def own(self, tournament: Tournament) -> Entry:
        return Entry.objects.get(tournament=tournament, user=self.people["player"])

    def table(self) -> Table:
        return Table.objects.get(round__tournament=self.playing, seats__entry=self.own(self.playing))


@pytest.fixture
def scene(db: None) -> Scene:
    names = ["stranger", "player", "member", "club_organiser", "other_organiser", "organiser", "owner", "rival"]
    users = dict(zip(names, make_people(*names), strict=True))
    owner, organiser = users["owner"], users["organiser"]
    club, asking = make_club(owner), make_club(owner, "Quiet Circle", joining="request")
    other_club = make_club(users["other_organiser"], "Elsewhere")
    create_tournament(user=users["other_organiser"], club_id=other_club.pk, plan=plan())
    for one in (club, asking):
        for name, role in (("member", Role.MEMBER), ("club_organiser", Role.ORGANISER)):
            Membership.objects.create(club=one, user=users[name], role=role)
    join_club(club_id=asking.pk, user=users["rival"])
    draft = create_tournament(user=owner, club_id=club.pk, plan=plan(name="Draft"))
    events = [open_event(club, owner, name=name, rounds=3) for name in ("Open", "Ready", "Paired", "Playing")]
    for tournament in (draft, *events):
        add_organiser(tournament_id=tournament.pk, user=owner, organiser=organiser)
    for tournament in events[1:]:
        for name in ("player", "rival"):
            enter(tournament_id=tournament.pk, user=users[name])
        start_tournament(tournament_id=tournament.pk, user=owner)
    pair_round(tournament_id=events[2].pk, user=owner)
    next_round(events[3], owner)
    people: dict[str, User | None] = {name.replace("_", " "): user for name, user in users.items()}
    return Scene(club, asking, draft, *events, people={**people, "visitor": None})


Try = Callable[[Scene, Any], Any]


def api(tournament: Tournament) -> str:
    return f"/api/v1/tournaments/{tournament.pk}"


def club_api(club: Club) -> str:
    return f"/api/v1/clubs/{club.slug}"


EVENT = {"format": "swiss", "variant": "lyra-2", "control": {"kind": "days", "allowance": 86400}}

TRIES: dict[str, Try] = {
    "see a published event": lambda scene, client: client.get(f"{api(scene.open)}/"),
    "see a draft event": lambda scene, client: client.get(f"{api(scene.draft)}/"),
    "found a club": lambda scene, client: client.post("/api/v1/clubs/", {"name": "New Circle"}),
    "join an open club": lambda scene, client: client.post(f"{club_api(scene.club)}/members/", {}),
    "describe the club": lambda scene, client: client.patch(f"{club_api(scene.club)}/", {"description": "New."}),
    "answer who asks to join": lambda scene, client: client.post(
        f"{club_api(scene.asking)}/requests/{scene.asking.join_requests.get().pk}/", {"accept": True}
    ),
    "publish news": lambda scene, client: client.post(f"{club_api(scene.club)}/news/", {"title": "A", "text": "B"}),
    "give a role": lambda scene, client: client.patch(f"{club_api(scene.club)}/members/member/", {"role": "organiser"}),
    "set up an event": lambda scene, client: client.post(
        "/api/v1/tournaments/", {**EVENT, "name": "Autumn", "club": scene.club.slug}
    ),
    "begin a season": lambda scene, client: client.post(f"{club_api(scene.club)}/seasons/", {"name": "2026"}),
    "enter an event": lambda scene, client: client.post(f"{api(scene.open)}/entry/"),
    "enter somebody else": lambda scene, client: client.post(f"{api(scene.open)}/players/", {"name": "Walk-in"}),
    "change the rules": lambda scene, client: client.patch(f"{api(scene.open)}/", {"rounds": 4}),
    "pair a round": lambda scene, client: client.post(f"{api(scene.ready)}/rounds/"),
    "see a draft round": lambda scene, client: client.get(f"{api(scene.paired)}/rounds/1/pairings/"),
    "publish a round": lambda scene, client: client.post(f"{api(scene.paired)}/rounds/1/publish/"),
    "ask for the player's bye": lambda scene, client: client.post(
        f"{api(scene.ready)}/players/{scene.own(scene.ready).pk}/byes/", {"round": 2}
    ),
    "note an absence": lambda scene, client: client.post(
        f"{api(scene.ready)}/players/{scene.own(scene.ready).pk}/byes/", {"round": 2, "kind": "absent"}
    ),
    "tell the player's result": lambda scene, client: client.post(
        f"{api(scene.playing)}/tables/{scene.table().pk}/claim/", {"outcome": "draw"}
    ),
    "set a result": lambda scene, client: client.post(
        f"{api(scene.playing)}/tables/{scene.table().pk}/result/", {"outcome": "draw", "reason": "sheet"}
    ),
    "withdraw the player": lambda scene, client: client.post(
        f"{api(scene.ready)}/players/{scene.own(scene.ready).pk}/withdrawal/", {"reason": "ill"}
    ),
    "name an organiser": lambda scene, client: client.post(f"{api(scene.open)}/organisers/", {"username": "rival"}),
    "cancel the event": lambda scene, client: client.post(f"{api(scene.open)}/cancel/", {"reason": "rain"}),
    "read the log": lambda scene, client: client.get(f"{api(scene.open)}/log/"),
}


def test_every_line_of_the_table_is_tried() -> None:
    assert list(DEEDS) == list(TRIES)
    assert len(PEOPLE) == 8


@pytest.mark.parametrize("deed", TRIES)
def test_the_table_is_true(scene: Scene, deed: str) -> None:
    answers = {}
    for name in PEOPLE:
        saved = transaction.savepoint()
        answer = TRIES[deed](scene, client_of(scene.people[name]))
        assert answer.status_code in (200, 201, 204, 401, 403, 404), (name, answer.content)
        answers[name] = answer.status_code < 300
        transaction.savepoint_rollback(saved)
    assert answers == DEEDS[deed]
