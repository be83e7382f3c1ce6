"""Matters, storylines and scheduled events in a run: when they go on, and what they change."""
