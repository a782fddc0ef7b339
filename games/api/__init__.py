"""Games for programs: variants, games and tables under /api/v1/. Views check shapes and call services."""
