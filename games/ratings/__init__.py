"""Ratings per player and family of games, leaderboards, and head-to-head scores."""
