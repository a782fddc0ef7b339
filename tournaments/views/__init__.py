"""Pages of clubs and tournaments. They show what selectors return and call the same services as the API."""
