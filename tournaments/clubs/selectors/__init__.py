"""Queries about clubs, their roster, and what its people played."""
