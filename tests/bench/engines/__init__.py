"""Rule engines and AI measured without the site: speed, matches between levels, and a reference player (UCT)."""

import config  # noqa: F401 - before any engine is imported: it prefers the compiled ones
