"""Computer analysis of finished games, hints, and the fair-play rule that limits both."""
