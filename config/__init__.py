"""The composition root: settings, URLs and processes. It may import everything; nothing imports it."""

from config.compiled import prefer_compiled

# Every process of the site imports this before any engine.
prefer_compiled()
