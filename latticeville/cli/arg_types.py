"""Types of command-line arguments: whole numbers."""

import argparse

LONGEST = 100
"""Most digits of a number."""


def count_from_one(text: str) -> int:
    """Read a whole number that is at least 1."""
    number = count(text)
    if not number:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number of at least 1")
    return number


def count(text: str) -> int:
    """Read a whole number that is not negative."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"“{text[:LONGEST]}” is not a whole number of at least 0")
    if len(text) > LONGEST:
        raise argparse.ArgumentTypeError(f"a number of {len(text)} digits is too long: write at most {LONGEST}")
    return int(text)
