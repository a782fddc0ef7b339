"""Terms of a game, agreed before it begins: dataclass and the columns shared by games, proposals and tournaments."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import rules
from games.timing import ControlKind, TimeControl


@lru_cache(maxsize=256)
def _engine(variant: str, options: tuple[tuple[str, str], ...]) -> rules.Game:
    return rules.variant(variant, **dict(options))


def engine_for(variant: str, options: Mapping[str, str]) -> rules.Game:
    """The rules of a variant with its options chosen."""
    return _engine(variant, tuple(sorted(options.items())))


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Terms that players agree to. None means no limit; `vacation_allowed` says whether vacations stop the clock."""

    variant: str
    control: TimeControl
    options: Mapping[str, str] = field(default_factory=dict)
    rated: bool = False
    turn_limit: int | None = None
    time_limit: timedelta | None = None
    spectators: bool = True
    chat: bool = True
    weekends_off: bool = False
    vacation_allowed: bool = True

    @property
    def engine(self) -> rules.Game:
        return engine_for(self.variant, self.options)

    def columns(self) -> dict[str, Any]:
        """The terms as columns of `TermsColumns`."""
        return {
            **{name: getattr(self, name) for name in _ALIKE},
            "options": dict(self.options),
            "family": self.engine.family,
            "control_kind": self.control.kind.value,
            "allowance": self.control.allowance,
            "increment": self.control.increment,
            "cap": self.control.cap,
            "is_live": self.control.is_live,
        }


# Terms that are a column of the same name.
_ALIKE = [term.name for term in fields(Terms) if term.name != "control"]


class TermsColumns(models.Model):
    """The columns of `Terms`."""

    variant = models.CharField(_("variant"), max_length=20)
    family = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("options"), default=dict, blank=True)
    rated = models.BooleanField(_("rated"), default=False)
    turn_limit = models.PositiveSmallIntegerField(_("turn limit per player"), null=True, blank=True)
    time_limit = models.DurationField(_("time limit per game"), null=True, blank=True)
    spectators = models.BooleanField(_("spectators"), default=True)
    chat = models.BooleanField(_("chat"), default=True)
    weekends_off = models.BooleanField(_("weekends off"), default=False)
    vacation_allowed = models.BooleanField(_("vacations stop the clock"), default=True)
    control_kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in ControlKind])
    allowance = models.DurationField()
    increment = models.DurationField(default=timedelta(0))
    cap = models.DurationField(null=True, blank=True)
    is_live = models.BooleanField()

    class Meta:
        abstract = True

    @property
    def engine(self) -> rules.Game:
        return engine_for(self.variant, self.options)

    @property
    def control(self) -> TimeControl:
        return TimeControl(ControlKind(self.control_kind), self.allowance, self.increment, self.cap)

    @property
    def terms(self) -> Terms:
        return Terms(control=self.control, **{name: getattr(self, name) for name in _ALIKE})
