"""A run as a page: it plays what was painted, and no text of a world becomes markup."""

import gzip
import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest
from msgspec.structs import replace

from latticeville.core.geometry import Box
from latticeville.draw.frozen_page import FrozenRun, frozen_page
from latticeville.draw.map_cells import MapCells
from latticeville.draw.map_frame import FramePainter
from latticeville.draw.tilemap.color import to_hex
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.sim.events import Said
from latticeville.sim.tick import TickPayload
from tests.draw.short_run import HOSTILE, house, recorded
from tests.worlds import live

UNSAFE = f"{HOSTILE}\u202e"


class Page(HTMLParser):
    """The elements of a page, and the text in its title and in its data."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tags, self.title, self.data = list[str](), "", ""
        self._inside = ""
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._inside = dict(attrs).get("id") or tag

    def handle_endtag(self, _tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        self.title += data * (self._inside == "title" and "h1" not in self.tags)
        self.data += data * (self._inside == "data")

    def read(self) -> dict[str, Any]:
        """Return what the page is told of its first run."""
        found: dict[str, Any] = json.loads(gzip.decompress(b64decode(self.data)))["runs"][0]
        return found


def page_of(payloads: list[TickPayload], every: int = 1, style: MapStyle = MapStyle.TILES) -> bytes:
    """Return payloads as a page."""
    state = payloads[0].state
    view = Box(0, 0, state.world.grid.width, state.world.grid.height)
    run = FrozenRun(payloads[0], MapCells(state, style), view)
    for count, payload in enumerate(payloads):
        run.add(payload, is_frame=count % every == 0)
    return frozen_page(state.world.name, [run.to_dict(every)], {"start": 0})


def hostile_run() -> list[TickPayload]:
    payloads = live(house(HOSTILE, HOSTILE), 4)
    said = replace(payloads[2], events=(*payloads[2].events, Said("ada", "hall", "ben", UNSAFE)))
    return [*payloads[:2], said, *payloads[3:]]


def test_names_and_utterances_stay_text() -> None:
    page = page_of(hostile_run())
    found = Page(page)
    assert found.tags == Page(page_of(recorded(4))).tags
    assert "img" not in found.tags
    assert found.title == HOSTILE
    data = found.read()
    assert data["facts"]["name"] == data["facts"]["people"]["ada"] == HOSTILE
    assert any(UNSAFE in line["text"] for line in data["lines"])
    for word in (b"innerHTML", b"insertAdjacent", b"document.write", b"eval("):
        assert word not in page


def test_names_that_look_like_parts_of_the_page_stay() -> None:
    name = "<title>Latticeville</title>"
    found = Page(page_of(live(house(name, name), 1)))
    assert found.title == name
    assert found.read()["facts"]["people"]["ada"] == name


def test_a_page_asks_nothing_of_any_machine() -> None:
    page = page_of(recorded(1)).decode()
    assert "default-src 'none'" in page
    for kind in ("style", "script"):
        (text,) = re.findall(f"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        assert f"{kind}-src 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in page
    assert not [
        word
        for word in ("http://", "https://", "//cdn", "import(", "url(", " src=", "href=")
        if word in page
    ]


@pytest.mark.parametrize("style", [MapStyle.TILES, MapStyle.PIXELS])
@pytest.mark.parametrize("every", [1, 4])
def test_the_frames_of_a_page_are_the_painted_cells_without_people(
    every: int, style: MapStyle
) -> None:
    payloads = recorded(9)
    data = Page(page_of(payloads, every, style)).read()
    assert len(data["frames"]) == len(payloads[::every])
    now, agents = dict[int, int](), dict[str, Any]()
    painter = FramePainter(payloads[0].state.world, style)
    for payload, frame in zip(payloads[::every], data["frames"], strict=True):
        place = 0
        for gap, number in zip(frame["cells"][::2], frame["cells"][1::2], strict=True):
            place += gap
            now[place] = number
        painted = painter.paint(payload.state, has_people=False)
        shown = [data["map"]["cells"][now[at]] for at in range(len(now))]
        if style is MapStyle.PIXELS:
            cells = [cell.pixels for row in painted.pictures for cell in row]
            assert [b64decode(cell[0]) for cell in shown] == [
                bytes(part for pixel in pixels for part in pixel) for pixels in cells
            ]
        else:
            assert shown == [
                [cell.text, to_hex(cell.ink), to_hex(cell.ground), int(cell.is_bold)]
                for row in painted.rows
                for cell in row
            ]
            assert {letter for cell in shown for letter in cell[0]} <= data["map"]["glyphs"].keys()
        agents |= {one["agent_id"]: one for one in frame["agents"]}
        body = payload.state.bodies["ada"]
        assert agents["ada"]["position"] == [*body.cell]
        assert agents["ada"]["current_action"] == body.doing


def test_a_walk_is_one_line_that_holds_its_steps() -> None:
    lines = Page(page_of(recorded(9))).read()["lines"]
    (walk,) = [line for line in lines if line.get("steps")]
    assert walk["quiet"]
    assert walk["text"].startswith("Ada walks to ")
    assert walk["steps"][0][1].startswith("Ada sets out for ")
    assert lines == sorted(lines, key=lambda line: line["tick"])
