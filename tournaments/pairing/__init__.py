"""Who meets whom.

Takes an event as values (entrants, what has been played, what is asked of the next round) and returns a
draw: every table, every bye, and for each a sentence that says why. The same input gives the same draw.

Promises not to know Django, a database, a clock or a global random generator: seeds are arguments.
"""
