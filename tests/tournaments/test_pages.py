"""The pages without JavaScript: a whole event by forms alone, and what strangers see."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Rating, RatingPool
from tests.games.playing import make_people
from tests.tournaments.events import (
    decide,
    entry,
    finish_by_resignation,
    make_club,
    next_round,
    open_event,
    open_tables,
    plan,
    running_event,
)
from tournaments.enums import Venue
from tournaments.models import Club, Entry, Season, Table, Tournament
from tournaments.pairing.values import Format, Scoring
from tournaments.services.life import create_tournament, sign_off
from tournaments.services.results import count_finished_games
from tournaments.services.seasons import create_season
from tournaments.standings.tie_breaks import USUAL_TIE_BREAKS, TieBreak
from tournaments.views.forms import FormatForm

pytestmark = pytest.mark.slow

EVENT_STEPS: list[dict[str, Any]] = [
    {"name": "Spring Open", "variant": "lyra-2", "description": ""},
    {"format": "swiss", "rounds": "3", "tie_breaks": ["buchholz", "wins"]},
    {"venue": "correspondence", "clock": "days:3", "round_days": "14"},
    {"size": "20", "late_entry_until": "0"},
]


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def walk_wizard(client: Client, slug: str, steps: list[dict[str, Any]]) -> Any:
    """Step by step, the answers travelling as the page's hidden fields do."""
    address = f"/clubs/{slug}/new-event/"
    assert client.get(address).status_code == 200
    answers: dict[str, Any] = {}
    for number, step in enumerate(steps, start=1):
        answers |= step
        page = client.post(address, {**answers, "step": number})
        assert page.status_code == 200, page.content.decode()
        for name, value in page.context["kept"]:
            assert value == answers[name] or value in answers[name]
    return client.post(address, {**answers, "step": 5}, follow=True), page


def do(client: Client, event: str, deed: str, **data: Any) -> str:
    page = client.post(f"{event}do/{deed}/", data, follow=True)
    assert page.status_code == 200
    assert [str(message) for message in page.context["messages"] if message.level_tag == "error"] == []
    return page.content.decode()


def pairings_part(page: str) -> str:
    return page[page.index('<ul class="list pairings">') :]


@pytest.mark.slow
def test_from_an_empty_site_to_a_final_table_by_forms(db: None) -> None:
    random = Random(1)
    secretary, *people = make_people("secretary", *(f"p{number}" for number in range(8)))
    client = browser_of(secretary)
    assert "Found the first one" in client.get("/clubs/").content.decode()
    founded = client.post("/clubs/new/", {"name": "Vega Circle", "description": "", "joining": "open"}, follow=True)
    assert founded.redirect_chain == [("/clubs/vega-circle/", 302)]
    created, summary = walk_wizard(client, "vega-circle", EVENT_STEPS)
    assert "It has 3 rounds." in summary.content.decode()
    tournament = Tournament.objects.get()
    event = f"/tournaments/{tournament.pk}/"
    assert created.redirect_chain == [(event, 302)]
    assert Client().get(event).status_code == 404
    assert "It takes 2 to start." in do(client, event, "open")
    for user in people:
        do(browser_of(user), event, "enter")
    assert "Start the event" in client.get(event).content.decode()
    assert "Pair round 1" in do(client, event, "start")
    for number in (1, 2, 3):
        assert f"Publish round {number}" in do(client, event, "pair")
        assert Client().get(f"{event}rounds/{number}/").status_code == 404
        page = do(client, event, "publish")
        assert "0 of 4 results are in." in page
        for game in Game.objects.filter(status="running"):
            finish_by_resignation(game, random)
        count_finished_games()
        assert Client().get(f"{event}rounds/{number}/print/").status_code == 200
    first = Table.objects.filter(round__number=1).order_by("number")[0]
    do(client, event, "result", table=first.pk, result="draw:1,1", reason="they agreed, really")
    assert "Sign the table off" in client.get(event).content.decode()
    assert "The table is final." in do(client, event, "sign-off")
    for part in ("", "crosstable/", "players/", "log/", "rounds/2/", f"players/{entry(tournament, 'p1').pk}/"):
        assert Client().get(f"{event}{part}").status_code == 200
    assert "they agreed, really" in Client().get(f"{event}log/").content.decode()
    assert "Final table" in Client().get(event).content.decode()


