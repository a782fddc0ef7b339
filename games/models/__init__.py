"""Models of games: tables and constraints. Services write them, selectors read them."""

from games.models.ai import AiTurn
from games.models.analysis import Analysis, Judgement
from games.models.fault import GameFault, MailFault
from games.models.feed import FeedEvent
from games.models.game import Game, Seat, Step
from games.models.imported import ImportedGame
from games.models.keeping import Note, SavedSetup, SweepHeartbeat
from games.models.leave import Leave
from games.models.notice import CalendarFeed, Notice, NoticeSettings
from games.models.plan import Plan
from games.models.proposal import Place, Proposal
from games.models.push import Push, PushSubscription
from games.models.puzzles import CrossingAttempt, CrossingBoard, PuzzleRating, Tactic, TacticTry
from games.models.rating import Rating, RatingChange, RatingPool
from games.models.talk import ChatMessage, GameEvent
from games.models.terms import Terms, TermsColumns, engine_for

__all__ = [
    "AiTurn",
    "Analysis",
    "CalendarFeed",
    "ChatMessage",
    "CrossingAttempt",
    "CrossingBoard",
    "FeedEvent",
    "Game",
    "GameEvent",
    "GameFault",
    "ImportedGame",
    "Judgement",
    "Leave",
    "MailFault",
    "Note",
    "Notice",
    "NoticeSettings",
    "Place",
    "Plan",
    "Proposal",
    "Push",
    "PushSubscription",
    "PuzzleRating",
    "Rating",
    "RatingChange",
    "RatingPool",
    "SavedSetup",
    "Seat",
    "Step",
    "SweepHeartbeat",
    "Tactic",
    "TacticTry",
    "Terms",
    "TermsColumns",
    "engine_for",
]
