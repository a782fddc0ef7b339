"""What a person shows of themself, to strangers and to themself."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.errors import Invalid, TooMany
from accounts.models import ApiToken, User
from accounts.names import name_key
from accounts.services.profile import change_profile

Browser = Callable[[User], Client]
SETTINGS = "/settings/"
FORM = {"display_name": "Mira K.", "about": "Vega.", "time_zone": "Europe/Zagreb", "language": "fr"}
MARKUP = "<script>alert(1)</script>"
EDIT = '<a class="button" href="/settings/">'


def test_a_stranger_sees_the_page_without_the_private_part(client: Client, mira: User) -> None:
    page = client.get("/people/mira/").content.decode()
    assert "Mira Kovač" in page
    assert "mira@example.org" not in page
    assert EDIT not in page


def test_one_sees_the_own_page_with_the_way_to_change_it(mira: User, stranger: User, browser_of: Browser) -> None:
    assert EDIT in browser_of(mira).get("/people/mira/").content.decode()
    assert EDIT not in browser_of(stranger).get("/people/mira/").content.decode()


@pytest.mark.parametrize("path", ["/people/nobody/", "/people/<b>/", "/people/%F0%9F%8C%9F/"])
def test_nobody_has_no_page(client: Client, db: None, path: str) -> None:
    assert client.get(path).status_code == 404


def test_markup_in_a_name_and_a_text_is_shown_as_text(client: Client, mira: User) -> None:
    change_profile(user=mira, display_name="<b>Mira</b>", about=MARKUP)
    page = client.get("/people/mira/").content.decode()
    assert "<b>Mira</b>" not in page
    assert "&lt;b&gt;Mira&lt;/b&gt;" in page
    assert MARKUP not in page


def test_saving_the_profile(mira: User, browser_of: Browser) -> None:
    response = browser_of(mira).post(SETTINGS, FORM)
    assert (response.status_code, response["Location"]) == (302, SETTINGS)
    mira.refresh_from_db()
    assert {field: getattr(mira, field) for field in FORM} == FORM


@pytest.mark.parametrize(
    "page",
    [SETTINGS, "/settings/security/", "/settings/tokens/", "/settings/data/", "/settings/data/download/"],
)
def test_a_stranger_has_no_settings(client: Client, db: None, page: str) -> None:
    assert client.get(page)["Location"] == f"/accounts/login/?next={page}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "value"),
    [("time_zone", "Europe/Atlantis"), ("language", "tlh"), ("display_name", "x" * 41), ("about", "x" * 2001)],
)
def test_what_cannot_be_used_is_said_beside_the_field(mira: User, browser_of: Browser, field: str, value: str) -> None:
    response = browser_of(mira).post(SETTINGS, FORM | {field: value})
    assert (response.status_code, list(response.context["form"].errors)) == (422, [field])
    mira.refresh_from_db()
    assert mira.display_name == "Mira Kovač"


@pytest.mark.parametrize("name", ["Mira Kovač", "MIRA KOVAC", "Міrа Kоvаč", "M1ra Kovač", "mira-kovač", "Mira  Kovač"])
def test_a_name_that_looks_like_somebody_elses_is_refused(mira: User, stranger: User, name: str) -> None:
    with pytest.raises(Invalid) as refusal:
        change_profile(user=stranger, display_name=name)
    assert list(refusal.value.fields or {}) == ["display_name"]


def test_a_name_that_is_shared_already_keeps_nobody_from_another_language(mira: User, browser_of: Browser) -> None:
    """An administrator may have made an account whose username looks like it."""
    User.objects.create_user("mira.kovac")
    answer = browser_of(mira).post(SETTINGS, FORM | {"display_name": mira.display_name})
    mira.refresh_from_db()
    assert (answer.status_code, mira.language, mira.time_zone) == (302, "fr", "Europe/Zagreb")


def test_somebody_elses_username_is_no_display_name(mira: User, stranger: User) -> None:
    with pytest.raises(Invalid):
        change_profile(user=mira, display_name="Stranger")


def test_the_own_name_may_be_saved_again_and_written_otherwise(mira: User) -> None:
    assert change_profile(user=mira, display_name="MIRA Kovac").display_name == "MIRA Kovac"


@pytest.mark.parametrize(
    "name", ["Mi\u202era", "Mi\u200bra", "Mi\x07ra", "departed player 12", "Departed Player 9", "—"]
)
def test_names_that_mislead_are_refused(mira: User, name: str) -> None:
    with pytest.raises(Invalid):
        change_profile(user=mira, display_name=name)


@pytest.mark.parametrize("name", ["Strаnger", "s t r a n g e r", "stranger.", "Ştranger", "str-anger"])
def test_what_looks_like_a_username_is_taken(mira: User, stranger: User, name: str) -> None:
    """Most people have no display name: they are known by their username alone."""
    with pytest.raises(Invalid):
        change_profile(user=mira, display_name=name)


@pytest.mark.parametrize("name", ["Moderator", "Administrаtor", "ASTERISM", "Suppоrt", "0fficial", "Mira\u2800", "ㅤ"])
def test_nobody_passes_for_the_site_or_for_nobody(mira: User, name: str) -> None:
    with pytest.raises(Invalid):
        change_profile(user=mira, display_name=name)


def test_a_time_zone_changes_so_often_in_a_day_and_no_more(mira: User) -> None:
    """Every zone left is kept for the clocks: thousands of them would hold up whoever plays against this person."""
    zones = ["Europe/Prague", "Europe/Paris"] * 5
    for zone in zones:
        change_profile(user=mira, time_zone=zone)
    with pytest.raises(TooMany):
        change_profile(user=mira, time_zone="Asia/Tokyo")
    assert (User.objects.get(pk=mira.pk).time_zone, mira.former_time_zones.count()) == ("Europe/Paris", 10)
    mira.former_time_zones.update(until=timezone.now() - timedelta(days=2))
    assert change_profile(user=mira, time_zone="Asia/Tokyo").time_zone == "Asia/Tokyo"


def test_two_people_without_a_display_name_do_not_collide(stranger: User) -> None:
    other = User.objects.create_user("other")
    assert (stranger.display_key, other.display_key) == (None, None)


def test_a_saved_name_carries_its_key(mira: User) -> None:
    change_profile(user=mira, display_name="Zoë Łuk")
    assert User.objects.get(pk=mira.pk).display_key == name_key("Zoe Luk")


def test_pages_speak_the_viewers_language(mira: User, browser_of: Browser) -> None:
    change_profile(user=mira, language="cs")
    assert browser_of(mira).get(SETTINGS)["Content-Language"] == "cs"


def test_times_are_in_the_viewers_zone_and_the_next_viewer_has_their_own(
    mira: User, stranger: User, browser_of: Browser
) -> None:
    change_profile(user=mira, time_zone="Pacific/Auckland")
    evening = datetime(2030, 1, 1, 20, tzinfo=UTC)
    for number, person in enumerate((mira, stranger)):
        ApiToken.objects.create(user=person, name="script", digest=str(number), expires_at=evening)
    pages = [browser_of(person).get("/settings/tokens/").content.decode() for person in (mira, stranger)]
    assert [page.count(">Jan. 2, 2030<") for page in pages] == [1, 0]
    assert [page.count(">Jan. 1, 2030<") for page in pages] == [0, 1]


def test_the_administrator_is_told_of_a_name_that_is_taken(
    mira: User, stranger: User, administrator: User, browser_of: Browser
) -> None:
    browser = browser_of(administrator)
    address = f"/admin/accounts/user/{stranger.pk}/change/"
    form = browser.get(address).context["adminform"].form
    answers = {name: value for name, value in form.initial.items() if value not in (None, [])}
    response = browser.post(address, answers | {"display_name": "mira kovac"})
    assert list(response.context["adminform"].form.errors) == ["display_name"]
