"""A run as one web page that plays it: painted cells, people, transcript."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from latticeville.core.clock import format_time
from latticeville.core.geometry import Box
from latticeville.core.printable import make_printable
from latticeville.draw.card import place
from latticeville.draw.emoji import body_emoji
from latticeville.draw.glyphs import glyph_rows
from latticeville.draw.map_frame import FramePainter, MapFrame, PictureCell
from latticeville.draw.palette import hex_of
from latticeville.draw.tilemap.badges import badges_of
from latticeville.draw.tilemap.color import to_hex
from latticeville.draw.tilemap.light import darkness
from latticeville.draw.tilemap.painter import MapStyle, PaintedCell
from latticeville.draw.transcript import tell
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload

if TYPE_CHECKING:
    from collections.abc import Sequence

_PEOPLE = 1 << 24
"""Where the numbers of people begin among those of a frame; the cells come before."""
_SCRIPTS = ("frames.js", "map.js", "player.js")
"""The parts of the page's script, in order."""
_FIELDS = 4
"""Numbers a person: column + 1, row + 1, what they do, where; all 0 for who is absent."""


class PlayerData:
    """Collects what a page plays: each frame as the numbers that differ from the frame before."""

    def __init__(self, painter: FramePainter, view: Box) -> None:
        self._painter, self._view = painter, view
        self._cells: dict[PaintedCell | PictureCell, int] = {}
        self._texts: dict[str, int] = {"": 0}
        self._people: list[dict[str, str]] = []
        self._numbers: dict[str, int] = {}
        self._before: dict[int, int] = {}
        self._frames: list[dict[str, Any]] = []
        self._lines: list[tuple[int, str, str, int]] = []

    def add_lines(self, payload: TickPayload) -> None:
        """Add what happened in a tick to the transcript, at the frame that is added next."""
        self._add_new_people(payload.state)
        for line in tell(payload):
            if not line.minor:
                mark = f"  [{line.mark}]" * bool(line.mark)
                about = self._numbers.get(line.about, -1)
                text = make_printable(f"{line.text}{mark}")
                self._lines.append((len(self._frames), format_time(line.minute), text, about))

    def add_frame(self, state: State) -> None:
        """Add the frame of a state."""
        frame = self._painter.paint(state, self._view)
        found = self._number_cells(frame) | self._number_people(state)
        places = sorted(
            place
            for place in found.keys() | self._before
            if found.get(place) != self._before.get(place)
        )
        changes = list(chain.from_iterable((place, found.get(place, 0)) for place in places))
        changes[::2] = np.diff(changes[::2], prepend=0).tolist()
        self._before = found
        self._frames.append(
            {"when": frame.caption, "dark": darkness(state.minute), "changes": changes}
        )

    def _number_cells(self, frame: MapFrame) -> dict[int, int]:
        known = self._cells
        rows: Sequence[Sequence[PaintedCell | PictureCell]] = frame.pictures or frame.rows
        cells = enumerate(chain.from_iterable(rows))
        return {place: known.setdefault(cell, len(known) + 1) for place, cell in cells}

    def _number_people(self, state: State) -> dict[int, int]:
        self._add_new_people(state)
        found: dict[int, int] = {}
        for who, body in state.bodies.items():
            doing, where = (
                self._number_text(f"{body_emoji(state, who)} {body.doing}".strip()),
                self._number_text(place(state.world, body.area)),
            )
            numbers = body.cell.x - self._view.x + 1, body.cell.y - self._view.y + 1, doing, where
            first = _PEOPLE + self._numbers[who] * _FIELDS
            found |= dict(enumerate((max(number, 0) for number in numbers), first))
        return found

    def _add_new_people(self, state: State) -> None:
        """Note the people who are new."""
        fresh = [who for who in state.bodies if who not in self._numbers]
        badges = badges_of(state.world) if fresh else {}
        for who in fresh:
            persona = state.world.people[who].persona
            self._numbers[who] = len(self._people)
            name, badge = make_printable(persona.name), badges[who]
            self._people.append({"name": name, "badge": badge, "color": hex_of(persona.color)})

    def _number_text(self, text: str) -> int:
        return self._texts.setdefault(make_printable(text), len(self._texts))

    def to_dict(self, title: str, follow: str) -> dict[str, Any]:
        """Return all that the page is told."""
        texts = (cell.text for cell in self._cells if isinstance(cell, PaintedCell))
        letters = sorted({*chain.from_iterable(texts)})
        return {
            "title": make_printable(title),
            "width": self._view.width,
            "height": self._view.height,
            "columns": 2 if self._painter.style is MapStyle.PIXELS else self._painter.style.columns,
            "glyphs": {letter: glyph_rows(letter).hex() for letter in letters},
            "cells": [*map(_cell_data, self._cells)],
            "people_at": _PEOPLE,
            "people": self._people,
            "follow": self._numbers.get(follow, -1),
            "texts": [*self._texts],
            "frames": self._frames,
            "lines": [(min(at, len(self._frames) - 1), *rest) for at, *rest in self._lines],
        }


def _cell_data(cell: PaintedCell | PictureCell) -> list[str | int]:
    """Return a cell as the page takes it: text, ink, ground and whether it is bold, or its
    pixels."""
    if isinstance(cell, PictureCell):
        return [b64encode(bytes(chain.from_iterable(cell.pixels))).decode()]
    return [cell.text, to_hex(cell.ink), to_hex(cell.ground), int(cell.is_bold)]


def player_page(data: dict[str, Any]) -> bytes:
    """Return the page: its script and its styles alone run, and nothing in its JSON can end an
    element."""
    style, script = _read("player.css"), "".join(map(_read, _SCRIPTS))
    parts = {
        "title": escape(data["title"]),
        "style": style,
        "style_hash": _hash(style),
        "script": script,
        "script_hash": _hash(script),
        "data": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _read("player.html")).encode()


def _read(name: str) -> str:
    return (Path(__file__).with_name("player") / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Return the hash by which a Content-Security-Policy names an element of a page."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
