"""The studio: a terminal program to draw, simulate and inspect worlds of latticeville."""
