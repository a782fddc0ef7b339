"""One site with a row behind every endpoint: the owner of the rows, and people who have no access to them."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import Report, User
from accounts.services.guests import create_guest
from accounts.services.reports import report_person
from accounts.services.tokens import create_token
from games.imports.services import import_record
from games.lobby.services.create import create_challenge, create_invitation, create_seek
from games.lobby.services.terms import read_terms
from games.models import Notice, SolitaireBoard, Tactic
from games.notifications.services.notices import make_feed, unsubscribe_token
from games.puzzles.engine.tactics import Tactic as Found
from games.puzzles.selectors.solitaire import puzzle_day
from games.puzzles.services.solitaire import ensure_board
from games.puzzles.services.tactics import keep_tactics
from games.services.chat import post_message
from games.services.setup import save_setup
from games.vacations.services import announce_vacation
from tests.accounts.people import PASSWORD
from tests.games.browsers import make_subscription
from tests.games.playing import THREE_DAYS, play, start
from tests.tournaments.playing import make_club, open_tournament
from tournaments.clubs.services.clubs import publish_news
from tournaments.clubs.services.membership import join_club, leave_club
from tournaments.clubs.services.seasons import create_season
from tournaments.enums import Role
from tournaments.models import Club, Membership, Person, Round
from tournaments.services.lifecycle import add_organiser, start_tournament
from tournaments.services.pairing import pair_round
from tournaments.services.registration import add_player, enter
from tournaments.services.withdrawal import withdraw_player
from tournaments.webhooks.services import create_webhook

PEOPLE = ("anonymous", "guest", "another user", "other organiser", "ex-member", "read-only token", "owner")
# Endpoints for staff alone are tried by a staff user in place of the owner of the rows.
STAFF_PATHS = ("/api/v1/moderation/", "/moderation/", "/site/", "/admin/", "/styleguide/")
ATTEMPT = 24  # of the scene's draft round
SOLUTION = [
    ["(1,-1)-(-1,1)", "o(-1,4)-(-1,2)"],
    ["(0,-2)-(0,1)", "o(0,-2)-(3,-3)"],
    ["(-1,1)-(-1,3)"],
]
IMPORTED = {
    "format": "asterism-game",
    "version": 1,
    "variant": "nonaga",
    "options": {},
    "turn_limit": None,
    "players": [{"name": "Mira"}, {"name": "Pavel"}],
    "record": [],
}


@dataclass
class Scene:
    users: dict[str, User]
    tokens: dict[str, str]
    places: dict[str, Any] = field(default_factory=dict)
    """Values of URL parameters, by `parameter` or `prefix:parameter`."""
    sessions: dict[str, str] = field(default_factory=dict)

    def client(self, person: str, address: str = "") -> Client:
        """Return a test client of one of `PEOPLE`, for this address."""
        is_staff = address.startswith(STAFF_PATHS)
        if person == "read-only token":
            return Client(headers={"authorization": f"Bearer {self.tokens['keeper' if is_staff else 'mira']}"})
        client = Client()
        if person != "anonymous":
            owner = "keeper" if is_staff else "mira"
            client.cookies["sessionid"] = self._session(owner if person == "owner" else person.replace(" ", "-"))
        return client

    def _session(self, name: str) -> str:
        """Return the session key; log in only once, as thousands of requests are made."""
        if name not in self.sessions:
            client = Client()
            client.force_login(self.users[name])
            self.sessions[name] = client.cookies["sessionid"].value
        return self.sessions[name]


def form_of(scene: Scene) -> dict[str, Any]:
    """Return one form with the fields of all the site's forms: each must use its own and ignore the others."""
    places = scene.places
    return {
        "username": "pavel",
        "role": "organiser",
        "answer": "accept",
        "message": "Hello.",
        "title": "News",
        "text": "Text.",
        "request": places["request_id"],
        "news": places["news_id"],
        "entry": places["entry_id"],
        "seat": 0,
        "one": places["entry_id"],
        "other": places["other_entry"],
        "table": places["table_id"],
        "number": 1,
        "round": 1,
        "attempt": ATTEMPT,
        "kind": "requested",
        "result": "goal:1,2",
        "venue": "board",
        "reason": "Rain.",
        "why": "Rain.",
        "words": "Unkind.",
        "name": "A name",
        "person": places["person_id"],
        "people": [places["person_id"]],
        "revision": 0,
        "variant": "nonaga",
        "starts_at": "",
        "deadline": "",
    }


def restart_ids() -> None:
    """Number rows from the first free id, so that the ids in the schema's examples are those of the scene."""
    resets = connection.ops.sequence_reset_sql(no_style(), apps.get_models())
    with connection.cursor() as cursor:
        for reset in ["DELETE FROM sqlite_sequence"] if connection.vendor == "sqlite" else resets:
            cursor.execute(reset)


def make_scene() -> Scene:
    restart_ids()
    users = {
        name: User.objects.create_user(name, f"{name}@example.org", PASSWORD) for name in ("mira", "pavel", "xenia")
    }
    for person in ("another user", "other organiser", "ex-member"):
        name = person.replace(" ", "-")
        users[name] = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    users["guest"] = create_guest()
    users["keeper"] = User.objects.create_superuser("keeper", "keeper@example.org", PASSWORD)
    tokens = {
        name: create_token(user=users[name], name="reader", scopes=["read"], days=1)[1] for name in ("mira", "keeper")
    }
    scene = Scene(users, tokens)
    _add_account(scene)
    _add_games(scene)
    _add_tournament(scene, _add_club(scene))
    return scene


