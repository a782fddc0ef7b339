"""Settings of the OpenAPI schema: its header, its chapters, and the names of shared enumerations."""

from typing import Any

# In the order in which a newcomer reads them.
CHAPTERS = {
    "start": "Where to begin.",
    "variants": "What can be played, and what the rules say of a position.",
    "games": "Finding games, reading and playing them, as they happen or whole.",
    "seeks": "Tables in the lobby, open to all.",
    "challenges": "Tables for the people or AIs that are named.",
    "invitations": "Games for anyone with the link.",
    "ais": "The AI opponents.",
    "setups": "Your favourite set-ups.",
    "imports": "Games from our own JSON record.",
    "puzzles": "Crossings and tactics, for one.",
    "people": "Others: who they are, their ratings, how you stand with them.",
    "ratings": "Leaderboards.",
    "clubs": "Clubs: members, news, seasons, webhooks.",
    "tournaments": "Events: their rules and life, players, rounds, tables, standings.",
    "me": "Yourself.",
    "notices": "Your notifications.",
    "vacations": "Time off from your correspondence clocks.",
    "tokens": "Keys for your programs.",
    "moderation": "For those who look after the site.",
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Asterism API",
    "VERSION": "1",
    "DESCRIPTION": (
        "Games, people, clubs and tournaments for programs. Begin at [/api/v1/](/api/v1/), which needs no token. "
        "Sign in with the site's session, or send a token made in your settings: `Authorization: Bearer ast_…`. "
        "Every error has the shape `{code, message, fields?}`."
    ),
    "TAGS": [{"name": name, "description": words} for name, words in CHAPTERS.items()],
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {
        "deepLinking": True,
        "persistAuthorization": False,
        "displayOperationId": False,
        "docExpansion": "none",
    },
    "ENUM_NAME_OVERRIDES": {
        "GameStatusEnum": "games.enums.GameStatus.choices",
        "ProposalStatusEnum": "games.enums.ProposalStatus.choices",
        "ProposalKindEnum": "games.enums.ProposalKind.choices",
        "NoticeKindEnum": "games.enums.NoticeKind.choices",
        "TournamentStatusEnum": "tournaments.enums.Status.choices",
        "EntryStatusEnum": "tournaments.enums.EntryStatus.choices",
        "RoundStatusEnum": "tournaments.enums.RoundStatus.choices",
        "LogKindEnum": "tournaments.enums.LogKind.choices",
        "RoleEnum": "tournaments.enums.Role.choices",
        "ControlKindEnum": "games.api.serializers.CONTROL_KINDS",
        "ByeKindEnum": "tournaments.api.outputs.KINDS_OF_BYE",
        "ReasonEnum": "accounts.enums.ReportReason.choices",
        "EndReasonEnum": "games.enums.EndReason.choices",
        "LeftReasonEnum": "games.enums.LeftReason.choices",
        "GameResultReasonEnum": "games.api.serializers.REASONS_OF_RESULTS",
        "AnalysisStatusEnum": "games.analysis.api.STATUSES",
        "RelationshipKindEnum": "accounts.enums.RelationshipKind.choices",
    },
    "PREPROCESSING_HOOKS": ["accounts.drf.schema.keep_only_version_one"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "accounts.drf.schema.add_error_component",
    ],
}
