"""Whole numbers on the command line."""

import argparse

LONGEST = 100
"""Most digits of a number."""


def count(text: str) -> int:
    """Read a whole number that is not negative."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"“{text[:LONGEST]}” is not a whole number from 0 on")
    if len(text) > LONGEST:
        raise argparse.ArgumentTypeError(f"a number of {len(text)} digits is too long: {LONGEST} are the most")
    return int(text)
