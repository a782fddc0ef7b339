"""The site's own settings. Limits are counted as ever but never reached, and the reference views have addresses."""

from config.settings import *  # noqa: F403
from config.settings import REST_FRAMEWORK

REST_FRAMEWORK = {
    **REST_FRAMEWORK,
    "DEFAULT_THROTTLE_RATES": dict.fromkeys(REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "1000000/min"),
}
ROOT_URLCONF = "tests.bench.urls"
