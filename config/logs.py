"""Structured logs: one line per event, with the id of the request or task; text when embedded, JSON in production."""

import re
from typing import Any

import structlog

# URLs that grant access to anyone who has them, and keys recognised by their prefix.
_SECRET = re.compile(
    r"(/(?:calendar|check-in(?:-links)?|invitations|unsubscribe|confirm-email|reset/key)/|\b(?:ast|whs)_)[^/\s\"'?&<>,;)\]}]{4,}"
)
# Names of secrets in a query: the site asks for none there, but people and programs try.
_SECRET_IN_QUERY = re.compile(
    r"([?&][\w.-]{0,40}(?:password|passwd|secret|token|key|code|session)[\w.-]{0,40}=)[^\s\"'&<>]+", re.IGNORECASE
)

_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configure_structlog() -> None:
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.processors.StackInfoRenderer(),
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def logging_config(*, level: str, format_name: str) -> dict[str, Any]:
    """Django's LOGGING; lines of the standard library's loggers have the same format."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *_renderers(format_name),
                    hide_secrets,
                ],
                "foreign_pre_chain": _SHARED,
            }
        },
        "handlers": {"stream": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stream"], "level": level},
        "loggers": {
            # Django's line would repeat the request's own.
            "django.request": {"level": "ERROR"},
            "django.server": {"level": "ERROR"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
        },
    }


def _renderers(format_name: str) -> list[Any]:
    """Without local variables in tracebacks: they include passwords and tokens."""
    if format_name == "json":
        without_locals = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        return [structlog.processors.ExceptionRenderer(without_locals), structlog.processors.JSONRenderer()]
    return [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]


def hide_secrets(_logger: Any, _method: str, line: str) -> str:
    """Redact secrets in every log line: a log is read by more people than may use these."""
    return _SECRET_IN_QUERY.sub(r"\1…", _SECRET.sub(r"\1…", line))