def test_a_step_with_a_mistake_comes_back_and_back_keeps_answers(club: Club, secretary: User) -> None:
    client, address = browser_of(secretary), f"/clubs/{club.slug}/new-event/"
    wrong = client.post(address, {"name": "", "variant": "lyra-2", "step": 1})
    assert (wrong.status_code, wrong.context["step"]) == (422, 1)
    answers: dict[str, Any] = {}
    for step in EVENT_STEPS:
        answers |= step
    back = client.post(address, {**answers, "step": 3, "back": "1"})
    assert (back.context["step"], back.context["form"]["rounds"].value()) == (2, "3")
    odd = client.post(address, {**answers, "format": "swiss_tables", "step": 5})
    assert (odd.status_code, odd.context["step"]) == (422, 2)
    assert not Tournament.objects.exists()


def test_a_step_is_told_at_once_what_does_not_fit(club: Club, secretary: User) -> None:
    """Beside its field, and not after all the other steps."""
    client, address = browser_of(secretary), f"/clubs/{club.slug}/new-event/"
    answers = {**EVENT_STEPS[0], **EVENT_STEPS[1], "venue": "live", "clock": "days:3"}
    wrong = client.post(address, {**answers, "step": 3})
    assert (wrong.status_code, wrong.context["step"]) == (422, 3)
    assert wrong.context["form"].errors == {"clock": ["A live event needs a clock of minutes or seconds."]}
    assert client.post(address, {**answers, "clock": "seconds:60", "step": 3}).context["step"] == 4


@pytest.mark.parametrize(("variant", "formats"), [("lyra-2", 4), ("lyra-4", 2)])
def test_a_game_is_offered_what_it_can_be_played_as(club: Club, secretary: User, variant: str, formats: int) -> None:
    sent = {"name": "Spring Open", "variant": variant, "step": 1}
    page = browser_of(secretary).post(f"/clubs/{club.slug}/new-event/", sent)
    assert (page.status_code, page.context["step"]) == (200, 2)
    assert len(page.context["form"].fields["format"].choices) == formats


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"venue": "board"}, "It is played over the board."),
        (
            {"venue": "correspondence", "clock": "days:3"},
            "It is played online, by correspondence; the clock: 3 days a turn.",
        ),
        ({"rounds": "1"}, "It has one round."),
        ({"round_days": "1"}, "A round lasts one day; then unfinished games end by tally."),
        ({"late_entry_until": "2"}, "One may still enter until round 2."),
        ({"size": "20"}, "There are 20 places; who comes later waits for one."),
        ({"tie_breaks": ["wins"]}, "Who is level on points is parted by these tie-breaks: Wins."),
        ({"tie_breaks": []}, "Players level on points share the rank."),
    ],
)
def test_the_summary_says_what_holds_and_no_more(
    club: Club, secretary: User, answers: dict[str, str], said: str
) -> None:
    steps = [{**step, **{name: value for name, value in answers.items() if name in step}} for step in EVENT_STEPS]
    steps[2] |= {name: value for name, value in answers.items() if name == "round_days"}
    _created, summary = walk_wizard(browser_of(secretary), club.slug, steps)
    assert said in summary.context["summary"]


def test_the_wizard_offers_the_usual_tie_breaks_first_in_their_order() -> None:
    """A browser sends them in the order it was shown, which is the order they count in."""
    offered = [name for name, _label in FormatForm().fields["tie_breaks"].choices]  # type: ignore[attr-defined]
    assert offered[: len(USUAL_TIE_BREAKS)] == [rule.value for rule in USUAL_TIE_BREAKS]
    assert sorted(offered) == sorted(TieBreak)


