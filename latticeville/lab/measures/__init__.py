"""Measures of a run: each a number that a state and the events of its tick have; `registry` lists them."""
