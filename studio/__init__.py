"""The terminal studio over the latticeville engine."""
