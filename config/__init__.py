"""The composition root: settings, addresses and processes. It may import everything; nothing imports it."""

from config.celery import app as celery_app
from config.compiled import prefer_compiled

__all__ = ["celery_app"]

# Every process of the site passes this door before it meets an engine.
prefer_compiled()
