"""The organiser's next action: one sentence and one button."""

from dataclasses import dataclass
from typing import Annotated

from django.db.models import Count, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.translation import in_words
from tournaments.check_in.selectors import count_present, needs_check_in
from tournaments.enums import EntryStatus, RoundStatus, Status
from tournaments.models import Round, Table, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.record import counts_by_status
from tournaments.selectors.remedies import may_pair_again, may_pair_by_hand, remedies_of
from tournaments.selectors.tournaments import (
    closable_tables,
    fewest_players,
    may_pair_next,
    next_round_number,
    overdue_tables,
)


@dataclass(frozen=True, kw_only=True)
class NextStep:
    """`action` is the next step; without one there is nothing to do but wait.

    `round` and `attempt` are its target: a round to pair, or a draft.
    """

    sentence: str
    action: Annotated[
        str,
        "Path of the request, relative to the tournament (`pair`, `again`, `by-hand`, `publish`: to its round); "
        "empty if there is nothing to do, or if a remedy must be chosen.",
    ] = ""
    label: str = ""
    remedies: tuple[str, ...] = ()
    warnings: Annotated[tuple[str, ...], "What may go wrong if nothing is changed before the next step."] = ()
    round: Annotated[int | None, "The round concerned."] = None
    attempt: Annotated[int | None, "The `attempt` of the draft concerned."] = None


def next_action(tournament: Tournament) -> NextStep:
    if tournament.status == Status.DRAFT:
        return NextStep(
            sentence=_("Only organisers can see this tournament for now."), action="open", label=_("Open registration")
        )
    if tournament.status == Status.REGISTRATION:
        return _in_registration(tournament)
    if tournament.status == Status.RUNNING:
        return _while_running(tournament)
    if tournament.status == Status.PROVISIONAL:
        sentence = _("All results are in. Check the standings, then confirm them.")
        return NextStep(sentence=sentence, action="sign-off", label=_("Confirm final standings"))
    return NextStep(sentence=_("Nothing left to do."))


def _in_registration(tournament: Tournament) -> NextStep:
    counts = counts_by_status(tournament)
    entered, needed = counts[EntryStatus.ENTERED], fewest_players(tournament)
    words = [ngettext("One player has entered.", "%(number)s players have entered.", entered) % {"number": entered}]
    if counts[EntryStatus.PENDING]:
        words.append(_("%(number)s awaiting your approval.") % {"number": counts[EntryStatus.PENDING]})
    if counts[EntryStatus.WAITING]:
        words.append(_("%(number)s on the waiting list.") % {"number": counts[EntryStatus.WAITING]})
    if entered < needed:
        missing = _(
            "At least %(needed)s are needed to start. Share the link to this page, or enter players under “Players”."
        )
        return NextStep(sentence=" ".join(words), remedies=(missing % {"needed": needed},))
    warnings = _too_many_rounds(tournament, entered)
    return NextStep(sentence=" ".join(words), action="start", label=_("Start the tournament"), warnings=warnings)


def _too_many_rounds(tournament: Tournament, players: int) -> tuple[str, ...]:
    """A warning if a Swiss has at least as many rounds as players: the last rounds may have no pairing."""
    if tournament.pairing_format != Format.SWISS or tournament.rounds < players:
        return ()
    warning = _(
        "There are too many rounds (%(rounds)s) for the players entered so far (%(players)s): no two players are "
        "paired twice, so the last rounds may have no pairing. Under “Edit the rules”, choose a round robin or fewer "
        "rounds (maximum: %(most)s), or enter more players."
    )
    return (warning % {"rounds": tournament.rounds, "players": players, "most": max(players - 1, 1)},)


def _while_running(tournament: Tournament) -> NextStep:
    latest = Round.objects.filter(tournament=tournament).defer("task").order_by("-number").first()
    if latest is None or latest.is_public:
        return _between_drafts(tournament)
    number = latest.number
    if latest.status == RoundStatus.PAIRING:
        return NextStep(sentence=_("Round %(number)s is being paired. Check again in a moment.") % {"number": number})
    if latest.status == RoundStatus.STUCK:
        action, label = _way_out(latest)
        return NextStep(
            sentence=in_words(latest.problem),
            action=action,
            label=label,
            remedies=remedies_of(latest),
            round=number,
            attempt=latest.attempt,
        )
    sentence = _("The draft of round %(number)s is ready. Review it.") % {"number": number}
    label = _("Publish round %(number)s") % {"number": number}
    return NextStep(sentence=sentence, action="publish", label=label, round=number, attempt=latest.attempt)


