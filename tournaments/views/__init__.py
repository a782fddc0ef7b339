"""Pages of clubs and tournaments. They show what selectors tell and call the services that the API calls."""
