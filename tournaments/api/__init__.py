"""The API of clubs and tournaments: thin views over the services the pages call. Selectors make the answers."""
