"""Questions about clubs and tournaments. Nothing here writes.

`record` turns rows into the values of the pairing and standings rooms; everything that is computed goes through it.
"""
