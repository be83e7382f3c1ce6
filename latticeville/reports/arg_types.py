"""Types of command-line arguments: names, whole numbers, and spans of ticks."""

import argparse

LONGEST = 100
"""Most digits of a number."""


def id_or_name(text: str) -> str:
    """Read the id or name of a person, an object or an area."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the name is empty: write an id or a name")
    return text


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
        raise argparse.ArgumentTypeError(
            f"a number of {len(text)} digits is too long: write at most {LONGEST}"
        )
    return int(text)


def tick_span(text: str) -> tuple[int | None, int | None]:
    """Read two ticks with a colon between; either may be missing."""
    start, colon, end = text.partition(":")
    if not colon:
        raise argparse.ArgumentTypeError(
            f"“{text[:80]}” is no range: write two ticks with a colon, such as 0:120"
        )
    first, last = (count(each) if each else None for each in (start, end))
    if first is not None and last is not None and first > last:
        raise argparse.ArgumentTypeError(
            f"the range {first}:{last} is empty: it ends before it begins"
        )
    return first, last
