"""Check-in: only players who are present are paired; set by organisers, or by players through the link of the hall."""

import re
from random import Random

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from accounts.errors import Conflict, Forbidden, Invalid, NotFound
from accounts.models import User
from tests.games.playing import client_of, make_people
from tests.tournaments.pages import browser_of
from tests.tournaments.playing import (
    decide,
    entry,
    log_of,
    make_rules,
    next_round,
    open_tournament,
    pairs_of,
    running_tournament,
    seen,
)
from tournaments.check_in.selectors import count_present
from tournaments.check_in.services import check_self_in, renew_check_in_link, set_all_present, set_presence
from tournaments.enums import CheckedInBy, LogKind, RoundStatus, Status, Venue
from tournaments.models import AskedBye, Bye, Club, Entry, Round, Tournament
from tournaments.pairing.values import ByeKind, Format
from tournaments.selectors.guidance import next_action
from tournaments.selectors.standings import standings_json
from tournaments.services.lifecycle import cancel, change_tournament, start_tournament
from tournaments.services.pairing import pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.registration import add_player
from tournaments.services.rules import check_rules
from tournaments.services.withdrawal import ask_bye, reinstate_player, withdraw_player

pytestmark = pytest.mark.slow


def evening(club: Club, secretary: User, players: int = 6, **more: object) -> Tournament:
    return running_tournament(club, secretary, players, accounts=False, **{"check_in": True, "rounds": 3, **more})


def arrive(tournament: Tournament, secretary: User, *numbers: int, is_present: bool = True) -> None:
    for one in Entry.objects.filter(tournament=tournament, number__in=numbers):
        set_presence(tournament_id=tournament.pk, user=secretary, entry_id=one.pk, is_present=is_present)


def paired_numbers(round_: Round) -> set[int]:
    return set(Entry.objects.filter(seats__round=round_).values_list("number", flat=True))


def absences(round_: Round) -> dict[int, str]:
    byes = Bye.objects.filter(round=round_, kind=ByeKind.ABSENT.value)
    return {number: points for number, points in byes.values_list("entry__number", "points_text") if number}


def test_only_present_players_are_paired_and_the_others_are_absent(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary)
    arrive(tournament, secretary, 1, 2, 3, 4)
    first = next_round(tournament, secretary)
    assert paired_numbers(first) == {1, 2, 3, 4}
    assert absences(first) == {5: "0", 6: "0"}
    decide(tournament, secretary, Random(1))
    arrive(tournament, secretary, 5, 6)  # they come late
    arrive(tournament, secretary, 1, 2, is_present=False)  # they go home early
    second = next_round(tournament, secretary)
    assert paired_numbers(second) == {3, 4, 5, 6}
    assert set(absences(second)) == {1, 2}
    assert Entry.objects.filter(tournament=tournament, status="withdrawn").count() == 0
    assert len(standings_json(tournament, None)["rows"]) == 6


def test_the_log_says_how_many_were_present_and_nothing_about_single_players(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary)
    before = len(log_of(tournament))
    arrive(tournament, secretary, 1, 2, 3, 4)
    assert len(log_of(tournament)) == before
    pair_round(tournament_id=tournament.pk, user=secretary)
    kind, values = log_of(tournament)[-1]
    assert (kind, values["present"], values["players"]) == (LogKind.PAIRING, 4, 6)


def test_every_change_is_one_event_of_the_stream(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary)
    revision = Tournament.objects.get(pk=tournament.pk).revision
    arrive(tournament, secretary, 1)
    arrive(tournament, secretary, 1)  # again: nothing changes
    assert Tournament.objects.get(pk=tournament.pk).revision == revision + 1
    event = tournament.events.get(seq=revision + 1)
    assert (event.kind, event.change) == ("changed", None)


def test_a_round_needs_someone_present(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary)
    assert next_action(tournament).action == ""
    with pytest.raises(Conflict) as refused:
        pair_round(tournament_id=tournament.pk, user=secretary)
    assert refused.value.code == "no_one_present"
    set_all_present(tournament_id=tournament.pk, user=secretary, is_present=True)
    step = next_action(tournament)
    assert (step.action, step.round) == ("pair", 1)
    assert "6" in step.label
    assert paired_numbers(next_round(tournament, secretary)) == {1, 2, 3, 4, 5, 6}


