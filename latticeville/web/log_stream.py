"""The newest ticks of a run as its log has them, encoded once for all who look."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from latticeville.draw.tick_frame import TickFrame, difference, frame_of
from latticeville.runs.follow import LogFollower
from latticeville.runs.replay import Replay
from latticeville.sim.tick import TickPayload

PAUSE = 0.05
"""Seconds between two looks at the log."""
PATIENCE = 5.0
"""Seconds within which a tick that was made is seen in the log."""
KEPT = 512
"""Frames of the newest ticks that are kept."""
KEPT_PAYLOADS = 32
"""Newest ticks that are kept whole, for who asks about them."""
MOST_AT_ONCE = 64
"""Ticks that are read from the log at once, for who is far behind."""


class LogStream:
    """Follows the log of a run; `changed` is set anew, by whoever waits, after each look that found
    something."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._follower = LogFollower(folder)
        self._frames = OrderedDict[int, TickFrame]()
        self._texts = dict[int, str]()
        self._changes = dict[tuple[int, int], str]()
        self._changed = asyncio.Event()
        self.payloads: Mapping[int, TickPayload] = {}
        """The newest ticks by number; another mapping after each, so that threads may read it."""
        self.payload: TickPayload = self._follower.replay.at(None)
        self._add(self.payload)

    @property
    def newest(self) -> TickFrame:
        """The frame of the newest tick."""
        return self._frames[next(reversed(self._frames))]

    async def follow(self) -> None:
        """Look at the log until cancelled."""
        while True:
            found = await asyncio.to_thread(lambda: [*self._follower.poll()])
            for payload in found:
                if payload.tick > self.payload.tick:
                    self._add(payload)
            if found:
                self.wake()
            await asyncio.sleep(PAUSE)

    def wake(self) -> None:
        """Let all who wait look."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait(self) -> None:
        """Wait for what is new."""
        await self._changed.wait()

    async def reach(self, tick: int) -> None:
        """Wait until a tick that was made is seen here, for a while."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.payload.tick < tick:
                    await self.wait()

    def _add(self, payload: TickPayload) -> None:
        kept = [*self.payloads.items()][1 - KEPT_PAYLOADS :]
        self.payloads = {**dict(kept), payload.tick: payload}
        self.payload = payload
        self._frames[payload.tick] = frame_of(payload)
        while len(self._frames) > KEPT:
            old, _ = self._frames.popitem(last=False)
            self._texts.pop(old, None)
        self._changes.clear()

    def text(self, tick: int) -> str:
        """Return the frame of a tick that is kept, as JSON."""
        if tick not in self._texts:
            self._texts[tick] = encode(self._frames[tick])
        return self._texts[tick]

    def change(self, before: TickFrame) -> str:
        """Return what differs from an earlier frame to the newest, as JSON."""
        now = self.newest
        key = (before["tick"], now["tick"])
        if key not in self._changes:
            self._changes[key] = encode(difference(before, now))
        return self._changes[key]

    async def after(self, tick: int) -> list[tuple[int, str]]:
        """Return the ticks after one, in order, as many as are at hand or can be read at once; none
        where there is none yet."""
        if tick >= self.newest["tick"]:
            return []
        if tick + 1 in self._frames:
            last = min(self.newest["tick"], tick + MOST_AT_ONCE)
            return [(one, self.text(one)) for one in range(tick + 1, last + 1)]
        return await asyncio.to_thread(self._read, tick + 1)

    def _read(self, first: int) -> list[tuple[int, str]]:
        """Return ticks from the log."""
        run = Replay(self.folder)
        ticks = range(max(first, run.first), min(run.last, first + MOST_AT_ONCE - 1) + 1)
        return [(one, encode(frame_of(run.at(one)))) for one in ticks]


def encode(frame: Mapping[str, Any]) -> str:
    """Return a message as JSON."""
    return msgspec.json.encode(frame).decode()


async def cancel(task: "asyncio.Task[None]") -> None:
    """End a task, and wait for its end."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
