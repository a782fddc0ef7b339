"""A profile, as seen by others and by its owner."""

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


def test_anonymous_users_see_the_profile_without_the_private_part(client: Client, mira: User) -> None:
    page = client.get("/people/mira/").content.decode()
    assert "Mira Kovač" in page
    assert "mira@example.org" not in page
    assert EDIT not in page


def test_only_the_owner_sees_the_link_to_the_settings(mira: User, stranger: User, browser_of: Browser) -> None:
    assert EDIT in browser_of(mira).get("/people/mira/").content.decode()
    assert EDIT not in browser_of(stranger).get("/people/mira/").content.decode()


@pytest.mark.parametrize("path", ["/people/nobody/", "/people/<b>/", "/people/%F0%9F%8C%9F/"])
def test_an_unknown_user_has_no_profile(client: Client, db: None, path: str) -> None:
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
def test_anonymous_users_have_no_settings(client: Client, db: None, page: str) -> None:
    assert client.get(page)["Location"] == f"/accounts/login/?next={page}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "value"),
    [("time_zone", "Europe/Atlantis"), ("language", "tlh"), ("display_name", "x" * 41), ("about", "x" * 2001)],
)
def test_an_invalid_value_is_reported_beside_its_field(mira: User, browser_of: Browser, field: str, value: str) -> None:
    response = browser_of(mira).post(SETTINGS, FORM | {field: value})
    assert (response.status_code, list(response.context["form"].errors)) == (422, [field])
    mira.refresh_from_db()
    assert mira.display_name == "Mira Kovač"


@pytest.mark.parametrize("name", ["Mira Kovač", "MIRA KOVAC", "Міrа Kоvаč", "M1ra Kovač", "mira-kovač", "Mira  Kovač"])
def test_a_display_name_confusable_with_anothers_is_refused(mira: User, stranger: User, name: str) -> None:
    with pytest.raises(Invalid) as refusal:
        change_profile(user=stranger, display_name=name)
    assert list(refusal.value.fields or {}) == ["display_name"]


def test_an_already_confusable_name_does_not_block_other_changes(mira: User, browser_of: Browser) -> None:
    """An administrator may have created an account whose username looks like it."""
    User.objects.create_user("mira.kovac")
    answer = browser_of(mira).post(SETTINGS, FORM | {"display_name": mira.display_name})
    mira.refresh_from_db()
    assert (answer.status_code, mira.language, mira.time_zone) == (302, "fr", "Europe/Zagreb")


def test_another_users_username_is_refused_as_display_name(mira: User, stranger: User) -> None:
    with pytest.raises(Invalid):
        change_profile(user=mira, display_name="Stranger")


def test_the_own_name_may_be_saved_again_with_another_spelling(mira: User) -> None:
    assert change_profile(user=mira, display_name="MIRA Kovac").display_name == "MIRA Kovac"


@pytest.mark.parametrize(
    "name", ["Mi\u202era", "Mi\u200bra", "Mi\x07ra", "departed player 12", "Departed Player 9", "—"]
)
def test_misleading_display_names_are_refused(mira: User, name: str) -> None:
    with pytest.raises(Invalid):
        change_profile(user=mira, display_name=name)


@pytest.mark.parametrize("name", ["Strаnger", "s t r a n g e r", "stranger.", "Ştranger", "str-anger"])
def test_a_display_name_confusable_with_a_username_is_refused(mira: User, stranger: User, name: str) -> None:
    """Most users have no display name and are known by their username alone."""
    with pytest.raises(Invalid):
        change_profile(user=mira, display_name=name)


@pytest.mark.parametrize("name", ["Moderator", "Administrаtor", "ASTERISM", "Suppоrt", "0fficial", "Mira\u2800", "ㅤ"])
def test_reserved_display_names_are_refused(mira: User, name: str) -> None:
    with pytest.raises(Invalid):
        change_profile(user=mira, display_name=name)


def test_time_zone_changes_per_day_are_limited(mira: User) -> None:
    """Every former zone is stored for the clocks: thousands would slow down games against this user."""
    zones = ["Europe/Prague", "Europe/Paris"] * 5
    for zone in zones:
        change_profile(user=mira, time_zone=zone)
    with pytest.raises(TooMany):
        change_profile(user=mira, time_zone="Asia/Tokyo")
    assert (User.objects.get(pk=mira.pk).time_zone, mira.former_time_zones.count()) == ("Europe/Paris", 10)
    mira.former_time_zones.update(until=timezone.now() - timedelta(days=2))
    assert change_profile(user=mira, time_zone="Asia/Tokyo").time_zone == "Asia/Tokyo"


def test_two_users_without_a_display_name_do_not_collide(stranger: User) -> None:
    other = User.objects.create_user("other")
    assert (stranger.display_key, other.display_key) == (None, None)


def test_saving_a_name_stores_its_comparison_key(mira: User) -> None:
    change_profile(user=mira, display_name="Zoë Łuk")
    assert User.objects.get(pk=mira.pk).display_key == name_key("Zoe Luk")


def test_pages_use_the_viewers_language(mira: User, browser_of: Browser) -> None:
    change_profile(user=mira, language="cs")
    assert browser_of(mira).get(SETTINGS)["Content-Language"] == "cs"


def test_times_use_the_time_zone_of_each_viewer(mira: User, stranger: User, browser_of: Browser) -> None:
    change_profile(user=mira, time_zone="Pacific/Auckland")
    evening = datetime(2030, 1, 1, 20, tzinfo=UTC)
    for number, person in enumerate((mira, stranger)):
        ApiToken.objects.create(user=person, name="script", digest=str(number), expires_at=evening)
    pages = [browser_of(person).get("/settings/tokens/").content.decode() for person in (mira, stranger)]
    assert [page.count(">Jan. 2, 2030<") for page in pages] == [1, 0]
    assert [page.count(">Jan. 1, 2030<") for page in pages] == [0, 1]


def test_the_admin_reports_a_name_that_is_taken(
    mira: User, stranger: User, administrator: User, browser_of: Browser
) -> None:
    browser = browser_of(administrator)
    address = f"/admin/accounts/user/{stranger.pk}/change/"
    form = browser.get(address).context["adminform"].form
    answers = {name: value for name, value in form.initial.items() if value not in (None, [])}
    response = browser.post(address, answers | {"display_name": "mira kovac"})
    assert list(response.context["adminform"].form.errors) == ["display_name"]
