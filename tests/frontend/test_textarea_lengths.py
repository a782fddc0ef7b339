"""The server counts text of several lines as the browser does, in every form."""

from collections.abc import Iterator

import pytest
from django import forms
from django.test import Client

from accounts.forms import LinesField, MeasureForm, ProfileForm, ReportForm
from accounts.models import User
from games.views.forms import NoteForm
from tournaments.clubs.views.roster_forms import RosterListForm
from tournaments.views.forms import ClubForm, NewsForm, WhatForm

FORMS = {
    ProfileForm: "about",
    ReportForm: "words",
    MeasureForm: "why",
    NoteForm: "text",
    ClubForm: "description",
    NewsForm: "text",
    WhatForm: "description",
    RosterListForm: "text",
}


def all_forms(kind: type[forms.BaseForm] = forms.Form) -> Iterator[type[forms.BaseForm]]:
    for form in kind.__subclasses__():
        yield form
        yield from all_forms(form)


def test_every_textarea_with_a_limit_is_tested() -> None:
    ours = [
        form
        for form in all_forms()
        if form.__module__.split(".")[0] in ("accounts", "games", "tournaments", "frontend")
    ]
    areas = {
        form: name
        for form in ours
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field.widget, forms.Textarea) and form.__module__ != "frontend.styleguide_samples"
    }
    assert areas == FORMS


@pytest.mark.parametrize(("form", "name"), FORMS.items(), ids=[form.__name__ for form in FORMS])
def test_a_line_break_counts_as_one_character(form: type[forms.Form], name: str) -> None:
    field = form.base_fields[name]
    assert isinstance(field, LinesField)
    lines = (field.max_length or 2000) // 2
    assert field.clean("x\r\n" * (lines - 1) + "yz") == "x\n" * (lines - 1) + "yz"
    if field.max_length:
        with pytest.raises(forms.ValidationError):
            field.clean("x\r\n" * lines + "y")


@pytest.mark.django_db
def test_a_profile_of_maximum_length_with_line_breaks_is_saved(client: Client) -> None:
    mira = User.objects.create_user("mira", email="mira@example.org")
    client.force_login(mira)
    sent = {"about": "x\r\n" * 999 + "yz", "time_zone": "Europe/Prague", "language": "en"}
    assert client.post("/settings/", sent).status_code == 302
    mira.refresh_from_db()
    assert mira.about == "x\n" * 999 + "yz"
