"""Services for the tests: PostgreSQL, Redis, Chromium, Node, a whole site; and the test runner.

Each comes from the machine or from a wheel, is started here, and ends with the process that started it.
"""
