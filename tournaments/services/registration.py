"""Registration for a tournament: entries, approval, waiting list, import of players."""

from collections import Counter
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden, Invalid, NotFound, TooMany, Unprocessable
from accounts.models import User
from accounts.services.checks import check_good_standing
from games.ratings.selectors import skills_of
from games.rules.sentences import Sentence
from games.timing import HOUR
from tournaments.clubs.roster_files.people import HIGHEST_RATING
from tournaments.clubs.selectors.clubs import role_of
from tournaments.clubs.selectors.roster import NOT_PLAYING, entered_keys, plays_by_account, roster_key
from tournaments.clubs.services.clubs import lock_club
from tournaments.clubs.services.roster import person_named
from tournaments.enums import EntryStatus, LogKind, Status, Venue
from tournaments.log_texts import LogText
from tournaments.models import Change, Entry, Person, Tournament
from tournaments.pairing.trf_import import TrfPlayer
from tournaments.rule_fields import MAX_PLAYERS
from tournaments.selectors.names import entry_name
from tournaments.selectors.tournaments import is_organiser, next_round_number, places_taken, takes_entries
from tournaments.services.locking import (
    check_organiser,
    check_status,
    drop_draft,
    lock_as_organiser,
    lock_entry,
    lock_tournament,
    record_change,
)
from tournaments.services.notices import ask_organisers, forget_question, notify_entry

MAX_CHANGES_OF_MIND = 10
NOTICE_KEYS = {EntryStatus.ENTERED: "entry_admitted", EntryStatus.WAITING: "entry_waiting"}
GONE = (EntryStatus.WITHDRAWN, EntryStatus.REFUSED)


def enter(*, tournament_id: int, user: User) -> Entry:
    """Enter a tournament: at once, after approval, or on the waiting list. Idempotent."""
    check_good_standing(user)
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        if tournament.status == Status.DRAFT and not is_organiser(tournament, user):
            raise NotFound(_("Tournament not found, or not public yet."))
        found = Entry.objects.filter(tournament=tournament, user=user).first()
        if found is not None and found.status not in GONE:
            return found
        if found is not None:
            _check_decided(found, user)
        _check_not_entered_by_name(tournament, user)
        entry = found or Entry(tournament=tournament, user=user, rating=_known_rating(tournament, user))
        _check_open_for(tournament, user, entry)
        entry.name = user.public_name
        return _place(tournament, entry, _status_on_entry(tournament, entry), actor=user)


def add_player(
    *, tournament_id: int, user: User, player: User | None = None, name: str = "", rating: int | None = None
) -> Entry:
    """Enter a player as organiser: a member of the club, an AI, or a name without an account."""
    with transaction.atomic():
        tournament = lock_with_roster(tournament_id, user)
        check_entries_possible(tournament)
        _check_rating(rating)
        if player is None:
            entry = _of_a_name(tournament, name, rating, by=user)
        else:
            entry = _of_an_account(tournament, player, by=user)
        if entry.pk is not None and entry.status == EntryStatus.ENTERED:
            return entry
        if entry.user is None or entry.user.is_ai:
            check_opponents_can_meet(tournament, adds_name=entry.user is None, adds_ai=entry.user is not None)
        entry.rating = rating if rating is not None else entry.rating
        return _place(tournament, entry, initial_status(tournament), actor=user)


def _of_an_account(tournament: Tournament, player: User, *, by: User) -> Entry:
    """The entry of an account, existing or new."""
    if player.departed_at is not None or player.pk == tournament.bye_ai_id:
        raise Unprocessable(_("This player can't be entered. Choose another one."), code="not_possible")
    found = Entry.objects.filter(tournament=tournament, user=player).first()
    if found is not None and found.status == EntryStatus.ENTERED:
        return found
    _check_not_entered_by_name(tournament, player)
    if player.pk != by.pk:
        _check_willing(tournament, player, found)
    if found is not None and found.number is not None:
        raise Conflict(_("This player has withdrawn. Reinstate them instead."), code="has_left")
    entry = found or Entry(tournament=tournament, user=player)
    entry.name = player.public_name
    entry.rating = entry.rating if entry.rating is not None else _known_rating(tournament, player)
    return entry


def _of_a_name(tournament: Tournament, name: str, rating: int | None, *, by: User) -> Entry:
    """The entry of a name, which is put on the club's roster; raises if the name is entered already."""
    if not name.strip():
        raise Unprocessable(_("Enter a name or the username of an account."), code="nameless")
    person = person_named(tournament.club, name, rating=rating)
    entry = entry_of_person(tournament, person, by=by)
    if entry.pk is not None and entry.status not in GONE:
        message = _("“%(name)s” is already entered. Add an initial to tell them apart.")
        raise Conflict(message % {"name": entry.name}, code="name_taken")
    return entry


