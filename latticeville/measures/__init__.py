"""Numbers and conditions of each tick of a run: measures, and expressions."""
