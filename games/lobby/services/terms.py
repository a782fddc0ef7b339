"""Validate the terms of a game as given by people and API clients."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Literal

from django.utils.translation import gettext as _

from accounts.errors import Invalid
from games import rules
from games.models import Terms, engine_for
from games.timing import DAY, MINUTE, NO_TIME, BadControl, TimeControl
from games.translation import error_words

MAX_TURNS = 1000
TIME_LIMIT = (MINUTE, 366 * DAY)
DAYS_AGAINST_AI = 7


def read_terms(
    *,
    variant: str,
    control: TimeControl,
    options: Mapping[str, str] | None = None,
    turn_limit: int | Literal["default"] | None = "default",
    time_limit: timedelta | None = None,
    weekends_off: bool = False,
    **others: bool,
) -> Terms:
    """Validated terms; raises Invalid. The default turn limit is the variant's; `others` are as in `Terms`."""
    engine = _read_engine(variant, options or {})
    turns = engine.turn_limit if turn_limit == "default" else turn_limit
    if turns is not None and not 1 <= turns <= MAX_TURNS:
        raise Invalid.at("turn_limit", _("Choose 1 to %(most)s turns per player.") % {"most": MAX_TURNS})
    if time_limit is not None and not TIME_LIMIT[0] <= time_limit <= TIME_LIMIT[1]:
        raise Invalid.at("time_limit", _("Choose between one minute and one year per game."))
    if weekends_off and control.is_live:
        raise Invalid.at(
            "weekends_off",
            _("Weekends off are only possible in correspondence games. Choose days per turn, or clear “Weekends off”."),
        )
    return Terms(
        variant=variant,
        options=dict(options or {}),
        control=control,
        turn_limit=turns,
        time_limit=time_limit,
        weekends_off=weekends_off,
        **others,
    )


def terms_against_ai(
    *, variant: str, options: Mapping[str, str], turn_limit: int | Literal["default"] | None = "default"
) -> Terms:
    """Terms of a game against AIs: casual, without chat and clock pressure."""
    control = TimeControl.days(DAYS_AGAINST_AI)
    return read_terms(variant=variant, options=options, turn_limit=turn_limit, control=control, chat=False)


def read_control(
    *, kind: str, allowance: timedelta, increment: timedelta = NO_TIME, cap: timedelta | None = None
) -> TimeControl:
    """A validated time control; raises Invalid."""
    try:
        return TimeControl.of(kind, allowance, increment, cap)
    except BadControl as error:
        raise Invalid.at("control", error_words(error)) from error


def _read_engine(variant: str, options: Mapping[str, str]) -> rules.Game:
    if variant not in rules.variant_ids():
        raise Invalid.at("variant", _("Choose one of %(known)s.") % {"known": ", ".join(rules.variant_ids())})
    try:
        return engine_for(variant, options)
    except ValueError as error:
        raise Invalid.at("options", f"{error_words(error)}.") from error
