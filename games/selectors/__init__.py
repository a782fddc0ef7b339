"""Questions about games. Nothing here writes.

`faces` turns positions into what may be drawn, `views` is the one way out for a game as somebody may see it, `lists`
finds games and proposals, `words` says results in sentences.
"""
