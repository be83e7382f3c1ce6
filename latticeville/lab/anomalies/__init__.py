"""Anomalies of a run: each found by a named rule with a threshold; `registry` lists the rules."""
