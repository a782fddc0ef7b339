"""Everything a person can do to an account, one function an intention; each owns its transaction."""