def _add_account(scene: Scene) -> None:
    mira, pavel = scene.users["mira"], scene.users["pavel"]
    token, _secret = create_token(user=mira, name="display", scopes=["read"], days=1)
    address = EmailAddress.objects.create(user=mira, email="mira@example.org", verified=False, primary=True)
    report_person(reporter=pavel, person=mira, reason="abuse", words="Unkind.")
    scene.places |= {
        "username": "pavel",
        "other": "mira",
        "token_id": token.pk,
        "browser_id": make_subscription(mira, None).pk,
        "manifest:language": "en",
        "report_id": Report.objects.get().pk,
        "file_name": "20260101-120000-1.log",
        "confirm-email:key": EmailConfirmationHMAC(address).key,
        "password/reset:uidb36": "1",
        "password/reset:key": "set-password",
        "notices:token": unsubscribe_token(mira.pk, ["turn"]),
        "calendar:token": make_feed(user=mira).token,
    }


def _add_games(scene: Scene) -> None:
    mira, pavel = scene.users["mira"], scene.users["pavel"]
    game = play(start("nonaga", [mira, pavel], rated=True), 2)
    message = post_message(game_id=game.pk, user=pavel, text="Good luck!")
    terms = read_terms(variant="nonaga", control=THREE_DAYS)
    today = timezone.now().date()
    vacation = announce_vacation(user=mira, start=today + timedelta(days=9), until=today + timedelta(days=10))
    Notice.objects.create(user=mira, kind="turn", key="1", game=game, delivery="now")
    scene.places |= {
        "game_id": game.pk,
        "ply": 1,
        "message_id": message.pk,
        "seeks:proposal_id": create_seek(user=mira, terms=terms).pk,
        "challenges:proposal_id": create_challenge(user=pavel, terms=terms, opponents=[mira]).pk,
        "play:proposal_id": create_challenge(user=mira, terms=terms, opponents=[pavel]).pk,
        "invitations:token": create_invitation(user=mira, terms=terms).token,
        "import_id": import_record(owner=mira, data=IMPORTED).pk,
        "vacation_id": vacation.pk,
        "setup_id": save_setup(user=mira, variant="vaeva", name="mine", setup="=BDFHJLNPR").pk,
        "solitaire:slug": _add_puzzles(),
        "tactic_id": _add_tactic(),
        "variant_id": "nonaga",
        "family": "nonaga",
        "family_id": "nonaga",
    }


def _add_tactic() -> int:
    """A win in two turns."""
    position = "2b1oo/ooor/ooob/1oor/b1r/oo/1o (-2,-2) r p (-2,3)"
    line = tuple(tuple(turn) for turn in SOLUTION)
    keep_tactics([Found("nonaga", position, 2, "quiet", line)])
    return Tactic.objects.get().pk


def _add_puzzles() -> str:
    """Create the empty board and today's: solving one would take longer than all the rest."""
    board, today = ensure_board(None), puzzle_day()
    facts = {"position": board.position, "par": board.par, "solution": board.solution, "made_at": board.made_at}
    SolitaireBoard.objects.create(slug=today.isoformat(), day=today, **facts)
    return board.slug


def _add_club(scene: Scene) -> Club:
    mira = scene.users["mira"]
    club = make_club(mira, joining="request")
    make_club(scene.users["other-organiser"], "Elsewhere")
    for name in ("pavel", "ex-member"):
        Membership.objects.create(club=club, user=scene.users[name], role=Role.ORGANISER)
    request = join_club(club_id=club.pk, user=scene.users["xenia"], message="Let me in.")
    webhook = create_webhook(club_id=club.pk, user=mira, url="https://example.org/hook", kinds=["result"])
    scene.places |= {
        "slug": club.slug,
        "request_id": request.pk,
        "invitation": club.invitation,
        "news_id": publish_news(club_id=club.pk, user=mira, title="Hall", text="Booked.").pk,
        "season_id": create_season(club_id=club.pk, user=mira, name="2026").pk,
        "webhook_id": webhook.pk,
    }
    return club


def _add_tournament(scene: Scene, club: Club) -> None:
    """Create a running tournament with a draft first round. The ex-member organised it, played in it and withdrew."""
    mira, former = scene.users["mira"], scene.users["ex-member"]
    tournament = open_tournament(club, mira, rounds=3)
    names = ("mira", "pavel", "xenia", "ex-member")
    entries = [enter(tournament_id=tournament.pk, user=scene.users[name]) for name in names]
    withdraw_player(entry_id=entries[3].pk, user=former)
    add_organiser(tournament_id=tournament.pk, user=mira, organiser=former)
    leave_club(club_id=club.pk, user=former)
    add_player(tournament_id=tournament.pk, user=mira, name="Walk-in")
    start_tournament(tournament_id=tournament.pk, user=mira)
    round_ = pair_round(tournament_id=tournament.pk, user=mira)
    Round.objects.filter(pk=round_.pk).update(attempt=ATTEMPT)
    scene.places |= {
        "tournament_id": tournament.pk,
        "check-in:token": tournament.check_in_token,
        "number": 1,
        "person_id": Person.objects.get(name="Walk-in").pk,
        "entry_id": entries[0].pk,
        "other_entry": entries[1].pk,
        "table_id": round_.tables.order_by("number")[0].pk,
    }
