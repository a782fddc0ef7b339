"""The composition root: settings, urls and processes. Everything may be imported here; nothing imports this."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
