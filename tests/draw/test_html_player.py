"""A run as a page: it plays what was painted, and no text of a world becomes markup."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest
from msgspec.structs import replace

from latticeville.draw.emoji import body_emoji
from latticeville.draw.export import ExportOptions
from latticeville.draw.tilemap.color import to_hex
from latticeville.sim.events import Said
from latticeville.sim.tick import TickPayload
from tests.draw.short_run import HOSTILE, exported, house, painted, recorded
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
        """Return what the page is told."""
        found: dict[str, Any] = json.loads(self.data)
        return found


def hostile_run() -> list[TickPayload]:
    payloads = live(house(HOSTILE, HOSTILE), 4)
    said = replace(payloads[2], events=(*payloads[2].events, Said("ada", "hall", "ben", UNSAFE)))
    return [*payloads[:2], said, *payloads[3:]]


def decoded(data: dict[str, Any]) -> list[dict[int, int]]:
    """Return the numbers of each frame by their places."""
    found, now = [], dict[int, int]()
    for frame in data["frames"]:
        place = 0
        for gap, value in zip(frame["changes"][::2], frame["changes"][1::2], strict=True):
            place += gap
            now[place] = value
        found.append(now.copy())
    return found


def test_names_and_utterances_stay_text() -> None:
    page = exported(hostile_run(), "a.html")
    plain = Page(exported(recorded(4), "a.html"))
    found = Page(page)
    assert found.tags == plain.tags
    assert "img" not in found.tags
    assert found.title == HOSTILE
    data = found.read()
    assert data["title"] == data["people"][0]["name"] == HOSTILE
    assert any(f"{HOSTILE}\ufffd" in text for _, _, text, _ in data["lines"])
    assert b"innerHTML" not in page
    assert b"<" not in page.split(b'id="data">')[1].split(b"</script>")[0]


def test_names_that_look_like_marks_of_the_template_stay() -> None:
    found = Page(exported(live(house("{{script}}", "{{data}}"), 1), "a.html"))
    assert found.title == "{{script}}"
    assert found.read()["people"][0]["name"] == "{{data}}"


def test_a_page_asks_nothing_of_any_machine() -> None:
    page = exported(recorded(1), "a.html").decode()
    assert "default-src 'none'" in page
    for kind in ("style", "script"):
        (text,) = re.findall(f"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        assert f"{kind}-src 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in page
    assert not [
        word for word in ("http:", "https:", "//cdn", "fetch(", "import(", "url(") if word in page
    ]


@pytest.mark.parametrize("every", [1, 4])
def test_the_frames_of_a_page_are_the_painted_cells(every: int) -> None:
    payloads = recorded(9)
    data = Page(exported(payloads, "a.html", every=every)).read()
    frames = decoded(data)
    assert len(frames) == len(payloads[::every])
    for payload, frame in zip(payloads[::every], frames, strict=True):
        cells = [cell for row in painted(payload) for cell in row]
        assert [data["cells"][frame[place] - 1] for place in range(len(cells))] == [
            [cell.text, to_hex(cell.ink), to_hex(cell.ground), int(cell.is_bold)] for cell in cells
        ]
        body = payload.state.bodies["ada"]
        x, y, doing, where = (frame.get(data["people_at"] + field, 0) for field in range(4))
        assert (x - 1, y - 1) == body.cell
        assert (data["texts"][doing], data["texts"][where]) == (
            f"{body_emoji(payload.state, 'ada')} {body.doing}".strip(),
            payload.state.world.name_of(body.area),
        )
    assert {letter for cell in data["cells"] for letter in cell[0]} == data["glyphs"].keys()


def test_every_line_stands_at_a_frame_at_which_it_has_happened() -> None:
    payloads = hostile_run()
    for every in (1, 3):
        data = Page(exported(payloads, "a.html", every=every)).read()
        (said,) = [line for line in data["lines"] if "\ufffd" in line[2]]
        assert said[0] == {1: 2, 3: 1}[every]
        assert said[3] == 0, "the line is about Ada"


def test_a_page_follows_whom_it_is_told_to() -> None:
    payloads = recorded(2)
    assert Page(exported(payloads, "a.html", ExportOptions(follow="ben"))).read()["follow"] == 1
    data = Page(exported(payloads, "a.html", ExportOptions(area="study"))).read()
    assert (data["follow"], data["width"], data["height"]) == (-1, 7, 5)
