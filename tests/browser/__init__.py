"""People at their browsers: whole games on the whole site, with nothing replaced by anything simpler."""
