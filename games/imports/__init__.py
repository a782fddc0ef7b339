"""Games imported from files, and games played on from a position of another game."""
