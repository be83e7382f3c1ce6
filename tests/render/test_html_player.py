"""A run as a page: it plays what was painted, and no text of a world becomes markup."""

import json
import os
import queue
import shutil
import subprocess
import threading
from html.parser import HTMLParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from msgspec.structs import replace

from latticeville.render.export import ExportOptions
from latticeville.render.tilemap.color import to_hex
from latticeville.sim.events import Said
from latticeville.sim.tick import TickPayload
from tests.render.short_run import HOSTILE, exported, house, painted, recorded
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


def test_a_page_asks_nothing_of_any_machine() -> None:
    page = exported(recorded(1), "a.html").decode()
    assert "default-src 'none'" in page
    assert not [word for word in ("http:", "https:", "//cdn", "fetch(", "import(", "url(") if word in page]


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
            body.doing,
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


BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER = os.environ.get("LATTICEVILLE_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), "")
SCRIPT = """
<script>
const told = { errors: 0 };
addEventListener("error", () => told.errors++);
const pixel = (x, y) => [...mapPen.getImageData(x, y, 1, 1).data].slice(0, 3);
const cell = () => { const one = person(0); return [one.x, one.y, one.doing, one.where]; };
const click = (number) => {
  const one = person(number), box = canvas.getBoundingClientRect();
  const place = { pointerId: 1, clientX: box.left + box.width / 2 + ((one.x + .5) * WIDE - camera.x) * camera.zoom,
    clientY: box.top + box.height / 2 + ((one.y + .5) * HIGH - camera.y) * camera.zoom, bubbles: true };
  canvas.setPointerCapture = () => 0;
  canvas.dispatchEvent(new PointerEvent("pointerdown", place));
  canvas.dispatchEvent(new PointerEvent("pointerup", place));
};
setTimeout(() => {
  told.start = [at, cell()];
  $("at").value = 5;
  $("at").dispatchEvent(new Event("input"));
  told.scrubbed = [at, cell()];
  told.back = (show(2), [at, cell()]);
  click(0);
  told.selected = [selected, $("name").textContent, $("doing").textContent];
  $("follow").click();
  told.followed = [camera.zoom >= 2, canvas.width > 0];
  told.images = document.querySelectorAll("img").length;
  told.said = $("said").children.length;
  $("speed").value = "60";
  $("play").click();
  setTimeout(() => {
    told.played = [at, $("play").textContent];
    told.pixel = pixel(0, 0);
    location.href = "/told?" + encodeURIComponent(JSON.stringify(told));
  }, 2000);
}, 300);
</script>
"""


def asked(page: bytes, profile: Path) -> tuple[dict[str, Any], list[str]]:
    """Return what a page tells by the address that it goes to, and all paths it asked for."""
    paths, told = list[str](), queue.Queue[str]()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, _, words = self.path.partition("?")
            paths.append(path)
            self.send_response(200 if path in ("/", "/told") else 404)
            self.end_headers()
            self.wfile.write(page if path == "/" else b"")
            if path == "/told":
                told.put(unquote(words))

        def log_message(self, *_words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        flags = (
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--remote-debugging-port=0",
            "--window-size=900,600",
        )
        address = f"http://127.0.0.1:{server.server_port}/"
        with subprocess.Popen(
            [BROWSER, *flags, f"--user-data-dir={profile}", address],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as browser:
            try:
                found: dict[str, Any] = json.loads(told.get(timeout=60))
            finally:
                browser.terminate()
        server.shutdown()
    return found, paths


@pytest.mark.slow
@pytest.mark.skipif(not BROWSER, reason="no Chromium here; LATTICEVILLE_BROWSER names one")
def test_a_browser_plays_scrubs_selects_and_follows(tmp_path: Path) -> None:
    payloads = live(house(HOSTILE, HOSTILE), 9)
    page = exported(payloads, "run.html").replace(b"</body>", SCRIPT.encode() + b"</body>")
    told, paths = asked(page, tmp_path / "profile")
    assert {*paths} <= {"/", "/told", "/favicon.ico"}
    assert told["errors"] == told["images"] == 0
    bodies = [payload.state.bodies["ada"] for payload in payloads]
    names = [payload.state.world.name_of(body.area) for payload, body in zip(payloads, bodies, strict=True)]
    assert [told["start"], told["scrubbed"], told["back"]] == [
        [tick, [*bodies[tick].cell, bodies[tick].doing, names[tick]]] for tick in (0, 5, 2)
    ]
    assert told["selected"] == [0, HOSTILE, bodies[2].doing]
    assert told["followed"] == [True, True]
    assert told["played"] == [9, "Play"]
    corner = painted(payloads[9])[0][0]
    assert tuple(told["pixel"]) in (corner.ink, corner.ground)
