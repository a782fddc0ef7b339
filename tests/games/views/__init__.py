"""The pages about games, read without a browser."""
