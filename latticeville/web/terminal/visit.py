"""One visitor of a terminal program: a process that ends with their tab."""

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

PATIENCE = 10.0
"""Seconds in which a program ends after its tab was closed; then it is killed."""
WIDTHS, HEIGHTS = range(20, 501), range(5, 301)
"""Columns and rows that a terminal may have."""


class Visit(AppService):
    """The program of a visitor, started by a list of arguments and without a shell; it opens no
    address and hands out no file."""

    def __init__(
        self,
        words: Sequence[str],
        write: Callable[[bytes], Awaitable[None]],
        close: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(
            "",
            write_bytes=write,
            write_str=_ignore,
            close=close,
            download_manager=DownloadManager(),
        )
        self._words = words

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        environment = self._build_environment(width, height)
        self._process = await asyncio.create_subprocess_exec(
            *self._words, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment
        )
        assert self._process.stdin is not None  # noqa: S101 - it is a pipe
        self._stdin = self._process.stdin
        return self._process

    async def on_meta(self, data: bytes) -> None:
        """Take only the news that the program ended."""
        if b'"exit"' in data:
            await self.remote_close()

    async def on_packed(self, payload: bytes) -> None:
        """Take no file."""

    async def take(self, kind: object, told: object) -> None:
        """Hand on a message of the tab: keys, size or focus; others are left out."""
        match kind, told:
            case "stdin", str(text):
                await self.send_bytes(text.encode("utf-8", "replace"))
            case "resize", {"width": int(width), "height": int(height)}:
                if width in WIDTHS and height in HEIGHTS:
                    await self.set_terminal_size(width, height)
            case "blur", _:
                await self.blur()
            case "focus", _:
                await self.focus()

    async def end(self) -> None:
        """Let the program end; kill it where it takes too long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.stop(), PATIENCE)
        if self._process is not None and self._process.returncode is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), 1)
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


async def _ignore(_text: str) -> None:
    """Tell the tab nothing but what the program draws."""
