"""Settings for the tests: independent of the developer's environment, nothing stored, nothing slow.

The tests are the same on both databases: ASTERISM_TEST_DATABASE_URL names a PostgreSQL server instead of SQLite.
"""

import atexit
import os
import shutil
import tempfile

import dj_database_url

from tests.services.environment import OF_THE_SITE

TEST_DATA = tempfile.mkdtemp(prefix="asterism-test-")
atexit.register(shutil.rmtree, TEST_DATA, ignore_errors=True)

for name in OF_THE_SITE:
    os.environ.pop(name, None)
os.environ["ASTERISM_DATA"] = TEST_DATA
os.environ["LOG_LEVEL"] = "WARNING"

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, STATIC_ROOT, STORAGES  # noqa: E402

if os.environ.get("ASTERISM_TEST_DATABASE_URL"):
    DATABASES["default"] = dict(dj_database_url.parse(os.environ["ASTERISM_TEST_DATABASE_URL"]))
else:
    # In a file, as on the embedded site: in memory, SQLite has no WAL, and threads conflict over table locks.
    DATABASES["default"]["TEST"] = {"NAME": f"{TEST_DATA}/test.sqlite3"}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_ROOT.mkdir()
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

# Messages are discarded unless a test starts a worker of its own (tests/services/).
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT = "memory"
CELERY_BROKER_TRANSPORT_OPTIONS = {}
