"""The whole site under strangers, wrong tokens, fields that are not theirs and bodies that nobody should read.

`endpoints.py` finds every address by itself, `scene.py` fills one site with a row for each, so that what is new on the
site is tried without being added here; only the matrix of docs/reliability-access.md must be told who may.
"""
