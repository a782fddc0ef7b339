"""Content of the Learn pages: diagrams, tutorials, and our rulings where the printed rules are silent.

A diagram is a position in notation, a caption and a task to try. Nothing here implements rules: the engine parses
and draws every position and lists its legal steps; a test plays every suggested step.
"""
