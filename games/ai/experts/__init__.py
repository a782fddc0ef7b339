"""One expert per game: what is good in its positions, for the search."""
