"""A closed account is named nowhere: not in the log of a tournament or a club, and in no row at all."""

import json
import re
from random import Random

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.services.account_closure import close_account
from games.services.account_closure import erase_player_data
from tests.access.scene import make_scene
from tests.games.playing import make_people
from tests.tournaments.playing import decide, make_club, next_round, open_tables, open_tournament, running_tournament
from tournaments.api.stream import TOURNAMENTS
from tournaments.clubs.services.membership import change_role, remove_member
from tournaments.enums import Role, Venue
from tournaments.models import Club, Entry, Membership, Table, Tournament, Webhook, WebhookDelivery
from tournaments.selectors.personal_data import export_tournaments
from tournaments.services.account_closure import withdraw_everywhere
from tournaments.services.lifecycle import add_organiser, remove_organiser, start_tournament
from tournaments.services.pairing import pair_round
from tournaments.services.registration import enter
from tournaments.services.results import count_finished_games, set_result
from tournaments.webhooks.services import create_webhook, message_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def close(person: User) -> None:
    close_account(user=person)
    erase_player_data(user_id=person.pk)
    withdraw_everywhere(user_id=person.pk)


def rows_that_name(*names: str) -> list[str]:
    """Return the rows, as stored, of which a column contains one of the names; notices keep theirs."""
    spelled = [re.escape(form) for name in names for form in {name, json.dumps(name)[1:-1]}]
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(spelled)})(?!\w)")
    found = []
    with connection.cursor() as cursor:
        for table in set(connection.introspection.table_names(cursor)) - {"games_notice"}:
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # a table of ours
            found += [f"{table}: {row}" for row in cursor.fetchall() if any(pattern.search(str(one)) for one in row)]
    return found


@pytest.mark.parametrize("name", ["mira", "pavel", "ex-member"])
def test_no_row_names_a_closed_account(name: str) -> None:
    person = make_scene().users[name]
    LogEntry.objects.log_actions(person.pk, [person], CHANGE, change_message="[]")
    close(person)
    assert rows_that_name(name) == []


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


def test_a_tournament_log_names_a_closed_account_as_departed_player(tournament: Tournament) -> None:
    entry = Entry.objects.filter(tournament=tournament, user__isnull=False).order_by("number")[0]
    others = Entry.objects.filter(tournament=tournament).exclude(pk=entry.pk).values_list("name", flat=True)
    assert entry.user is not None
    person, name = entry.user, entry.name
    close(person)
    assert "\n".join(rows_that_name(name)) == ""
    text = Client().get(f"/tournaments/{tournament.pk}/log/").content.decode()
    assert f"departed player {person.pk} entered." in text
    assert all(f"{other} entered." in text for other in others)


def test_a_right_to_left_name_is_erased_from_results_too(secretary: User) -> None:
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
    assert rows_that_name("دانا") == []


def test_what_a_tournament_logs_before_the_withdrawal_is_anonymised_too(secretary: User) -> None:
    tournament = running_tournament(make_club(secretary), secretary, 2, rounds=1, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    person = User.objects.get(username="player001")
    close_account(user=person)
    erase_player_data(user_id=person.pk)
    count_finished_games()
    set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="on the sheet")
    assert rows_that_name("player001") != []
    withdraw_everywhere(user_id=person.pk)
    assert rows_that_name("player001") == []
    assert rows_that_name("player002") != []


def test_the_logs_of_a_club_and_a_tournament_anonymise_a_closed_organiser_account(
    tournament: Tournament, secretary: User
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
    assert rows_that_name("helper") == []
    about = [change.subject for change in club.changes.order_by("id")]
    left = f"departed player {helper.pk}"
    assert about[-4:] == [f"{left}: organiser", "helper2: organiser", "helper2", left]


def test_a_tournament_anonymises_former_organisers(tournament: Tournament, secretary: User) -> None:
    taken_back, removed, stays = (User.objects.create_user(name) for name in ("helper", "quondam", "helper2"))
    for person in (taken_back, removed, stays):
        Membership.objects.create(club=Club.objects.get(), user=person)
        add_organiser(tournament_id=tournament.pk, user=secretary, organiser=person)
    remove_organiser(tournament_id=tournament.pk, user=secretary, organiser=taken_back)
    remove_member(club_id=tournament.club_id, user=secretary, member=removed)
    for person in (taken_back, removed):
        close(person)
    assert rows_that_name("helper", "quondam") == []
    text = Client().get(f"/tournaments/{tournament.pk}/log/").content.decode()
    for person in (taken_back, removed):
        assert f"departed player {person.pk} is no longer an organiser." in text
    assert "helper2 is now an organiser." in text


def test_no_page_file_or_message_shows_a_closed_account(tournament: Tournament, secretary: User) -> None:
    """Also what was queued before, and is sent only now."""
    hook = create_webhook(club_id=tournament.club_id, user=secretary, url="https://club.example.org/", kinds=["result"])
    pair_round(tournament_id=tournament.pk, user=secretary)
    table = Table.objects.filter(round__tournament=tournament, round__number=1)[0]
    set_result(table_id=table.pk, user=secretary, outcome="draw", reason="misread")
    person = table.seats.get(index=0).entry.user
    assert person is not None
    name, left = person.username, f"departed player {person.pk}"
    before = shown_of(tournament, secretary, hook)
    assert [path for path, text in before.items() if name not in text] == []
    close(person)
    after = shown_of(tournament, secretary, hook)
    assert [path for path, text in after.items() if name in text or left not in text] == []


def shown_of(tournament: Tournament, organiser: User, hook: Webhook) -> dict[str, str]:
    client = Client()
    client.force_login(organiser)
    page, api = f"/tournaments/{tournament.pk}/", f"/api/v1/tournaments/{tournament.pk}/"
    paths = [
        *(page + path for path in ("", "rounds/1/", "rounds/1/print/", "crosstable/", "players/", "log/")),
        *(api + path for path in ("players/", "rounds/1/pairings/", "standings/", "crosstable/", "log/", "trf/")),
        f"{api}standings/?format=csv",
        f"/embed{page}",
        f"/embed{page}crosstable/",
    ]
    shown = {path: client.get(path).content.decode() for path in paths}
    shown["stream"] = b"".join(message.data for message in TOURNAMENTS.read(tournament.pk, after=0)).decode()
    shown["webhook"] = str(message_of(WebhookDelivery.objects.get(webhook=hook)))
    shown["personal data"] = str(export_tournaments(organiser))
    return shown
