"""Whose turn it is to act on a run: one at a time."""

import asyncio
import time
from collections.abc import Mapping
from typing import Any

from latticeville.sim.state import State
from latticeville.web.orders import read_order
from latticeville.web.request_problem import RequestProblem
from latticeville.web.tick_maker import Standing, TickMaker
from latticeville.web.viewers import Viewers

LEASE = 60.0
"""Seconds after which somebody else may act."""


class ActingTurn:
    """Lets one act at a time, and tells the viewers who."""

    def __init__(self, maker: TickMaker, viewers: Viewers) -> None:
        self._maker, self._viewers = maker, viewers
        self._name, self._last = "", 0.0
        self._lock = asyncio.Lock()

    @property
    def name(self) -> str:
        """Who acts; "" for nobody."""
        return self._name if time.monotonic() - self._last < LEASE else ""

    def leave(self, name: str) -> None:
        """Let others act at once, if it is one's own turn."""
        if self.name == name:
            self._name = ""
            self._viewers.tell({"type": "controller", "name": ""})

    async def act(self, name: str, words: Mapping[str, Any], state: State) -> Standing:
        """Carry out an order of somebody; RequestProblem where another acts, or it means nothing."""
        order = read_order(words, state)
        self._take(name)
        if words["do"] == "seek":
            self._viewers.tell({"type": "seek", "tick": words.get("tick", state.tick), "by": name})
        async with self._lock:
            standing = await asyncio.to_thread(self._maker.order, order)
        await self._viewers.stream.reach(standing.tick)
        if standing.error:
            raise RequestProblem(409, "the run cannot do that", standing.error)
        return standing

    def _take(self, name: str) -> None:
        """Make it somebody's turn."""
        before = self.name
        if before not in ("", name):
            fix = f"wait up to {LEASE:g} s, or ask them to leave"
            raise RequestProblem(409, "somebody else acts", before, fix)
        self._name, self._last = name, time.monotonic()
        if before != name:
            self._viewers.tell({"type": "controller", "name": name})
