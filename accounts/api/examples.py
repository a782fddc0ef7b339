"""Example requests and responses of the API schema; tests compare them with real responses."""

INDEX = {
    "documentation": "https://play.example.org/api/docs/",
    "schema": "https://play.example.org/api/schema/",
    "addresses": {
        "games": "https://play.example.org/api/v1/games/",
        "person": "https://play.example.org/api/v1/people/{username}/",
    },
}
PERSON = {
    "username": "mira",
    "name": "Mira Kovač",
    "about": "Plays Vega on Thursdays.",
    "is_ai": False,
    "joined_on": "2026-03-01",
}
ME = {
    **PERSON,
    "display_name": "Mira Kovač",
    "email": "mira@example.org",
    "time_zone": "Europe/Zagreb",
    "language": "en",
}
BOARD = {
    "theme": "wood",
    "vega": "hatched",
    "suits": "engraved",
    "pawns": "discs",
    "coordinates": True,
    "confirm": True,
    "sound": False,
}
BOARD_REQUEST = {"theme": "wood"}
TOKEN = {
    "id": 7,
    "name": "club display",
    "scopes": ["read", "play"],
    "hint": "ast_4fQ2",
    "created_at": "2026-03-01T18:00:00.000Z",
    "expires_at": "2026-06-01T18:00:00.000Z",
    "last_used_at": None,
}
NEW_TOKEN = {**TOKEN, "secret": "ast_4fQ2…"}  # nosec B105 # an example
TOKEN_REQUEST = {"name": "club display", "scopes": ["read", "play"], "days": 90}
PROFILE_REQUEST = {"about": "Plays Vega on Thursdays.", "time_zone": "Europe/Zagreb"}
EXPORT = {"account": {"username": "mira", "email": "mira@example.org"}, "tokens": []}
