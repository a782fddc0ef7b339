"""Puzzles, read only."""
