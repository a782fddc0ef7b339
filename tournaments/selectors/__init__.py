"""Read-only queries about clubs and tournaments.

`record` turns rows into the values of `tournaments.pairing` and `tournaments.standings`; everything that is computed
goes through it.
"""