def entry_of_person(tournament: Tournament, person: Person, *, by: User) -> Entry:
    """The entry of a person of the roster, existing or new; of their account, if that plays or is a member."""
    if plays_by_account(tournament, person) or role_of(tournament.club, person.user) is not None:
        assert person.user is not None
        return _of_an_account(tournament, person.user, by=by)
    entries = Entry.objects.filter(tournament=tournament, person=person)
    found = entries.exclude(NOT_PLAYING).first() or entries.first()
    if found is not None and found.status in GONE and found.number is not None:
        raise Conflict(_("This player has withdrawn. Reinstate them instead."), code="has_left")
    return found or Entry(tournament=tournament, person=person, name=person.name, rating=person.rating)


def lock_with_roster(tournament_id: int, user: User) -> Tournament:
    """Lock the tournament for one of its organisers, after its club, whose roster is about to change."""
    for club_id in Tournament.objects.filter(pk=tournament_id).values_list("club_id", flat=True):
        lock_club(club_id)
    return lock_as_organiser(tournament_id, user)


def _check_not_entered_by_name(tournament: Tournament, player: User) -> None:
    """Raise if the account is entered already under the name on the roster that it claimed."""
    entries = Entry.objects.filter(tournament=tournament, person__user=player).exclude(NOT_PLAYING)
    for name in entries.values_list("name", flat=True)[:1]:
        message = _("Already entered as “%(name)s”, a name that is linked to this account.") % {"name": name}
        raise Conflict(message, code="entered_by_name")


def check_opponents_can_meet(tournament: Tournament, *, adds_name: bool = False, adds_ai: bool = False) -> None:
    """Raise if an online tournament has players without an account, who need a board, and AIs, who can't use one."""
    if tournament.venue == Venue.BOARD:
        return
    players = Entry.objects.filter(tournament=tournament).exclude(status__in=GONE)
    has_names = adds_name or players.filter(user=None).exists()
    has_ais = adds_ai or tournament.bye_ai_id is not None or players.filter(user__is_ai=True).exists()
    if has_names and has_ais:
        message = _(
            "In an online tournament, AIs can't play players without an account. Enter usernames, or remove the AIs."
        )
        raise Unprocessable(message, code="account_needed")


def _check_rating(rating: int | None) -> None:
    if rating is not None and not 0 <= rating <= HIGHEST_RATING:
        message = _("Enter a rating from 0 to %(highest)s, or leave it empty.") % {"highest": HIGHEST_RATING}
        raise Invalid.at("rating", message)


def import_players(*, tournament_id: int, user: User, players: Sequence[TrfPlayer]) -> list[Entry]:
    """Enter the players of a TRF file, without accounts, skipping names already entered.

    They keep the order of the file: its numbers stop following the ratings once a player enters late.
    """
    with transaction.atomic():
        tournament = lock_with_roster(tournament_id, user)
        check_status(tournament, Status.DRAFT, Status.REGISTRATION)
        check_opponents_can_meet(tournament, adds_name=True)
        _check_unique_names(players)
        known = entered_keys(tournament)
        last = Entry.objects.filter(tournament=tournament).aggregate(last=Max("import_order"))["last"] or 0
        added = [player for player in players if roster_key(player.name) not in known]
        new = [_imported_entry(tournament, player, place) for place, player in enumerate(added, start=last + 1)]
        check_places(tournament, len(new))
        Entry.objects.bulk_create(new, batch_size=500)
        text = LogText.IMPORTED(count=len(new))
        record_change(tournament, LogKind.PLAYERS, text, actor=user)
    return new


def _imported_entry(tournament: Tournament, player: TrfPlayer, place: int) -> Entry:
    person = person_named(tournament.club, player.name, rating=player.rating)
    return Entry(tournament=tournament, person=person, name=person.name, rating=player.rating, import_order=place)


def check_places(tournament: Tournament, wanted: int) -> None:
    places = _places(tournament)
    if places_taken(tournament) + wanted <= places:
        return
    if places < MAX_PLAYERS:
        message = _("The tournament has %(size)s places. Raise the maximum number of players first.")
    else:
        message = _("A tournament can't have more than %(size)s players. Remove some players from the file.")
    raise Conflict(message % {"size": places}, code="full")


