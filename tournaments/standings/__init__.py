"""Standings: ranking, tie-breaks, and how each is computed.

Takes an event as values and returns standings after any round, with each tie-break's arithmetic as data, a
crosstable, season tables, and the ranks that can still be reached. The order in which results came doesn't matter.

Promises not to know Django, a database or a clock, and never to round: sums are exact fractions.
"""