def test_a_knockout_is_no_table_of_points(club: Club, secretary: User) -> None:
    steps = [EVENT_STEPS[0], {**EVENT_STEPS[1], "format": "knockout"}, *EVENT_STEPS[2:]]
    walk_wizard(browser_of(secretary), club.slug, steps)
    assert Tournament.objects.get().tie_breaks == []
    tournament = running_event(club, secretary, 4, format=Format.KNOCKOUT, tie_breaks=())
    event = f"/tournaments/{tournament.pk}/"
    page = Client().get(event).content.decode()
    assert "Players knocked out in the same round share a rank." in page
    assert "Points</th>" not in page
    player = Entry.objects.filter(tournament=tournament)[0]
    card = browser_of(secretary).get(f"{event}players/{player.pk}/").content.decode()
    assert "Ask for a bye" not in card
    assert "Withdraw from the event" in card


def test_a_rule_that_is_refused_is_told_beside_it_with_the_reason_kept(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary)
    client, address = browser_of(secretary), f"/tournaments/{tournament.pk}/edit/"
    sent: dict[str, Any] = {}
    for form in client.get(address).context["forms"]:
        values = {name: form[name].value() for name in form.fields}
        sent |= {name: value for name, value in values.items() if value is not None and value is not False}
    refused = client.post(
        address, {**sent, "draw": "6", "lowest_rating": "9", "highest_rating": "1", "reason": "Wanted."}
    )
    assert refused.status_code == 422
    assert "A win is worth as much" in refused.context["forms"][4].errors["win"][0]
    assert "above the highest" in refused.context["forms"][3].errors["lowest_rating"][0]
    assert "Nothing is changed yet." in refused.content.decode()
    assert 'maxlength="300" value="Wanted."' in refused.content.decode()


def test_changing_a_rule_leaves_the_order_of_the_tie_breaks(club: Club, secretary: User) -> None:
    order = (TieBreak.WINS, TieBreak.BUCHHOLZ)
    tournament = create_tournament(user=secretary, club_id=club.pk, plan=plan(tie_breaks=order))
    page = browser_of(secretary).get(f"/tournaments/{tournament.pk}/edit/")
    offered = [name for name, _label in page.context["forms"][1].fields["tie_breaks"].choices]
    assert offered[:2] == ["wins", "buchholz"]
    assert len(offered) == len(TieBreak)


def test_a_club_of_one_shows_whom_to_invite_and_how(club: Club, secretary: User) -> None:
    assert (
        '<details class="fold" open><summary>Invite people'
        in browser_of(secretary).get(f"/clubs/{club.slug}/").content.decode()
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": "Jan", "rating": "abc"}, "Fill in the whole form, with numbers where they are asked for."),
        ({"name": "Jan", "rating": "99999"}, "Choose a rating from 0 to 9999, or none."),
        ({"name": " Jan  Novák"}, "There is a Jan Novák in this event already."),
    ],
)
def test_what_can_not_be_entered_is_told_and_not_dropped(
    club: Club, secretary: User, typed: dict[str, str], said: str
) -> None:
    client, event = browser_of(secretary), f"/tournaments/{open_event(club, secretary).pk}/"
    assert "One player has entered." in do(client, event, "add-player", name="Jan Novák", rating="1500")
    page = client.post(f"{event}do/add-player/", typed, follow=True)
    assert said in page.content.decode()
    assert list(Entry.objects.values_list("name", "rating")) == [("Jan Novák", 1500)]


def test_strangers_and_members_can_not_plan_or_run(club: Club, secretary: User, stranger: User) -> None:
    tournament = running_event(club, secretary, 4)
    client = browser_of(stranger)
    assert client.get(f"/clubs/{club.slug}/new-event/").status_code == 403
    assert client.get(f"/tournaments/{tournament.pk}/edit/").status_code == 403
    page = client.post(f"/tournaments/{tournament.pk}/do/pair/", follow=True)
    assert "Only its organisers may do this." in page.content.decode()
    assert "For organisers" not in page.content.decode()
    assert Client().post(f"/tournaments/{tournament.pk}/do/pair/").status_code == 302
    assert not tournament.round_set.exists()
    assert client.post(f"/tournaments/{tournament.pk}/do/nonsense/").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize(
    ("format", "is_offered"), [(Format.SWISS, True), (Format.ROUND_ROBIN, False), (Format.KNOCKOUT, False)]
)
def test_nobody_is_moved_where_it_is_fixed_who_meets_whom(
    club: Club, secretary: User, format: Format, is_offered: bool
) -> None:
    tournament = running_event(club, secretary, 4, format)
    client, event = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    do(client, event, "pair")
    page = client.get(f"{event}rounds/1/").content.decode()
    assert ("Move the player" in page, "Let another one move first" in page) == (is_offered, True)


