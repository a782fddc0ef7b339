"""Webhooks of a club: signed messages about its tournaments, delivered with retries and backoff."""