def _check_unique_names(players: Sequence[TrfPlayer]) -> None:
    times = Counter(roster_key(player.name) for player in players)
    shared = [player.name for player in players if times[roster_key(player.name)] > 1]
    if shared:
        message = _(
            "These names are in the file more than once: %(names)s. No player was imported. Add "
            "initials to tell them apart, then import the file again."
        )
        raise Unprocessable(message % {"names": ", ".join(sorted(set(shared)))}, code="names_shared")


def answer_entry(*, entry_id: int, user: User, accept: bool, reason: str = "") -> Entry:
    """Approve or refuse a pending entry."""
    with transaction.atomic():
        tournament, entry = lock_entry(entry_id)
        check_organiser(tournament, user)
        if entry.status not in (EntryStatus.PENDING, EntryStatus.WAITING):
            raise Conflict(_("This entry was already answered."), code="answered")
        if accept:
            check_entries_possible(tournament)
            return _place(tournament, entry, EntryStatus.ENTERED, actor=user)
        entry.status = EntryStatus.REFUSED
        entry.save(update_fields=["status"])
        record_change(
            tournament,
            LogKind.PLAYERS,
            LogText.DECLINED(name=entry_name(entry)),
            actor=user,
            reason=reason,
        )
        forget_question(entry)
        notify_entry(tournament, entry, "entry_refused", actor=user)
        promote_from_waiting_list(tournament)
    return entry


def set_rating(*, entry_id: int, user: User, rating: int | None) -> Entry:
    """Set a player's seeding rating, which overrides the order of an imported file; before the start only."""
    with transaction.atomic():
        tournament, entry = lock_entry(entry_id)
        check_organiser(tournament, user)
        check_status(tournament, Status.DRAFT, Status.REGISTRATION)
        _check_rating(rating)
        entry.rating, entry.import_order = rating, None
        entry.save(update_fields=["rating", "import_order"])
        if rating is None:
            text = LogText.UNRATED(name=entry_name(entry))
        else:
            text = LogText.RATED(name=entry_name(entry), rating=rating)
        record_change(tournament, LogKind.PLAYERS, text, actor=user)
    return entry


def promote_from_waiting_list(tournament: Tournament) -> None:
    """Move up from the waiting list, first come first served, while places are free. The tournament is locked."""
    while (
        tournament.status != Status.DRAFT
        and takes_entries(tournament)
        and initial_status(tournament) == EntryStatus.ENTERED
    ):
        waiting = Entry.objects.filter(tournament=tournament, status=EntryStatus.WAITING)
        entry = waiting.order_by("entered_at", "id").first()
        if entry is None:
            return
        status = EntryStatus.PENDING if _needs_answer(tournament, entry) else EntryStatus.ENTERED
        is_in = status == EntryStatus.ENTERED
        entry.status = status
        if is_in:
            seat_in_running_tournament(tournament, entry)
        entry.save(update_fields=["status", "number", "first_round"])
        record_change(tournament, LogKind.PLAYERS, _moved_up_words(entry))
        notify_entry(tournament, entry, "entry_moved_up" if is_in else "entry_moved_up_to_ask")
        if not is_in:
            ask_organisers(tournament, entry)


def _known_rating(tournament: Tournament, user: User) -> int | None:
    """The user's rating at this game and pace; None without a rated game."""
    skill = skills_of([user], family=tournament.family, is_live=tournament.is_live).get(user.pk)
    return None if skill is None else skill.value


def _check_open_for(tournament: Tournament, user: User, entry: Entry) -> None:
    check_entries_possible(tournament)
    if user.is_ai:
        raise Forbidden(_("Only organisers can enter AIs."), code="not_a_person")
    if entry.status == EntryStatus.REFUSED:
        raise Forbidden(
            _("An organiser declined your entry. Ask an organiser if you think this is a mistake."), code="refused"
        )
    if entry.number is not None:
        raise Conflict(
            _("You have withdrawn from this tournament. Ask an organiser to reinstate you."), code="has_left"
        )
    if tournament.members_only and role_of(tournament.club, user) is None:
        raise Forbidden(_("This tournament is for club members. Join the club first."), code="members_only")
    if entry.rating is not None and not _in_range(tournament, entry.rating):
        raise Forbidden(
            _("Your rating is outside the range of this tournament. Choose another tournament."), code="rating_range"
        )


