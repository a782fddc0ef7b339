"""A request that succeeds for every endpoint that writes: its sender, its body, and the rows that it needs.

What is not named here succeeds with an empty body or the fields of `form_of`, sent by the owner of the rows. The
examples of the schema are recorded from these requests.
"""

import base64
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from games.enums import NoticeKind
from games.models import Game, Notice, SolitaireBoard
from tests.access.endpoints import API, Endpoint
from tests.access.prepared import (
    RESULT,
    SECRET,
    against_ai,
    ai,
    analysed,
    awaiting_setup,
    claimed_name,
    code,
    conditional_body,
    decided,
    drafted,
    empty_club,
    final,
    finished_game,
    game_of,
    hinted,
    in_days,
    linked_person,
    moderated,
    muted,
    noted,
    objectionable,
    offered,
    one_round_played,
    open_one,
    open_with_two,
    overdue,
    pair_of_players,
    pavel_organises,
    pending_entry,
    provisional,
    published,
    rated,
    reported,
    round_published,
    season_played,
    spare_person,
    stuck_ai,
    table_for_three,
    table_game,
    takeback_asked,
    tournament_of,
    under_way,
    unmoved,
    walk_in,
    with_bye,
    with_check_in,
    with_conditional_moves,
    withdrawn,
    without_draft,
    without_pairing,
)
from tests.access.scene import ATTEMPT, IMPORTED, SOLUTION, Scene, form_of
from tests.accounts.people import PASSWORD, signed_in_by_form
from tests.games.playing import SETUPS, next_turn
from tournaments.clubs.roster_files.matching import plan_digest
from tournaments.clubs.services.roster_import import preview_import
from tournaments.models import Club, Seat, Table
from tournaments.services.claims import claim_digest
from tournaments.services.draft import forbid_pair

OTHER_RECORD = IMPORTED | {"players": [{"name": "Ada"}, {"name": "Ben"}]}
ROSTER = "Name;E-mail;Rating\nVera Novak;vera@example.org;1650\nWalkin;;\n"
TRF = "001    1      Kovac, Mira                       1710\n"
NEW_PASSWORD = {"password1": "comet-harbour-31", "password2": "comet-harbour-31"}


@dataclass
class Valid:
    """A request: body, sender, and URL parameters that differ from the scene's."""

    body: dict[str, Any] = field(default_factory=dict)
    who: str = ""
    places: dict[str, Any] = field(default_factory=dict)
    client: Client | None = None
    """A client with earlier requests, as some of allauth's pages require."""


Maker = Callable[[Scene], Valid]


def valid_request(scene: Scene, endpoint: Endpoint) -> Valid:
    """Return the request for an endpoint, after creating its rows."""
    maker = MAKERS.get(f"{endpoint.method} {endpoint.route}")
    if maker is not None:
        return maker(scene)
    return Valid() if endpoint.is_api else Valid(form_of(scene))


def client_for(scene: Scene, request: Valid, address: str) -> Client:
    if request.client is not None:
        return request.client
    if not request.who:
        return scene.client("owner", address)
    client = Client()
    if request.who != "anonymous":
        client.force_login(scene.users[request.who])
    return client


# -- one request for each endpoint ------------------------------------------------------------------------------------


def by(who: str, **body: Any) -> Maker:
    return lambda scene: Valid(body, who=who)


def sent(**body: Any) -> Maker:
    return lambda scene: Valid(dict(body))


def form(**more: Any) -> Maker:
    return lambda scene: Valid(form_of(scene) | more)


def at(make: Callable[[Scene], dict[str, Any]], who: str = "", **body: Any) -> Maker:
    """With the URL parameters that `make` returns."""
    return lambda scene: Valid(dict(body), who=who, places=make(scene))


def form_at(make: Callable[[Scene], dict[str, Any]], **more: Any) -> Maker:
    def maker(scene: Scene) -> Valid:
        places = make(scene)
        fields = {"entry": places["entry_id"]} if "entry_id" in places else {}
        return Valid(form_of(scene) | fields | more, places=places)

    return maker