@pytest.mark.slow
def test_a_draft_is_changed_by_forms(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 5, rounds=3)
    client, event = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    do(client, event, "pair")
    first, second = Table.objects.order_by("number")
    one, other = first.seats.get(index=0).entry_id, second.seats.get(index=0).entry_id
    page = do(client, event, "swap", one=one, other=other, reason="they travel together", back=f"{event}rounds/1/")
    assert "Changed by hand afterwards" in page
    do(client, event, "turn", number=1)
    do(client, event, "times", starts_at="2030-01-01T10:00", deadline="2030-01-08T10:00")
    do(client, event, "again")
    do(client, event, "forbid", one=one, other=other, reason="family")
    do(client, event, "pair")
    do(client, event, "discard")
    assert not tournament.round_set.exists()
    page = client.get(f"{event}players/").content.decode()
    assert "Let them meet" in page
    assert "Let them meet" not in do(client, event, "allow", one=one, other=other, back=f"{event}players/")
    do(client, event, "pair")
    table = Table.objects.get(number=1)
    do(client, event, "move", table=table.pk, venue="correspondence")
    assert Table.objects.get(pk=table.pk).venue == "correspondence"
    page = do(client, event, "place", entry=table.seats.get(index=0).entry_id, table="", back=f"{event}rounds/1/")
    assert "Table 1 seats 1; it should be 2." in page


def test_players_tell_results_over_the_board(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    event, page = f"/tournaments/{tournament.pk}/", f"/tournaments/{tournament.pk}/rounds/1/"
    one, other = (browser_of(seat.entry.user) for seat in table.seats.order_by("index"))  # type: ignore[arg-type]
    assert "Report the result" in one.get(page).content.decode()
    names = [seat.entry.name for seat in table.seats.order_by("index")]
    do(one, event, "claim", table=table.pk, result="limit:1,2")
    assert f"You reported: <strong>{names[0]} won by tally</strong>." in one.get(page).content.decode()
    assert "Confirm:" not in one.get(page).content.decode()
    asked = other.get(page)
    assert f"<bdi>{names[0]}</bdi> reported: <strong>{names[0]} won by tally</strong>." in asked.content.decode()
    assert f"Confirm: {names[0]} won by tally</button>" in asked.content.decode()
    seen = asked.context["round"]["tables"][0]["told"]["mark"]
    do(one, event, "claim", table=table.pk, result="aim:1,2")
    stale = other.post(f"{event}do/confirm/", {"table": table.pk, "seen": seen}, follow=True)
    assert "Another result was reported meanwhile. Look at it, then confirm it." in stale.content.decode()
    do(other, event, "claim", table=table.pk, result="draw:1,1")
    assert f"Before that, another player reported: <strong>{names[0]} won</strong>." in one.get(page).content.decode()
    do(other, event, "claim", table=table.pk, result="aim:1,2")
    assert (Table.objects.get().outcome, Table.objects.get().source) == ("aim", "players")


def test_what_was_refused_comes_back_filled_in_once(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, venue=Venue.BOARD)
    client, event = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    do(client, event, "add-player", name="Walk-in")
    sent = {"name": "Walk-in", "rating": "1500", "back": f"{event}players/"}
    refused = client.post(f"{event}do/add-player/", sent, follow=True).content.decode()
    assert 'name="name" maxlength="60" value="Walk-in"' in refused
    assert 'maxlength="4" value="1500"' in refused
    assert 'value="1500"' not in client.get(f"{event}players/").content.decode()
    news = {"title": "", "text": "Bring <clocks>."}
    refused = client.post(f"/clubs/{club.slug}/do/news/", news, follow=True).content.decode()
    assert "Bring &lt;clocks&gt;.</textarea>" in refused
    assert '<details class="fold" open><summary>Write news' in refused


@pytest.mark.parametrize("deed", ["add-player", "add-organiser"])
def test_a_misspelt_username_leads_back_to_its_form(club: Club, secretary: User, deed: str) -> None:
    tournament = open_event(club, secretary)
    event = f"/tournaments/{tournament.pk}/"
    sent = {"username": "nobody-here", "back": f"{event}players/"}
    answer = browser_of(secretary).post(f"{event}do/{deed}/", sent, follow=True)
    assert answer.redirect_chain == [(f"{event}players/", 302)]
    assert "There is nobody with this username. Check the spelling." in answer.content.decode()
    assert 'maxlength="30"' in answer.content.decode()
    assert 'value="nobody-here"' in answer.content.decode()


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({}, "You are entered."),
        ({"needs_approval": True}, "You have asked to play. An organiser will answer."),
        ({"size": 2}, "Every place is taken: you are on the waiting list."),
    ],
)
def test_who_enters_is_told_how_it_stands(
    club: Club, secretary: User, stranger: User, rules: dict[str, Any], said: str
) -> None:
    tournament = open_event(club, secretary, **rules)
    client, event = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    for name in ("One", "Two"):
        do(client, event, "add-player", name=name)
    assert said in do(browser_of(stranger), event, "enter")


