"""The REST API of clubs and tournaments: thin views over services, with JSON made by selectors."""
