"""One module a case; `tests/fire/table.py` says which row of the table each belongs to."""
