"""Models of games: tables and constraints. Services write them, selectors read them."""

from games.analysis.models import Analysis, Evaluation
from games.imports.models import ImportedGame
from games.lobby.models import Place, Proposal
from games.models.game import AiTurn, ConditionalMoves, Game, GameEvent, Seat, Step
from games.models.notes import ChatMessage, Note, SavedSetup
from games.models.sweeps import GameFault, MailFault, SweepHeartbeat
from games.models.terms import Terms, TermsColumns, engine_for
from games.notifications.models import CalendarFeed, Notice, NoticeSettings, Push, PushSubscription
from games.puzzles.models import PuzzleRating, SolitaireAttempt, SolitaireBoard, Tactic, TacticTry
from games.ratings.models import Rating, RatingChange, RatingPool
from games.streams.models import FeedEvent
from games.vacations.models import Vacation
