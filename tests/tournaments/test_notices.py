"""Notices of clubs and tournaments: to whom, once, and in the transaction of the change."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.enums import MailState
from games.models import Notice
from games.notifications.selectors.notices import notice_path, notice_words, notices_for
from games.notifications.services.mail import compose
from tests.games.playing import client_of, make_people
from tests.tournaments.pages import browser_of
from tests.tournaments.playing import (
    decide,
    entry,
    finish_by_turns,
    make_club,
    next_round,
    open_tables,
    open_tournament,
    running_tournament,
    seen,
)
from tournaments.clubs.services.membership import (
    answer_request,
    change_role,
    join_club,
    leave_club,
    remove_member,
    transfer_club,
    withdraw_request,
)
from tournaments.clubs.services.name_claims import answer_claim, claim_name, withdraw_claim
from tournaments.enums import Role, Venue
from tournaments.models import Club, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.notices import WORDS
from tournaments.services import publishing
from tournaments.services.account_closure import withdraw_everywhere
from tournaments.services.lifecycle import add_organiser, cancel, remove_organiser, reopen, sign_off
from tournaments.services.pairing import pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.registration import add_player, answer_entry, enter
from tournaments.services.results import claim_result, confirm_result, count_finished_games, set_result
from tournaments.services.withdrawal import reinstate_player, withdraw_player

pytestmark = pytest.mark.slow


def notices_of(user: User) -> list[str]:
    """A user's notices, oldest first: what each is about, and who requests something."""
    return [" ".join(filter(None, (one.about, one.facts.get("name")))) for one in reversed(notices_for(user))]


def abouts(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user).exclude(about="").order_by("id").values_list("about", flat=True))


def player(tournament: Tournament, name: str) -> User:
    found = entry(tournament, name).user
    assert found is not None
    return found


def test_all_players_of_a_published_round_are_notified(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 3, rounds=2)
    pair_round(tournament_id=tournament.pk, user=secretary)
    assert "round_published" not in Counter(Notice.objects.values_list("about", flat=True))
    publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
    notices = [Notice.objects.filter(user=player(tournament, f"player00{number}")).latest("id") for number in (1, 2, 3)]
    common = {"round": 1, "tournament": "Spring Open"}
    assert [(notice.about, notice.facts) for notice in notices] == [
        ("round_published", {**common, "table": 1, "others": "player002"}),
        ("round_published", {**common, "table": 1, "others": "player001"}),
        ("bye_published", {**common, "points": "4"}),
    ]
    assert notices_of(secretary) == []


def test_the_notice_of_an_online_round_links_to_the_game(club: Club, secretary: User) -> None:
    ai = User.objects.create_user("robo", is_ai=True)
    tournament = running_tournament(club, secretary, 3, rounds=1, venue=Venue.CORRESPONDENCE, bye_ai=ai)
    next_round(tournament, secretary)
    for table in open_tables(tournament):
        assert table.game is not None
        paths = {notice_path(notice) for notice in Notice.objects.filter(about="round_published")}
        assert f"/games/{table.game.pk}/" in paths
    assert not Notice.objects.filter(user=ai).exists()


