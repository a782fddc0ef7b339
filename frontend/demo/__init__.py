"""A believable club to look at: made through the services alone, so what it shows is what the site does."""
