"""The front page: its board, and the games it shows."""
