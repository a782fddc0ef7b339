"""Notifications on the site, by mail and by web push; the calendar of deadlines."""
