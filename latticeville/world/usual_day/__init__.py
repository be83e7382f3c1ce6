"""The usual day of somebody for whom no routine was written: read from their texts, and from what the
world's places are for."""
