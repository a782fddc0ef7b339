"""Puzzles: tactics, and the solitaire crossings of Vega with a new board every day."""
