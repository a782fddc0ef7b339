"""One module per case; `tests/fire/table.py` assigns cases to rows of the table."""
