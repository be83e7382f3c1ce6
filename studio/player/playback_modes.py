"""What the playback of a run does at a time, one class per mode, and its speeds."""

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from latticeville.measures.expression import Expression

RATES = (4.0, 8.0, 16.0, 64.0, 0.0)
"""Ticks a second of each speed; 0 is as fast as it goes."""
SPEEDS = tuple(f"{rate:.0f} ticks/s" if rate else "max. speed" for rate in RATES)
"""Speeds by name."""


class Paused(Struct, frozen=True):
    """Stands at the goal."""


class Playing(Struct, frozen=True):
    """Goes on a tick at a time, at the speed; the next one is due at a time."""

    due: float


class RunningTo(Struct, frozen=True):
    """Makes ticks as fast as can be, up to one."""

    tick: int


class RunningUntil(Struct, frozen=True):
    """Makes ticks until an expression is met; `was_met` tells whether the newest tick met it."""

    expression: "Expression"
    was_met: bool = True


class Searching(Struct, frozen=True):
    """Looks for an expression in the log; `back` is the mode before."""

    expression: "Expression"
    back: "Mode"


class Closed(Struct, frozen=True):
    """Has ended."""


Mode = Paused | Playing | RunningTo | RunningUntil | Searching | Closed
