"""The site as an installable app: manifest in each language, service worker headers, offline page."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from accounts.models import User
from tests.config.test_headers import POLICY, policy_of

LANGUAGES = [code for code, _ in settings.LANGUAGES]


def manifest(language: str) -> dict[str, Any]:
    answer = Client().get(f"/manifest/{language}.webmanifest")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/manifest+json"
    return dict(json.loads(answer.content))


def picture(name: str) -> Image.Image:
    return Image.open(str(finders.find(f"img/{name}"))).convert("RGBA")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_has_what_browsers_require(language: str) -> None:
    content = manifest(language)
    assert (content["lang"], content["name"], content["display"], content["start_url"]) == (
        language,
        "Asterism",
        "standalone",
        "/",
    )
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in content["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    assert [shortcut["url"] for shortcut in content["shortcuts"]] == ["/my/games/", "/play/", "/puzzles/"]


def test_the_manifest_has_the_language_of_the_page(db: None, client: Client) -> None:
    assert manifest("fr")["shortcuts"][0]["name"] != manifest("en")["shortcuts"][0]["name"]
    page = client.get("/status/", headers={"accept-language": "cs"}).content.decode()
    assert '<link rel="manifest" href="/manifest/cs.webmanifest">' in page
    assert Client().get("/manifest/xx.webmanifest").status_code == 404


def test_the_manifest_is_public_and_cacheable() -> None:
    answer = Client().get("/manifest/en.webmanifest")
    assert "public" in answer["Cache-Control"]
    assert not answer.cookies


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("icon-192.png", 192),
        ("icon-512.png", 512),
        ("icon-maskable-512.png", 512),
        ("apple-touch-icon.png", 180),
        ("badge.png", 96),
    ],
)
def test_icons_have_their_declared_size(name: str, side: int) -> None:
    assert picture(name).size == (side, side)


def test_maskable_icons_fill_the_square_and_keep_the_stars_in_the_safe_zone() -> None:
    for name in ("icon-maskable-512.png", "apple-touch-icon.png"):
        icon = picture(name)
        side = icon.width
        night = icon.getpixel((0, 0))
        assert night == (16, 19, 31, 255)
        assert {icon.getpixel(corner) for corner in [(side - 1, 0), (0, side - 1), (side - 1, side - 1)]} == {night}
    icon = picture("icon-maskable-512.png")
    reach = max(
        (x - 256) ** 2 + (y - 256) ** 2
        for x in range(0, 512, 4)
        for y in range(0, 512, 4)
        if icon.getpixel((x, y)) != night
    )
    assert reach**0.5 <= 0.4 * 512


def test_the_service_worker_is_revalidated_and_has_the_site_policy(db: None) -> None:
    answer = Client().get("/service-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    assert policy_of(answer) == POLICY
    assert answer.content.decode() == Path(str(finders.find("js/worker/service_worker.js"))).read_text()


def test_the_offline_page_has_no_user_data_and_names_only_existing_files(member: User, client: Client) -> None:
    client.force_login(member)
    answer = client.get("/offline/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert policy_of(answer) == POLICY
    assert member.public_name not in page
    assert "csrf" not in page


def test_another_language_or_theme_changes_the_service_worker(db: None) -> None:
    def worker(language: str, theme: str) -> str:
        client = Client(headers={"accept-language": language})
        client.cookies["theme"] = theme
        page = client.get("/status/").content.decode()
        assert f'<html lang="{language}" data-theme="{theme}"' in client.get("/offline/").content.decode()
        return page.split('data-worker="')[1].split('"')[0]

    addresses = [worker(language, theme) for language in LANGUAGES for theme in ("light", "dark")]
    assert len(set(addresses)) == len(addresses)
    assert worker("en", "light") == addresses[0]
    assert Client().get(addresses[0]).status_code == 200