def test_the_organisers_bar_has_one_main_button(club: Club, secretary: User) -> None:
    """Check-in while nothing else can be done; never beside the results of a running round."""
    tournament = evening(club, secretary)
    assert main_buttons(secretary, tournament) == [f"/tournaments/{tournament.pk}/check-in/"]
    arrive(tournament, secretary, 1, 2, 3, 4)
    assert main_buttons(secretary, tournament) == []  # the button of the form that pairs
    next_round(tournament, secretary)
    assert main_buttons(secretary, tournament) == [f"/tournaments/{tournament.pk}/rounds/1/results/"]


def main_buttons(secretary: User, tournament: Tournament) -> list[str]:
    """The addresses of the links that are set off as the main action."""
    page = browser_of(secretary).get(f"/tournaments/{tournament.pk}/").content.decode()
    return re.findall(r'<a class="button primary" href="([^"]+)"', page)


@pytest.mark.parametrize("is_present", [True, False])
def test_a_change_discards_the_draft(club: Club, secretary: User, is_present: bool) -> None:
    tournament = evening(club, secretary)
    arrive(tournament, secretary, 1, 2, 3, 4)
    pair_round(tournament_id=tournament.pk, user=secretary)
    stale = seen(tournament)
    player = Entry.objects.get(tournament=tournament, number=5 if is_present else 4)
    changed = set_presence(tournament_id=tournament.pk, user=secretary, entry_id=player.pk, is_present=is_present)
    assert changed.dropped_round == 1
    assert not Round.objects.filter(tournament=tournament).exists()
    with pytest.raises(Conflict):
        publish_round(tournament_id=tournament.pk, user=secretary, seen=stale)


def test_the_page_says_that_the_draft_was_discarded(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary)
    arrive(tournament, secretary, 1, 2)
    pair_round(tournament_id=tournament.pk, user=secretary)
    browser, page = browser_of(secretary), f"/tournaments/{tournament.pk}/check-in/"
    player = Entry.objects.get(tournament=tournament, number=3)
    form = {"entry": player.pk, "present": "1", "back": page}
    answer = browser.post(f"/tournaments/{tournament.pk}/do/present/", form, follow=True)
    assert answer.redirect_chain[-1][0] == page
    (message,) = answer.context["messages"]
    assert (message.level_tag, "round 1" in str(message)) == ("success", True)


def test_presence_from_registration_counts_in_round_1(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, check_in=True)
    ids = [add_player(tournament_id=tournament.pk, user=secretary, name=name).pk for name in ("Ana", "Ben", "Cy")]
    for entry_id in ids[:2]:
        check_self_in(token=tournament.check_in_token, entry_id=entry_id)
    start_tournament(tournament_id=tournament.pk, user=secretary)
    round_ = next_round(tournament, secretary)
    assert sorted(pairs_of(round_)[0]) == ["Ana", "Ben"]


def test_a_requested_bye_is_kept_for_an_absent_player(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary)
    arrive(tournament, secretary, 1, 2, 3, 4)
    away = Entry.objects.get(tournament=tournament, number=6)
    ask_bye(entry_id=away.pk, user=secretary, round_number=1)
    round_ = next_round(tournament, secretary)
    assert Bye.objects.get(round=round_, entry=away).kind == ByeKind.REQUESTED.value
    assert AskedBye.objects.count() == 1, "absences are not requests: they end when the player comes"


def test_a_late_entrant_checks_in_and_plays_from_the_next_round(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary, late_entry_until=2)
    arrive(tournament, secretary, 1, 2, 3, 4)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    late = add_player(tournament_id=tournament.pk, user=secretary, name="Late")
    assert late.checked_in_at is None
    check_self_in(token=tournament.check_in_token, entry_id=late.pk)
    assert late.number in paired_numbers(next_round(tournament, secretary))


def test_withdrawal_ends_presence(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary)
    arrive(tournament, secretary, 1, 2, 3)
    gone = Entry.objects.get(tournament=tournament, number=3)
    withdraw_player(entry_id=gone.pk, user=secretary)
    reinstate_player(entry_id=gone.pk, user=secretary)
    assert count_present(tournament) == (2, 6)


def test_in_a_round_robin_presence_only_informs(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary, 4, format=Format.ROUND_ROBIN)
    assert next_action(tournament).action == "pair"
    arrive(tournament, secretary, 1)
    pair_round(tournament_id=tournament.pk, user=secretary)
    changed = set_presence(
        tournament_id=tournament.pk,
        user=secretary,
        entry_id=Entry.objects.get(tournament=tournament, number=2).pk,
        is_present=True,
    )
    assert changed.dropped_round is None
    assert len(pairs_of(Round.objects.get(tournament=tournament))) == 2


