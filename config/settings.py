"""Django settings. What differs between sites comes from `config.env`, never from editing this file."""

import logging
from pathlib import Path
from typing import Any

from config.embedded.kept_secrets import keep_secret_key, keep_vapid_key
from config.env import read_environment
from config.logs import configure_structlog, logging_config
from config.openapi import SPECTACULAR_SETTINGS as SPECTACULAR_SETTINGS
from config.workers import SITE, WORKERS

ENVIRONMENT = read_environment()

# ---------------------------------------------------------------- the site
DATA_DIR = ENVIRONMENT.data_dir
EMBEDDED = ENVIRONMENT.is_embedded
PUBLIC_URL = ENVIRONMENT.public_url
DEBUG = ENVIRONMENT.debug
SECRET_KEY = ENVIRONMENT.secret_key or keep_secret_key(DATA_DIR)
SECRET_KEY_FALLBACKS = ENVIRONMENT.secret_key_fallbacks
# Without a key no push notifications are sent, and the settings page says so.
VAPID_KEY = ENVIRONMENT.vapid_key or (keep_vapid_key(DATA_DIR) if EMBEDDED else "")
ALLOWED_HOSTS = ENVIRONMENT.allowed_hosts
METRICS_TOKEN = ENVIRONMENT.metrics_token
VACATION_DAYS_PER_YEAR = ENVIRONMENT.vacation_days

# ---------------------------------------------------------------- apps, middleware, URLs
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
    "django.contrib.sitemaps",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "django_prometheus",
    "django_structlog",
]
MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.http.compression.CompressedPages",
    "csp.middleware.CSPMiddleware",
    # Languages come before middleware that may respond itself, and after cookies are removed from embeds.
    "accounts.http.middleware.CookielessMiddleware",
    "accounts.http.middleware.LinkedLanguageMiddleware",
    "accounts.drf.origins.OtherOriginsMiddleware",
    "accounts.http.middleware.ApiEdgeMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.http.middleware.PreferencesMiddleware",
    "accounts.http.middleware.GuestVisitMiddleware",
    "accounts.http.middleware.RefusalMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]
ROOT_URLCONF = "config.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "frontend.context_processors.frame",
            ]
        },
    }
]

FORM_RENDERER = "frontend.forms.SiteFormRenderer"

# ---------------------------------------------------------------- databases
_SQLITE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "asterism.sqlite3",
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    },
}
_POOL = {"min_size": 1, "max_size": 20, "timeout": 4, "reconnect_timeout": 4}


def _pooled(database: dict[str, Any]) -> dict[str, Any]:
    """Pooled connections: dead ones are replaced, and a request waits at most 4 s for a database that is down."""
    options = {**database.get("OPTIONS", {}), "pool": _POOL}
    return {**database, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}


DATABASES: dict[str, dict[str, Any]] = {"default": _pooled(ENVIRONMENT.database) if ENVIRONMENT.database else _SQLITE}
if ENVIRONMENT.listening:
    # DATABASE_URL leads to a pooler that lends connections per transaction: there LISTEN receives nothing, and a
    # server-side cursor would be on another connection when it is read on.
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
    DATABASES["listening"] = ENVIRONMENT.listening
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---------------------------------------------------------------- cache (rate limits count in it: shared by processes)
if ENVIRONMENT.redis_url:
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "config.cache.FallbackRedisCache",
            "LOCATION": ENVIRONMENT.redis_url,
            "KEY_PREFIX": "asterism",
            # A request must not hang on a counter.
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "config.cache.FallbackFileCache",
            "LOCATION": DATA_DIR / "cache",
            "OPTIONS": {"MAX_ENTRIES": 5000},
        }
    }

# ---------------------------------------------------------------- Celery
# A task's name begins with its queue: "clock.settle_live", "long.compute_pairing"; any other goes to "default".
CELERY_TASK_DEFAULT_QUEUE = SITE.queue
CELERY_TASK_ROUTES = {f"{worker.queue}.*": {"queue": worker.queue} for worker in WORKERS}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_SOFT_TIME_LIMIT = 120
CELERY_TASK_TIME_LIMIT = 150
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Workers and beat wait for an unreachable broker for as long as it takes. Senders don't wait: what a message would have
# said is in the rows, where a sweep finds it.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False
# In memory: every entry is a sweep over rows, so there is nothing to remember between two runs.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
# A tick that no worker took in time expires: the next one does its work.
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "settle-live": {"task": "clock.settle_live", "schedule": 1.0, "options": {"expires": 5}},
    "settle-correspondence": {"task": "clock.settle_correspondence", "schedule": 30.0, "options": {"expires": 25}},
    "redate-after-moves": {"task": "games.redate_after_moves", "schedule": 600.0, "options": {"expires": 500}},
    "call-waiting-ais": {"task": "clock.call_waiting_ais", "schedule": 5.0, "options": {"expires": 5}},
    "expire-proposals": {"task": "games.expire_proposals", "schedule": 300.0, "options": {"expires": 250}},
    "rate-finished-games": {"task": "games.rate_finished_games", "schedule": 60.0, "options": {"expires": 50}},
    "catch-up-on-notices": {"task": "games.catch_up_on_notices", "schedule": 60.0, "options": {"expires": 50}},
    "send-due-mails": {"task": "mail.send_due_mails", "schedule": 20.0, "options": {"expires": 19}},
    "send-due-digests": {"task": "mail.send_due_digests", "schedule": 60.0, "options": {"expires": 50}},
    "deliver-due-pushes": {"task": "games.deliver_due_pushes", "schedule": 30.0, "options": {"expires": 25}},
    "finish-erasures": {"task": "long.finish_erasures", "schedule": 600.0, "options": {"expires": 500}},
    "finish-withdrawals": {"task": "long.finish_withdrawals", "schedule": 600.0, "options": {"expires": 500}},
    "clean-up-accounts": {"task": "accounts.clean_up", "schedule": 3600.0, "options": {"expires": 3000}},
    "forget-guests": {"task": "long.forget_guests", "schedule": 3600.0, "options": {"expires": 3000}},
    "prepare-puzzles": {"task": "long.prepare_puzzles", "schedule": 3600.0, "options": {"expires": 3000}},
    "deliver-due-webhooks": {"task": "tournaments.deliver_due_webhooks", "schedule": 30.0, "options": {"expires": 25}},
    "sweep-tournaments": {"task": "tournaments.sweep_tournaments", "schedule": 15.0, "options": {"expires": 14}},
}
if ENVIRONMENT.broker_url:
    CELERY_BROKER_URL = ENVIRONMENT.broker_url
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "socket_connect_timeout": 2,
        "max_retries": 1,
        "interval_start": 0,
    }
