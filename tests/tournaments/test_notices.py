"""Who is told what by clubs and events, once, and in the same transaction as what is told."""

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
    remove_member,
    transfer_club,
    withdraw_request,
)
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


def told(user: User) -> list[str]:
    """What stands in somebody's list, oldest first: what each notice is about, and who asks."""
    return [" ".join(filter(None, (one.about, one.facts.get("name")))) for one in reversed(notices_for(user))]


def abouts(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user).exclude(about="").order_by("id").values_list("about", flat=True))


def player(tournament: Tournament, name: str) -> User:
    found = entry(tournament, name).user
    assert found is not None
    return found


def test_a_published_round_is_told_to_everybody_in_it(club: Club, secretary: User) -> None:
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
    assert told(secretary) == []


def test_online_the_notice_leads_to_the_game(club: Club, secretary: User) -> None:
    ai = User.objects.create_user("robo", is_ai=True)
    tournament = running_tournament(club, secretary, 3, rounds=1, venue=Venue.CORRESPONDENCE, bye_ai=ai)
    next_round(tournament, secretary)
    for table in open_tables(tournament):
        assert table.game is not None
        paths = {notice_path(notice) for notice in Notice.objects.filter(about="round_published")}
        assert f"/games/{table.game.pk}/" in paths
    assert not Notice.objects.filter(user=ai).exists()


