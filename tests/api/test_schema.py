"""The OpenAPI schema is complete, with examples, and served by this site alone."""

import os
import random
import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from rest_framework.test import APIClient

from accounts.drf.docs import written_schema
from games.rules import variant_ids
from tests.games.playing import SETUPS

pytestmark = pytest.mark.slow


@pytest.fixture
def schema(client: Client, db: None) -> dict[str, Any]:
    return dict(client.get("/api/schema/?format=json").json())


@pytest.mark.slow
def test_the_schema_is_valid_openapi(schema: dict[str, Any]) -> None:
    validate_schema(schema)


@pytest.mark.slow
def test_the_schema_is_generated_without_warnings(capsys: pytest.CaptureFixture[str], db: None) -> None:
    call_command("spectacular", file=os.devnull, fail_on_warn=True)
    assert "Warning" not in capsys.readouterr().err


def test_every_endpoint_has_an_example(schema: dict[str, Any]) -> None:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            bodies = [body for status, body in operation["responses"].items() if status.startswith("2")]
            for body in [*bodies, operation.get("requestBody", {})]:
                for content in body.get("content", {}).values():
                    assert content.get("examples"), f"{method.upper()} {path}"


def test_every_operation_has_a_summary_and_the_error_shape(schema: dict[str, Any]) -> None:
    operations = [operation for methods in schema["paths"].values() for operation in methods.values()]
    assert [operation["operationId"] for operation in operations if not operation.get("summary")] == []
    errors = {
        operation["responses"]["default"]["content"]["application/json"]["schema"]["$ref"] for operation in operations
    }
    assert errors == {"#/components/schemas/Error"}


@pytest.mark.parametrize(
    ("method", "path", "security", "scopes"),
    [
        ("get", "/games/", ["token", "cookieAuth", None], []),
        ("get", "/me/", ["token", "cookieAuth"], ["read"]),
        ("post", "/games/{game_id}/turns/", ["token", "cookieAuth"], ["play"]),
        ("post", "/tournaments/", ["token", "cookieAuth"], ["organise"]),
        ("post", "/tokens/", ["cookieAuth"], []),
        ("post", "/variants/{variant_id}/positions/", ["token", "cookieAuth", None], []),
    ],
)
def test_every_operation_says_who_may_call_it(
    schema: dict[str, Any], method: str, path: str, security: list[str | None], scopes: list[str]
) -> None:
    operation = schema["paths"][f"/api/v1{path}"][method]
    assert [next(iter(way), None) for way in operation["security"]] == security
    assert re.findall(r"`(\w+)`", operation["description"]) == scopes


def test_every_example_matches_its_schema(schema: dict[str, Any]) -> None:
    """Exactly: examples are what people copy."""
    components = as_json_schema({"components": schema["components"]})
    faults = []
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
            for content in (body.get("content", {}).get("application/json", {}) for body in bodies):
                shape = Draft202012Validator(as_json_schema(content.get("schema", {})) | components)
                for example in content.get("examples", {}).values():
                    faults += [f"{method} {path}: {fault.message}" for fault in shape.iter_errors(example["value"])]
    assert faults == []


@pytest.mark.parametrize("variant", variant_ids())
def test_boards_and_positions_match_their_schema(schema: dict[str, Any], variant: str) -> None:
    """Along a random game, so that platforms, trails and captures occur."""
    shapes = as_json_schema(schema["components"]["schemas"])
    client, rng, steps = APIClient(), random.Random(7), list[str]()
    check_shape(client.get(f"/api/v1/variants/{variant}/").json(), "VariantDetailOutput", shapes)
    for _ in range(12):
        position = client.post(f"/api/v1/variants/{variant}/positions/", {"steps": steps}).json()
        check_shape(position, "PositionOutput", shapes)
        steps.append(SETUPS[variant] if position["awaits_setup"] else rng.choice(position["steps"]))


