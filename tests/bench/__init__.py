"""Benchmarks: costs of the site relative to a simpler reference in the same run: `python -m tests.bench [names]`.

Each subject is a module with `measure()`, run in a process of its own on a site of its own: embedded (SQLite, files)
or as in production (PostgreSQL, Redis). Nothing here is a test; tests never measure time.
"""
