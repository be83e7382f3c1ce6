"""When the studio has done all that it has to do: nothing is ready in its loop, and all its threads
wait."""

import asyncio
import threading
import time
from contextlib import suppress
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
TASKS = Path("/proc/self/task")


async def settle(*_seconds: float) -> None:
    """Wait until nothing is being done, however long a busy machine takes for it."""
    begun, before = time.process_time(), dict[str, str]()
    for _ in range(LOOKS):
        await _take_turns()
        spent = time.thread_time()
        await asyncio.sleep(MOMENT)
        threads = _threads()
        at_rest = (
            time.thread_time() - spent < BUSY and threads == before and "" not in threads.values()
        )
        if at_rest or time.process_time() - begun > MOST:
            return
        before = threads


async def _take_turns() -> None:
    """Let the loop do all that is ready."""
    ready = cast("Any", asyncio.get_running_loop())._ready
    for _ in range(100):
        await asyncio.sleep(0)
        if not ready:
            return


def _threads() -> dict[str, str]:
    """Return how long each other thread of this process has run; nothing where one runs or waits
    for a processor.

    A thread that waits for a lock or an order sleeps; one that a busy machine keeps waiting does
    not.
    """
    found: dict[str, str] = {}
    own = str(threading.get_native_id())
    for folder in TASKS.iterdir() if TASKS.is_dir() else ():
        if folder.name == own:
            continue
        with suppress(OSError):  # a thread may end meanwhile
            state = (folder / "stat").read_text("ascii").rpartition(")")[2].split()[0]
            found[folder.name] = (folder / "schedstat").read_text("ascii") if state == "S" else ""
    return found
