"""A closed account is named nowhere: not in the log of a tournament or a club, and in no row at all."""

import json
from random import Random

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from accounts.services.account_closure import close_account
from games.rules.sentences import say
from games.services.account_closure import erase_player_data
from tests.access.scene import make_scene
from tests.games.playing import make_people
from tests.tournaments.playing import decide, make_club, next_round, open_tables, open_tournament, running_tournament
from tournaments.clubs.services.membership import change_role, remove_member
from tournaments.enums import Role, Venue
from tournaments.models import Club, Entry, Membership, Tournament
from tournaments.services.account_closure import withdraw_everywhere
from tournaments.services.forgetting import renamed
from tournaments.services.lifecycle import add_organiser, remove_organiser, start_tournament
from tournaments.services.registration import enter
from tournaments.services.results import count_finished_games, set_result

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def close(person: User) -> None:
    close_account(user=person)
    erase_player_data(user_id=person.pk)
    withdraw_everywhere(user_id=person.pk)


def rows_that_name(*words: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the rows that contain one of the words; notices already sent to others are left out."""
    capsys.readouterr()
    call_command("dumpdata", "--exclude=contenttypes", "--exclude=auth.permission", "--exclude=games.notice")
    rows = json.loads(capsys.readouterr().out)
    texts = [(json.dumps(row, ensure_ascii=False), row) for row in rows]
    return [f"{row['model']}: {row['fields']}" for text, row in texts if any(word in text for word in words)]


@pytest.mark.parametrize("name", ["mira", "pavel", "ex-member"])
def test_no_row_names_a_closed_account(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    person = make_scene().users[name]
    LogEntry.objects.log_actions(person.pk, [person], CHANGE, change_message="[]")
    close(person)
    assert rows_that_name(name, capsys=capsys) == []


@pytest.fixture
def secretary(db: None) -> User:
    return User.objects.create_user("secretary")


@pytest.fixture
def tournament(secretary: User) -> Tournament:
    """A tournament with results, byes and reasons: an odd number of players, two rounds."""
    tournament = running_tournament(make_club(secretary), secretary, 5)
    for _round in range(2):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(1))
    return tournament


def test_a_tournament_log_names_a_closed_account_as_departed_player(
    tournament: Tournament, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = Entry.objects.filter(tournament=tournament, user__isnull=False).order_by("number")[0]
    others = Entry.objects.filter(tournament=tournament).exclude(pk=entry.pk).values_list("name", flat=True)
    assert entry.user is not None
    person, name = entry.user, entry.name
    close(person)
    assert "\n".join(rows_that_name(name, capsys=capsys)) == ""
    text = Client().get(f"/tournaments/{tournament.pk}/log/").content.decode()
    assert f"departed player {person.pk} entered." in text
    assert all(f"{other} entered." in text for other in others)


def test_a_right_to_left_name_is_erased_from_results_too(secretary: User, capsys: pytest.CaptureFixture[str]) -> None:
    tournament = open_tournament(make_club(secretary), secretary)
    dana, ben = make_people("dana", "ben")
    dana.display_name = "دانا"
    dana.save(update_fields=["display_name"])
    for person in (dana, ben):
        enter(tournament_id=tournament.pk, user=person)
    start_tournament(tournament_id=tournament.pk, user=secretary)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    for outcome, ranks in (("goal", [1, 2]), ("forfeit", [2, 2])):
        set_result(table_id=table.pk, user=secretary, outcome=outcome, ranks=ranks, reason="on the sheet")
    close(dana)
    assert rows_that_name("دانا", capsys=capsys) == []


def test_what_a_tournament_logs_before_the_withdrawal_is_anonymised_too(
    secretary: User, capsys: pytest.CaptureFixture[str]
) -> None:
    tournament = running_tournament(make_club(secretary), secretary, 2, rounds=1, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    person = User.objects.get(username="player001")
    close_account(user=person)
    erase_player_data(user_id=person.pk)
    count_finished_games()
    set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="on the sheet")
    assert rows_that_name("player001", capsys=capsys) != []
    withdraw_everywhere(user_id=person.pk)
    assert rows_that_name("player001", capsys=capsys) == []
    assert rows_that_name("player002", capsys=capsys) != []


def test_the_logs_of_a_club_and_a_tournament_anonymise_a_closed_organiser_account(
    tournament: Tournament, secretary: User, capsys: pytest.CaptureFixture[str]
) -> None:
    club = Club.objects.get()
    helper, namesake = (User.objects.create_user(name) for name in ("helper", "helper2"))
    for person in (helper, namesake):
        Membership.objects.create(club=club, user=person)
        change_role(club_id=club.pk, user=secretary, member=person, role=Role.ORGANISER)
    add_organiser(tournament_id=tournament.pk, user=secretary, organiser=helper)
    remove_organiser(tournament_id=tournament.pk, user=secretary, organiser=helper)
    add_organiser(tournament_id=tournament.pk, user=secretary, organiser=helper)
    for person in (namesake, helper):
        remove_member(club_id=club.pk, user=secretary, member=person)
        add_organiser(tournament_id=tournament.pk, user=secretary, organiser=person)
    close(helper)
    assert rows_that_name('"helper"', "helper ", "helper:", capsys=capsys) == []
    about = list(club.changes.order_by("id").values_list("about", flat=True))
    left = f"departed player {helper.pk}"
    assert about[-4:] == [f"{left}: organiser", "helper2: organiser", "helper2", left]


def test_a_tournament_anonymises_former_organisers(
    tournament: Tournament, secretary: User, capsys: pytest.CaptureFixture[str]
) -> None:
    taken_back, removed, stays = (User.objects.create_user(name) for name in ("helper", "former", "helper2"))
    for person in (taken_back, removed, stays):
        Membership.objects.create(club=Club.objects.get(), user=person)
        add_organiser(tournament_id=tournament.pk, user=secretary, organiser=person)
    remove_organiser(tournament_id=tournament.pk, user=secretary, organiser=taken_back)
    remove_member(club_id=tournament.club_id, user=secretary, member=removed)
    for person in (taken_back, removed):
        close(person)
    assert rows_that_name('"helper"', "helper ", "former", capsys=capsys) == []
    text = Client().get(f"/tournaments/{tournament.pk}/log/").content.decode()
    for person in (taken_back, removed):
        assert f"departed player {person.pk} is no longer an organiser." in text
    assert "helper2 is now an organiser." in text


def test_a_name_inside_a_longer_text_is_left_alone() -> None:
    inner = say("{one} and {other}", one="Mira", other="Mira K.")
    text = say("{why}: {count} turns, {note}", why=inner, count=3, note="Mira played well")
    places = say("{table}: {places}.", table="Mira K. – Mira – Almira", places="1. Almira, 2. Mira, 3. Mira K.")
    left = "departed player 7"
    assert renamed(places, {"Mira"}, left) == f"Mira K. – {left} – Almira: 1. Almira, 2. {left}, 3. Mira K.."
    assert renamed(text, {"Mira"}, "departed player 7") == ("departed player 7 and Mira K.: 3 turns, Mira played well")
    assert renamed("Mira", {"Mira"}, left) == left
