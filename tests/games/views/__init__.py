"""Tests of the pages about games, without a browser."""
