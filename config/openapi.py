"""Settings of the OpenAPI schema: its header, its chapters, and the names of shared enumerations."""

from typing import Any

# In the order of the documentation.
CHAPTERS = {
    "start": "Entry points.",
    "variants": "Playable variants, and the rules applied to a position.",
    "games": "Search, read, play, stream and export games.",
    "seeks": "Public proposals in the lobby.",
    "challenges": "Proposals for named players or AIs.",
    "invitations": "Proposals for anyone with the link.",
    "ais": "The AI opponents.",
    "setups": "Your saved set-ups.",
    "imports": "Games imported from JSON records.",
    "puzzles": "Solitaire and tactics.",
    "people": "Other users: profiles, ratings, muting, blocking and reporting.",
    "ratings": "Leaderboards.",
    "clubs": "Clubs: members, news, seasons, webhooks.",
    "tournaments": "Tournaments: rules, status, players, rounds, tables, standings.",
    "me": "The authenticated user.",
    "notices": "Your notifications.",
    "vacations": "Vacations, during which your correspondence clocks are stopped.",
    "tokens": "API tokens.",
    "moderation": "For moderators.",
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Asterism API",
    "VERSION": "1",
    "DESCRIPTION": (
        "Games, players, clubs and tournaments. Start at [/api/v1/](/api/v1/), which needs no token. "
        "Authenticate with a session, or with a token created in your settings: `Authorization: Bearer ast_…`. "
        "Errors have the form `{code, message, fields?}`."
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
        "ByeKindEnum": "tournaments.selectors.api_json.KINDS_OF_BYE",
        "ReasonEnum": "accounts.enums.ReportReason.choices",
        "EndReasonEnum": "games.enums.EndReason.choices",
        "LeftReasonEnum": "games.enums.LeftReason.choices",
        "GameResultReasonEnum": "games.selectors.game_json.REASONS_OF_RESULTS",
        "AnalysisStatusEnum": "games.analysis.selectors.STATUSES",
        "RelationshipKindEnum": "accounts.enums.RelationshipKind.choices",
    },
    "PREPROCESSING_HOOKS": ["accounts.drf.schema.keep_only_version_one"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "accounts.drf.schema.add_error_component",
    ],
}
