"""What a command writes to stdout: a value as JSON where that was asked for, else lines of text."""

import sys
from collections.abc import Iterable

import msgspec


def write(found: object, lines: Iterable[str], *, json: bool) -> None:
    """Write a value as one line of JSON, or the lines."""
    if json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in lines)