def check_shape(answer: Any, name: str, shapes: dict[str, Any]) -> None:
    whole = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": shapes}}
    assert [fault.message for fault in Draft202012Validator(whole).iter_errors(answer)] == []


def as_json_schema(node: Any) -> Any:
    """Return an OpenAPI 3.0 schema as JSON Schema: `nullable` translated, and no additional properties."""
    if isinstance(node, list):
        return [as_json_schema(one) for one in node]
    if not isinstance(node, dict):
        return node
    shape = {name: as_json_schema(value) for name, value in node.items() if name != "nullable"}
    if shape.get("type") == "object" and "properties" in shape:
        shape.setdefault("additionalProperties", False)
    return {"anyOf": [shape, {"type": "null"}]} if node.get("nullable") is True else shape


def test_every_operation_has_a_tag_with_a_description(schema: dict[str, Any]) -> None:
    used = {tag for methods in schema["paths"].values() for operation in methods.values() for tag in operation["tags"]}
    assert used == {tag["name"] for tag in schema["tags"]}
    assert [tag["name"] for tag in schema["tags"] if not tag["description"]] == []


def test_the_most_used_responses_have_a_schema(schema: dict[str, Any]) -> None:
    shapes = schema["components"]["schemas"]
    cell = shapes["CrosstableRowOutput"]["properties"]["rounds"]["items"]["items"]
    branch = shapes["Branch"]["properties"]["then"]["items"]
    assert cell == {"$ref": "#/components/schemas/RecordOutput"}
    assert (
        branch
        == shapes["ConditionalMovesOutput"]["properties"]["tree"]["items"]
        == {"$ref": "#/components/schemas/Branch"}
    )
    assert shapes["GameResultReasonEnum"]["enum"][-2:] == ["aborted", "annulled"]
    scenes = [shapes[name]["properties"]["scene"] for name in ("StateOutput", "PositionOutput", "TacticFaceOutput")]
    assert scenes == 3 * [{"$ref": "#/components/schemas/SceneOutput"}]
    assert shapes["VariantDetailOutput"]["properties"]["board"] == {"$ref": "#/components/schemas/DrawnBoardOutput"}


def test_every_filter_has_a_description(schema: dict[str, Any]) -> None:
    undescribed = [
        (path, parameter["name"])
        for path, methods in schema["paths"].items()
        for operation in methods.values()
        for parameter in operation.get("parameters", [])
        if parameter["in"] != "path" and not parameter.get("description") and "enum" not in parameter["schema"]
    ]
    assert undescribed == []


def test_the_schema_is_cached_per_language_and_format(client: Client, db: None) -> None:
    """Generating it takes longer than any page; it is the same for everyone."""
    written_schema.cache_clear()
    asked = [("en", "json"), ("fr", "json"), ("en", "yaml"), ("fr", "yaml")]
    answers = [
        client.get(f"/api/schema/?format={format_}&version=9", headers={"accept-language": language})
        for language, format_ in 2 * asked
    ]
    assert [answer.content for answer in answers[:4]] == [answer.content for answer in answers[4:]]
    assert len({answer.content for answer in answers}) == 4
    assert written_schema.cache_info().misses == 4
    assert answers[1]["Content-Type"] == "application/vnd.oai.openapi+json"


def test_tokens_and_sessions_are_both_described(schema: dict[str, Any]) -> None:
    assert sorted(schema["components"]["securitySchemes"]) == ["cookieAuth", "token"]


def test_the_documentation_is_served_from_this_site_without_inline_script_or_style(client: Client, db: None) -> None:
    page = client.get("/api/docs/").content.decode()
    sources = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert sources
    assert [source for source in sources if not source.startswith("/")] == []
    assert re.findall(r"<style|style=|<script>|onclick=", page) == []
    script = client.get("/api/docs/?script=")
    assert (script.status_code, script["Content-Type"]) == (200, "application/javascript")
