"""Notifications, push subscriptions and the calendar, read only."""
