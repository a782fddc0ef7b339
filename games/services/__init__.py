"""Everything that can be done at a table, one function an intention; each owns its transaction.

`table` is what they share: a game under its lock, what has been changed of it, and the one way of writing it back.
The order is always the same: guards, lock, look again, write, publish, return.
"""
