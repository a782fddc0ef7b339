"""The site under load, over a long time and on paper: `make load`, `make soak`, `python -m tests.load.simulation`.

Everything runs on this machine alone, in folders and on ports of its own, for a time that is known beforehand. Nothing
here is collected by pytest; what is arithmetic is tested in `tests/config/test_load.py`.
"""
