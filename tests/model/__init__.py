"""State machines over the services: random people do random things, and what must hold is asked after each.

The same few stories each time, so that a failure is found again. ASTERISM_MODEL_EXAMPLES=500 tells more, and
ASTERISM_MODEL_SEED=2 others; `make nightly` does both.
"""
