"""Model-based tests: random actions on the services, with all invariants checked after each.

The same few scenarios each time, so that failures are repeatable. ASTERISM_MODEL_EXAMPLES=500 runs more, and
ASTERISM_MODEL_SEED=2 others; `make nightly` does both.
"""
