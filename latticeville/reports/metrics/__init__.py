"""Measures of a run over time, and its anomalies."""
