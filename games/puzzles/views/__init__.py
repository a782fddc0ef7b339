"""Pages of puzzles."""
