"""A made-up family: adding a game takes `game.py` and `family.py`. `checks.py` tries it throughout the site."""
