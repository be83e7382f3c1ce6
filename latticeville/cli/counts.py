"""Whole numbers on the command line."""

import argparse


def count(text: str) -> int:
    """Read a whole number that is not negative."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number from 0 on")
    return int(text)
