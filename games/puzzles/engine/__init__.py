"""Solver of the solitaire, and tactics found and proved by search.

Pure functions over the engines of `games/rules`: no Django, no I/O, no clock, no randomness but from a seed.
"""