def _check_decided(entry: Entry, user: User) -> None:
    """Rate limit for entering and withdrawing, per user and hour: each notifies organisers and adds to the log.

    What an organiser does with the entries of others isn't counted.
    """
    lines = Change.objects.filter(tournament=entry.tournament_id, actor=user, kind=LogKind.PLAYERS)
    texts = lines.filter(at__gt=timezone.now() - HOUR).values_list("text", flat=True)
    own = sum(name.id == entry.pk for text in texts if isinstance(text, Sentence) for name in text.names())
    if own >= MAX_CHANGES_OF_MIND:
        message = _("Too many changes. Try again in an hour, or ask an organiser.")
        raise TooMany(message, code="too_many_entries", retry_after=int(HOUR.total_seconds()))


def _check_willing(tournament: Tournament, player: User, found: Entry | None) -> None:
    """Raise unless the player is an AI, a member of the club, or has asked to play.

    Games count for ratings and can be lost on time, so players aren't entered without a choice of their own.
    """
    has_asked = found is not None and found.status in (EntryStatus.PENDING, EntryStatus.WAITING)
    if not (player.is_ai or has_asked or role_of(tournament.club, player) is not None):
        message = _("This person isn't a member of the club. Invite them to join first.")
        raise Forbidden(message, code="not_a_member")


def check_entries_possible(tournament: Tournament) -> None:
    if not takes_entries(tournament):
        raise Conflict(_("Registration is closed. Look for the club's next tournament."), code="registration_closed")


def _status_on_entry(tournament: Tournament, entry: Entry) -> EntryStatus:
    status = initial_status(tournament)
    if status == EntryStatus.ENTERED and _needs_answer(tournament, entry):
        return EntryStatus.PENDING
    return status


def _needs_answer(tournament: Tournament, entry: Entry) -> bool:
    """With a rating range, a player without a known rating must be admitted by an organiser."""
    has_range = tournament.lowest_rating is not None or tournament.highest_rating is not None
    return tournament.needs_approval or (has_range and entry.rating is None)


def _in_range(tournament: Tournament, rating: int) -> bool:
    low, high = tournament.lowest_rating, tournament.highest_rating
    return (low is None or rating >= low) and (high is None or rating <= high)


def initial_status(tournament: Tournament) -> EntryStatus:
    """`WAITING` if the tournament is full, else `ENTERED`."""
    is_full = places_taken(tournament) >= _places(tournament)
    return EntryStatus.WAITING if is_full else EntryStatus.ENTERED


def _places(tournament: Tournament) -> int:
    """The maximum number of players; by default the site's, as more could not be paired in reasonable time."""
    return MAX_PLAYERS if tournament.size is None else tournament.size


def _place(tournament: Tournament, entry: Entry, status: EntryStatus, *, actor: User) -> Entry:
    if entry.status in GONE:
        entry.entered_at = timezone.now()  # a player who comes back joins the end of the waiting list
    entry.status = status
    entry.left_round = None
    if status == EntryStatus.ENTERED:
        seat_in_running_tournament(tournament, entry, actor=actor)
    entry.save()
    record_change(tournament, LogKind.PLAYERS, _placed_words(entry), actor=actor)
    if status == EntryStatus.PENDING:
        ask_organisers(tournament, entry)
    else:
        forget_question(entry)
        notify_entry(tournament, entry, NOTICE_KEYS[status], actor=actor)
    return entry


def seat_in_running_tournament(tournament: Tournament, entry: Entry, *, actor: User | None = None) -> None:
    """Give a late entry the next starting number, from the next round on; drops the draft."""
    if tournament.status == Status.RUNNING:
        top = Entry.objects.filter(tournament=tournament).aggregate(top=Max("number"))["top"] or 0
        entry.number, entry.first_round = top + 1, next_round_number(tournament)
        entry.save()  # the log refers to it
        drop_draft(tournament, LogText.AS_ENTERED(name=entry_name(entry)), actor=actor)


def _moved_up_words(entry: Entry) -> Sentence:
    if entry.first_round > 1:
        round_ = entry.first_round
        return LogText.MOVED_UP_LATE(name=entry_name(entry), round=round_)
    return LogText.MOVED_UP(name=entry_name(entry))


def _placed_words(entry: Entry) -> Sentence:
    if entry.status == EntryStatus.PENDING:
        return LogText.ASKED(name=entry_name(entry))
    if entry.status == EntryStatus.WAITING:
        return LogText.WAITING(name=entry_name(entry))
    if entry.first_round > 1:
        return LogText.ENTERED_LATE(name=entry_name(entry), round=entry.first_round)
    return LogText.ENTERED(name=entry_name(entry))
