"""Check-in per round: who is present, set by organisers or by the players themselves."""
