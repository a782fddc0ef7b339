"""REST API of games under /api/v1/: variants, games, proposals. Views validate input and call services."""
