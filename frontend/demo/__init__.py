"""Demo data: a club with members, games, puzzles and tournaments, created through the services only."""