def test_who_waits_for_an_answer_can_take_the_question_back(club: Club, secretary: User, stranger: User) -> None:
    tournament = open_event(club, secretary, needs_approval=True)
    event = f"/tournaments/{tournament.pk}/"
    do(browser_of(stranger), event, "enter")
    asked = Entry.objects.get(user=stranger)
    card = f"{event}players/{asked.pk}/"
    page = browser_of(stranger).get(card).content.decode()
    assert "Withdraw from the event" in page
    assert "Ask for a bye" not in page
    assert "Withdraw from the event" not in Client().get(card).content.decode()
    do(browser_of(stranger), event, "withdraw", entry=asked.pk)
    assert "Taking part" not in browser_of(stranger).get(card).content.decode()


def test_what_only_one_account_can_tell_is_entered_by_an_organiser(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, rounds=1)
    client, event = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    (player,) = make_people("dana")
    player.display_name = "دانا"
    player.save()
    do(browser_of(player), event, "enter")
    do(client, event, "add-player", name="Walk-in")
    for deed in ("start", "pair", "publish"):
        do(client, event, deed)
    table = Table.objects.get()
    won = "aim:1,2" if table.seats.get(index=0).entry.user_id == player.pk else "aim:2,1"
    page = do(browser_of(player), event, "claim", table=table.pk, result=won, back=f"{event}rounds/1/")
    assert "It counts when an organiser enters it." in page
    page = client.get(f"{event}rounds/1/").content.decode()
    assert "A result was reported at table 1, where nobody else has an account to confirm it. Enter it." in page
    assert "Enter as reported: دانا won</button>" in page
    do(client, event, "result", table=table.pk, result=won)
    assert "\u2068دانا\u2069" in client.get(f"{event}log/").content.decode()


def test_the_rules_are_read_before_one_enters(club: Club, secretary: User) -> None:
    scoring = Scoring(win=Fraction(3), tally_win=Fraction(2), draw=Fraction(1))
    tournament = open_event(club, secretary, venue=Venue.CORRESPONDENCE, scoring=scoring)
    page = Client().get(f"/tournaments/{tournament.pk}/").content.decode()
    assert "It is played online, by correspondence; the clock: 3 days a turn." in page
    assert "A win gives 3 points, a win by tally 2, a draw 1;" in page


