"""Nonaga: three pawns on a board of discs that are moved too."""
