"""Comparison of two runs: people, beliefs, the world, digests, and a summary."""
