"""The OpenAPI schema. Every operation has recorded examples."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import SAFE_METHODS

from accounts.drf.permissions import OPEN_TO_ALL, Access
from accounts.drf.shapes import described

EXAMPLES = Path(__file__).with_name("examples.json")
ERROR_COMPONENT = "Error"
ERROR_SCHEMA = {
    "type": "object",
    "required": ["code", "message"],
    "properties": {
        "code": {"type": "string", "description": "Stable, machine-readable error code."},
        "message": {"type": "string", "description": "Human-readable message that says what to do."},
        "fields": {"type": "object", "additionalProperties": {}, "description": "Validation errors by field."},
    },
    "example": {"code": "not_found", "message": "Not found. Check the address."},
}


class ApiSchema(AutoSchema):
    """Adds to every operation who may call it, and the error format as its default response."""

    def get_description(self) -> str:  # type: ignore[override]
        """Who may call it, instead of the view's docstring, which is for developers."""
        return self._access().words

    def get_auth(self) -> list[dict[str, Any]]:
        access = self._access()
        schemes = [scheme for scheme in super().get_auth() if access.takes_tokens or "token" not in scheme]
        return [*schemes, {}] if access.is_open else schemes

    def _access(self) -> Access:
        permissions: Sequence[Any] = self.view.get_permissions()
        reads = self.method in SAFE_METHODS
        return permissions[0].access(reads=reads) if permissions else OPEN_TO_ALL

    def get_examples(self) -> list[OpenApiExample]:
        found = recorded_examples().get(f"{self.method} {self.path}", {})
        examples = [
            OpenApiExample(
                "Response", value=value, response_only=True, media_type=media_type, status_codes=[found["status"]]
            )
            for media_type, value in found.get("responses", {}).items()
        ]
        if "request" in found:
            examples.append(OpenApiExample("Request", value=found["request"], request_only=True))
        return examples

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ERROR_COMPONENT}"}}}
            operation["responses"]["default"] = {"description": "Error", "content": content}
        return operation


def add_error_component(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """drf-spectacular's last hook: add the component that `ApiSchema` refers to."""
    result.setdefault("components", {}).setdefault("schemas", {})[ERROR_COMPONENT] = ERROR_SCHEMA
    return result


def keep_only_version_one(endpoints: list[tuple[Any, ...]], **_context: Any) -> list[tuple[Any, ...]]:
    """drf-spectacular's first hook: describe only the versioned API."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]


def describe(
    summary: str, *, response: Any = None, request: Any = None, status: int = 200, **more: Any
) -> Callable[[Any], Any]:
    """Describe a view's method: `@describe("Play a turn", request=TurnInput, response=GameJson, status=201)`.

    The response is a `TypedDict` or a list of one. Examples of both come from the recorded file.
    """
    return extend_schema(summary=summary, request=request, responses={status: described(response)}, **more)


@cache
def recorded_examples() -> dict[str, Any]:
    """Real requests and responses by operation; `tests/api/test_examples.py` records them."""
    return dict(json.loads(EXAMPLES.read_text()))
