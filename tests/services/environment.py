"""The variables that configure a site (`config/env.py`): sites of tests set their own, never the developer's."""

OF_THE_SITE = (
    "ALLOWED_HOSTS", "BROKER_URL", "DATABASE_URL", "DEBUG", "EMAIL_URL", "HALL", "HOST", "LISTEN_URL",
    "LOG_FORMAT", "MAIL_FROM", "METRICS_TOKEN", "PORT", "PUBLIC_URL", "REDIS_URL", "VACATION_DAYS_PER_YEAR",
    "SECRET_KEY", "SECRET_KEY_FALLBACKS", "TRUSTED_PROXIES", "VAPID_KEY",
)  # fmt: skip
