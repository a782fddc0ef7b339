"""Everything that can be done about games, one function an intention; each owns its transaction.

The order is always the same: guards, lock, look again, write, publish, return. What is done at a table shares `table`:
a game under its lock, what has been changed of it, and the one way of writing it back.
"""
