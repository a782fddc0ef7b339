"""Pages of accounts. They show what selectors return and pass form input to services."""
