"""End-to-end tests: whole games in browsers on a whole site, with nothing mocked."""
