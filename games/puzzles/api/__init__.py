"""Puzzles in the API."""