def test_a_round_that_fails_to_publish_is_not_notified(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    pair_round(tournament_id=tournament.pk, user=secretary)

    def fail(*arguments: object) -> None:
        assert Notice.objects.filter(about="round_published").count() == 2
        raise KeyboardInterrupt

    monkeypatch.setattr(publishing, "complete_if_done", fail)
    with pytest.raises(KeyboardInterrupt):
        publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
    assert not Notice.objects.filter(about="round_published").exists()


def test_a_reported_result_asks_the_opponent_until_answered(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    one, other = player(tournament, "player001"), player(tournament, "player002")
    claim_result(table_id=table.pk, user=one, outcome="draw")
    claim_result(table_id=table.pk, user=one, outcome="goal", ranks=[1, 2])
    names = [seat.entry.name for seat in table.seats.order_by("index")]
    assert notices_of(other).count("result_claimed player001") == 1
    asked = next(notice for notice in notices_for(other) if notice.about == "result_claimed")
    assert f"1. {names[0]}, 2. {names[1]}" in notice_words(asked)
    assert "result_claimed player001" not in notices_of(one)
    confirm_result(table_id=table.pk, user=other)
    assert "result_claimed player001" not in notices_of(other)


def test_an_organisers_result_and_its_correction_are_notified(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="sheet")
    set_result(table_id=table.pk, user=secretary, outcome="draw", reason="sheet was misread")
    for name in ("player001", "player002"):
        assert {"result_entered", "result_corrected"} <= set(notices_of(player(tournament, name)))


def test_answered_and_moved_up_entries_are_notified(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, needs_approval=True, size=2)
    add_player(tournament_id=tournament.pk, user=secretary, name="Walk-in")
    first, second, third = make_people("first", "second", "third")
    enter(tournament_id=tournament.pk, user=first)
    assert notices_of(secretary) == ["entry_asked first"]
    answer_entry(entry_id=entry(tournament, "first").pk, user=secretary, accept=True)
    assert notices_of(secretary) == []
    assert abouts(first) == ["entry_admitted"]
    enter(tournament_id=tournament.pk, user=second)
    enter(tournament_id=tournament.pk, user=third)
    withdraw_player(entry_id=entry(tournament, "first").pk, user=first)
    assert notices_of(second) == ["entry_moved_up_to_ask"]
    answer_entry(entry_id=entry(tournament, "second").pk, user=secretary, accept=False)
    assert abouts(second) == ["entry_moved_up_to_ask", "entry_refused"]
    assert notices_of(secretary) == ["entry_asked third"]
    plain = open_tournament(club, secretary, name="Autumn Open", size=2)
    add_player(tournament_id=plain.pk, user=secretary, name="Walk-in")
    enter(tournament_id=plain.pk, user=first)
    join_club(club_id=club.pk, user=second)
    add_player(tournament_id=plain.pk, user=secretary, player=second)
    withdraw_player(entry_id=entry(plain, "first").pk, user=secretary)
    assert abouts(first)[-1] == "entry_withdrawn"
    assert abouts(second)[-2:] == ["entry_waiting", "entry_moved_up"]


def test_players_are_notified_of_status_changes_of_a_tournament(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    one = player(tournament, "player001")
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    sign_off(tournament_id=tournament.pk, user=secretary)
    reopen(tournament_id=tournament.pk, user=secretary, reason="A sheet turned up.")
    assert notices_of(one)[0] == "event_started"
    assert notices_of(one)[-3:] == ["event_provisional", "event_final", "event_reopened"]
    cancel(tournament_id=tournament.pk, user=secretary, reason="It never counted.")
    assert notices_of(one)[-1] == "event_cancelled"
    assert "It never counted." in notice_words(notices_for(one)[0])
    assert notices_of(secretary) == []


def test_a_replay_is_notified_separately(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, Format.KNOCKOUT)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    set_result(table_id=table.pk, user=secretary, outcome="draw", reason="sheet")
    assert abouts(player(tournament, "player001")).count("round_published") == 2


def test_who_advances_without_a_game_is_notified_without_points(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 3, Format.KNOCKOUT)
    next_round(tournament, secretary)
    (notice,) = notices_for(player(tournament, "player001"))[:1]
    assert (notice.about, "points" in notice.facts) == ("match_won_without_game", False)


def test_organisers_are_notified_of_a_round_without_a_pairing(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=2, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    assert table.game is not None
    finish_by_turns(table.game)
    count_finished_games()
    client_of(secretary).post(f"/api/v1/tournaments/{tournament.pk}/rounds/")
    assert notices_of(secretary)[-1] == "pairing_stuck"


def test_new_organisers_are_notified(club: Club, secretary: User, stranger: User) -> None:
    tournament = open_tournament(club, secretary)
    add_organiser(tournament_id=tournament.pk, user=secretary, organiser=stranger)
    remove_organiser(tournament_id=tournament.pk, user=secretary, organiser=stranger)
    assert abouts(stranger) == ["organiser_named", "organiser_removed"]


def test_changes_of_club_membership_are_notified(secretary: User, stranger: User) -> None:
    club = make_club(secretary, "Quiet Circle", joining="request")
    (guest,) = make_people("guest")
    for person in (stranger, guest):
        join_club(club_id=club.pk, user=person)
    assert notices_of(secretary) == ["join_asked stranger", "join_asked guest"]
    withdraw_request(club_id=club.pk, user=guest)
    assert notices_of(secretary) == ["join_asked stranger", "join_taken_back"]
    join_club(club_id=club.pk, user=guest)
    for person, accept in ((stranger, True), (guest, False)):
        answer_request(request_id=club.join_requests.get(user=person).pk, user=secretary, accept=accept)
    assert notices_of(guest) == ["club_declined"]
    assert notices_of(secretary) == []
    for role in (Role.ORGANISER, Role.ORGANISER, Role.MEMBER):
        change_role(club_id=club.pk, user=secretary, member=stranger, role=role)
    transfer_club(club_id=club.pk, user=secretary, member=stranger)
    change_role(club_id=club.pk, user=stranger, member=secretary, role=Role.OWNER)
    remove_member(club_id=club.pk, user=secretary, member=stranger)
    assert abouts(stranger) == ["club_admitted", "club_organiser", "club_member", "club_owner", "club_removed"]
    assert abouts(secretary) == ["club_owner"]


def test_repeated_membership_requests_notify_once_per_day(secretary: User, stranger: User) -> None:
    club = make_club(secretary, "Quiet Circle", joining="request")
    notices = Notice.objects.filter(user=secretary)

    def ask_three_times() -> int:
        """The notice of the requests; each new notification would create another."""
        for _time in range(3):
            join_club(club_id=club.pk, user=stranger)
            assert notices.get().read_at is None
            assert notices_of(secretary) == ["join_asked stranger"]
            withdraw_request(club_id=club.pk, user=stranger)
            withdraw_request(club_id=club.pk, user=stranger)
            assert notices.get().read_at is not None
            assert "stranger" not in str(notices.get().facts)
        return notices.get().pk

    join_club(club_id=club.pk, user=stranger)
    first = notices.get().pk
    withdraw_request(club_id=club.pk, user=stranger)
    assert ask_three_times() == first
    notices.update(mail=MailState.SENT)
    assert (ask_three_times(), notices.get().mail) == (first, MailState.SENT)
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        join_club(club_id=club.pk, user=stranger)
        assert (notices.get().pk != first, notices.get().mail) == (True, MailState.WAITING)


def test_a_request_that_is_withdrawn_and_repeated_is_notified(secretary: User, stranger: User) -> None:
    """Its mail had been dropped, since it was not current for a while."""
    club = make_club(secretary, "Quiet Circle", joining="request")
    join_club(club_id=club.pk, user=stranger)
    withdraw_request(club_id=club.pk, user=stranger)
    Notice.objects.filter(user=secretary).update(mail=MailState.DROPPED)
    join_club(club_id=club.pk, user=stranger)
    assert Notice.objects.get(user=secretary).mail == MailState.WAITING


def test_the_new_owner_of_a_club_is_notified(club: Club, secretary: User, stranger: User) -> None:
    join_club(club_id=club.pk, user=stranger)
    User.objects.filter(pk=secretary.pk).update(departed_at=club.created_at)
    withdraw_everywhere(user_id=secretary.pk)
    assert notices_of(stranger) == ["club_owner"]


def test_a_reinstatement_is_notified(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    left = entry(tournament, "player004")
    withdraw_player(entry_id=left.pk, user=secretary)
    reinstate_player(entry_id=left.pk, user=secretary)
    assert abouts(player(tournament, "player004"))[-2:] == ["entry_withdrawn", "entry_reinstated"]


def test_every_notice_has_a_text_in_mail_and_api(club: Club, secretary: User, stranger: User) -> None:
    """All texts are rendered, so that a missing value would show here."""
    tournament = running_tournament(club, secretary, 3, rounds=2)
    next_round(tournament, secretary)
    notices = list(Notice.objects.exclude(about=""))
    assert {notice.about for notice in notices} <= set(WORDS)
    one = notices[0].user
    mail = compose(one, [notice for notice in notices if notice.user_id == one.pk])
    assert str(WORDS["event_started"]) % {"tournament": "Spring Open"} in str(mail.body)
    lines = client_of(one).get("/api/v1/notices/").json()["results"]
    assert lines[0]["about"] in ("round_published", "bye_published")
    assert lines[0]["facts"]["tournament"] == "Spring Open"
    assert client_of(stranger).get("/api/v1/notices/").json()["results"] == []


def test_a_claim_of_a_name_is_asked_and_answered(club: Club, secretary: User, stranger: User) -> None:
    (guest,) = make_people("guest")
    for user in (stranger, guest):
        join_club(club_id=club.pk, user=user)
    tournament = open_tournament(club, secretary)
    people = [add_player(tournament_id=tournament.pk, user=secretary, name=name).person_id for name in ("Ana", "Ben")]
    claims = [
        claim_name(club_id=club.pk, person_id=one, user=user)
        for one, user in zip(people, (stranger, guest), strict=True)
    ]
    assert notices_of(secretary) == ["name_claimed stranger", "name_claimed guest"]
    assert {notice.path for notice in Notice.objects.filter(user=secretary)} == {f"/clubs/{club.slug}/people/"}
    assert browser_of(secretary).get(f"/clubs/{club.slug}/").context["claim_count"] == 2
    answer_claim(club_id=club.pk, claim_id=claims[0].pk, user=secretary, accept=True)
    answer_claim(club_id=club.pk, claim_id=claims[1].pk, user=secretary, accept=False)
    assert (abouts(stranger), abouts(guest), notices_of(secretary)) == (["name_linked"], ["name_declined"], [])
    claim_name(club_id=club.pk, person_id=people[1], user=guest)
    withdraw_claim(club_id=club.pk, user=guest)
    assert notices_of(secretary) == ["name_claim_taken_back"]
    claim_name(club_id=club.pk, person_id=people[1], user=guest)
    leave_club(club_id=club.pk, user=guest)
    assert notices_of(secretary) == []
