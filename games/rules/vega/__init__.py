"""Vega: Lyra, Ligne and Bataille, for two, three and four players."""
