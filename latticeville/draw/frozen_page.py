"""A run as one file of HTML that plays it: the page of `latticeville serve`, with what it shows inside
instead of an address to ask."""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from gzip import compress
from hashlib import sha256
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any

from latticeville.core.geometry import Box
from latticeville.core.printable import make_printable
from latticeville.draw.map_cells import MapCells
from latticeville.draw.page_facts import looks_of, world_facts
from latticeville.draw.page_lines import page_lines
from latticeville.draw.tick_frame import TickFrame, difference, frame_of
from latticeville.draw.transcript import TranscriptLine, tell
from latticeville.sim.tick import TickPayload

FOLDER = Path(__file__).with_name("page")
SCRIPTS = ("source.js", "map.js", "people.js", "story.js", "page.js")
"""The parts of the page's script, in order."""
_LINK = '<link rel="stylesheet" href="/page/page.css">'
_SCRIPT_LINKS = "".join(f'<script src="/page/{name}"></script>\n' for name in SCRIPTS)


class FrozenRun:
    """Collects what a page plays: frames as what differs from the one before, and the transcript."""

    def __init__(self, first: TickPayload, cells: MapCells, view: Box) -> None:
        self._facts = world_facts(first.state)
        self._cells, self._view = cells, view
        self._frames = list[TickFrame]()
        self._lines = list[TranscriptLine]()
        self._before: TickFrame | None = None
        self._numbers: Sequence[int] = ()
        self._state = None if first.tick else first.state
        self.first_talk: int | None = None
        """The first tick in which somebody speaks."""

    def add(self, payload: TickPayload, *, is_frame: bool) -> None:
        """Add what happened in a tick, and what is seen at its end if that is a frame."""
        self._lines += tell(payload, self._state)
        self._state = payload.state
        if self.first_talk is None and any(event.is_speech for event in payload.events):
            self.first_talk = payload.tick
        if is_frame:
            self._add_frame(payload)

    def _add_frame(self, payload: TickPayload) -> None:
        if not payload.state.bodies.keys() <= self._facts["people"].keys():
            world = payload.state.world
            self._facts["people"] |= {who: world.name_of(who) for who in payload.state.bodies}
            self._facts["looks"] |= looks_of(payload.state)
        frame = frame_of(payload)
        shown = frame if self._before is None else difference(self._before, frame)
        self._before = frame
        numbers = self._cells.paint(payload.state, self._view)
        left_out = ("events", "type", "since", "minute")
        kept = {key: value for key, value in shown.items() if key not in left_out}
        self._frames.append({**kept, "cells": _changes(self._numbers, numbers)})
        self._numbers = numbers

    def to_dict(self, every: int) -> dict[str, Any]:
        """Return what the page shows of the run."""
        view = self._view
        return {
            "facts": {
                **self._facts,
                "first_tick": self._frames[0]["tick"],
                "last_tick": self._frames[-1]["tick"],
                "view": [view.x, view.y, view.width, view.height],
            },
            "every": every,
            "map": self._cells.cells(),
            "frames": self._frames,
            "lines": page_lines(self._lines),
        }


def _changes(before: Sequence[int], now: Sequence[int]) -> list[int]:
    """Return the cells that differ: how many further each is than the one before, and its number."""
    if before is now:
        return []
    places = [at for at, number in enumerate(now) if at >= len(before) or before[at] != number]
    gaps = [at - last for at, last in zip(places, [0, *places], strict=False)]
    return [*chain.from_iterable(zip(gaps, (now[at] for at in places), strict=True))]


def frozen_page(title: str, runs: Iterable[Mapping[str, Any]], how: Mapping[str, Any]) -> bytes:
    """Return the page of one run, or of two side by side; `how` says how it begins.

    Its script and its styles alone run, it may ask for nothing, and no text of a world is markup.
    """
    told = json.dumps({"runs": [*runs], **how}, separators=(",", ":"), ensure_ascii=False)
    coded = b64encode(compress(told.encode("utf-8", "replace"), mtime=0)).decode()
    style, script = _read("page.css"), "".join(map(_read, SCRIPTS))
    policy = f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    parts = {
        "<title>Latticeville</title>": (
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            f"<title>{escape(make_printable(title))}</title>"
        ),
        _LINK: f"<style>{style}</style>",
        _SCRIPT_LINKS: f'<script type="text/plain" id="data">{coded}</script>\n'
        f"<script>{script}</script>\n",
    }
    found = re.compile("|".join(map(re.escape, parts)))
    return found.sub(lambda one: parts[one[0]], _read("index.html")).encode()


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Return the hash by which a Content-Security-Policy names an element of a page."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
