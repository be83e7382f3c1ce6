"""`waiting.json`: inputs for the next tick, kept until the run is resumed.

The file is one line with its digest, as in a log. Files of older versions have no digest and are
read too.
"""

from pathlib import Path

import msgspec

from latticeville.core.decoders import decode_json
from latticeville.core.disk import error_reason, write_atomic
from latticeville.runs.lines import START, DamageError, chain_digest, frame_line
from latticeville.sim.inputs import SimulatorInput

WAITING = "waiting.json"
"""The file with what waits; it is there only while something does."""


class PendingInputs(msgspec.Struct, frozen=True):
    """What waits, and the tick behind which: what the log has gone past waits no more."""

    after: int
    inputs: tuple[SimulatorInput, ...] = ()


def save_pending(folder: Path, waiting: PendingInputs) -> None:
    """Write down what waits."""
    record = msgspec.json.encode(waiting, order="deterministic")
    write_atomic(folder / WAITING, frame_line(chain_digest(START, record), record))


def clear_pending(folder: Path) -> None:
    """Say that nothing waits any more."""
    (folder / WAITING).unlink(missing_ok=True)


def load_pending(folder: Path, tick: int) -> tuple[SimulatorInput, ...]:
    """Return what waits behind a tick."""
    path = folder / WAITING
    try:
        waiting = _decode(path.read_bytes())
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        raise DamageError(
            f"{path}:1:1: the pending inputs cannot be read: {error_reason(error)}\n"
            "    fix: restore the file from a backup; if you delete it, only the pending inputs "
            "are lost"
        ) from error
    return waiting.inputs if waiting.after == tick else ()


class _Line(msgspec.Struct):
    record: msgspec.Raw = msgspec.Raw()


def _decode(text: bytes) -> PendingInputs:
    """Return what a file holds; ValueError where it holds nothing of the kind."""
    record = bytes(decode_json(text, _Line).record)
    if not record:
        return decode_json(text, PendingInputs)
    if text != frame_line(chain_digest(START, record), record):
        raise ValueError("it was changed after it was written")
    return decode_json(record, PendingInputs)
