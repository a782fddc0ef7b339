"""Texts of a tournament's log. Rows store a text's code and its values, so a text can be reworded at any time."""

from enum import Enum

from games.rules.sentences import Sentence, Value, say, say_count


class LogText(Enum):
    """The texts by code. Codes and the placeholders of texts stay as they are, as rows refer to them."""

    # lifecycle
    CREATED = say("The tournament was created.")
    COPIED = say("The tournament was created as a copy of “{original}”.")
    REPEATED = say("The tournament was drafted as the next after “{original}”.")
    RULES_CHANGED = say("Changed: {words}.")
    ORGANISER_ADDED = say("{name} is now an organiser.")
    ORGANISER_REMOVED = say("{name} is no longer an organiser.")
    REGISTRATION_OPENED = say("Registration is open.")
    STARTED = say_count(
        "The tournament started: {players} players, {count} round.",
        "The tournament started: {players} players, {count} rounds.",
        count=1,
        players=0,
    )
    ALL_ROUNDS_PLAYED = say("All rounds are played; standings are provisional.")
    FINISHED_EARLY = say_count(
        "The tournament ended after {count} round; standings are provisional.",
        "The tournament ended after {count} rounds; standings are provisional.",
        count=1,
    )
    SIGNED_OFF = say("The final standings were confirmed.")
    REOPENED = say("The final standings were reopened.")
    CONTINUED = say("A match needs another game: the tournament continues.")
    RESUMED = say("A result was cleared: the tournament continues.")
    CANCELLED = say("The tournament was cancelled.")

    # players
    IMPORTED = say_count(
        "{count} player was imported from a file.", "{count} players were imported from a file.", count=1
    )
    ENTERED_FROM_ROSTER = say_count(
        "{count} player was entered from the club's roster.",
        "{count} players were entered from the club's roster.",
        count=1,
    )
    RENAMED = say("The name of {name} was corrected.")
    ASKED = say("{name} asks to enter.")
    WAITING = say("{name} is on the waiting list.")
    ENTERED = say("{name} entered.")
    ENTERED_LATE = say("{name} entered from round {round}.")
    MOVED_UP = say("{name} moved up from the waiting list.")
    MOVED_UP_LATE = say("{name} moved up from the waiting list and plays from round {round}.")
    DECLINED = say("The entry of {name} was declined.")
    UNRATED = say("{name} has no seeding rating.")
    RATED = say("{name} has seeding rating {rating}.")
    WITHDREW = say("{name} withdrew.")
    WITHDREW_FROM_ROUND = say("{name} withdrew from round {round} onwards.")
    REINSTATED = say("{name} was reinstated and plays from round {round}.")
    BYE_REQUESTED = say("{name} has a requested bye in round {round}.")
    ABSENCE_NOTED = say("{name} will be absent in round {round}.")
    BYE_CANCELLED = say("{name} will play in round {round} after all.")
    CHECK_IN_LINK_RENEWED = say("There is a new check-in link; the old one no longer works.")
    PAIR_FORBIDDEN = say("{one} and {other} must not be paired.")
    PAIR_ALLOWED = say("{one} and {other} may be paired again.")

    # rounds
    PAIRED = say("Round {round} was paired by {engine} {version}, seed {seed}. Tables: {tables}, byes: {byes}.")
    PAIRED_PRESENT = say(
        "Round {round} was paired ({present} of {players} present) by {engine} {version}, seed {seed}. "
        "Tables: {tables}, byes: {byes}."
    )
    PAIRED_BY_HAND = say("Round {round} is paired by hand, from an empty sheet.")
    SEATED_TOGETHER = say("{one} and {other} were paired at table {table} in the draft of round {round}.")
    PAIRED_AGAIN = say("Round {round} is being paired again.")
    ENGINE_FAILED = say("The pairing engine failed: {error}")
    ENGINE_CRASHED = say(
        "The pairing engine crashed on this round. The site administrator can find the reason in the log."
    )
    ENGINE_STOPPED = say("Pairing this round took too long and was stopped.")
    SWAPPED = say("{one} and {other} were swapped in the draft of round {round}.")
    MOVED_TO_TABLE = say("{name} was moved to table {table} in the draft of round {round}.")
    GIVEN_BYE = say("{name} was given the bye in the draft of round {round}.")
    SEATS_ROTATED = say("Swapped who moves first at table {table} in the draft of round {round}.")
    VENUE_BOARD = say("Table {table} of round {round} is played over the board.")
    VENUE_LIVE = say("Table {table} of round {round} is played online, live.")
    VENUE_CORRESPONDENCE = say("Table {table} of round {round} is played online, by correspondence.")
    TIMES_CHANGED = say("The times of round {round} were changed.")
    DRAFT_DISCARDED = say("The draft of round {round} was discarded.")
    PUBLISHED = say("Round {round} was published.")
    TAKEN_BACK = say("Round {round} was taken back; its games were annulled.")
    FINISHED = say("Round {round} is finished.")

    # why a draft was discarded
    DRAFT_DROPPED = say("The draft of round {round} was discarded: {why}. Pair it again.")
    AS_ENTERED = say("{name} entered")
    AS_WITHDREW = say("{name} withdrew")
    AS_REINSTATED = say("{name} was reinstated")
    AS_NOT_PLAYING = say("{name} isn't playing")
    AS_PLAYING = say("{name} will play after all")
    AS_PAIR_FORBIDDEN = say("a pair was forbidden")
    AS_PAIR_ALLOWED = say("a forbidden pair was removed")
    AS_CHECKED_IN = say("{name} checked in")
    AS_CHECKED_OUT = say("{name} is no longer present")
    AS_PRESENCE_CHANGED = say("other players are present now")
    AS_ROUNDS_CHANGED = say("the number of rounds was changed")
    AS_THIRD_PLACE_CHANGED = say("the match for third place was changed")
    AS_CORRECTED = say("a result of round {number} was corrected")
    AS_CLEARED = say("a result of round {number} was cleared")
    AS_TAKEN_BACK = say("round {number} was taken back")
    AS_PLAYERS_CHANGED = say("the players have changed")
    AS_FINISHED_EARLY = say("the tournament ends before this round")
    AS_CANCELLED = say("the tournament was cancelled")

    # results
    RESULT = say("{who}: {result}.")
    RESULT_CORRECTED = say("Corrected: {who}: {result}.")
    RESULT_CLEARED = say("{who}: the result was cleared; the table is open again.")
    REPLAY_DROPPED = say("The next game at table {table} is no longer needed.")
    ROUNDS_STAY = say("Published rounds stay as they are; the standings were recalculated.")
    RESULT_OVERDUE = say("{names}: {result}; {why}.")
    ONE_REPORT = say("reported by one player, not disputed before the deadline")
    NO_REPORT = say("no result reported in time")
    FORFEIT = say("{names} did not appear (forfeit)")
    PLAYED_WITHOUT = say("{result}; {names} did not appear, the others were ranked without them")
    DRAW = say("draw")
    ON_TALLY = say("{places}, on tally")

    def __call__(self, **values: Value) -> Sentence:
        """The text with its values, of which `count` chooses between singular and plural."""
        count = values.get("count", 1)
        assert isinstance(count, int), "a count is a number"
        return Sentence(self.value.template, self.value.plural, count, values, self.name.lower())


TEXTS = {text.name.lower(): text.value for text in LogText}
