"""Standings: ranking, tie-breaks, and how each is computed, as pure functions.

Takes a tournament as values and returns standings after any round, with each tie-break's arithmetic as data, a
crosstable, season tables, and the ranks still possible. The order in which results came doesn't matter.

Knows no Django, database or clock, and never rounds: sums are exact fractions.
"""