def test_a_round_that_fails_is_not_told(club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    pair_round(tournament_id=tournament.pk, user=secretary)

    def fail(*arguments: object) -> None:
        assert Notice.objects.filter(about="round_published").count() == 2
        raise KeyboardInterrupt

    monkeypatch.setattr(publishing, "complete_if_done", fail)
    with pytest.raises(KeyboardInterrupt):
        publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
    assert not Notice.objects.filter(about="round_published").exists()


def test_a_claim_asks_the_other_until_it_is_answered(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    one, other = player(tournament, "player001"), player(tournament, "player002")
    claim_result(table_id=table.pk, user=one, outcome="draw")
    claim_result(table_id=table.pk, user=one, outcome="goal", ranks=[1, 2])
    names = [seat.entry.name for seat in table.seats.order_by("index")]
    assert told(other).count("result_claimed player001") == 1
    asked = next(notice for notice in notices_for(other) if notice.about == "result_claimed")
    assert f"1. {names[0]}, 2. {names[1]}" in notice_words(asked)
    assert "result_claimed player001" not in told(one)
    confirm_result(table_id=table.pk, user=other)
    assert "result_claimed player001" not in told(other)


def test_an_organisers_result_and_its_correction_are_told(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="sheet")
    set_result(table_id=table.pk, user=secretary, outcome="draw", reason="sheet was misread")
    for name in ("player001", "player002"):
        assert {"result_entered", "result_corrected"} <= set(told(player(tournament, name)))


def test_entries_are_answered_and_moved_up(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, needs_approval=True, size=2)
    add_player(tournament_id=tournament.pk, user=secretary, name="Walk-in")
    first, second, third = make_people("first", "second", "third")
    enter(tournament_id=tournament.pk, user=first)
    assert told(secretary) == ["entry_asked first"]
    answer_entry(entry_id=entry(tournament, "first").pk, user=secretary, accept=True)
    assert told(secretary) == []
    assert abouts(first) == ["entry_admitted"]
    enter(tournament_id=tournament.pk, user=second)
    enter(tournament_id=tournament.pk, user=third)
    withdraw_player(entry_id=entry(tournament, "first").pk, user=first)
    assert told(second) == ["entry_moved_up_to_ask"]
    answer_entry(entry_id=entry(tournament, "second").pk, user=secretary, accept=False)
    assert abouts(second) == ["entry_moved_up_to_ask", "entry_refused"]
    assert told(secretary) == ["entry_asked third"]
    plain = open_tournament(club, secretary, name="Autumn Open", size=2)
    add_player(tournament_id=plain.pk, user=secretary, name="Walk-in")
    enter(tournament_id=plain.pk, user=first)
    join_club(club_id=club.pk, user=second)
    add_player(tournament_id=plain.pk, user=secretary, player=second)
    withdraw_player(entry_id=entry(plain, "first").pk, user=secretary)
    assert abouts(first)[-1] == "entry_withdrawn"
    assert abouts(second)[-2:] == ["entry_waiting", "entry_moved_up"]


def test_the_life_of_an_event_is_told_to_its_players(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    one = player(tournament, "player001")
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    sign_off(tournament_id=tournament.pk, user=secretary)
    reopen(tournament_id=tournament.pk, user=secretary, reason="A sheet turned up.")
    assert told(one)[0] == "event_started"
    assert told(one)[-3:] == ["event_provisional", "event_final", "event_reopened"]
    cancel(tournament_id=tournament.pk, user=secretary, reason="It never counted.")
    assert told(one)[-1] == "event_cancelled"
    assert "It never counted." in notice_words(notices_for(one)[0])
    assert told(secretary) == []


def test_a_replay_is_told_as_a_round_of_its_own(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, Format.KNOCKOUT)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    set_result(table_id=table.pk, user=secretary, outcome="draw", reason="sheet")
    assert abouts(player(tournament, "player001")).count("round_published") == 2


def test_an_organiser_is_told_of_a_round_without_a_pairing(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=2, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    assert table.game is not None
    finish_by_turns(table.game)
    count_finished_games()
    client_of(secretary).post(f"/api/v1/tournaments/{tournament.pk}/rounds/")
    assert told(secretary)[-1] == "pairing_stuck"


def test_organisers_of_an_event_are_told_of_their_office(club: Club, secretary: User, stranger: User) -> None:
    tournament = open_tournament(club, secretary)
    add_organiser(tournament_id=tournament.pk, user=secretary, organiser=stranger)
    remove_organiser(tournament_id=tournament.pk, user=secretary, organiser=stranger)
    assert abouts(stranger) == ["organiser_named", "organiser_removed"]


def test_a_place_in_a_club(secretary: User, stranger: User) -> None:
    club = make_club(secretary, "Quiet Circle", joining="request")
    (guest,) = make_people("guest")
    for person in (stranger, guest):
        join_club(club_id=club.pk, user=person)
    assert told(secretary) == ["join_asked stranger", "join_asked guest"]
    withdraw_request(club_id=club.pk, user=guest)
    assert told(secretary) == ["join_asked stranger", "join_taken_back"]
    join_club(club_id=club.pk, user=guest)
    for person, accept in ((stranger, True), (guest, False)):
        answer_request(request_id=club.join_requests.get(user=person).pk, user=secretary, accept=accept)
    assert told(guest) == ["club_declined"]
    assert told(secretary) == []
    for role in (Role.ORGANISER, Role.ORGANISER, Role.MEMBER):
        change_role(club_id=club.pk, user=secretary, member=stranger, role=role)
    transfer_club(club_id=club.pk, user=secretary, member=stranger)
    change_role(club_id=club.pk, user=stranger, member=secretary, role=Role.OWNER)
    remove_member(club_id=club.pk, user=secretary, member=stranger)
    assert abouts(stranger) == ["club_admitted", "club_organiser", "club_member", "club_owner", "club_removed"]
    assert abouts(secretary) == ["club_owner"]


def test_who_asks_to_join_again_and_again_rings_once_a_day(secretary: User, stranger: User) -> None:
    club = make_club(secretary, "Quiet Circle", joining="request")
    notices = Notice.objects.filter(user=secretary)

    def ask_three_times() -> int:
        """The notice of it: had it rung each time, there would be another."""
        for _time in range(3):
            join_club(club_id=club.pk, user=stranger)
            assert notices.get().read_at is None
            assert told(secretary) == ["join_asked stranger"]
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


def test_who_takes_a_request_back_and_asks_again_is_still_told_of(secretary: User, stranger: User) -> None:
    """Its mail had been dropped, since there was nothing to tell for a while."""
    club = make_club(secretary, "Quiet Circle", joining="request")
    join_club(club_id=club.pk, user=stranger)
    withdraw_request(club_id=club.pk, user=stranger)
    Notice.objects.filter(user=secretary).update(mail=MailState.DROPPED)
    join_club(club_id=club.pk, user=stranger)
    assert Notice.objects.get(user=secretary).mail == MailState.WAITING


def test_an_heir_is_told(club: Club, secretary: User, stranger: User) -> None:
    join_club(club_id=club.pk, user=stranger)
    User.objects.filter(pk=secretary.pk).update(departed_at=club.created_at)
    withdraw_everywhere(user_id=secretary.pk)
    assert told(stranger) == ["club_owner"]


def test_coming_back_is_told(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    left = entry(tournament, "player004")
    withdraw_player(entry_id=left.pk, user=secretary)
    reinstate_player(entry_id=left.pk, user=secretary)
    assert abouts(player(tournament, "player004"))[-2:] == ["entry_withdrawn", "entry_reinstated"]


def test_every_sentence_goes_by_mail_and_by_api(club: Club, secretary: User, stranger: User) -> None:
    """All words are written out: a fact that a sentence needs and nobody gives would show here."""
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