def test_a_player_is_led_to_their_table_from_every_part(club: Club, secretary: User, stranger: User) -> None:
    tournament = running_event(club, secretary, 4, rounds=1)
    next_round(tournament, secretary)
    table = open_tables(tournament)[0]
    one, other = (seat.entry for seat in table.seats.order_by("index"))
    assert one.user is not None
    event = f"/tournaments/{tournament.pk}/"
    page = browser_of(one.user).get(event).content.decode()
    assert f"Round 1, table {table.number}: you play with <bdi>{other.name}</bdi>." in page
    assert f'href="{event}rounds/1/#table-{table.pk}">Report the result</a>' in page
    assert "you play with" not in browser_of(stranger).get(event).content.decode()
    decide(tournament, secretary, Random(1))
    assert "you play with" not in browser_of(one.user).get(event).content.decode()


def test_a_first_result_over_the_board_needs_no_reason_and_a_correction_does(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    (table,) = open_tables(tournament)
    client, event = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    back = f"{event}rounds/1/"
    assert 'name="reason" maxlength="300" required' not in pairings_part(client.get(back).content.decode())
    do(client, event, "result", table=table.pk, result="aim:1,2", back=back)
    sent = {"table": table.pk, "result": "draw:1,1", "back": back}
    refused = client.post(f"{event}do/result/", sent, follow=True).content.decode()
    assert "Say why: the reason stands in the public log." in refused
    assert '<option value="draw:1,1" selected>A draw' in refused
    assert Table.objects.get().outcome == "aim"


def test_a_game_of_an_event_names_it_and_is_not_its_players_to_call_off(club: Club, secretary: User) -> None:
    event = running_event(club, secretary, 4, venue=Venue.CORRESPONDENCE)
    next_round(event, secretary)
    game = Game.objects.first()
    page = Client().get(f"/games/{game.pk}/")
    assert f'<a href="/tournaments/{event.pk}/"><bdi>Spring Open</bdi></a>' in page.content.decode()
    assert page.context["data"]["is_arranged"] is True


def test_before_the_start_players_are_seeded_and_organisers_change(club: Club, secretary: User, stranger: User) -> None:
    tournament = open_event(club, secretary)
    client, event = browser_of(secretary), f"/tournaments/{tournament.pk}/"
    do(client, event, "add-player", name="Walk-in")
    walk_in = entry(tournament, "Walk-in")
    assert "Rating to be seeded by" in client.get(f"{event}players/{walk_in.pk}/").content.decode()
    do(client, event, "rating", entry=walk_in.pk, rating="1650")
    assert entry(tournament, "Walk-in").rating == 1650
    refused = client.post(f"{event}do/rating/", {"entry": walk_in.pk, "rating": "99999"}, follow=True)
    assert "Choose a rating from 0 to 9999" in refused.content.decode()
    assert "Remove stranger as an organiser" in do(client, event, "add-organiser", username="stranger")
    assert "as an organiser<" not in do(client, event, "remove-organiser", username="stranger")
    assert not tournament.organisers.filter(pk=stranger.pk).exists()


def test_a_draft_event_is_thrown_away(club: Club, secretary: User) -> None:
    tournament = create_tournament(user=secretary, club_id=club.pk, plan=plan())
    page = browser_of(secretary).post(f"/tournaments/{tournament.pk}/do/delete/", follow=True)
    assert page.redirect_chain == [(f"/clubs/{club.slug}/", 302)]
    assert not Tournament.objects.exists()


def test_late_entry_is_offered_as_long_as_it_is_possible(club: Club, secretary: User, stranger: User) -> None:
    tournament = running_event(club, secretary, 4, rounds=2, late_entry_until=1)
    client, event = browser_of(stranger), f"/tournaments/{tournament.pk}/"
    assert "Enter the event" in client.get(event).content.decode()
    next_round(tournament, secretary)
    assert "Enter the event" not in client.get(event).content.decode()


def test_leaving_is_told_in_advance(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 4, rounds=2)
    player = User.objects.get(username="player002")
    client, event = browser_of(player), f"/tournaments/{tournament.pk}/"
    own = entry(tournament, "player002")
    page = client.get(f"{event}players/{own.pk}/").content.decode()
    assert "results so far stand" in page
    do(client, event, "bye", entry=own.pk, round=2)
    do(client, event, "bye", entry=own.pk, round=2, take_back=1)
    do(client, event, "withdraw", entry=own.pk, reason="ill")
    other = entry(tournament, "player003")
    refused = client.post(f"{event}do/withdraw/", {"entry": other.pk}, follow=True).content.decode()
    assert "Only its organisers may do this." in refused


def test_rules_are_changed_on_one_page(club: Club, secretary: User) -> None:
    tournament = open_event(club, secretary, rounds=3)
    client, address = browser_of(secretary), f"/tournaments/{tournament.pk}/edit/"
    page = client.get(address)
    answers = {name: form[name].value() for form in page.context["forms"] for name in form.fields if form[name].value()}
    points = {"loss": "0", "absence": "0"}
    client.post(address, {**answers, **points, "rounds": "4", "win": "5", "reason": "asked for"})
    tournament.refresh_from_db()
    assert (tournament.rounds, tournament.points.win, tournament.turn_limit) == (4, 5, 2)
    assert tournament.changes.first().text == "Changed: rounds, scoring."  # type: ignore[union-attr]


def test_a_club_by_its_pages(db: None) -> None:
    owner, mira, pavel = make_people("owner", "mira", "pavel")
    client = browser_of(owner)
    client.post("/clubs/new/", {"name": "Vega Circle", "description": "", "joining": "request"})
    club = Club.objects.get()
    browser_of(mira).post("/clubs/vega-circle/do/join/", {"message": "hello"})
    request = club.join_requests.get()
    client.post("/clubs/vega-circle/do/answer/", {"request": request.pk, "answer": "accept"})
    link = f"/clubs/invitations/{club.invitation}/"
    assert "You are invited" in browser_of(pavel).get(link).content.decode()
    browser_of(pavel).post(link)
    client.post("/clubs/vega-circle/do/role/", {"username": "mira", "role": "organiser"})
    browser_of(mira).post("/clubs/vega-circle/do/news/", {"title": "Hello", "text": "We meet."})
    browser_of(pavel).post("/clubs/vega-circle/do/news/", {"title": "Spam", "text": "Buy."})
    page = Client().get("/clubs/vega-circle/").content.decode()
    assert ("Hello" in page, "Spam" in page, "3 members" in page) == (True, False, True)
    assert club.invitation not in page
    assert client.get("/clubs/vega-circle/members/").status_code == 200
    client.post("/clubs/vega-circle/edit/", {"name": "Lyra Circle", "description": "New", "joining": "open"})
    assert "Lyra Circle" in Client().get("/clubs/").content.decode()
    browser_of(pavel).post("/clubs/vega-circle/do/leave/")
    client.post("/clubs/vega-circle/do/transfer/", {"username": "mira"})
    assert dict(club.memberships.values_list("user__username", "role")) == {"owner": "organiser", "mira": "owner"}


@pytest.mark.parametrize(("joining", "asks"), [("request", True), ("open", False), ("invitation", False)])
def test_whoever_asks_to_join_can_say_a_word(secretary: User, stranger: User, joining: str, asks: bool) -> None:
    address = f"/clubs/{make_club(secretary, joining=joining).slug}/"
    assert ('name="message"' in browser_of(stranger).get(address).content.decode()) is asks
    assert 'name="message"' not in browser_of(secretary).get(address).content.decode()


def test_the_word_of_who_asks_to_join_is_read_by_who_answers(secretary: User, stranger: User) -> None:
    address = f"/clubs/{make_club(secretary, joining='request').slug}/"
    browser_of(stranger).post(f"{address}do/join/", {"message": "  I play <Galax>. "})
    assert "I play &lt;Galax&gt;.</span>" in browser_of(secretary).get(address).content.decode()
    assert "Galax&gt;" not in browser_of(stranger).get(address).content.decode()


def test_the_table_of_a_season(club: Club, secretary: User, stranger: User) -> None:
    tournament = running_event(club, secretary, 4, rounds=1)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    body = {"name": "2026", "best": "", "score": "places", "tournament_ids": [str(tournament.pk)]}
    page = browser_of(secretary).post(f"/clubs/{club.slug}/seasons/new/", body, follow=True)
    assert Season.objects.get().name == "2026"
    assert "All results count." in page.content.decode()
    season, client = Season.objects.get(), browser_of(secretary)
    address = f"/clubs/{club.slug}/seasons/{season.pk}/"
    assert client.get(f"{address}edit/").context["form"]["tournament_ids"].value() == [str(tournament.pk)]
    changed = client.post(f"{address}edit/", {**body, "name": "2027", "best": "2"}, follow=True).content.decode()
    assert ("2027" in changed, "The best 2 results count." in changed) == (True, True)
    assert "Change the season" not in Client().get(address).content.decode()
    for part in ("edit/", "delete/"):
        outsider = browser_of(stranger).post(f"{address}{part}", body, follow=True)
        assert outsider.status_code == 403 or "Only an owner or organiser" in outsider.content.decode()
    client.post(f"{address}delete/")
    assert not Season.objects.exists()
    assert Tournament.objects.exists()


def test_the_leaderboard_of_a_club_lists_its_members_alone(club: Club, secretary: User, stranger: User) -> None:
    pool = RatingPool.objects.create(family="nonaga", is_live=False)
    for user, mu in ((secretary, 30), (stranger, 40)):
        Rating.objects.create(user=user, pool=pool, mu=mu, sigma=1, games=20, changed_at=timezone.now())
    assert Client().get(f"/clubs/{club.slug}/leaderboard/").status_code == 302
    page = Client().get(f"/clubs/{club.slug}/leaderboard/nonaga/").content.decode()
    assert ("secretary" in page, "stranger" in page) == (True, False)
    assert f"/clubs/{club.slug}/leaderboard/vega/" in page
    assert "stranger" in Client().get("/ratings/nonaga/").content.decode()
    assert Client().get(f"/clubs/{club.slug}/leaderboard/chess/").status_code == 404
    api = Client().get(f"/api/v1/clubs/{club.slug}/leaderboard/?family=nonaga").json()
    assert [line["player"]["username"] for line in api["results"]] == ["secretary"]


@pytest.mark.parametrize("part", ["", "rounds/1/", "crosstable/", "players/", "log/"])
@pytest.mark.slow
def test_pages_ask_the_same_number_of_questions_for_ten_and_for_many(
    club: Club, secretary: User, part: str, django_assert_max_num_queries: Any
) -> None:
    counts = set()
    for players in (10, 60):
        tournament = running_event(club, secretary, players, accounts=False, rounds=2, name=f"Of {players}")
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(1))
        with django_assert_max_num_queries(40) as queries:
            assert Client().get(f"/tournaments/{tournament.pk}/{part}").status_code == 200
        counts.add(len(queries))
    assert len(counts) == 1