def _way_out(stuck: Round) -> tuple[str, str]:
    """The action for a round without a pairing, and its label."""
    if may_pair_again(stuck):
        return "again", _("Pair again")
    return ("by-hand", _("Pair by hand")) if may_pair_by_hand(stuck) else ("", "")


def _between_drafts(tournament: Tournament) -> NextStep:
    """Tables past their deadline come first, then the next round, which need not wait for all the others."""
    now = timezone.now()
    overdue = overdue_tables(tournament, now).count()
    if overdue:
        is_closable = closable_tables(tournament, now).exists()
        return _overdue(tournament, overdue) if is_closable else _left_to_enter(tournament, overdue)
    if not may_pair_next(tournament):
        return _progress(tournament)
    number = next_round_number(tournament)
    if tournament.check_in:
        return _present_players(tournament, number)
    sentence = _("Everything is ready for round %(number)s.") % {"number": number}
    label = _("Pair round %(number)s") % {"number": number}
    return NextStep(sentence=sentence, action="pair", label=label, round=number)


def _present_players(tournament: Tournament, number: int) -> NextStep:
    """The next round with those who are present, or without an action until a player is."""
    present, players = count_present(tournament)
    facts = {"number": number, "present": present, "players": players}
    if not present and needs_check_in(tournament):
        sentence = _("No player is checked in for round %(number)s yet.") % facts
        remedy = _("Check in the players who are here, or switch check-in off under “Edit the rules”.")
        return NextStep(sentence=sentence, remedies=(remedy,), round=number)
    sentence = _("Everything is ready for round %(number)s.") % facts
    label = _("Pair round %(number)s (%(present)s of %(players)s present)") % facts
    return NextStep(sentence=sentence, action="pair", label=label, round=number)


def _overdue(tournament: Tournament, tables: int) -> NextStep:
    """Over the board nothing ends by itself: the organiser enters results, or closes tables with what was reported."""
    sentence = ngettext(
        "%(number)s table is past the deadline without a result. Enter it, or accept the reported one.",
        "%(number)s tables are past the deadline without a result. Enter them, or accept the reported ones.",
        tables,
    )
    silence = _("A result reported by one player counts; without a report, both players forfeit.")
    if tournament.pairing_format.has_tables:
        silence = _("A result reported by one player counts; enter the results of the other tables yourself.")
    return NextStep(
        sentence=sentence % {"number": tables},
        action="close-overdue",
        label=_("Close overdue tables"),
        remedies=(*_waiting_results(tournament), silence),
    )


def _left_to_enter(tournament: Tournament, tables: int) -> NextStep:
    """Overdue tables that need an organiser: the reports differ, or a table of three or four has none."""
    sentence = ngettext(
        "%(number)s table is past the deadline without a result. Enter it.",
        "%(number)s tables are past the deadline without a result. Enter them.",
        tables,
    )
    return NextStep(sentence=sentence % {"number": tables}, remedies=_waiting_results(tournament))


def _progress(tournament: Tournament) -> NextStep:
    tables = _tables_played_now(tournament)
    total, open_ = tables.count(), tables.filter(outcome="").count()
    sentence = ngettext("%(done)s of %(total)s result is in.", "%(done)s of %(total)s results are in.", total)
    sentence %= {"done": total - open_, "total": total}
    return NextStep(sentence=sentence, remedies=_waiting_results(tournament))


def _waiting_results(tournament: Tournament) -> tuple[str, ...]:
    """Reported results that only an organiser can decide: two that differ, or one that no other player can confirm."""
    claimed = _tables_played_now(tournament).filter(outcome="", claim__isnull=False).order_by("replay", "number")
    sentence = _("The players at table %(number)s report different results. Enter the right one.")
    lonely = _(
        "A result was reported at table %(number)s, but no other player there has an account to confirm it. Enter it."
    )
    alone = set(claimed.annotate(known=Count("seats__entry__user")).filter(known=1).values_list("pk", flat=True))
    words = [(table, sentence if table.is_disputed else lonely if table.pk in alone else "") for table in claimed]
    return tuple(said % {"number": table.number} for table, said in words if said)


def _tables_played_now(tournament: Tournament) -> QuerySet[Table]:
    return Table.objects.filter(round__tournament=tournament, round__status=RoundStatus.PUBLISHED, is_void=False)
