"""Rare states of pages: large lists, long and right-to-left names, empty, closed, cancelled, private. Tested and
photographed like the pages themselves.
"""

from tests.frontend.pages import GAME, SitePage

STATES = (
    SitePage("state-front-crowd", "/", "crowd"),
    SitePage("state-front-visitor", "/", "visitor"),
    SitePage("state-my-games-crowd", "/my/games/", "crowd"),
    SitePage("state-club-crowd", "/clubs/vega-circle/", "crowd"),
    SitePage("state-members-crowd", "/clubs/vega-circle/members/?page=50", "crowd"),
    SitePage("state-members-found", "/clubs/vega-circle/members/?name=hohenstaufen", "crowd"),
    SitePage("state-members-none", "/clubs/vega-circle/members/?name=nobody-at-all", "crowd"),
    SitePage("state-members-left-over", "/clubs/vega-circle/members/?page=101", "crowd"),
    SitePage("state-tournament-names", "/tournaments/{names}/", "crowd"),
    SitePage("state-tournament-names-round", "/tournaments/{names}/rounds/1/", "crowd"),
    SitePage("state-tournament-names-crosstable", "/tournaments/{names}/crosstable/", "crowd"),
    SitePage("state-game-names", "/games/{names_game}/", "crowd", ready=GAME),
    SitePage("state-person-name", "/people/maximiliane/", "crowd"),
    SitePage("state-club-closed", "/clubs/old-circle/", "ends"),
    SitePage("state-club-by-invitation", "/clubs/closed-doors/", "ends"),
    SitePage("state-tournament-cancelled", "/tournaments/{cancelled}/", "ends"),
    SitePage("state-tournament-not-public", "/tournaments/{draft_tournament}/", "ends"),
    SitePage("state-game-not-yours", "/games/{private}/", "ends"),
    SitePage("state-game-with-departed", "/games/{departed_game}/", "ends", ready=GAME),
    SitePage("state-person-departed", "/people/dora/", "ends"),
    SitePage("state-no-games", "/my/games/", "member"),
    SitePage("state-no-notices", "/notices/", "member"),
    SitePage("state-no-clubs", "/clubs/", "member"),
    SitePage("state-no-tournaments", "/tournaments/", "member"),
    SitePage("state-no-archive", "/games/", "member"),
    SitePage("state-no-tables", "/play/", "member"),
)