def test_in_a_crowd_a_player_is_led_to_their_own_table_and_place(club: Club, secretary: User) -> None:
    event = running_event(club, secretary, 18)
    next_round(event, secretary)
    player = browser_of(User.objects.get(username="player007"))
    pairings, standings = f"/tournaments/{event.pk}/rounds/1/", f"/tournaments/{event.pk}/"
    assert "Your table: " in player.get(pairings).content.decode()
    assert 'href="#mine"' in player.get(standings).content.decode()
    anybody = Client()
    assert "Your table: " not in anybody.get(pairings).content.decode()
    assert 'href="#mine"' not in anybody.get(standings).content.decode()


def test_a_club_shows_who_leads_its_season(club: Club, secretary: User) -> None:
    event = running_event(club, secretary, 4, rounds=1)
    season = create_season(club_id=club.pk, user=secretary, name="2026", best=None, tournament_ids=[event.pk])
    address = f"/clubs/{club.slug}/"
    assert list(Client().get(address).context["leaders"]) == []
    next_round(event, secretary)
    decide(event, secretary, Random(1))
    sign_off(tournament_id=event.pk, user=secretary)
    page = Client().get(address)
    assert [row["rank"] for row in page.context["leaders"]] == [1, 1, 3, 3]
    assert f"{address}seasons/{season.pk}/" in page.content.decode()
