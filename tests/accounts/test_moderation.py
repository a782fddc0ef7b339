"""Muting, blocking, reporting, and moderation actions, all of them logged."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.enums import ModerationAction, RelationshipKind
from accounts.errors import Conflict, Forbidden, Invalid, NotFound, TooMany, Unprocessable
from accounts.models import ModerationEntry, Relationship, Report, User
from accounts.services.account_closure import close_account
from accounts.services.blocks import remove_relationship, set_relationship
from accounts.services.checks import check_can_post, check_good_standing, check_no_block
from accounts.services.moderation import LONGEST_DAYS, dismiss_report, moderate
from accounts.services.reports import MAX_OPEN_REPORTS, report_person

Browser = Callable[[User], Client]
MARKUP = "<script>alert(1)</script>"
UNREAD_MODERATION = 'data-note="unread-moderation"'


@pytest.fixture
def keeper(db: None) -> User:
    return User.objects.create_user("keeper", "keeper@example.org", "glass-orbit-77", is_staff=True)


def test_a_user_has_one_relationship_to_another_and_the_latest_counts(mira: User, stranger: User) -> None:
    set_relationship(owner=mira, other=stranger, kind=RelationshipKind.BLOCK)
    set_relationship(owner=mira, other=stranger, kind=RelationshipKind.MUTE)
    assert list(Relationship.objects.values_list("owner", "other", "kind")) == [(mira.pk, stranger.pk, "mute")]
    remove_relationship(owner=mira, other=stranger)
    remove_relationship(owner=mira, other=stranger)
    assert Relationship.objects.count() == 0
    with pytest.raises(Unprocessable):
        set_relationship(owner=mira, other=mira, kind=RelationshipKind.MUTE)


def test_a_block_separates_both_users_and_a_mute_neither(mira: User, stranger: User) -> None:
    set_relationship(owner=mira, other=stranger, kind=RelationshipKind.MUTE)
    check_no_block(mira, [stranger])
    set_relationship(owner=mira, other=stranger, kind=RelationshipKind.BLOCK)
    for one, other in ((mira, stranger), (stranger, mira)):
        with pytest.raises(Forbidden):
            check_no_block(one, [other.pk])


def test_a_repeated_report_notifies_once_until_it_is_closed(mira: User, stranger: User, keeper: User) -> None:
    first = report_person(reporter=mira, person=stranger, reason="abuse", words="Rude.", path="/games/1/")
    assert report_person(reporter=mira, person=stranger, reason="spam", path="/games/1/") == first
    dismiss_report(moderator=keeper, report_id=first.pk, why="A joke.")
    assert report_person(reporter=mira, person=stranger, reason="spam", path="/games/1/") != first
    with pytest.raises(Conflict):
        dismiss_report(moderator=keeper, report_id=first.pk, why="Again.")
    with pytest.raises(Invalid):
        report_person(reporter=mira, person=stranger, reason="boredom")


def test_open_reports_per_user_are_limited(mira: User, stranger: User) -> None:
    answers = [
        report_person(reporter=mira, person=stranger, reason="other", path=f"/games/{number}/")
        for number in range(MAX_OPEN_REPORTS)
    ]
    assert len({report.pk for report in answers}) == MAX_OPEN_REPORTS
    with pytest.raises(TooMany) as refused:
        report_person(reporter=mira, person=stranger, reason="other", path="/elsewhere/")
    assert refused.value.code == "too_many_reports"


def test_every_moderation_action_is_logged_and_can_be_lifted(mira: User, keeper: User) -> None:
    moderate(moderator=keeper, person=mira, action=ModerationAction.WARN, why="Be kind.")
    moderate(moderator=keeper, person=mira, action=ModerationAction.MUTE, why="Again.", days=7)
    mira.refresh_from_db()
    assert (mira.is_muted, mira.is_suspended, mira.has_unread_moderation) == (True, False, True)
    with pytest.raises(Forbidden) as muted:
        check_can_post(mira)
    assert muted.value.code == "muted"
    moderate(moderator=keeper, person=mira, action=ModerationAction.SUSPEND, why="And again.", days=1)
    mira.refresh_from_db()
    with pytest.raises(Forbidden) as suspended:
        check_good_standing(mira)
    assert suspended.value.code == "suspended"
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        check_good_standing(mira)
    moderate(moderator=keeper, person=mira, action=ModerationAction.LIFT_SUSPENSION, why="She wrote.")
    moderate(moderator=keeper, person=mira, action=ModerationAction.LIFT_MUTE, why="She promised.")
    mira.refresh_from_db()
    check_can_post(mira)
    lines = ModerationEntry.objects.order_by("id").values_list("action", "why", "moderator__username")
    assert list(lines) == [
        ("warn", "Be kind.", "keeper"),
        ("mute", "Again.", "keeper"),
        ("suspend", "And again.", "keeper"),
        ("lift_suspension", "She wrote.", "keeper"),
        ("lift_mute", "She promised.", "keeper"),
    ]


def test_a_moderation_action_needs_a_reason_a_duration_and_permission(mira: User, stranger: User, keeper: User) -> None:
    other_keeper = User.objects.create_user("other", is_staff=True)
    with pytest.raises(Invalid):
        moderate(moderator=keeper, person=mira, action=ModerationAction.WARN, why="  ")
    with pytest.raises(Invalid):
        moderate(moderator=keeper, person=mira, action=ModerationAction.SUSPEND, why="Enough.")
    with pytest.raises(NotFound):
        moderate(moderator=stranger, person=mira, action=ModerationAction.WARN, why="Mine now.")
    for person in (keeper, other_keeper):
        with pytest.raises(Forbidden):
            moderate(moderator=keeper, person=person, action=ModerationAction.WARN, why="You.")
    assert ModerationEntry.objects.count() == 0


def test_a_moderation_action_closes_the_report_it_answers(mira: User, stranger: User, keeper: User) -> None:
    report = report_person(reporter=mira, person=stranger, reason="abuse")
    wrong = report_person(reporter=stranger, person=mira, reason="abuse")
    with pytest.raises(NotFound):
        moderate(moderator=keeper, person=stranger, action=ModerationAction.WARN, why="So.", report_id=wrong.pk)
    entry = moderate(moderator=keeper, person=stranger, action=ModerationAction.WARN, why="So.", report_id=report.pk)
    assert entry.report == report
    assert list(Report.objects.filter(closed_at=None)) == [wrong]


def test_closing_an_account_deletes_relationships_and_texts_but_not_the_log(
    mira: User, stranger: User, keeper: User
) -> None:
    set_relationship(owner=mira, other=stranger, kind=RelationshipKind.MUTE)
    set_relationship(owner=stranger, other=mira, kind=RelationshipKind.BLOCK)
    report_person(reporter=mira, person=stranger, reason="abuse", words="Rude.")
    report_person(reporter=stranger, person=mira, reason="abuse", quote="Rude words.")
    moderate(moderator=keeper, person=mira, action=ModerationAction.WARN, why="Be kind.")
    close_account(user=mira)
    assert Relationship.objects.count() == 0
    assert list(Report.objects.order_by("id").values_list("words", "quote")) == [("", ""), ("", "")]
    assert ModerationEntry.objects.get().person_id == mira.pk


def test_the_download_includes_moderation(mira: User, stranger: User, keeper: User, browser_of: Browser) -> None:
    set_relationship(owner=mira, other=stranger, kind=RelationshipKind.BLOCK)
    report_person(reporter=mira, person=stranger, reason="abuse", words="Rude.")
    report_person(reporter=stranger, person=mira, reason="abuse", words="No, she.")
    moderate(moderator=keeper, person=mira, action=ModerationAction.WARN, why="Be kind.")
    data = browser_of(mira).get("/settings/data/download/").json()["people"]
    assert [one["other__username"] for one in data["relationships"]] == ["stranger"]
    assert [one["words"] for one in data["reports"]] == ["Rude."]
    assert [one["why"] for one in data["moderation"]] == ["Be kind."]


class TestPages:
    @pytest.mark.slow
    def test_a_report_leads_to_a_moderation_action_that_the_user_reads(
        self, mira: User, stranger: User, keeper: User, browser_of: Browser
    ) -> None:
        person, staff = browser_of(mira), browser_of(keeper)
        report_form = {"reason": "abuse", "words": MARKUP, "path": "/games/3/"}
        assert person.post("/people/stranger/report/", report_form).status_code == 302
        page = staff.get("/moderation/").content.decode()
        assert "&lt;script&gt;alert(1)" in page
        assert MARKUP not in page
        report = Report.objects.get()
        assert staff.get(f"/moderation/people/stranger/?report={report.pk}").context["form"][
            "report_id"
        ].value() == str(report.pk)
        bad = {"action": "mute", "why": MARKUP, "days": "", "report_id": report.pk}
        assert staff.post("/moderation/people/stranger/", bad).status_code == 422
        assert staff.post("/moderation/people/stranger/", {**bad, "days": "7"}).status_code == 302
        other = browser_of(stranger)
        assert UNREAD_MODERATION in other.get("/").content.decode()
        assert "&lt;script&gt;" in other.get("/settings/people/").content.decode()
        other.post("/settings/people/read/")
        assert UNREAD_MODERATION not in other.get("/").content.decode()
        assert "&lt;script&gt;" in staff.get("/moderation/log/").content.decode()

    def test_a_report_is_closed_with_a_reason(
        self, mira: User, stranger: User, keeper: User, browser_of: Browser
    ) -> None:
        report = report_person(reporter=mira, person=stranger, reason="other")
        close = f"/moderation/reports/{report.pk}/close/"
        assert browser_of(keeper).post(close, {"why": ""}).status_code == 400
        assert browser_of(keeper).post(close, {"why": "Talked it over."}).status_code == 302
        assert ModerationEntry.objects.get().action == "dismiss"

    def test_muting_and_blocking_on_a_profile_page(self, mira: User, stranger: User, browser_of: Browser) -> None:
        browser = browser_of(mira)
        assert '<input type="hidden" name="kind" value="mute">' in browser.get("/people/stranger/").content.decode()
        browser.post("/people/stranger/relationship/", {"kind": "block"})
        assert Relationship.objects.get().kind == "block"
        assert "stranger" in browser.get("/settings/people/").content.decode()
        browser.post("/people/stranger/relationship/", {})
        assert Relationship.objects.count() == 0

    def test_moderation_pages_are_not_found_without_permission(
        self, mira: User, stranger: User, client: Client, browser_of: Browser
    ) -> None:
        report = report_person(reporter=mira, person=stranger, reason="other")
        paths = ("/moderation/", "/moderation/log/", "/moderation/people/mira/")
        assert [browser_of(stranger).get(path).status_code for path in paths] == [404] * 3
        assert [client.get(path).status_code for path in paths] == [302] * 3
        assert browser_of(stranger).post(f"/moderation/reports/{report.pk}/close/", {"why": "x"}).status_code == 404
        anonymous = ("/people/mira/relationship/", "/people/mira/report/", "/settings/people/read/")
        assert [client.post(path).status_code for path in anonymous] == [302] * 3
        assert Report.objects.get().closed_at is None


class TestApi:
    def call(self, client: Client, method: str, path: str, body: Any = None) -> Any:
        return getattr(client, method)(f"/api/v1/{path}", body or {}, content_type="application/json")

    def test_relationships_and_reports(self, mira: User, stranger: User, browser_of: Browser) -> None:
        browser = browser_of(mira)
        assert self.call(browser, "put", "people/stranger/relationship/", {"kind": "mute"}).json()["kind"] == "mute"
        assert [one["username"] for one in browser.get("/api/v1/me/relationships/").json()] == ["stranger"]
        assert self.call(browser, "delete", "people/stranger/relationship/").status_code == 204
        made = self.call(browser, "post", "people/stranger/reports/", {"reason": "spam", "words": "Ads."})
        assert (made.status_code, made.json()["words"]) == (201, "Ads.")

    def test_moderation(self, mira: User, stranger: User, keeper: User, browser_of: Browser) -> None:
        report = report_person(reporter=mira, person=stranger, reason="spam", words="Ads.")
        other = report_person(reporter=mira, person=stranger, reason="spam", path="/games/2/")
        staff = browser_of(keeper)
        assert [one["id"] for one in staff.get("/api/v1/moderation/reports/").json()["results"]] == [
            report.pk,
            other.pk,
        ]
        body = {"action": "suspend", "days": 3, "why": "Ads.", "report": report.pk}
        assert self.call(staff, "post", "moderation/people/stranger/actions/", body).status_code == 201
        closed = self.call(staff, "post", f"moderation/reports/{other.pk}/close/", {"why": "The same."})
        assert closed.json()["action"] == "dismiss"
        log = staff.get("/api/v1/moderation/log/").json()["results"]
        assert [(line["action"], line["username"], line["moderator"]) for line in log] == [
            ("dismiss", "stranger", "keeper"),
            ("suspend", "stranger", "keeper"),
        ]

    def test_users_without_permission_are_refused_everywhere(
        self, mira: User, stranger: User, client: Client, browser_of: Browser
    ) -> None:
        staff_only = [
            ("get", "moderation/reports/"),
            ("get", "moderation/log/"),
            ("post", "moderation/reports/1/close/"),
            ("post", "moderation/people/mira/actions/"),
        ]
        personal = [
            ("get", "me/relationships/"),
            ("put", "people/mira/relationship/"),
            ("delete", "people/mira/relationship/"),
        ]
        personal += [("post", "people/mira/reports/")]
        assert {self.call(client, *one).status_code for one in staff_only + personal} == {401}
        assert {self.call(browser_of(stranger), *one).status_code for one in staff_only} == {404}


def test_a_moderator_with_change_permission_can_not_grant_permissions(mira: User, administrator: User) -> None:
    """With Django's permission alone a user could become administrator, or set the administrator's password."""
    mira.is_staff = True
    mira.save(update_fields=["is_staff"])
    mira.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    browser = Client()
    browser.force_login(mira)
    page = f"/admin/accounts/user/{mira.pk}/change/"
    assert browser.get(page).status_code == 200
    assert browser.post(page, {"username": "mira", "is_superuser": "on"}).status_code == 403
    passwords = {"password1": "comet-harbour-31", "password2": "comet-harbour-31"}
    assert browser.post(f"/admin/accounts/user/{administrator.pk}/password/", passwords).status_code == 403
    assert browser.post("/admin/accounts/user/add/", {"username": "new", **passwords}).status_code == 403
    mira.refresh_from_db()
    assert not mira.is_superuser
    assert User.objects.get(pk=administrator.pk).password == administrator.password


def test_an_administrator_moderates_other_staff_but_not_themselves(administrator: User) -> None:
    moderator = User.objects.create_user("moderator", is_staff=True)
    moderate(moderator=administrator, person=moderator, action=ModerationAction.WARN, why="Too harsh.")
    with pytest.raises(Forbidden) as refusal:
        moderate(moderator=administrator, person=administrator, action=ModerationAction.WARN, why="Me.")
    assert refusal.value.code == "not_yours_to_judge"
    assert [entry.person for entry in ModerationEntry.objects.all()] == [moderator]


@pytest.mark.parametrize("days", [None, 0, LONGEST_DAYS + 1])
def test_the_duration_of_a_moderation_action_is_limited(mira: User, keeper: User, days: int | None) -> None:
    with pytest.raises(Invalid) as refusal:
        moderate(moderator=keeper, person=mira, action=ModerationAction.MUTE, why="Rude.", days=days)
    assert refusal.value.fields is not None
    assert (list(refusal.value.fields), ModerationEntry.objects.count()) == (["days"], 0)
    for allowed in (1, LONGEST_DAYS):
        moderate(moderator=keeper, person=mira, action=ModerationAction.MUTE, why="Rude.", days=allowed)


def test_ais_and_closed_accounts_are_not_moderated(mira: User, stranger: User, keeper: User) -> None:
    User.objects.filter(pk=stranger.pk).update(is_ai=True)
    close_account(user=mira)
    for person in (mira, stranger):
        with pytest.raises(Conflict) as refusal:
            moderate(moderator=keeper, person=person, action=ModerationAction.WARN, why="Rude.")
        assert refusal.value.code == "not_a_person_here"
    assert not ModerationEntry.objects.exists()
