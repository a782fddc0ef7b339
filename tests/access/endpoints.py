"""Find every endpoint of the site with its methods in the URL patterns, and example bodies in the OpenAPI schema."""

import inspect
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator

from tests.access.scene import ATTEMPT
from tournaments.clubs.views import clubs, roster
from tournaments.views import organising

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
API = "/api/v1/"
# The admin pages are Django's own: one line of the matrix represents all of them.
ADMIN = "/admin/"
ACTIONS: dict[str, Any] = {
    "/clubs/<slug>/do/<action>/": clubs.ACTIONS,
    "/clubs/<slug>/people/do/<action>/": roster.ACTIONS,
    "/tournaments/<tournament_id>/do/<action>/": organising.ACTIONS,
}
OF_A_FAMILY = ("/api/v1/ratings/", "/api/v1/clubs/<slug>/leaderboard/", "/api/v1/people/<username>/ratings/history/")
DEEPEST = 6
"""Maximum nesting: conditional moves contain each other without end."""
A_ROUND = "/api/v1/tournaments/<tournament_id>/rounds/<number>/"
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_GROUP = re.compile(r"\(\?P<(\w+)>(?:[^()\[\]]|\[[^\]]*\])*\)")


@dataclass(frozen=True, order=True)
class Endpoint:
    route: str
    """In readable form: `/games/<game_id>/`."""
    method: str

    @property
    def is_api(self) -> bool:
        return self.route.startswith(API)

    @property
    def is_stream(self) -> bool:
        return self.route.endswith("/events/")

    def address(self, places: dict[str, Any]) -> str:
        """Return the URL with its parameters filled in; an ambiguous name is looked up with the prefix of the URL."""

        def fill(match: re.Match[str]) -> str:
            special = next(
                (key for key in places if key.endswith(f":{match[1]}") and key.split(":")[0] in self.route), ""
            )
            # A parameter without a row in the scene makes the URL a 404, and the matrix says so.
            return str(places.get(special or match[1], 1))

        asked = "?family=nonaga" if self.method == "GET" and self.route in OF_A_FAMILY else ""
        asked = f"?attempt={ATTEMPT}" if (self.method, self.route) == ("DELETE", A_ROUND) else asked
        return _PARAMETER.sub(fill, self.route) + asked


@cache
def all_endpoints() -> tuple[Endpoint, ...]:
    """Return every endpoint. An API view declares its methods; a page is tried with all of them and answers 405."""
    found = set()
    for route, callback in _routes(get_resolver()):
        view = getattr(callback, "view_class", None)
        methods = [name for name in METHODS if not route.startswith(API) or _takes(view, name)]
        for named in _with_actions(route):
            found |= {Endpoint(named, method) for method in methods}
    return tuple(sorted(found))


@cache
def endpoints_without_get() -> tuple[Endpoint, ...]:
    """Return GET endpoints for all URLs that declare methods without GET."""
    found = set()
    for route, callback in _routes(get_resolver()):
        methods = declared_methods(callback)
        if methods and "GET" not in methods:
            found |= {Endpoint(named, "GET") for named in _with_actions(route)}
    return tuple(sorted(found))


def declared_methods(callback: Any) -> set[str] | None:
    """Return the methods that a view's class or Django's decorators allow; None if a function declares none."""
    view = getattr(callback, "view_class", None)
    if view is not None:
        return {name for name in METHODS if _takes(view, name)}
    while callback is not None:
        known = inspect.getclosurevars(callback).nonlocals if inspect.isfunction(callback) else {}
        if "request_method_list" in known:
            return set(known["request_method_list"])
        callback = getattr(callback, "__wrapped__", None)
    return None


def _takes(view: Any, method: str) -> bool:
    return method.lower() in view.http_method_names and hasattr(view, method.lower())


def _with_actions(route: str) -> list[str]:
    return [route.replace("<action>", action) for action in ACTIONS[route]] if route in ACTIONS else [route]


def _routes(resolver: URLResolver, prefix: str = "/") -> Iterator[tuple[str, Any]]:
    for pattern in resolver.url_patterns:
        route = prefix + shown_route(str(pattern.pattern))
        if isinstance(pattern, URLPattern):
            yield route, pattern.callback
        elif not route.startswith(ADMIN):
            yield from _routes(pattern, route)
        else:
            yield route, None


def shown_route(pattern: str) -> str:
    """Return a URL pattern in readable form: parameters by their names alone."""
    return _PARAMETER.sub(r"<\1>", _GROUP.sub(r"<\1>", pattern.strip("^$")))


@cache
def read_schema() -> dict[str, Any]:
    return dict(SchemaGenerator().get_schema(request=None, public=True))


def operation_of(endpoint: Endpoint) -> dict[str, Any]:
    path = endpoint.route.replace("<", "{").replace(">", "}")
    return dict(read_schema()["paths"][path][endpoint.method.lower()])


def body_of(endpoint: Endpoint) -> dict[str, Any] | None:
    """Return the schema's first example of a request body."""
    content = operation_of(endpoint).get("requestBody", {}).get("content", {}) if endpoint.is_api else {}
    examples = content.get("application/json", {}).get("examples", {})
    return next((dict(example["value"]) for example in examples.values()), None)


def fields_of(endpoint: Endpoint) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Yield every leaf field of the request body that the schema declares: its path and its own schema."""
    content = operation_of(endpoint).get("requestBody", {}).get("content", {})
    yield from _leaf_fields(content.get("application/json", {}).get("schema", {}), ())


def _leaf_fields(schema: dict[str, Any], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    schema = _resolved(schema)
    if len(path) > DEEPEST:
        return
    if "properties" in schema:
        for name, inner in schema["properties"].items():
            yield from _leaf_fields(inner, (*path, name))
    elif "items" in schema:
        yield from _leaf_fields(schema["items"], (*path, "[]"))
    elif path:
        yield path, schema


def _resolved(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with references and `allOf` resolved."""
    for part in (schema, *schema.get("allOf", ())):
        if "$ref" in part:
            return _resolved(read_schema()["components"]["schemas"][part["$ref"].rpartition("/")[2]])
    return schema


def ask(client: Client, endpoint: Endpoint, address: str, body: dict[str, Any] | None) -> Any:
    """Send one request as an API client or as an HTML form would."""
    if endpoint.is_stream:
        return _listen(client, address)
    if endpoint.is_api:
        text = "" if body is None else json.dumps(body)
        return client.generic(endpoint.method, address, text, content_type="application/json")
    text = urlencode(body or {}, doseq=True) if endpoint.method != "GET" else ""
    return client.generic(endpoint.method, address, text, content_type="application/x-www-form-urlencoded")


def _listen(client: Client, address: str) -> Any:
    """Open a stream with the async client. Nothing is read: status and headers are enough."""
    listener = AsyncClient()
    listener.cookies = client.cookies
    authorization = client.defaults.get("HTTP_AUTHORIZATION")
    headers = {"authorization": authorization} if authorization else {}
    return async_to_sync(listener.get)(address, headers=headers)
