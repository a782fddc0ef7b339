"""Clubs: membership, roles, news, seasons and leaderboards."""
