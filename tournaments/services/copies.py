"""Copy a tournament as a new draft: by an organiser, or automatically for a regular evening."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Refused
from accounts.models import User
from accounts.services.checks import check_can_post
from accounts.services.sweeps import sum_for_each
from tournaments.clubs.services.clubs import check_open, check_role, lock_club, record_club_action
from tournaments.enums import RUNNERS, ClubAction, LogKind, Status
from tournaments.log_texts import LogText
from tournaments.models import Tournament
from tournaments.rule_fields import TournamentRules
from tournaments.selectors.tournaments import get_tournament
from tournaments.services.lifecycle import store_tournament
from tournaments.services.locking import lock_tournament, record_change
from tournaments.services.notices import notify_repeated
from tournaments.services.rules import check_rules, rules_of

MAX_NAME = 80
STARTED = (Status.RUNNING, Status.PROVISIONAL, Status.FINAL)
DATE_AT_END = re.compile(r",? \d{4}-\d{2}-\d{2}$")


def copy_tournament(*, tournament_id: int, user: User) -> Tournament:
    """Create a draft with the rules, organisers and seasons of a tournament, without its players and dates."""
    check_can_post(user)
    original = get_tournament(tournament_id, user)
    rules = replace(rules_of(original), name=_shortened(original.name, _("(copy)")), first_round_at=None)
    with transaction.atomic():
        club = lock_club(original.club_id)
        check_role(club, user, *RUNNERS)
        check_open(club)
        check_rules(rules)
        copy = store_tournament(club, rules, created_by=user)
        _take_over(copy, original)
        copy.organisers.add(user)
        record_club_action(club, user, ClubAction.TOURNAMENT, copy.name)
        record_change(copy, LogKind.LIFE, LogText.COPIED(original=original.name), actor=user)
    return copy


def repeat_tournaments() -> int:
    """The sweep: draft the next one of every regular tournament that has started. One failure stops no other."""
    due = Tournament.objects.filter(repeat_every__isnull=False, status__in=STARTED, following=None)
    ids = due.filter(club__closed_at=None).order_by("pk").values_list("pk", flat=True)
    return sum_for_each(ids, repeat_tournament, failed="Failed to repeat tournament %s")


def repeat_tournament(tournament_id: int) -> bool:
    """Draft the next one of a regular tournament, and notify its organisers; return whether it was due. Idempotent."""
    club_id = Tournament.objects.filter(pk=tournament_id).values_list("club_id", flat=True).get()
    with transaction.atomic():
        club = lock_club(club_id)
        original = lock_tournament(tournament_id)
        is_due = original.repeat_every is not None and original.status in STARTED and club.closed_at is None
        if not is_due or Tournament.objects.filter(previous=original).exists():
            return False
        following = store_tournament(club, _next_rules(original), created_by=original.created_by, previous=original)
        _take_over(following, original)
        record_change(following, LogKind.LIFE, LogText.REPEATED(original=original.name))
        notify_repeated(following)
    return True


def _next_rules(original: Tournament) -> TournamentRules:
    """The same rules at the next date, which is also in the name. A rule that is no longer valid stays for review."""
    starts_at = _next_start(original)
    base = DATE_AT_END.sub("", original.name)
    name = base if starts_at is None else _shortened(base, starts_at.date().isoformat())
    rules = replace(rules_of(original), name=name, first_round_at=starts_at)
    try:
        check_rules(rules)
    except Refused:  # such as an AI that has retired
        return replace(rules, bye_ai=None)
    return rules


def _next_start(original: Tournament) -> datetime | None:
    """The first date of the series that is still to come, at the same hour of the wall clock in summer and winter."""
    if original.first_round_at is None or original.repeat_every is None:
        return None
    zone = ZoneInfo(original.created_by.time_zone)
    first = original.first_round_at.astimezone(zone)
    passed = max(timezone.now().astimezone(zone) - first, timedelta(0))
    return first + (passed // original.repeat_every + 1) * original.repeat_every


def _take_over(copy: Tournament, original: Tournament) -> None:
    copy.organisers.set(original.organisers.filter(departed_at=None, is_active=True))
    copy.seasons.set(original.seasons.all())


def _shortened(name: str, suffix: str) -> str:
    return f"{name[: MAX_NAME - len(suffix) - 1].rstrip()} {suffix}"
