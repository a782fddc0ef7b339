"""Notifications in the API: lists, settings, push subscriptions, the stream of the bell."""
