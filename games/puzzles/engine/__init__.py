"""Puzzles for one: Vega's solitaire with its solver, and tactics found and proved by search.

Values in, values out, over the engines of `games/rules`: no Django, no I/O, no clock, no randomness but from a seed.
"""
