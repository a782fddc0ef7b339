"""Everything that can be done in clubs and at tournaments, one function an intention; each owns its transaction.

`desk` is what the services of an event share: the event under its lock, who may do what, the public log. The order is
always the same: lock, guards, write, log, publish, return. The event's lock comes before a game's.
"""
