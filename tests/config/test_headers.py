"""Security headers on every kind of response."""

import pytest
from django.test import Client
from pytest_django import Settings

KEPT_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
POLICY = {
    "default-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}


def policy_of(answer: object) -> set[str]:
    return {part.strip() for part in answer["Content-Security-Policy"].split(";")}  # type: ignore[index]


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/accounts/login/",
        "/learn/vega/",
        "/api/v1/variants/",
        "/api/docs/",
        "/nowhere/",
        "/api/nowhere/",
        "/admin/",
    ],
)
def test_pages_api_and_errors_have_security_headers(client: Client, db: None, path: str) -> None:
    answer = client.get(path)
    assert {name: answer.get(name) for name in KEPT_SAFE} == KEPT_SAFE
    assert policy_of(answer) == POLICY


def test_https_is_enforced_with_redirect_hsts_and_secure_cookies(settings: Settings, db: None) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 31_536_000
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    assert Client().get("/")["Location"] == "https://testserver/"
    answer = Client().get("/accounts/login/", secure=True)
    assert answer["Strict-Transport-Security"].startswith("max-age=31536000")
    assert answer.cookies["csrftoken"]["secure"]
    assert answer.cookies["csrftoken"]["samesite"] == "Lax"


def test_the_session_cookie_is_httponly_and_samesite(client: Client, admin_user: object) -> None:
    client.post("/accounts/login/", {"login": "admin", "password": "password"})
    cookie = client.cookies["sessionid"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
