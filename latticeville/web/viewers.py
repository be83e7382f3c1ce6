"""Viewers: each a place in the stream of ticks, and a queue of what else it is told."""

import asyncio
from typing import TYPE_CHECKING, Any, Literal, Protocol

from latticeville.web.log_stream import LogStream, encode

if TYPE_CHECKING:
    from latticeville.draw.tick_frame import TickFrame

Mode = Literal["newest", "all"]
MOST_NOTES = 100
"""Notes that wait for a viewer; the oldest are dropped."""


class Channel(Protocol):
    """To where a viewer's messages go."""

    async def send_text(self, data: str) -> None:
        """Send a message; waits until there is room."""
        ...


class Viewers:
    """All who look at a run."""

    def __init__(self, stream: LogStream) -> None:
        self.stream = stream
        self._notes = dict[int, list[str]]()
        self._last = 0

    def __len__(self) -> int:
        return len(self._notes)

    def tell(self, note: dict[str, Any]) -> None:
        """Tell all viewers something that is no tick, such as who acts."""
        text = encode(note)
        for notes in self._notes.values():
            notes.append(text)
            del notes[:-MOST_NOTES]
        self.stream.wake()

    async def show(self, channel: Channel, mode: Mode, start: int) -> None:
        """Send a viewer all ticks from `start` on, or the newest each time that it is ready; until
        its channel fails or the task is cancelled."""
        self._last += 1
        number = self._last
        self._notes[number] = []
        try:
            if mode == "all":
                await self._show_all(channel, number, start)
            else:
                await self._show_newest(channel, number)
        finally:
            del self._notes[number]

    async def _show_all(self, channel: Channel, number: int, start: int) -> None:
        tick = start - 1
        while True:
            waiting = asyncio.ensure_future(self.stream.wait())
            try:
                await self._send_notes(channel, number)
                for sent, text in await self.stream.after(tick):
                    await channel.send_text(text)
                    tick = sent
                if tick >= self.stream.newest["tick"]:
                    await waiting
            finally:
                waiting.cancel()

    async def _show_newest(self, channel: Channel, number: int) -> None:
        shown: TickFrame | None = None
        while True:
            waiting = asyncio.ensure_future(self.stream.wait())
            try:
                await self._send_notes(channel, number)
                newest = self.stream.newest
                if shown is None:
                    await channel.send_text(self.stream.text(newest["tick"]))
                elif newest["tick"] != shown["tick"]:
                    await channel.send_text(self.stream.change(shown))
                if shown is not None and newest is shown:
                    await waiting
                shown = newest
            finally:
                waiting.cancel()

    async def _send_notes(self, channel: Channel, number: int) -> None:
        notes, self._notes[number] = self._notes[number], []
        for text in notes:
            await channel.send_text(text)
