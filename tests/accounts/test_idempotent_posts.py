"""A form that is sent twice is acted upon once, however long the first time takes."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest
from django.test import RequestFactory

from accounts.views import idempotent_posts
from accounts.views.idempotent_posts import idempotent_post


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def form_sent() -> HttpRequest:
    request = RequestFactory().post("/play/ai/", {"csrfmiddlewaretoken": "of-one-page", "level": "1"})
    request.user = AnonymousUser()
    return request


def test_a_slow_first_request_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotent_posts, "SAME_PRESS_SECONDS", 0.2)
    acts: list[int] = []

    def act() -> int:
        acts.append(len(acts))
        time.sleep(0.6)
        return acts[0]

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(idempotent_post, form_sent(), act)
        time.sleep(0.3)  # the time in which the same form counts as the same press is over
        second = pool.submit(idempotent_post, form_sent(), act)
        assert (first.result(), second.result(), acts) == (0, 0, [0])


def test_a_refused_form_can_be_sent_again() -> None:
    def refuse() -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        idempotent_post(form_sent(), refuse)
    assert idempotent_post(form_sent(), lambda: 7) == 7