def test_check_in_can_be_switched_on_and_off_while_it_runs(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary, check_in=False)
    player = Entry.objects.get(tournament=tournament, number=1)
    with pytest.raises(Conflict) as refused:
        set_presence(tournament_id=tournament.pk, user=secretary, entry_id=player.pk, is_present=True)
    assert refused.value.code == "no_check_in"
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"check_in": True})
    arrive(tournament, secretary, 1, 2)
    pair_round(tournament_id=tournament.pk, user=secretary)
    change_tournament(tournament_id=tournament.pk, user=secretary, changes={"check_in": False})
    assert not Round.objects.filter(tournament=tournament).exists(), "the draft was made for those present"
    assert paired_numbers(next_round(tournament, secretary)) == {1, 2, 3, 4, 5, 6}


def test_stuck_with_one_player_present_names_who_could_be_checked_in(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary, 3)
    arrive(tournament, secretary, 1)
    page = browser_of(secretary)
    page.post(f"/tournaments/{tournament.pk}/do/pair/", {"round": 1, "attempt": 0})
    round_ = Round.objects.get(tournament=tournament)
    assert round_.status == RoundStatus.STUCK
    assert any("player002" in remedy for remedy in next_action(tournament).remedies)
    arrive(tournament, secretary, 2)
    assert paired_numbers(next_round(tournament, secretary)) == {1, 2}


# -- by the link ----------------------------------------------------------------------------------------------------


def link(tournament: Tournament) -> str:
    return f"/check-in/{Tournament.objects.get(pk=tournament.pk).check_in_token}/"


def test_a_visitor_checks_in_by_the_link(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary)
    phone = Client(enforce_csrf_checks=True)
    page = phone.get(link(tournament))
    assert [one["name"] for one in page.context["check_in"]["players"]] == [f"player{n:03}" for n in range(1, 7)]
    assert b'content="noindex"' in page.content
    player = entry(tournament, "player004")
    assert phone.post(link(tournament), {"player": player.pk}).status_code == 403, "without a CSRF token"
    form = {"player": player.pk, "csrfmiddlewaretoken": phone.cookies["csrftoken"].value}
    for _twice in range(2):
        answer = phone.post(link(tournament), form, follow=True)
        assert answer.context["done"]["name"] == "player004"
    player.refresh_from_db()
    assert player.checked_in_by == CheckedInBy.SELF
    organisers = browser_of(secretary).get(f"/tournaments/{tournament.pk}/check-in/")
    assert organisers.context["presence"]["present"] == 1


def test_a_logged_in_player_is_listed_first(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 3, check_in=True)
    player = User.objects.get(username="player003")
    shown = browser_of(player).get(link(tournament)).context["check_in"]["players"]
    assert [one["name"].lower() for one in shown] == ["player003", "player001", "player002"]


def test_a_wrong_or_renewed_link_is_not_found(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary)
    old, player = link(tournament), entry(tournament, "player001")
    renew_check_in_link(tournament_id=tournament.pk, user=secretary)
    for path in (old, "/check-in/wrong/"):
        assert Client().get(path).status_code == 404
        assert Client().post(path, {"player": player.pk}).status_code == 404
    assert Client().get(link(tournament)).status_code == 200


def test_a_link_is_for_its_own_players_only(club: Club, secretary: User) -> None:
    tournament, other = evening(club, secretary), evening(club, secretary, name="Other")
    with pytest.raises(NotFound):
        check_self_in(token=tournament.check_in_token, entry_id=entry(other, "player001").pk)
    assert Client().post(link(tournament), {"player": "x"}).status_code == 404


def test_after_the_end_the_link_is_closed(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary)
    cancel(tournament_id=tournament.pk, user=secretary, reason="rain")
    assert not Client().get(link(tournament)).context["check_in"]["is_open"]
    with pytest.raises(Conflict):
        check_self_in(token=tournament.check_in_token, entry_id=entry(tournament, "player001").pk)


def test_a_hall_behind_one_router_checks_in_and_a_flood_is_stopped(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary, 40)
    phone, players = Client(), Entry.objects.filter(tournament=tournament)
    assert {phone.post(link(tournament), {"player": one.pk}).status_code for one in players} == {302}
    statuses = [phone.post(link(tournament), {"player": players[0].pk}).status_code for _ in range(60)]
    assert statuses[-1] == 429
    assert settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]["check_in"] == "60/min"


