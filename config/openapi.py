"""How the API's schema is written: its head, and the names of the enumerations that several answers share."""

from typing import Any

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Asterism API",
    "VERSION": "1",
    "DESCRIPTION": (
        "Games, people, clubs and tournaments for programs. Sign in with the site's session, or send a token made in "
        "your settings: `Authorization: Bearer ast_…`. Every error has the shape `{code, message, fields?}`."
    ),
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "persistAuthorization": False, "displayOperationId": False},
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
        "AnalysisStatusEnum": "games.api.analysis.STATUSES",
        "TieKindEnum": "accounts.enums.TieKind.choices",
    },
    "PREPROCESSING_HOOKS": ["accounts.api.schema.keep_only_version_one"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "accounts.api.schema.add_error_component",
    ],
}
