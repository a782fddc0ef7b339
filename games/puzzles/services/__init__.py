"""Create puzzles ahead of their day; record attempts."""
