"""Access tests over every endpoint: who may do what, wrong tokens, mass assignment, malformed input.

`endpoints.py` finds every endpoint in the URL patterns and `scene.py` fills one site with a row for each, so that new
endpoints are tested without being added here. Only the matrix of docs/reliability-access.md must be extended.
"""
