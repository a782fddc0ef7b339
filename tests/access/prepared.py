"""Rows that a valid request needs beyond those of the scene: each function creates them and returns their ids."""

import time
from datetime import timedelta
from random import Random
from typing import Any

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.utils import timezone

from accounts.enums import ModerationAction, RelationshipKind
from accounts.models import User
from accounts.services.blocks import set_relationship
from accounts.services.moderation import moderate
from games.analysis.selectors import evaluated_position_of, played_turns
from games.analysis.services import continue_analysis, request_analysis, request_hint
from games.lobby.services.create import create_challenge, create_invitation, create_seek
from games.lobby.services.join import join_proposal
from games.lobby.services.terms import read_terms
from games.models import AiTurn, Analysis, Evaluation, Game, Rating
from games.ratings.models import SETTLED_SIGMA
from games.ratings.services import rate_game
from games.selectors.game_json import match_of
from games.services.ai import ensure_ai_players
from games.services.conditional_moves import save_conditional_moves
from games.services.endings import resign
from games.services.notes import keep_note_on_game, keep_note_on_person
from games.services.offers import ask_takeback, offer_draw
from tests.access.scene import ATTEMPT, Scene
from tests.games.playing import THREE_DAYS, make_people, next_turn, play, random_turn, start
from tests.tournaments.playing import decide, make_club, make_rules, next_round, open_tournament
from tournaments.clubs.services.name_claims import claim_name, link_account
from tournaments.clubs.services.roster import add_person
from tournaments.clubs.services.seasons import change_season
from tournaments.enums import RoundStatus, Venue
from tournaments.models import Club, Entry, Membership, Person, Round, Table, Tournament
from tournaments.services.draft import move_player
from tournaments.services.lifecycle import add_organiser, create_tournament, finish_early, sign_off, start_tournament
from tournaments.services.locking import Seen, delete_draft_tables
from tournaments.services.pairing import discard_draft
from tournaments.services.publishing import publish_round
from tournaments.services.registration import enter
from tournaments.services.results import claim_result, set_result
from tournaments.services.withdrawal import ask_bye, withdraw_player

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
RESULT = {"outcome": "goal", "ranks": [1, 2]}


def game_of(scene: Scene) -> Game:
    return Game.objects.get(pk=scene.places["game_id"])


def table_game(scene: Scene) -> Game:
    """Create a casual game of mira and pavel in which pavel has the move."""
    return play(start("nonaga", [scene.users["mira"], scene.users["pavel"]]), 3)


def finished_game(scene: Scene) -> Game:
    game = play(start("nonaga", [scene.users["mira"], scene.users["pavel"]]), 2)
    resign(game_id=game.pk, user=scene.users["pavel"])
    game.refresh_from_db()
    return game


def ai(name: str = "nova") -> User:
    ensure_ai_players()
    return User.objects.get(username=name)


def terms_of(variant: str = "nonaga") -> Any:
    return read_terms(variant=variant, control=THREE_DAYS)


def tournament_of(scene: Scene) -> Tournament:
    return Tournament.objects.get(pk=scene.places["tournament_id"])


def club_of(scene: Scene) -> Club:
    return Club.objects.get(slug=scene.places["slug"])


def open_one(scene: Scene, **more: Any) -> Tournament:
    return open_tournament(club_of(scene), scene.users["mira"], **more)


def open_with_two(scene: Scene, **more: Any) -> dict[str, Any]:
    """Open a tournament and enter mira and pavel; return its id and mira's entry."""
    tournament = open_one(scene, **more)
    own, _other = (enter(tournament_id=tournament.pk, user=scene.users[name]) for name in ("mira", "pavel"))
    return {"tournament_id": tournament.pk, "entry_id": own.pk}


def drafted(scene: Scene) -> dict[str, Any]:
    """Create a tournament that is not public yet."""
    tournament = create_tournament(user=scene.users["mira"], club_id=club_of(scene).pk, rules=make_rules())
    return {"tournament_id": tournament.pk}


def with_check_in(scene: Scene) -> dict[str, Any]:
    """Open a tournament with check-in; return its id, mira's entry and the secret of its link."""
    places = open_with_two(scene, check_in=True)
    token = Tournament.objects.get(pk=places["tournament_id"]).check_in_token
    return {**places, "check-in:token": token}


def without_pairing(scene: Scene) -> dict[str, Any]:
    """Make the scene's draft a round for which the engine found no pairing."""
    round_ = Round.objects.get(tournament=tournament_of(scene))
    delete_draft_tables(round_)
    Round.objects.filter(pk=round_.pk).update(status=RoundStatus.STUCK)
    return {}


def published(scene: Scene) -> Table:
    """Publish the scene's first round; return the table at which mira plays an opponent with an account."""
    mira = scene.users["mira"]
    seen = Seen(1, ATTEMPT)
    publish_round(tournament_id=scene.places["tournament_id"], user=mira, seen=seen)
    return Table.objects.get(seats__entry__user=mira, round__tournament=tournament_of(scene))


def round_published(scene: Scene) -> dict[str, Any]:
    published(scene)
    return {}


