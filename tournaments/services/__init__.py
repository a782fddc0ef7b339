"""Everything that can be done in clubs and at tournaments, one function per use case; each owns its transaction.

`locking` is shared by the services of tournaments: the locked tournament, permissions, the public log. The order is
always the same: lock, guards, write, log, publish, return. A tournament is locked before its games.
"""
