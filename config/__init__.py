"""The composition root: settings, addresses and processes. It may import everything; nothing imports it."""

from config.compiled import prefer_compiled

# Every process of the site passes this door before it meets an engine.
prefer_compiled()