def one_round_played(scene: Scene) -> dict[str, Any]:
    published(scene)
    decide(tournament_of(scene), scene.users["mira"], Random(1))
    return {}


def provisional(scene: Scene) -> dict[str, Any]:
    one_round_played(scene)
    finish_early(tournament_id=tournament_of(scene).pk, user=scene.users["mira"], reason="Rain.")
    return {}


def final(scene: Scene) -> dict[str, Any]:
    provisional(scene)
    sign_off(tournament_id=tournament_of(scene).pk, user=scene.users["mira"])
    return {}


def reported(scene: Scene) -> Table:
    """Return an over-the-board table whose result pavel reported and mira has not confirmed."""
    mira = scene.users["mira"]
    tournament = Tournament.objects.get(pk=open_with_two(scene)["tournament_id"])
    start_tournament(tournament_id=tournament.pk, user=mira)
    table = Table.objects.get(round=next_round(tournament, mira))
    return claim_result(table_id=table.pk, user=scene.users["pavel"], **RESULT)


def decided(scene: Scene) -> Table:
    """Return an over-the-board table whose result mira entered."""
    table, mira = reported(scene), scene.users["mira"]
    return set_result(table_id=table.pk, user=mira, outcome="goal", ranks=[1, 2]).table


def overdue(scene: Scene) -> dict[str, Any]:
    """Set the deadline of the scene's round to yesterday."""
    published(scene)
    day = timedelta(days=1)
    Round.objects.filter(tournament=tournament_of(scene)).update(deadline=timezone.now() - day)
    return {}


def table_for_three(scene: Scene, kind: str) -> dict[str, Any]:
    """Create a proposal of pavel's in which mira has taken a seat and one seat is free."""
    mira, pavel, xenia = (scene.users[name] for name in ("mira", "pavel", "xenia"))
    terms = terms_of("bataille-3")
    if kind == "challenges":
        made = create_challenge(user=pavel, terms=terms, opponents=[mira, xenia])
    else:
        made = (create_seek if kind == "seeks" else create_invitation)(user=pavel, terms=terms)
    join_proposal(proposal_id=made.pk, user=mira, token=made.token)
    key = {"challenges": "challenges:proposal_id", "seeks": "seeks:proposal_id"}.get(kind, "play:proposal_id")
    return {"invitations:token": made.token} if kind == "invitations" else {key: made.pk}


def stuck_ai(scene: Scene) -> dict[str, Any]:
    game = start("nonaga", [ai(), scene.users["mira"]])
    AiTurn.objects.create(game=game, ply=game.ply, is_stuck=True)
    return {"game_id": game.pk}


def conditional_body(scene: Scene) -> dict[str, Any]:
    """Return the conditional moves that mira sends: her reply to pavel's first legal turn."""
    game = table_game(scene)
    match = match_of(game)
    theirs = random_turn(match.state, Random(1))
    after = match
    for step in theirs:
        after = after.play(step)
    own = {"seat": 0, "steps": random_turn(after.state, Random(1)), "then": []}
    return {"game": game, "body": {"ply": game.ply, "tree": [{"seat": 1, "steps": theirs, "then": [own]}]}}


