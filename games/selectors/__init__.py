"""Read-only queries about games. Nothing here writes.

`position_json` turns positions into JSON to draw, `game_json` is the only way out for a game as one viewer may see it,
`game_queries` and `lobby` list games and proposals, `result_text` describes results.
"""
