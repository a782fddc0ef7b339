"""What the site costs, measured against something plainer in the same run: `python -m tests.bench [names]`.

Each subject is a module with `measure()`, run in a process of its own on a site of its own: embedded (SQLite, files)
or as in production (PostgreSQL, Redis). Nothing here is a test; the tests never look at a clock.
"""