def code() -> str:
    """Return the TOTP code that mira's phone shows now."""
    return str(format_hotp_value(hotp_value(SECRET, int(time.time()) // 30)))


def in_days(days: int) -> str:
    return (timezone.now() + timedelta(days=days)).date().isoformat()


def offered(scene: Scene) -> Game:
    game = table_game(scene)
    offer_draw(game_id=game.pk, user=scene.users["pavel"], ply=game.ply)
    return game


def takeback_asked(scene: Scene) -> Game:
    game = table_game(scene)
    ask_takeback(game_id=game.pk, user=scene.users["pavel"], ply=game.ply)
    return game


def unmoved(scene: Scene) -> Game:
    return start("nonaga", [scene.users["mira"], scene.users["pavel"]])


def awaiting_setup(scene: Scene) -> Game:
    return start("vaeva", [scene.users["mira"], scene.users["pavel"]], set_up=False)


def against_ai(scene: Scene) -> Game:
    return start("nonaga", [scene.users["mira"], ai()])


def with_conditional_moves(scene: Scene) -> dict[str, Any]:
    made = conditional_body(scene)
    save_conditional_moves(game_id=made["game"].pk, user=scene.users["mira"], **made["body"])
    return {"game_id": made["game"].pk}


def muted(scene: Scene) -> dict[str, Any]:
    set_relationship(owner=scene.users["mira"], other=scene.users["pavel"], kind=RelationshipKind.MUTE)
    return {}


def empty_club(scene: Scene) -> dict[str, Any]:
    return {"slug": make_club(scene.users["mira"], "Night Owls").slug}


def pavel_organises(scene: Scene) -> dict[str, Any]:
    add_organiser(tournament_id=tournament_of(scene).pk, user=scene.users["mira"], organiser=scene.users["pavel"])
    return {"username": "pavel"}


def pending_entry(scene: Scene) -> dict[str, Any]:
    tournament = open_one(scene, needs_approval=True)
    return {
        "tournament_id": tournament.pk,
        "entry_id": enter(tournament_id=tournament.pk, user=scene.users["pavel"]).pk,
    }


def with_bye(scene: Scene) -> dict[str, Any]:
    ask_bye(entry_id=scene.places["entry_id"], user=scene.users["mira"], round_number=3)
    return {"number": 3}


def withdrawn(scene: Scene) -> dict[str, Any]:
    withdraw_player(entry_id=scene.places["entry_id"], user=scene.users["mira"])
    return {"entry_id": scene.places["entry_id"]}


def without_draft(scene: Scene) -> dict[str, Any]:
    discard_draft(tournament_id=tournament_of(scene).pk, user=scene.users["mira"], seen=Seen(1, ATTEMPT))
    return {}


def pair_of_players(scene: Scene) -> dict[str, Any]:
    return {"one": scene.places["entry_id"], "other": scene.places["other_entry"], "reason": "They travel together."}


def spare_person(scene: Scene) -> dict[str, Any]:
    """A person of the roster who is in no tournament."""
    club = Club.objects.get(slug=scene.places["slug"])
    return {"person_id": add_person(club_id=club.pk, user=scene.users["mira"], name="Vera").pk}


def linked_person(scene: Scene) -> dict[str, Any]:
    person_id = spare_person(scene)["person_id"]
    link_account(person_id=person_id, user=scene.users["mira"], member=scene.users["pavel"], seen=0)
    return {"person_id": person_id}


def claimed_name(scene: Scene) -> dict[str, Any]:
    club = Club.objects.get(slug=scene.places["slug"])
    person = Person.objects.get(club=club, name="Walk-in")
    (member,) = make_people("milan")
    Membership.objects.create(club=club, user=member)
    return {"claim_id": claim_name(club_id=club.pk, person_id=person.pk, user=member).pk}


def walk_in(scene: Scene) -> dict[str, Any]:
    return {"entry_id": Entry.objects.get(name="Walk-in").pk}


# -- for what is read --------------------------------------------------------------------------------------------------


def rated(scene: Scene) -> None:
    """A rated game of mira's and pavel's is over; their ratings count as settled."""
    game = game_of(scene)
    resign(game_id=game.pk, user=scene.users["mira"])
    rate_game(game_id=game.pk)
    Rating.objects.update(sigma=SETTLED_SIGMA)


def analysed(scene: Scene) -> dict[str, Any]:
    game = finished_game(scene)
    evaluation = {"scores": [0, 0], "steps": [], "depth": 3}
    for turn in played_turns(game):
        for position in (turn.before, turn.after):
            Evaluation.objects.get_or_create(digest=position.digest, defaults=evaluation)
    request_analysis(game_id=game.pk, user=scene.users["mira"])
    continue_analysis(analysis_id=Analysis.objects.get(game=game).pk)
    return {"game_id": game.pk}


def hinted(scene: Scene) -> dict[str, Any]:
    game = against_ai(scene)
    position = evaluated_position_of(match_of(game))
    Evaluation.objects.create(digest=position.digest, scores=[0, 0], steps=next_turn(game), depth=3)
    request_hint(game_id=game.pk, user=scene.users["mira"], ply=game.ply)
    continue_analysis(analysis_id=Analysis.objects.get(game=game).pk)
    return {"game_id": game.pk}


def noted(scene: Scene) -> None:
    text = "Opens with the long tumble; answer on the left."
    keep_note_on_game(author=scene.users["mira"], game_id=scene.places["game_id"], text=text)
    keep_note_on_person(author=scene.users["mira"], person=scene.users["pavel"], text=text)


def moderated(scene: Scene) -> None:
    mute = {"action": ModerationAction.MUTE, "days": 7, "why": "Insults in three games."}
    moderate(moderator=scene.users["keeper"], person=scene.users["pavel"], **mute)


def season_played(scene: Scene) -> None:
    final(scene)
    change = {"name": "2026", "best": 3, "score": "points", "tournament_ids": [scene.places["tournament_id"]]}
    change_season(season_id=scene.places["season_id"], user=scene.users["mira"], **change)


def under_way(scene: Scene) -> dict[str, Any]:
    """A tournament online, with a turn played in its only game."""
    event = Tournament.objects.get(pk=open_with_two(scene, venue=Venue.CORRESPONDENCE)["tournament_id"])
    start_tournament(tournament_id=event.pk, user=scene.users["mira"])
    table = Table.objects.get(round=next_round(event, scene.users["mira"]))
    assert table.game is not None
    play(table.game, 1)
    return {"tournament_id": event.pk}


def objectionable(scene: Scene) -> None:
    """One of two has no opponent left."""
    mira, table = scene.users["mira"], Table.objects.get(pk=scene.places["table_id"])
    entry_id = table.seats.order_by("index")[0].entry_id
    move_player(
        tournament_id=scene.places["tournament_id"], user=mira, seen=Seen(1, ATTEMPT), entry_id=entry_id, table=None
    )
