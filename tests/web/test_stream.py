"""The stream of ticks: the newest for who is slow, all of them for who asks for all."""

import asyncio
import json
from pathlib import Path

import pytest

from latticeville.api import open_run, step
from latticeville.draw.tick_frame import difference, frame_of
from latticeville.web import log_stream
from latticeville.web.log_stream import LogStream, cancel
from latticeville.web.viewers import Viewers
from tests.web.windows import API, STREAM, recorded, served


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return recorded(tmp_path, 10)


class Collecting:
    """Keeps what it is sent; may be told to wait before each message."""

    def __init__(self, *, blocked: bool = False) -> None:
        self.got: list[dict[str, object]] = []
        self.free = asyncio.Event()
        if not blocked:
            self.free.set()

    async def send_text(self, data: str) -> None:
        """Keep a message."""
        await self.free.wait()
        self.got.append(json.loads(data))

    async def until(self, tick: int) -> None:
        """Wait for a tick."""
        while not self.got or self.got[-1]["tick"] != tick:  # noqa: ASYNC110 - any message may be it
            await asyncio.sleep(0)


def test_a_difference_and_the_frame_before_make_the_frame(folder: Path) -> None:
    run = open_run(folder)
    frames = [frame_of(run.frame(tick).payload) for tick in range(11)]
    for before, now in zip(frames, frames[3:], strict=False):
        change = difference(before, now)
        agents = {one["agent_id"]: one for one in before["agents"]}
        agents |= {one["agent_id"]: one for one in change["agents"]}
        stamps = {one["agent_id"]: one["timestamp"] for one in now["agents"]}
        assert [{**one, "timestamp": stamps[one["agent_id"]]} for one in agents.values()] == now[
            "agents"
        ]
        assert (change["since"], change["tick"]) == (before["tick"], now["tick"])


def test_all_ticks_come_once_and_in_order_from_any_tick(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_stream, "KEPT", 4)

    async def look() -> list[object]:
        stream = LogStream(folder)
        follow, seen = asyncio.create_task(stream.follow()), Collecting()
        show = asyncio.create_task(Viewers(stream).show(seen, "all", 2))
        await seen.until(10)
        with open_run(folder) as run:
            await asyncio.to_thread(step, run, 9)
        await seen.until(19)
        await cancel(show)
        await cancel(follow)
        return [one["tick"] for one in seen.got]

    assert asyncio.run(look()) == [*range(2, 20)]


def test_who_is_slow_skips_to_the_newest_and_holds_nobody_up(folder: Path) -> None:
    async def look() -> tuple[list[object], list[object]]:
        stream = LogStream(folder)
        viewers = Viewers(stream)
        follow = asyncio.create_task(stream.follow())
        slow, quick = Collecting(blocked=True), Collecting()
        tasks = [asyncio.create_task(viewers.show(one, "newest", 0)) for one in (slow, quick)]
        await quick.until(10)
        with open_run(folder) as run:
            for tick in range(11, 16):
                await asyncio.to_thread(step, run)
                await quick.until(tick)
        slow.free.set()
        await slow.until(15)
        for task in (*tasks, follow):
            await cancel(task)
        return [one["tick"] for one in slow.got], [one["tick"] for one in quick.got]

    slow, quick = asyncio.run(look())
    assert slow == [10, 15]
    assert quick == [*range(10, 16)]


def test_a_reconnect_in_the_mode_all_loses_no_tick(folder: Path) -> None:
    with served(folder) as client:
        got: list[int] = []
        for _ in range(3):
            client.post(f"{API}/inputs", json={"do": "step", "ticks": 3})
            newest = client.get(f"{API}/world").json()["last_tick"]
            start = got[-1] + 1 if got else 0
            with client.websocket_connect(f"{STREAM}?mode=all&start={start}") as socket:
                while not got or got[-1] < newest - 1:  # leave before the end
                    note = socket.receive_json()
                    got += [note["tick"]] if note["type"] == "tick" else []
        assert got == [*range(newest)]
