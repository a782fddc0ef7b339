"""Event streams (text/event-stream): outbox rows, LISTEN/NOTIFY, and one hub per process."""
