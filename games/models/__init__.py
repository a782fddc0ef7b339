"""Models of games: tables and constraints. Services write them, selectors read them."""

from games.analysis.models import Analysis, Evaluation
from games.imports.models import ImportedGame
from games.lobby.models import Place, Proposal
from games.models.ai import AiTurn
from games.models.conditional_moves import ConditionalMoves
from games.models.fault import GameFault, MailFault
from games.models.game import Game, Seat, Step
from games.models.keeping import Note, SavedSetup, SweepHeartbeat
from games.models.talk import ChatMessage, GameEvent
from games.models.terms import Terms, TermsColumns, engine_for
from games.notifications.models import CalendarFeed, Notice, NoticeSettings, Push, PushSubscription
from games.puzzles.models import PuzzleRating, SolitaireAttempt, SolitaireBoard, Tactic, TacticTry
from games.ratings.models import Rating, RatingChange, RatingPool
from games.streams.models import FeedEvent
from games.vacations.models import Vacation

__all__ = [
    "AiTurn",
    "Analysis",
    "CalendarFeed",
    "ChatMessage",
    "ConditionalMoves",
    "Evaluation",
    "FeedEvent",
    "Game",
    "GameEvent",
    "GameFault",
    "ImportedGame",
    "MailFault",
    "Note",
    "Notice",
    "NoticeSettings",
    "Place",
    "Proposal",
    "Push",
    "PushSubscription",
    "PuzzleRating",
    "Rating",
    "RatingChange",
    "RatingPool",
    "SavedSetup",
    "Seat",
    "SolitaireAttempt",
    "SolitaireBoard",
    "Step",
    "SweepHeartbeat",
    "Tactic",
    "TacticTry",
    "Terms",
    "TermsColumns",
    "Vacation",
    "engine_for",
]
