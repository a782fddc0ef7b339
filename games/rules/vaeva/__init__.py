"""Vaeva: pawns that board a moving platform."""
