"""Personal data in games, for the user's data export."""

from typing import Any

from accounts.models import User
from games.models import (
    Analysis,
    CalendarFeed,
    ChatMessage,
    ConditionalMoves,
    Game,
    ImportedGame,
    Note,
    Notice,
    Proposal,
    PushSubscription,
    PuzzleRating,
    RatingChange,
    SavedSetup,
    Seat,
    SolitaireAttempt,
    Step,
    TacticTry,
    Vacation,
)
from games.notifications.selectors.notices import deliveries_of, pushes_of, settings_of
from games.ratings.selectors import change_json, rating_json, ratings_of


def export_player_data(user: User) -> dict[str, Any]:
    """All that games keep of a user, by name."""
    return {
        "conditional_moves": export_conditional_moves(user),
        "games": export_games(user),
        "notices": export_notices(user),
        "puzzles": export_puzzles(user),
        "ratings": export_ratings(user),
        "talk": export_talk(user),
        "vacations": export_vacations(user),
    }


def export_games(user: User) -> list[dict[str, Any]]:
    """Every game with its record; of secret set-ups only the user's own."""
    own = Seat.objects.filter(user=user).select_related("game").defer("game__snapshot", "game__face")
    seats = list(own.order_by("game_id"))
    records: dict[int, list[str]] = {}
    steps = Step.objects.filter(game__in=own.values("game")).order_by("game_id", "ply")
    for game_id, text in steps.values_list("game_id", "text"):
        records.setdefault(game_id, []).append(text)
    return [_game(seat, records.get(seat.game_id, [])) for seat in seats]


def export_talk(user: User) -> dict[str, Any]:
    """The user's chat messages, proposals, imported games, notes, analyses and saved set-ups."""
    return {
        "chat": list(ChatMessage.objects.filter(author=user).values("game_id", "room", "text", "at")),
        "proposals": list(
            Proposal.objects.filter(creator=user).values("id", "kind", "status", "variant", "message", "created_at")
        ),
        "imported_games": list(
            ImportedGame.objects.filter(owner=user).values("variant", "options", "players", "record", "created_at")
        ),
        "notes": list(Note.objects.filter(author=user).values("game_id", "person__username", "text", "changed_at")),
        "analyses": list(
            Analysis.objects.filter(asked_by=user).order_by("id").values("game_id", "ply", "asked_at", "finished_at")
        ),
        "set_ups": list(SavedSetup.objects.filter(user=user).values("variant", "name", "text")),
    }


def export_conditional_moves(user: User) -> list[Any]:
    return list(ConditionalMoves.objects.filter(seat__user=user).values("seat__game_id", "ply", "tree", "changed_at"))


def export_vacations(user: User) -> list[Any]:
    vacations = Vacation.objects.filter(user=user).order_by("starts_at")
    return list(vacations.values("starts_at", "ends_at", "time_zone", "announced_at"))


def export_ratings(user: User) -> list[dict[str, Any]]:
    changes = RatingChange.objects.filter(user=user).order_by("finished_at", "game_id")
    return [
        {**rating_json(rating), "history": [change_json(each) for each in changes if each.pool_id == rating.pool_id]}
        for rating in ratings_of(user)
    ]


def export_puzzles(user: User) -> dict[str, Any]:
    made = SolitaireAttempt.objects.filter(user=user).order_by("id")
    tried = TacticTry.objects.filter(user=user).order_by("id")
    return {
        "rating": PuzzleRating.objects.filter(user=user).values("mu", "sigma", "tries", "changed_at").first(),
        "solitaire": list(made.values("board__slug", "steps", "turns", "is_best", "finished_at")),
        "tactics": list(tried.values("tactic_id", "outcome", "turns", "value_before", "value_after", "finished_at")),
    }


def export_notices(user: User) -> dict[str, Any]:
    settings = settings_of(user)
    notices = Notice.objects.filter(user=user).order_by("id")
    browsers = PushSubscription.objects.filter(user=user).order_by("id")
    return {
        "by_mail": deliveries_of(settings),
        "by_push": pushes_of(settings),
        "browsers": list(browsers.values("program", "system", "endpoint", "created_at", "last_success_at")),
        "hour_of_daily_mail": settings.digest_hour,
        "calendar": CalendarFeed.objects.filter(user=user).values("created_at").first(),
        "notices": list(
            notices.values("kind", "game_id", "proposal_id", "about", "facts", "created_at", "read_at", "mail")
        ),
    }


def _game(seat: Seat, record: list[str]) -> dict[str, Any]:
    game: Game = seat.game
    return {
        "id": game.pk,
        "variant": game.variant,
        "rated": game.rated,
        "seat": seat.index,
        "status": game.status,
        "reason": game.reason,
        "rank": seat.rank,
        "secret_setup": seat.secret_setup,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
        "record": record,
    }
