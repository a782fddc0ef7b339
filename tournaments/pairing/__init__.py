"""Pairing: which players meet in a round, as pure functions.

Takes a tournament as values (entrants, results so far, requests for the next round) and returns a draw: every table,
every bye, and for each a sentence that explains it. The same input gives the same draw.

Knows no Django, database, clock or global random generator: seeds are arguments.
"""