# -- who may ----------------------------------------------------------------------------------------------------------


def test_strangers_are_refused(club: Club, secretary: User, stranger: User) -> None:
    tournament = evening(club, secretary)
    player = entry(tournament, "player001")
    with pytest.raises(Forbidden):
        set_presence(tournament_id=tournament.pk, user=stranger, entry_id=player.pk, is_present=True)
    with pytest.raises(Forbidden):
        set_all_present(tournament_id=tournament.pk, user=stranger, is_present=True)
    with pytest.raises(Forbidden):
        renew_check_in_link(tournament_id=tournament.pk, user=stranger)
    for page in ("", "poster/"):
        assert browser_of(stranger).get(f"/tournaments/{tournament.pk}/check-in/{page}").status_code == 403
    assert client_of(stranger).get(f"/api/v1/tournaments/{tournament.pk}/check-in/").status_code == 403


def test_the_poster_has_the_public_address(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary)
    page = browser_of(secretary).get(f"/tournaments/{tournament.pk}/check-in/poster/")
    assert page.context["address"] == f"{settings.PUBLIC_URL}{link(tournament)}"
    assert page.content.count(b"<svg") > 0


def test_the_page_leads_to_late_entry(club: Club, secretary: User) -> None:
    for until, target in ((0, "edit/"), (2, "players/#enter")):
        tournament = evening(club, secretary, late_entry_until=until, name=f"Until {until}")
        page = browser_of(secretary).get(f"/tournaments/{tournament.pk}/check-in/").content.decode()
        assert f'class="button" href="/tournaments/{tournament.pk}/{target}"' in page


@pytest.mark.parametrize(("address", "opens"), [("http://localhost:8000", False), ("http://192.168.1.20:8000", True)])
def test_an_address_that_phones_cannot_open_is_warned_of(
    club: Club, secretary: User, settings: Settings, address: str, opens: bool
) -> None:
    settings.PUBLIC_URL = address
    tournament = evening(club, secretary)
    page = browser_of(secretary).get(f"/tournaments/{tournament.pk}/check-in/poster/")
    assert page.context["opens_on_phones"] is opens
    assert (b"make run HALL=1" in page.content) is not opens
    screen = Client().get(f"/tournaments/{tournament.pk}/screen/")
    assert (b"wall-qr" in screen.content) is opens


def test_the_api_lists_sets_resets_and_renews(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary)
    program, address = client_of(secretary), f"/api/v1/tournaments/{tournament.pk}/check-in/"
    player = entry(tournament, "player002")
    answer = program.put(f"{address}{player.pk}/", {"is_present": True}).json()
    assert (answer["is_present"], answer["checked_in_by"]) == (True, "organiser")
    listed = program.get(address).json()
    assert (listed["present"], listed["players"], listed["link"]) == (1, 6, link(tournament))
    assert program.put(f"{address}all/", {"is_present": True}).json()["present"] == 6
    assert program.put(f"{address}all/", {"is_present": False}).json()["present"] == 0
    assert program.post(f"{address}link/").json()["link"] != listed["link"]
    by_token = f"/api/v1/tournaments{link(tournament)}".replace("check-in", "check-in-links")
    (someone,) = make_people("someone")
    answer = client_of(someone).post(by_token, {"player": player.pk}).json()
    assert [one["id"] for one in answer["players"] if one["is_present"]] == [player.pk]
    assert client_of(None).get(by_token).json() == answer


def test_check_in_is_not_for_correspondence(club: Club, secretary: User) -> None:
    rules = {"venue": Venue.CORRESPONDENCE, "check_in": True}
    with pytest.raises(Invalid) as refused:
        check_rules(make_rules(**rules))
    assert set(refused.value.fields or {}) == {"check_in"}


def test_the_wizard_suggests_check_in_over_the_board(club: Club, secretary: User) -> None:
    answers = {
        "name": "Tuesday", "variant": "lyra-2", "description": "", "format": "swiss", "rounds": 3,
        "clock": "days:3", "step": 3,
    }  # fmt: skip
    for venue, is_ticked in (("board", True), ("correspondence", False)):
        page = browser_of(secretary).post(f"/clubs/{club.slug}/new-tournament/", answers | {"venue": venue})
        assert bool(page.context["form"]["check_in"].initial) == is_ticked
    assert Tournament.objects.filter(status=Status.DRAFT).count() == 0
