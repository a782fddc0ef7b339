"""The demo club, with shortened games."""

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from frontend.demo import people, play, tournaments
from games.ai import Budget
from games.models import ConditionalMoves, Game, SolitaireAttempt, TacticTry, Vacation
from games.puzzles.selectors.solitaire import puzzle_day
from games.rules import variant_ids
from games.selectors.game_queries import games_awaiting
from tournaments.models import Club, Round, Tournament


@pytest.mark.django_db
@pytest.mark.slow
def test_the_demo_is_created_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (tournaments, play):
        monkeypatch.setattr(module, "LAST_TURN", 2)
    monkeypatch.setattr(play, "QUICK", Budget(nodes=10))
    call_command("demo")
    by_variant = {(game.variant, game.status) for game in Game.objects.filter(arranged_by="")}
    assert by_variant == {(variant, status) for variant in variant_ids() for status in ("over", "running")}
    assert Club.objects.get().memberships.count() == 12
    assert Vacation.objects.get().user.username == "tomas"
    assert ConditionalMoves.objects.get().seat.user.username == "mira"
    assert SolitaireAttempt.objects.filter(is_best=True, board__slug=puzzle_day().isoformat()).count() == 5
    assert set(TacticTry.objects.values_list("outcome", flat=True)) == {"solved", "given_up"}
    assert games_awaiting(User.objects.get(username="mira")).count() >= 3
    statuses = dict(Tournament.objects.values_list("name", "status"))
    assert statuses == {
        "Nonaga Autumn Swiss": "running",
        "Galax Club Cup": "final",
        "Bataille Table Night": "running",
    }
    assert Round.objects.filter(tournament__name="Nonaga Autumn Swiss").count() == 3
    with pytest.raises(CommandError, match="already exists"):
        call_command("demo")


@pytest.mark.django_db
def test_players_on_vacation_have_running_games() -> None:
    members = people.make_members()
    play.people_who_are_away(members)
    assert set(Game.objects.values_list("status", flat=True)) == {"running"}
    assert ConditionalMoves.objects.get().seat.user == members[0]
