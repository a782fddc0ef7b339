"""Sample data for the style guide: edge cases such as long and right-to-left names, large numbers, empty values."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.utils import timezone

from games.rules import families

ICONS = (
    "board", "people", "trophy", "book", "play", "plus", "clock", "bell", "chat", "mail", "key", "shield", "settings",
    "download", "info", "check", "warning", "error", "sun", "moon", "star", "crown", "robot", "stars", "inbox",
)  # fmt: skip

WRONG_ANSWERS = {"wrong-name": "", "wrong-email": "not an address", "wrong-game": "vega"}


@dataclass(frozen=True)
class SamplePerson:
    public_name: str
    username: str
    is_ai: bool = False
    has_profile: bool = True


ADA = SamplePerson("Ada", "ada")
LONG = SamplePerson("Maximiliane-Theodora von Hohenstaufen-Ravensburg", "maximiliane")
RIGHT_TO_LEFT = SamplePerson("يوسف إبراهيم (Yusuf)", "yusuf")
ROBOT = SamplePerson("Patient Hare", "patient-hare", is_ai=True)
GONE = SamplePerson("departed player 12", "departed-12", has_profile=False)


class SampleForm(forms.Form):
    name = forms.CharField(help_text="The name shown to everyone.")
    email = forms.EmailField(label="E-mail")
    game = forms.ChoiceField(choices=[(family.id, family.name) for family in families()])
    about = forms.CharField(widget=forms.Textarea({"rows": 4}), required=False)
    pace = forms.ChoiceField(choices=[("live", "Live"), ("days", "Some days a turn")], widget=forms.RadioSelect)
    rated = forms.BooleanField(label="Count for the rating", required=False, help_text="Both ratings change.")


def sample_seats() -> list[dict[str, Any]]:
    soon = timezone.now() + dt.timedelta(hours=3, minutes=12)
    return [
        {
            "family": "vega",
            "colour": "red",
            "person": LONG,
            "rating": 1843,
            "to_move": True,
            "clock": {"deadline": soon, "state": "running"},
        },
        {"family": "vega", "colour": "blue", "person": RIGHT_TO_LEFT, "rating": 1500, "clock": {"text": "2 d 4 h"}},
        {
            "family": "vega",
            "colour": "yellow",
            "person": ROBOT,
            "rating": 1702,
            "clock": {"text": "0:09", "state": "low"},
        },
        {
            "family": "vega",
            "colour": "violet",
            "person": GONE,
            "is_out": True,
            "clock": {"text": "0:00", "state": "over"},
        },
        {"family": "nonaga", "colour": "black", "person": None},
    ]


def sample_standings() -> list[dict[str, Any]]:
    people = [ADA, LONG, RIGHT_TO_LEFT, ROBOT]
    return [
        {
            "rank": rank,
            "person": person,
            "points": 30 - 4 * rank,
            "buchholz": 81 - 3 * rank,
            "wins": 5 - rank,
            "mine": rank == 2,
        }
        for rank, person in enumerate(people, start=1)
    ]


def sample_half(theme: str) -> dict[str, Any]:
    """Return the forms of one theme; both themes are on one page, so their element ids must differ."""
    return {
        "theme": theme,
        "form": SampleForm(auto_id=f"{theme}_%s"),
        "wrong_form": SampleForm(WRONG_ANSWERS, auto_id=f"{theme}_%s", prefix="wrong"),
    }


def everything() -> dict[str, Any]:
    return {
        "families": families(),
        "icons": ICONS,
        "halves": [sample_half(theme) for theme in ("light", "dark")],
        "seats": sample_seats(),
        "standings": sample_standings(),
        "page": Paginator(range(3000), 25).page(7),
        "moments": [timezone.now() + dt.timedelta(minutes=minutes) for minutes in (-4000, -3, 0, 50, 20_000)],
        "tabs": [
            {"label": "Standings", "url": "#", "is_current": True, "count": None},
            {"label": "Pairings", "url": "#", "is_current": False, "count": 4},
            {"label": "Crosstable", "url": "#", "is_current": False, "count": None},
            {"label": "Players", "url": "#", "is_current": False, "count": 1024},
            {"label": "Log", "url": "#", "is_current": False, "count": None},
        ],
        "crumbs": [("Clubs", "#"), ("Šachový klub Žižkov", "#"), ("Autumn Swiss 2026", "#")],
        "tones": ("", "info", "good", "bad", "brass", "turn"),
    }
