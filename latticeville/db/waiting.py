"""Inputs that wait for the next tick, `waiting.json`, so that a run which is left before it has them when taken up."""

from pathlib import Path

import msgspec

from latticeville.core.disk import write_atomic
from latticeville.db.branch import reason
from latticeville.db.lines import DamageError
from latticeville.sim.inputs import SimulatorInput

WAITING = "waiting.json"
"""The file with what waits; it is there only while something does."""


class Waiting(msgspec.Struct, frozen=True):
    """What waits, and the tick behind which: what the log has gone past waits no more."""

    after: int
    inputs: tuple[SimulatorInput, ...] = ()


def keep(folder: Path, waiting: Waiting) -> None:
    """Write down what waits."""
    write_atomic(folder / WAITING, msgspec.json.encode(waiting, order="deterministic") + b"\n")


def forget(folder: Path) -> None:
    """Say that nothing waits any more."""
    (folder / WAITING).unlink(missing_ok=True)


def kept(folder: Path, tick: int) -> tuple[SimulatorInput, ...]:
    """Return what waits behind a tick."""
    path = folder / WAITING
    try:
        waiting = msgspec.json.decode(path.read_bytes(), type=Waiting)
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamageError(
            f"{path}:1:1: this does not say which inputs wait for the next tick: {reason(error)}\n"
            "    fix: put the file back from a copy; where it is removed, they are lost, and nothing else is"
        ) from error
    return waiting.inputs if waiting.after == tick else ()
