"""Everything a person can do to an account, one function per use case; each owns its transaction."""
