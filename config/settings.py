"""Django's settings. What differs between sites comes from `config.env`, never from editing this file."""

from typing import Any

from config.env import read_environment
from config.logs import configure_structlog, logging_config
from config.secret_key import keep_secret_key

ENVIRONMENT = read_environment()

# ---------------------------------------------------------------- the site
DATA_DIR = ENVIRONMENT.data_dir
EMBEDDED = ENVIRONMENT.is_embedded
PUBLIC_URL = ENVIRONMENT.public_url
DEBUG = ENVIRONMENT.debug
SECRET_KEY = ENVIRONMENT.secret_key or keep_secret_key(DATA_DIR)
ALLOWED_HOSTS = ENVIRONMENT.allowed_hosts
METRICS_TOKEN = ENVIRONMENT.metrics_token

# ---------------------------------------------------------------- apps, middleware, addresses
INSTALLED_APPS = [
    "config",
    "frontend",
    "tournaments",
    "games",
    "accounts",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "rest_framework",
    "django_filters",
    "csp",
    "django_prometheus",
    "django_structlog",
]
MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# ---------------------------------------------------------------- rows
_SQLITE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "asterism.sqlite3",
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    },
}
_POSTGRESQL: dict[str, Any] = {
    **(ENVIRONMENT.database or {}),
    "OPTIONS": {**(ENVIRONMENT.database or {}).get("OPTIONS", {}), "pool": {"min_size": 1, "max_size": 20}},
}
DATABASES = {"default": _SQLITE if EMBEDDED else _POSTGRESQL}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---------------------------------------------------------------- cache (rate limits count in it: shared by processes)
if ENVIRONMENT.redis_url:
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": ENVIRONMENT.redis_url,
            "KEY_PREFIX": "asterism",
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "config.cache.LockedFileCache",
            "LOCATION": DATA_DIR / "cache",
            "OPTIONS": {"MAX_ENTRIES": 5000},
        }
    }

# ---------------------------------------------------------------- Celery
# A task's name begins with its queue: "clock.settle_overdue", "ai.think", "mail.send"; any other goes to "default".
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {f"{queue}.*": {"queue": queue} for queue in ("clock", "ai", "mail")}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_SOFT_TIME_LIMIT = 120
CELERY_TASK_TIME_LIMIT = 150
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
# In memory: every entry is a sweep over rows, so there is nothing to remember between two runs.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {}
if ENVIRONMENT.redis_url:
    CELERY_BROKER_URL = ENVIRONMENT.redis_url
else:
    CELERY_BROKER_URL = "filesystem://"
    CELERY_BROKER_TRANSPORT = "config.broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": DATA_DIR / "broker" / "messages",
        "data_folder_out": DATA_DIR / "broker" / "messages",
        "processed_folder": DATA_DIR / "broker" / "aside",
        "control_folder": DATA_DIR / "broker" / "control",
        "polling_interval": 0.1,
    }
    # Remote control would leave letters in the folders of workers that are gone.
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False

# ---------------------------------------------------------------- accounts
AUTH_USER_MODEL = "accounts.User"

# ---------------------------------------------------------------- API
REST_FRAMEWORK: dict[str, Any] = {
    "NUM_PROXIES": ENVIRONMENT.trusted_proxies,
}

# ---------------------------------------------------------------- mail
if ENVIRONMENT.email:
    EMAIL_BACKEND = ENVIRONMENT.email["EMAIL_BACKEND"]
    EMAIL_HOST = ENVIRONMENT.email["EMAIL_HOST"]
    EMAIL_PORT = ENVIRONMENT.email["EMAIL_PORT"]
    EMAIL_HOST_USER = ENVIRONMENT.email["EMAIL_HOST_USER"] or ""
    EMAIL_HOST_PASSWORD = ENVIRONMENT.email["EMAIL_HOST_PASSWORD"] or ""
    EMAIL_USE_TLS = ENVIRONMENT.email["EMAIL_USE_TLS"]
    EMAIL_USE_SSL = ENVIRONMENT.email["EMAIL_USE_SSL"]
    EMAIL_TIMEOUT = ENVIRONMENT.email["EMAIL_TIMEOUT"] or 20
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = DATA_DIR / "mail"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENVIRONMENT.mail_from

# ---------------------------------------------------------------- language and time
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# ---------------------------------------------------------------- static files
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.HashedStaticFilesStorage"},
}
MEDIA_ROOT = DATA_DIR / "media"

# ---------------------------------------------------------------- security
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = SECURE_SSL_REDIRECT = ENVIRONMENT.is_https
if ENVIRONMENT.is_https:
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
if ENVIRONMENT.trusted_proxies:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}

# ---------------------------------------------------------------- logs
configure_structlog()
LOGGING = logging_config(level=ENVIRONMENT.log_level, format_name=ENVIRONMENT.log_format)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
