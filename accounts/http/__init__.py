"""Middleware, and what a request says about its user, address, browser and language."""
