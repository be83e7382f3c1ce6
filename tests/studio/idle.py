"""When the studio has done all that it has to do: nothing is ready in its loop, and all its threads
wait."""

import asyncio
import os
import threading
import time
from pathlib import Path
from typing import Any, cast

MOMENT = 0.004
"""Seconds for which nothing may be done."""
BUSY = 0.001
"""Seconds of the processor within them that are nothing."""
MOST = 1.0
"""Seconds of the processor after which a studio that is at work all the time, as one that plays is,
is left to it."""
LOOKS = 5000
TASKS = "/proc/self/task"
HAS_TASKS = Path(TASKS).is_dir()


async def settle(*_seconds: float) -> None:
    """Wait until nothing is being done, however long a busy machine takes for it."""
    begun, before = time.process_time(), dict[str, bytes]()
    for _ in range(LOOKS):
        await take_turns()
        spent = time.process_time()
        await asyncio.sleep(MOMENT)
        if time.process_time() - spent < BUSY:
            threads = _threads()
            if threads == before and b"" not in threads.values():
                return
            before = threads
        if time.process_time() - begun > MOST:
            return


async def take_turns() -> None:
    """Let the loop do all that is ready."""
    ready = cast("Any", asyncio.get_running_loop())._ready
    for _ in range(100):
        await asyncio.sleep(0)
        if not ready:
            return


def _threads() -> dict[str, bytes]:
    """Return how long each other thread of this process has run; nothing where one runs or waits
    for a processor.

    A thread that waits for a lock or an order sleeps; one that a busy machine keeps waiting does
    not.
    """
    found: dict[str, bytes] = {}
    own = str(threading.get_native_id())
    for name in (entry.name for entry in os.scandir(TASKS)) if HAS_TASKS else ():
        if name != own:
            state = _read(f"{TASKS}/{name}/stat").rpartition(b")")[2][1:2]
            found[name] = _read(f"{TASKS}/{name}/schedstat") if state == b"S" else b""
    return found


def _read(file: str) -> bytes:
    """Return a short file's bytes, none where the thread that it tells of has ended."""
    try:
        at = os.open(file, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(at, 512)
    except OSError:
        return b""
    finally:
        os.close(at)