def password_again(**body: Any) -> Maker:
    return lambda scene: Valid(dict(body), client=signed_in_by_form("mira"))


def second_factor(scene: Scene, **body: Any) -> Valid:
    """By mira, logged in, with TOTP and recovery codes."""
    client = signed_in_by_form("mira")
    TOTP.activate(scene.users["mira"], SECRET)
    RecoveryCodes.activate(scene.users["mira"])
    return Valid(body, client=client)


def half_logged_in(scene: Scene) -> Valid:
    """The password was given, the code is still required."""
    TOTP.activate(scene.users["mira"], SECRET)
    client = Client()
    client.post("/accounts/login/", {"login": "mira", "password": PASSWORD})
    return Valid({"code": code()}, client=client)


def activation(scene: Scene) -> Valid:
    client = signed_in_by_form("mira")
    shown = client.get("/accounts/2fa/totp/activate/").context["form"].secret
    return Valid({"code": format_hotp_value(hotp_value(shown, int(time.time()) // 30))}, client=client)


def two_sessions(scene: Scene) -> Valid:
    signed_in_by_form("mira").get("/")
    client = signed_in_by_form("mira")
    client.get("/")
    return Valid(client=client)


def reset_link(scene: Scene) -> Valid:
    """From the mail, with the link opened."""
    client = Client()
    client.post("/accounts/password/reset/", {"email": "mira@example.org"})
    match = re.search(r"/accounts/password/reset/key/(\w+)-(\S+?)/", str(mail.outbox[-1].body))
    assert match is not None
    client.get(match[0])
    return Valid(NEW_PASSWORD, client=client, places={"password/reset:uidb36": match[1]})


def without_password(scene: Scene) -> Valid:
    mira = scene.users["mira"]
    User.objects.filter(pk=mira.pk).update(password=make_password(None))
    client = Client()
    client.force_login(User.objects.get(pk=mira.pk))
    return Valid(NEW_PASSWORD, client=client)


def turn(scene: Scene) -> Valid:
    game = game_of(scene)
    return Valid({"ply": game.ply, "steps": next_turn(game)})


def in_game(make: Callable[[Scene], Game], *fields: str, **body: Any) -> Maker:
    """In another game than the scene's; `ply` among the fields is its current one."""

    def maker(scene: Scene) -> Valid:
        game = make(scene)
        own = {"ply": game.ply} if "ply" in fields else {}
        return Valid(own | body, places={"game_id": game.pk})

    return maker


def conditional_moves_request(scene: Scene) -> Valid:
    made = conditional_body(scene)
    return Valid(made["body"], places={"game_id": made["game"].pk})


def with_ai(make: Maker) -> Maker:
    def maker(scene: Scene) -> Valid:
        ai()
        return make(scene)

    return maker


def play_on(scene: Scene) -> Valid:
    ai()
    return Valid({"ply": 2, "ai": "nova"}, places={"game_id": finished_game(scene).pk})


def solitaire_game(scene: Scene) -> Valid:
    board = SolitaireBoard.objects.get(slug=scene.places["solitaire:slug"])
    return Valid({"steps": list(board.solution)})


def read_notices(scene: Scene) -> Valid:
    return Valid({"ids": list(Notice.objects.filter(user=scene.users["mira"]).values_list("pk", flat=True))})


def season(scene: Scene) -> Valid:
    return Valid({"name": "2027", "best": 3, "score": "points", "tournaments": [scene.places["tournament_id"]]})


def season_form(scene: Scene) -> Valid:
    return Valid({"name": "2027", "best": 3, "score": "points", "tournament_ids": [scene.places["tournament_id"]]})


def allowed(scene: Scene) -> Valid:
    pair = {"one_id": scene.places["entry_id"], "other_id": scene.places["other_entry"]}
    forbid_pair(tournament_id=tournament_of(scene).pk, user=scene.users["mira"], **pair)
    return Valid(pair_of_players(scene))


def swapped(scene: Scene) -> Valid:
    """Two players at different tables."""
    first, *others = Seat.objects.filter(round__tournament=tournament_of(scene)).order_by("table__number", "index")
    other = next(seat for seat in others if seat.table_id != first.table_id)
    return Valid({"attempt": ATTEMPT, "one": first.entry_id, "other": other.entry_id, "reason": "Rain."})


def checked_in(scene: Scene) -> Valid:
    places = with_check_in(scene)
    return Valid({"player": places["entry_id"]}, places=places)


def self_checked_in(scene: Scene) -> Valid:
    made = checked_in(scene)
    return Valid(made.body, who="anonymous", places=made.places)


def form_present(scene: Scene) -> Valid:
    places = with_check_in(scene)
    return Valid({"entry": places["entry_id"], "present": "1"}, places=places)


def at_published_table(**body: Any) -> Maker:
    return lambda scene: Valid(dict(body), places={"table_id": published(scene).pk})


def at_decided_table(scene: Scene) -> Valid:
    table = decided(scene)
    places = {"table_id": table.pk, "tournament_id": table.round.tournament_id}
    return Valid({"seen": table.result_version, "reason": "Misread."}, places=places)


def at_reported_table(**body: Any) -> Maker:
    def maker(scene: Scene) -> Valid:
        table = reported(scene)
        return Valid(dict(body), places={"table_id": table.pk, "tournament_id": table.round.tournament_id})

    return maker


def form_at_table(make: Callable[[Scene], Table], *, seen: bool = False) -> Maker:
    def maker(scene: Scene) -> Valid:
        table = make(scene)
        fields = {"table": table.pk, "seen": claim_digest(table.claim) if seen else table.result_version}
        return Valid(form_of(scene) | fields, places={"tournament_id": table.round.tournament_id})

    return maker


def merged(scene: Scene) -> Valid:
    other = spare_person(scene)["person_id"]
    return Valid({"revision": 0, "other": other, "other_revision": 0})


def imported_people(scene: Scene) -> Valid:
    club = Club.objects.get(slug=scene.places["slug"])
    plan = preview_import(club=club, user=scene.users["mira"], content=ROSTER.encode())
    return Valid({"text": ROSTER, "digest": plan_digest(plan), "choices": []})


def imported_by_form(scene: Scene) -> Valid:
    body = imported_people(scene).body
    return Valid({"content": base64.b64encode(ROSTER.encode()).decode(), "digest": body["digest"]})


def entered_from_roster(scene: Scene) -> Valid:
    people = [spare_person(scene)["person_id"]]
    return Valid({"people": people}, places={"tournament_id": open_one(scene).pk})


_T = "tournaments/<tournament_id>/"
_R = f"{_T}rounds/<number>/"
_P = f"{_T}players/"
TERMS = {"variant": "nonaga", "control": {"kind": "days", "allowance": 259200}, "rated": False}
NOTE = {"text": "Opens with the long tumble; answer on the left."}
API_MAKERS: dict[str, Maker] = {
    "POST challenges/": sent(**TERMS, opponents=["pavel"], seat=0, message="A quiet one?"),
    "PATCH clubs/<slug>/": sent(name="Vega Circle", description="Thursdays at eight.", joining="open"),
    "POST clubs/<slug>/news/": sent(title="Spring Open", text="Registration is open until Sunday."),
    "POST clubs/<slug>/requests/<request_id>/": sent(accept=True, reason=""),
    "POST clubs/<slug>/people/": sent(name="Mira Kovac", email="kovac@example.org", rating=1710, dues_owed="20.00"),
    "PATCH clubs/<slug>/people/<person_id>/": sent(revision=0, name="Milan", dues_paid="20.00"),
    "DELETE clubs/<slug>/people/<person_id>/": at(spare_person, revision=0),
    "POST clubs/<slug>/people/<person_id>/merge/": merged,
    "PUT clubs/<slug>/people/<person_id>/account/": at(spare_person, revision=0, username="pavel"),
    "DELETE clubs/<slug>/people/<person_id>/account/": at(linked_person, revision=1),
    "POST clubs/<slug>/people/<person_id>/claim/": by("pavel"),
    "POST clubs/<slug>/people/import/preview/": sent(text=ROSTER),
    "POST clubs/<slug>/people/import/": imported_people,
    "DELETE clubs/<slug>/claims/own/": by("pavel"),
    "POST clubs/<slug>/claims/<claim_id>/": at(claimed_name, accept=True),
    "POST clubs/<slug>/webhooks/": sent(url="https://club.example.org/asterism", kinds=["round_published", "result"]),
    "POST games/<game_id>/chat/": sent(text="Good luck!"),
    "POST games/<game_id>/chat/<message_id>/report/": sent(reason="abuse", words="This is not the first time."),
    "PUT games/<game_id>/note/": sent(**NOTE),
    "POST invitations/": sent(**TERMS),
    "PATCH me/": sent(about="Plays Vega on Thursdays.", time_zone="Europe/Zagreb"),
    "PATCH me/board/": sent(theme="wood"),
    "POST me/push/": sent(
        endpoint="https://push.example.org/send/f1l0uH9wSgE",
        keys={
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    ),
    "POST moderation/reports/<report_id>/close/": sent(why="A friendly joke; both say so."),
    "PATCH notices/settings/": sent(
        deliveries={"turn": "digest", "reminder": "now", "challenge": "now", "over": "never"},
        pushes={"turn": True, "reminder": True, "challenge": True, "over": False},
        digest_hour=8,
    ),
    "PUT people/<username>/note/": sent(**NOTE),
    "PUT people/<username>/relationship/": sent(kind="mute"),
    "POST people/<username>/reports/": sent(reason="abuse", words="Insults after a lost game.", path="/games/12/"),
    "POST seeks/": sent(**TERMS, lowest_rating=None, highest_rating=None),
    "POST setups/": sent(variant="vaeva", name="every other one", setup="=BDFHJLNPR"),
    "POST tokens/": sent(name="club display", scopes=["read", "play"], days=90),
    "POST variants/<variant_id>/positions/": sent(options={}, steps=["(2,0)-(-1,0)"]),
    f"POST {_T}cancel/": sent(reason="The hall is not free."),
    f"DELETE {_T}entry/": sent(reason="The hall is not free."),
    f"POST {_P}<entry_id>/byes/": sent(round=3, kind="requested"),
    f"POST {_P}<entry_id>/withdrawal/": sent(reason="The hall is not free."),
    f"POST {_R}again/": sent(attempt=ATTEMPT),
    f"POST {_R}publish/": sent(attempt=ATTEMPT),
    f"POST {_R}take-back/": at(round_published, attempt=ATTEMPT, reason="Anna is missing."),
    f"POST {_R}turn/": sent(attempt=ATTEMPT, table=1, reason=""),
    "DELETE challenges/<proposal_id>/": by("pavel"),
    "POST challenges/<proposal_id>/leave/": at(lambda scene: table_for_three(scene, "challenges")),
    "DELETE clubs/<slug>/": at(empty_club),
    "POST clubs/<slug>/leave/": by("pavel"),
    "POST clubs/": sent(name="Night Owls", description="", joining="open"),
    "POST clubs/<slug>/members/": by("another-user", message="I play Lyra."),
    "PATCH clubs/<slug>/members/<username>/": sent(role="member"),
    "DELETE clubs/<slug>/requests/own/": by("xenia"),
    "POST clubs/<slug>/seasons/": season,
    "PUT clubs/<slug>/seasons/<season_id>/": season,
    "POST clubs/<slug>/transfer/": sent(username="pavel"),
    "POST games/<game_id>/abort/": in_game(unmoved),
    "POST games/<game_id>/ai/": at(stuck_ai, replacement="comet"),
    "POST games/<game_id>/analysis/": in_game(finished_game),
    "DELETE games/<game_id>/draw/": in_game(offered),
    "POST games/<game_id>/draw/": in_game(game_of, "ply"),
    "POST games/<game_id>/hint/": in_game(against_ai, "ply"),
    "DELETE games/<game_id>/conditional-moves/": at(with_conditional_moves),
    "PUT games/<game_id>/conditional-moves/": conditional_moves_request,
    "POST games/<game_id>/play-on/": play_on,
    "POST games/<game_id>/rematch/": in_game(finished_game),
    "POST games/<game_id>/setup/": in_game(awaiting_setup, setup=SETUPS["vaeva"]),
    "DELETE games/<game_id>/takeback/": in_game(takeback_asked),
    "POST games/<game_id>/takeback/": in_game(table_game, "ply"),
    "POST games/<game_id>/turns/": turn,
    "POST imports/": sent(**OTHER_RECORD),
    "POST puzzles/tactics/<tactic_id>/attempts/": sent(turns=SOLUTION[::2]),
    "POST imports/<import_id>/play-on/": with_ai(sent(ply=0, ai="nova")),
    "POST invitations/<token>/ai/": with_ai(sent(username="nova")),
    "POST invitations/<token>/join/": by("another-user"),
    "POST invitations/<token>/leave/": at(lambda scene: table_for_three(scene, "invitations")),
    "POST vacations/": lambda scene: Valid({"from": in_days(15), "until": in_days(15)}),
    "POST moderation/people/<username>/actions/": sent(action="mute", days=7, why="Insults in three games."),
    "POST notices/read/": read_notices,
    "DELETE people/<username>/relationship/": at(muted),
    "POST puzzles/solitaire/<slug>/attempts/": solitaire_game,
    "POST puzzles/solitaire/<slug>/positions/": solitaire_game,
    "POST seeks/<proposal_id>/ai/": with_ai(sent(username="nova")),
    "POST seeks/<proposal_id>/join/": by("another-user"),
    "POST seeks/<proposal_id>/leave/": at(lambda scene: table_for_three(scene, "seeks")),
    f"DELETE {_T}": at(drafted),
    f"POST {_T}close-overdue/": at(overdue),
    f"POST {_T}entry/": at(lambda scene: {"tournament_id": open_one(scene).pk}),
    f"PATCH {_T}": at(open_with_two, rounds=6, reason="More players than expected."),
    f"PUT {_T}check-in/all/": at(with_check_in, is_present=True),
    f"POST {_T}check-in/link/": at(with_check_in),
    f"PUT {_T}check-in/<entry_id>/": at(with_check_in, is_present=True),
    "POST tournaments/check-in-links/<token>/": checked_in,
    f"POST {_T}finish/": at(one_round_played, reason="The hall is not free."),
    f"POST {_T}forbidden/": lambda scene: Valid(pair_of_players(scene)),
    f"PUT {_T}forbidden/": allowed,
    f"POST {_T}open/": at(drafted),
    f"POST {_T}organisers/": sent(username="pavel"),
    f"DELETE {_T}organisers/<username>/": at(pavel_organises),
    f"POST {_P}": at(lambda scene: {"tournament_id": open_one(scene).pk}, username="pavel", rating=1710),
    f"POST {_P}roster/": entered_from_roster,
    f"PUT {_P}<entry_id>/name/": at(walk_in, name="Milan"),
    f"PATCH {_P}<entry_id>/": at(open_with_two, rating=1720),
    f"POST {_P}<entry_id>/answer/": at(pending_entry, accept=True, reason=""),
    f"DELETE {_P}<entry_id>/byes/<number>/": at(with_bye),
    f"POST {_P}<entry_id>/reinstatement/": at(withdrawn, reason="Back."),
    f"POST {_P}import/": at(lambda scene: {"tournament_id": open_one(scene).pk}, trf=TRF),
    f"POST {_T}reopen/": at(final, reason="A wrong result."),
    f"POST {_T}rounds/": at(without_draft, round=1),
    f"POST {_R}move/": lambda scene: Valid(
        {"attempt": ATTEMPT, "player": scene.places["entry_id"], "table": None, "seat": None, "reason": "Rain."}
    ),
    f"POST {_R}by-hand/": at(without_pairing, attempt=ATTEMPT),
    f"POST {_R}seat-together/": swapped,
    f"POST {_R}swap/": swapped,
    f"POST {_R}times/": lambda scene: Valid(
        {"attempt": ATTEMPT, "starts_at": f"{in_days(9)}T18:00:00Z", "deadline": None}
    ),
    f"POST {_T}sign-off/": at(provisional),
    f"POST {_T}start/": at(open_with_two),
    f"POST {_T}tables/<table_id>/claim/": at_published_table(**RESULT),
    f"POST {_T}tables/<table_id>/confirm/": at_reported_table(),
    f"POST {_T}tables/<table_id>/result/": at_published_table(**RESULT, seen=0, reason="On the sheet."),
    f"DELETE {_T}tables/<table_id>/result/": at_decided_table,
    f"POST {_T}tables/<table_id>/venue/": lambda scene: Valid({"attempt": ATTEMPT, "venue": "correspondence"}),
    "POST tournaments/": lambda scene: Valid(
        {
            "club": scene.places["slug"],
            "name": "Spring Open",
            "format": "swiss",
            "venue": "correspondence",
            "variant": "lyra-2",
            "control": {"kind": "days", "allowance": 259200},
            "rounds": 5,
        }
    ),
}
PROFILE = {"display_name": "Mira K.", "about": "", "time_zone": "Europe/Zagreb", "language": "en"}
TOURNAMENT_FORM = {
    "name": "Spring Open",
    "variant": "lyra-2",
    "description": "",
    "rated": "on",
    "format": "swiss",
    "rounds": 5,
    "tie_breaks": ["buchholz_cut_1"],
    "venue": "correspondence",
    "clock": "days:3",
}
FINE = {"win": 6, "tally_win": 4, "draw": 3, "loss": 0, "pairing_bye": 4, "requested_bye": 2, "absence": 0}
GAME = {"variant": "nonaga", "clock": "days:3", "rated": "casual", "opponents": "anybody", "seat": "lot"}
_D = "/tournaments/<tournament_id>/do/"
_PEOPLE = "/clubs/<slug>/people/do/"
FORM_MAKERS: dict[str, Maker] = {
    "/accounts/2fa/authenticate/": half_logged_in,
    "/accounts/2fa/reauthenticate/": lambda scene: second_factor(scene, code=code()),
    "/accounts/2fa/recovery-codes/download/": second_factor,
    "/accounts/2fa/recovery-codes/generate/": second_factor,
    "/accounts/2fa/totp/activate/": activation,
    "/accounts/2fa/totp/deactivate/": second_factor,
    "/accounts/password/reset/key/<uidb36>-<key>/": reset_link,
    "/accounts/password/set/": without_password,
    "/accounts/sessions/": two_sessions,
    "/accounts/email/": password_again(email="new@example.org", action_add=""),
    "/accounts/login/": by("anonymous", login="mira", password=PASSWORD),
    "/accounts/password/change/": password_again(oldpassword=PASSWORD, **NEW_PASSWORD),
    "/accounts/password/reset/": by("anonymous", email="mira@example.org"),
    "/accounts/reauthenticate/": by("mira", password=PASSWORD),
    "/accounts/signup/": by(
        "anonymous", username="nadia", email="nadia@example.org", password1=PASSWORD, password2=PASSWORD
    ),
    "/check-in/<token>/": self_checked_in,
    "/clubs/<slug>/do/close/": form_at(empty_club),
    "/clubs/<slug>/do/join/": by("another-user", message="I play Lyra."),
    "/clubs/<slug>/do/leave/": by("pavel"),
    "/clubs/<slug>/do/role/": form(role="member"),
    "/clubs/<slug>/do/withdraw-request/": by("xenia"),
    "/clubs/<slug>/people/import/": sent(text=ROSTER),
    f"{_PEOPLE}answer-claim/": lambda scene: Valid({"claim": claimed_name(scene)["claim_id"], "answer": "accept"}),
    f"{_PEOPLE}claim/": lambda scene: Valid({"person": scene.places["person_id"]}, who="pavel"),
    f"{_PEOPLE}import/": imported_by_form,
    f"{_PEOPLE}link/": lambda scene: Valid(form_of(scene) | {"person": spare_person(scene)["person_id"]}),
    f"{_PEOPLE}merge/": lambda scene: Valid(form_of(scene) | {"other_person": f"{spare_person(scene)['person_id']}:0"}),
    f"{_PEOPLE}release/": lambda scene: Valid({"person": linked_person(scene)["person_id"], "revision": 1}),
    f"{_PEOPLE}remove/": lambda scene: Valid(form_of(scene) | {"person": spare_person(scene)["person_id"]}),
    f"{_PEOPLE}withdraw-claim/": by("pavel"),
    "/clubs/<slug>/edit/": sent(name="Vega Circle", description="Thursdays.", joining="open"),
    "/clubs/<slug>/new-tournament/": sent(**TOURNAMENT_FORM, step=5),
    "/clubs/<slug>/seasons/<season_id>/edit/": season_form,
    "/clubs/<slug>/seasons/new/": season_form,
    "/clubs/<slug>/webhooks/": sent(url="https://club.example.org/asterism", kinds=["result"]),
    "/clubs/invitations/<invitation>/": by("another-user"),
    "/clubs/new/": sent(name="Night Owls", description="", joining="open"),
    "/games/<game_id>/analysis/ask/": in_game(finished_game),
    "/games/<game_id>/chat/<message_id>/report/": sent(reason="abuse", words="Unkind."),
    "/games/<game_id>/note/": sent(text="Opens with the long tumble."),
    "/games/<game_id>/play-on/": play_on,
    "/language/": sent(language="fr"),
    "/moderation/people/<username>/": sent(action="mute", days=7, why="Insults in three games."),
    "/my/imports/": lambda scene: Valid({"record": SimpleUploadedFile("game.json", json.dumps(OTHER_RECORD).encode())}),
    "/my/imports/<import_id>/play-on/": with_ai(sent(ply=0, ai="nova")),
    "/people/<username>/note/": sent(text="Opens with the long tumble."),
    "/people/<username>/report/": sent(reason="abuse", words="Unkind."),
    "/people/<username>/relationship/": sent(kind="mute"),
    "/play/": sent(**GAME),
    "/play/ai/": with_ai(sent(variant="nonaga", ai="nova")),
    "/play/invitations/<token>/join/": by("another-user"),
    "/play/tables/<proposal_id>/ai/": lambda scene: Valid(
        {"ai": ai().username}, places={"play:proposal_id": scene.places["seeks:proposal_id"]}
    ),
    "/play/tables/<proposal_id>/decline/": lambda scene: Valid(who="pavel"),
    "/play/tables/<proposal_id>/join/": lambda scene: Valid(who="pavel"),
    "/play/tables/<proposal_id>/leave/": at(lambda scene: table_for_three(scene, "play")),
    "/settings/": sent(**PROFILE),
    "/settings/board/": sent(theme="wood"),
    "/settings/data/close/": password_again(username="mira"),
    "/settings/vacations/": lambda scene: Valid(
        {"start": in_days(15), "until": in_days(15), "confirmed": f"{in_days(15)}/{in_days(15)}"}
    ),
    "/settings/notices/": sent(digest_hour=9, **dict.fromkeys(NoticeKind.values, "never")),
    "/settings/tokens/": sent(name="club display", scopes=["read"], days=90),
    "/theme/": sent(theme="dark"),
    f"{_D}add-player/": form_at(lambda scene: {"tournament_id": open_one(scene).pk}),
    f"{_D}allow/": allowed,
    f"{_D}all-present/": form_at(with_check_in, present="1"),
    f"{_D}answer/": form_at(pending_entry),
    f"{_D}by-hand/": form_at(without_pairing),
    f"{_D}claim/": form_at_table(published),
    f"{_D}clear-result/": form_at_table(decided),
    f"{_D}close-overdue/": form_at(overdue),
    f"{_D}confirm/": form_at_table(reported, seen=True),
    f"{_D}delete/": form_at(drafted),
    f"{_D}enter-people/": entered_from_roster,
    f"{_D}rename/": form_at(walk_in),
    f"{_D}enter-reported/": form_at_table(reported, seen=True),
    f"{_D}enter/": form_at(lambda scene: {"tournament_id": open_one(scene).pk}),
    f"{_D}finish/": form_at(one_round_played),
    f"{_D}import/": lambda scene: Valid(
        {"file": SimpleUploadedFile("players.trf", TRF.encode())}, places={"tournament_id": open_one(scene).pk}
    ),
    f"{_D}move/": form(venue="correspondence"),
    f"{_D}open/": form_at(drafted),
    f"{_D}pair/": form_at(without_draft),
    f"{_D}place/": form(table=""),
    f"{_D}present/": form_present,
    f"{_D}rating/": form_at(open_with_two, rating=1720),
    f"{_D}reinstate/": form_at(withdrawn),
    f"{_D}remove-organiser/": form_at(pavel_organises),
    f"{_D}reopen/": form_at(final),
    f"{_D}result/": form_at_table(published),
    f"{_D}seat-together/": lambda scene: Valid(swapped(scene).body | {"round": 1}),
    f"{_D}sign-off/": form_at(provisional),
    f"{_D}start/": form_at(open_with_two),
    f"{_D}swap/": lambda scene: Valid(swapped(scene).body | {"round": 1}),
    f"{_D}take-back/": form_at(round_published),
    f"{_D}times/": form(starts_at=f"{in_days(9)}T18:00"),
    "/tournaments/<tournament_id>/edit/": at(open_with_two, **TOURNAMENT_FORM, **FINE, games_at_once=1),
}
MAKERS = {f"{key.split(' ')[0]} {API}{key.split(' ')[1]}": maker for key, maker in API_MAKERS.items()} | {
    f"POST {route}": maker for route, maker in FORM_MAKERS.items()
}


# -- what is to be read, for the examples of the schema ----------------------------------------------------------------


def after(make: Callable[[Scene], Any], **places: Any) -> Maker:
    """Where the rows that `make` made are, or in the scene itself."""

    def maker(scene: Scene) -> Valid:
        made = make(scene)
        return Valid(places=(made if isinstance(made, dict) else {}) | places)

    return maker


READS = {
    f"GET {API}{route}": maker
    for route, maker in {
        "clubs/<slug>/claims/": after(claimed_name),
        "clubs/<slug>/leaderboard/": after(rated),
        "clubs/<slug>/people/<person_id>/": after(one_round_played),
        "clubs/<slug>/seasons/<season_id>/": after(season_played),
        "clubs/<slug>/table/": after(season_played),
        "clubs/<slug>/webhooks/<webhook_id>/deliveries/": after(one_round_played),
        "games/<game_id>/analysis/": after(analysed),
        "games/<game_id>/conditional-moves/": after(with_conditional_moves),
        "games/<game_id>/hint/": after(hinted),
        "games/<game_id>/note/": after(noted),
        "games/<game_id>/setup/": in_game(awaiting_setup),
        "me/relationships/": after(muted),
        "moderation/log/": after(moderated),
        "people/<username>/against/<other>/": after(finished_game),
        "people/<username>/note/": after(noted),
        "people/<username>/ratings/": after(rated),
        "people/<username>/ratings/history/": after(rated),
        "ratings/": after(rated),
        f"{_T}check-in/": after(with_check_in),
        "tournaments/check-in-links/<token>/": after(with_check_in),
        f"{_T}crosstable/": after(one_round_played),
        f"{_T}forbidden/": after(allowed),
        f"{_P}<entry_id>/": after(one_round_played),
        f"{_P}roster/": after(spare_person),
        f"{_P}<entry_id>/byes/": after(with_bye, number=1),
        f"{_T}possible/": after(one_round_played),
        f"{_T}projection/": after(under_way),
        f"{_R}objections/": after(objectionable),
        f"{_R}pairings/": after(one_round_played),
        f"{_T}standings/": after(one_round_played),
        f"{_T}tables/<table_id>/": after(one_round_played),
        f"{_T}trf/": after(one_round_played),
    }.items()
}
