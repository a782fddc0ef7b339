"""The ASGI application that granian serves."""

import os

from django.core.asgi import get_asgi_application

from config.bodies import LimitedBodies
from config.processes import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

if os.environ.get("ASTERISM_SUPERVISED"):
    die_with_parent()

application = LimitedBodies(get_asgi_application())
