"""Load tests, soak tests and a simulation: `make load`, `make soak`, `python -m tests.load.simulation`.

Everything runs on this machine alone, in folders and on ports of its own, for a limited time. Nothing here is
collected by pytest; the arithmetic is tested in `tests/config/test_load.py`.
"""
