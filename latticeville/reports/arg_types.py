"""Types of command-line arguments: names, whole numbers, ticks, spans and numbers of ticks."""

import argparse
import re
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.sim.time_expression import LONGEST, TickOrTime, parse_tick

TickSpan = tuple[TickOrTime | None, TickOrTime | None]
"""The first and the last tick of a span; None for that of the run."""
_SPAN = re.compile(r"(.*?)\s*(?:\.\.|–|\bto\b)\s*(.*)")
_NUMBERS = re.compile(r"(\d*):(\d*)")
_DURATION = re.compile(r"(?=.)(?:(\d{1,5})d)?\s*(?:(\d{1,5})h)?\s*(?:(\d{1,5})m)?")


class Duration(NamedTuple):
    """A number of ticks as simulated minutes."""

    minutes: int


def id_or_name(text: str) -> str:
    """Read the id or name of a person, an object or an area."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the name is empty: write an id or a name")
    return text


def count_from_one(text: str) -> int:
    """Read a whole number that is at least 1."""
    if not text.isdecimal() or not text.strip("0"):
        raise argparse.ArgumentTypeError(f"“{text[:LONGEST]}” is not a whole number of at least 1")
    return count(text)


def count(text: str) -> int:
    """Read a whole number that is not negative."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"“{text[:LONGEST]}” is not a whole number of at least 0")
    if len(text) > LONGEST:
        raise argparse.ArgumentTypeError(
            f"a number of {len(text)} digits is too long: write at most {LONGEST}"
        )
    return int(text)


def share(text: str) -> float:
    """Read a number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"“{text[:LONGEST]}” is not a number from 0 to 1")
    return number


def tick(text: str) -> TickOrTime:
    """Read a tick, as its number or as a time."""
    try:
        return parse_tick(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def tick_span(text: str) -> TickSpan:
    """Read two ticks with a colon between, or two times with “to”; either may be missing."""
    match = _SPAN.fullmatch(text.strip()) or _NUMBERS.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError(
            f"“{text[:80]}” is no range: write two ticks, such as 0:120, or two times, such as "
            "'09:00 to 12:00'"
        )
    first, last = (tick(each) if each else None for each in match.groups())
    if isinstance(first, int) and isinstance(last, int) and first > last:
        raise argparse.ArgumentTypeError(
            f"the range {first}:{last} is empty: it ends before it begins"
        )
    return first, last


def tick_count(text: str) -> int | Duration:
    """Read a number of ticks: a whole number of at least 0, or a simulated time such as 2d, 90m or
    1h30m."""
    match = _DURATION.fullmatch(text.strip())
    if match is not None:
        days, hours, minutes = (int(part or 0) for part in match.groups())
        return Duration(days * DAY + hours * 60 + minutes)
    try:
        return count(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(
            f"{error}, nor a time such as 2d, 6h or 90m" if not text.isdecimal() else str(error)
        ) from error


def tick_count_from_one(text: str) -> int | Duration:
    """Read a number of ticks that is at least 1."""
    number = tick_count(text)
    if number in (0, Duration(0)):
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number of at least 1")
    return number


def ticks_in(number: int | Duration, tick_minutes: int) -> int:
    """Return a number of ticks; of a time those that it takes, the last in part.

    >>> ticks_in(5, 10), ticks_in(Duration(25), 10)
    (5, 3)
    """
    return -(-number.minutes // tick_minutes) if isinstance(number, Duration) else number
