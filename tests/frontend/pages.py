"""The pages that are looked at: photographed for review, read by axe, measured for a phone."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SitePage:
    name: str
    path: str
    """What stands in braces is filled by whoever looks: rows have no numbers known in advance."""
    viewer: str = "stranger"
    ready: str = "body"
    """What must be on the page before it is looked at."""
    not_ours: str = ""
    """The part drawn by somebody else's program, which we can't mend: Swagger puts buttons into buttons."""


PAGES = (
    SitePage("front-new-site", "/", "nobody yet"),
    SitePage("front-signed-out", "/"),
    SitePage("front-signed-in", "/", "member"),
    SitePage("front-games", "/", "player"),
    SitePage("front-guest", "/", "guest"),
    SitePage("play-ai", "/play/ai/"),
    SitePage("play-ai-guest", "/play/ai/", "guest"),
    SitePage("status", "/status/"),
    SitePage("styleguide", "/styleguide/", "keeper"),
    SitePage("log-in", "/accounts/login/"),
    SitePage("sign-up", "/accounts/signup/"),
    SitePage("sign-up-guest", "/accounts/signup/?next=/my/games/", "guest"),
    SitePage("password-reset", "/accounts/password/reset/"),
    SitePage("e-mail", "/accounts/email/", "member"),
    SitePage("password", "/accounts/password/change/", "member"),
    SitePage("two-factor", "/accounts/2fa/", "member"),
    SitePage("log-out", "/accounts/logout/", "member"),
    SitePage("person", "/people/ada/"),
    SitePage("person-own", "/people/ada/", "member"),
    SitePage("settings-profile", "/settings/", "member"),
    SitePage("settings-board", "/settings/board/", "member"),
    SitePage("settings-board-stranger", "/settings/board/"),
    SitePage("settings-security", "/settings/security/", "member"),
    SitePage("settings-tokens", "/settings/tokens/", "member"),
    SitePage("settings-data", "/settings/data/", "member"),
    SitePage("api-docs", "/api/docs/", ready=".opblock", not_ours="#swagger-ui"),
    SitePage("learn", "/learn/"),
    SitePage("learn-shared", "/learn/shared/"),
    SitePage("learn-vega", "/learn/vega/", ready="[data-diagram] svg"),
    SitePage("learn-vaeva", "/learn/vaeva/", ready="[data-diagram] svg"),
    SitePage("learn-galax", "/learn/galax/", ready="[data-diagram] svg"),
    SitePage("learn-sirius", "/learn/sirius/", ready="[data-diagram] svg"),
    SitePage("learn-nonaga", "/learn/nonaga/", ready="[data-diagram] svg"),
    SitePage("tutorial-vega", "/learn/vega/tutorial/", ready=".lesson svg[role=application]"),
    SitePage("tutorial-vaeva", "/learn/vaeva/tutorial/", ready=".lesson svg[role=application]"),
    SitePage("tutorial-galax", "/learn/galax/tutorial/", ready=".lesson svg[role=application]"),
    SitePage("tutorial-sirius", "/learn/sirius/tutorial/", ready=".lesson svg[role=application]"),
    SitePage("tutorial-nonaga", "/learn/nonaga/tutorial/", ready=".lesson svg[role=application]"),
    SitePage("puzzles", "/puzzles/", "member"),
    SitePage("puzzle-rules", "/puzzles/rules/"),
    SitePage("puzzle-archive", "/puzzles/crossings/", "member"),
    SitePage("puzzle-crossing", "/puzzles/crossings/today/", ready=".puzzle-board svg[role=application]"),
    SitePage("tactics", "/puzzles/tactics/", "solver"),
    SitePage("tactic", "/puzzles/tactics/{tactic}/", "solver", ready=".puzzle-board svg[role=application]"),
    SitePage("person-rated", "/people/maximiliane/", "regular"),
    SitePage("leaderboard-empty", "/ratings/vega/"),
    SitePage("leaderboard", "/ratings/nonaga/", "regular"),
    SitePage("against", "/people/maximiliane/against/ada/", "regular"),
    SitePage("notices", "/notices/", "regular"),
    SitePage("settings-leave", "/settings/leave/", "away"),
    SitePage("my-games-away", "/my/games/", "away"),
    SitePage("settings-notices", "/settings/notices/", "regular"),
    SitePage("person-between", "/people/maximiliane/", "regular"),
    SitePage("settings-people", "/settings/people/", "regular"),
    SitePage("report", "/people/maximiliane/report/", "regular"),
    SitePage("imports", "/my/imports/", "regular"),
    SitePage("archive", "/games/", "regular"),
    SitePage("moderation", "/moderation/", "moderator"),
    SitePage("moderation-person", "/moderation/people/ada/", "moderator"),
    SitePage("moderation-log", "/moderation/log/", "moderator"),
    SitePage("clubs", "/clubs/", "secretary"),
    SitePage("club", "/clubs/vega-circle/", "secretary"),
    SitePage("club-log", "/clubs/vega-circle/log/", "secretary"),
    SitePage("club-members", "/clubs/vega-circle/members/", "secretary"),
    SitePage("club-season", "/clubs/vega-circle/seasons/{season}/", "secretary"),
    SitePage("wizard", "/clubs/vega-circle/new-event/", "secretary"),
    SitePage("event-rules", "/tournaments/{draft}/edit/", "secretary"),
    SitePage("event-overdue", "/tournaments/{overdue}/rounds/1/", "secretary"),
    SitePage("event-standings", "/tournaments/{paired}/", "secretary"),
    SitePage("event-draft", "/tournaments/{paired}/rounds/2/", "secretary"),
    SitePage("event-players", "/tournaments/{paired}/players/", "secretary"),
    SitePage("event-player", "/tournaments/{paired}/players/{player}/", "secretary"),
    SitePage("event-print", "/tournaments/{overdue}/rounds/1/print/", "secretary"),
    SitePage("offline", "/offline/"),
    SitePage("error-400", "/fault/400/"),
    SitePage("error-403", "/fault/403/"),
    SitePage("error-404", "/fault/404/"),
    SitePage("error-429", "/fault/429/"),
    SitePage("error-500", "/fault/500/"),
    SitePage("error-503", "/fault/503/"),
    SitePage("error-csrf", "/fault/csrf/"),
)
WIDTHS = (360, 768, 1440)
THEMES = ("light", "dark")
