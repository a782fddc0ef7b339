"""The ASGI application that granian serves."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
site = get_asgi_application()

from config.embedded.processes import die_with_parent, raise_file_limit  # noqa: E402
from config.http.bodies import LimitedBodies  # noqa: E402
from config.http.concurrency_limit import LimitedRequests  # noqa: E402
from config.http.request_times import StampedArrivals  # noqa: E402 - what they import needs Django's apps

if os.environ.get("ASTERISM_SUPERVISED"):
    die_with_parent()
raise_file_limit()

application = LimitedRequests(LimitedBodies(StampedArrivals(site)))
