"""A made-up family: what it takes to add a game is `game.py` and `family.py` here. `checks.py` tries it everywhere."""
