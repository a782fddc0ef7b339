"""Write operations on games, one public function per use case; each owns its transaction.

The order is always the same: check permissions, lock, check again, write, publish, return. Operations on a running game
share `LockedGame`: a game under its lock, its changes, and the one way of saving them.
"""
