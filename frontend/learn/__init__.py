"""What the Learn pages show: diagrams, tutorials, and the choices we made where the printed rules are silent.

A diagram is a position's text, what to say about it and what to try on it. Nothing here knows a rule: the engine reads
every position, draws it, and answers what may be played; a test plays every suggestion.
"""
