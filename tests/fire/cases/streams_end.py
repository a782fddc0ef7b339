"""Row 31: open streams after their token, session, password or account has ended."""

from collections.abc import Callable
from http.client import HTTPResponse

from tests.fire.browsers import PASSWORD, Browser, read_to_end
from tests.fire.context import CaseContext, check
from tests.fire.players import Player, bring_players, challenge
from tests.services.site import LaunchedSite

MAX_SECONDS = 10.0
NEW_PASSWORD = "velvet-comet-31"
CONFIRM = """
from allauth.account.models import EmailAddress
from accounts.models import User
for user in User.objects.filter(username__startswith="player"):
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
"""
REVOKE = """
from django.utils import timezone
from accounts.models import ApiToken
ApiToken.objects.filter(user__username="{name}").update(revoked_at=timezone.now())
"""
DEACTIVATE = """
from accounts.models import User
User.objects.filter(username="{name}").update(is_active=False)
"""
Action = Callable[[Browser], object]


def run(context: CaseContext) -> str:
    with context.site() as site:
        site_players = bring_players(site, 6)
        site.run(CONFIRM)
        *players, opponent = site_players
        slowest = 0.0
        for player, (what, by_token, action) in zip(players, _ends(site, players), strict=True):
            game = challenge(player, opponent)
            stream, browser = _listen(player, game, by_token=by_token)
            action(browser)
            seconds, rest = read_to_end(stream)
            check(b"event: " not in rest, f"after {what} the stream sent {rest!r:.200}")
            check(seconds < MAX_SECONDS, f"after {what} the stream went on for {seconds:.1f} s")
            opponent.post(f"games/{game}/chat/", {"text": "among us"}).expect(201)
            context.say(f"after {what} the stream ended in {seconds:.1f} s")
            slowest = max(slowest, seconds)
    return f"{len(players)} streams ended, the slowest {slowest:.1f} s after its access did"


def _ends(site: LaunchedSite, players: list[Player]) -> list[tuple[str, bool, Action]]:
    """Return what happens to each player, and whether they listen with a token."""

    def change_password(browser: Browser) -> None:
        elsewhere = Browser(browser.url)
        elsewhere.log_in(players[2].name)
        form = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
        status, page = elsewhere.submit("/accounts/password/change/", **form)
        check(status == 302, f"the password was not changed: {status} {page[:300]}")

    return [
        ("a revoked token", True, lambda _browser: site.run(REVOKE.format(name=players[0].name))),
        ("a log-out", False, lambda browser: browser.submit("/accounts/logout/")),
        ("a password change", False, change_password),
        ("deactivation (token)", True, lambda _browser: site.run(DEACTIVATE.format(name=players[3].name))),
        ("deactivation (session)", False, lambda _browser: site.run(DEACTIVATE.format(name=players[4].name))),
    ]


def _listen(player: Player, game: int, *, by_token: bool) -> tuple[HTTPResponse, Browser]:
    browser = Browser(player.url, token=player.token if by_token else "")
    if not by_token:
        browser.log_in(player.name)
    return browser.listen(f"/api/v1/games/{game}/events/"), browser
