"""The terminal that the studio runs in, and whether it still exists."""

import os
import select
import sys


def has_terminal() -> bool:
    """Tell whether the studio reads from a terminal at all."""
    try:
        return os.isatty(sys.__stdin__.fileno()) if sys.__stdin__ else False
    except (OSError, ValueError):
        return False


def is_hung_up() -> bool:
    """Tell whether the terminal has gone away, which no signal tells whoever is not its own
    session's leader."""
    if sys.__stdin__ is None or not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(sys.__stdin__.fileno(), 0)
    return any(event & select.POLLHUP for _, event in poll.poll(0))
