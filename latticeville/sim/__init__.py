"""Canonical truth and the tick."""
