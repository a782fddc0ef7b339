"""Create, join and cancel proposals; start games."""
