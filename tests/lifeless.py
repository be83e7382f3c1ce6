"""What is told of test worlds that are only drawn to be walked in, since nobody could live there."""

LIFELESS = frozenset({"no-bed", "nowhere-to-eat", "meets-nobody", "nobody-meets", "unvisited"})
"""The codes of the problems."""
