"""What the tests need to run beside Python: PostgreSQL, Redis, Chromium, Node, a whole site; and the runner of it all.

Each is taken from the machine or from a wheel, started here, and gone when the process that started it is.
"""