else:
    CELERY_BROKER_URL = "filesystem://localhost//"
    CELERY_BROKER_TRANSPORT = "config.embedded.broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": DATA_DIR / "broker" / "messages",
        "data_folder_out": DATA_DIR / "broker" / "messages",
        "processed_folder": DATA_DIR / "broker" / "aside",
        "control_folder": DATA_DIR / "broker" / "control",
        "polling_interval": 0.1,
    }
    # Remote control would leave messages in the folders of workers that are gone.
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False

# ---------------------------------------------------------------- accounts
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.PeopleBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

ACCOUNT_ADAPTER = "accounts.login.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.login.forms.LogInForm",
    "signup": "accounts.login.forms.SignUpForm",
    "change_password": "accounts.login.forms.PasswordChangeForm",  # nosec B105 # a form, no password
    "reset_password": "accounts.login.forms.ForgottenPasswordForm",  # nosec B105 # a form, no password
    "reset_password_from_key": "accounts.login.forms.ResetPasswordForm",  # nosec B105 # a form, no password
    "add_email": "accounts.login.forms.AddressForm",
    "reauthenticate": "accounts.login.forms.PasswordAgainForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.SIGN_UP_USERNAME_VALIDATORS"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Asterism: "
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
# Besides allauth's own limits, one per day: these mails go to an address whose owner may never have asked for them.
ACCOUNT_RATE_LIMITS = {"reset_password": "20/m/ip,5/m/key,10/d/key"}  # nosec B105 # a limit, no password
USERSESSIONS_ADAPTER = "accounts.login.adapter.SessionsAdapter"
MFA_ADAPTER = "accounts.login.second_factor.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "accounts.login.forms.CodeForm",
    "reauthenticate": "accounts.login.forms.CodeAgainForm",
    "activate_totp": "accounts.login.forms.FirstCodeForm",
}
MFA_TOTP_ISSUER = "Asterism"
# Mails of an embedded site reach people through its administrator, so nothing waits for a confirmation.
ACCOUNT_EMAIL_VERIFICATION = "optional" if EMBEDDED else "mandatory"
MFA_ALLOW_UNVERIFIED_EMAIL = EMBEDDED
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if ENVIRONMENT.is_https else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = ENVIRONMENT.trusted_proxies

# ---------------------------------------------------------------- API
API_MAX_BODY_BYTES = 256 * 1024
REST_FRAMEWORK: dict[str, Any] = {
    "NUM_PROXIES": ENVIRONMENT.trusted_proxies,
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.drf.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.drf.permissions.ReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["accounts.drf.parsers.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "accounts.drf.negotiation.ChosenForm",
    "DEFAULT_PAGINATION_CLASS": "accounts.drf.pagination.Pages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_THROTTLE_CLASSES": [
        "accounts.drf.throttling.AddressThrottle",
        "accounts.drf.throttling.AnonymousThrottle",
        "accounts.drf.throttling.UserThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "address": "1200/min",
        "anonymous": "120/min",
        "user": "600/min",
        "new_guest": "30/hour",
        "picture": "60/min",
        "check_in": "60/min",
        "bad_token": "20/min",  # nosec B105 # a limit, no token
    },
    "DEFAULT_SCHEMA_CLASS": "accounts.drf.schema.ApiSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "accounts.drf.errors.handle_exception",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
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
LANGUAGES = [("en", "English"), ("fr", "Français"), ("cs", "Čeština")]
LOCALE_PATHS = [Path(__file__).resolve().parent.parent / "frontend" / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = ENVIRONMENT.is_https
TIME_ZONE = "UTC"

# ---------------------------------------------------------------- static files
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.HashedStaticFilesStorage"},
}
MEDIA_ROOT = DATA_DIR / "media"

# ---------------------------------------------------------------- security
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
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
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
