"""The page and the animation of a run in a real browser, with hostile text wherever a world has a
name."""

import os
import shutil
import time
from base64 import b64decode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import tomlkit
from PIL import Image, ImageSequence

from latticeville.cli.main import main
from latticeville.core.printable import make_printable
from latticeville.draw.emoji import body_emoji
from latticeville.draw.glyphs import HEIGHT
from latticeville.draw.map_frame import FramePainter
from latticeville.draw.raster import png
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.runs.replay import Replay
from tests.draw.chromium import VARIABLE, BrowserError, Chromium, Tab, find_browser
from tests.reports.runs import SQUARE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not find_browser(), reason=f"there is no Chromium; {VARIABLE} names one"),
]
HOSTILE = (
    "</script><script>owned=1</script><img/src=http://127.0.0.1:9 "
    "onerror=owned=1><style>*{display:none}</style>"
    "\"'`&lt;<!--]]>{{data}}${a}\\u003cb>\u05d0\u05d1\u05d2"
)
"""Markup, ends of elements, quotes, marks of templates, letters from right to left."""
STEERING = HOSTILE.translate({ord(letter): None for letter in "{}"}) + "\u2028\u202egnp\u2066\u200f"
"""The same without braces, with ends of lines and marks that turn the direction of writing; no name
may hold them."""
SPOILT = {
    "name": (HOSTILE, 200),
    "doing": (HOSTILE, 200),
    "view": (STEERING, 300),
    "says": (STEERING, 300),
}
"""The keys that get hostile text, which text, and how long they become; a name cannot be longer."""
TICKS = 90
WIDE, NARROW = (1600, 1000), (400, 800)


class Exported(NamedTuple):
    """A run, and its files."""

    run: Path
    other: Path
    page: Path
    beside: Path
    gif: Path

    def person(self, tick: int, who: str) -> list[Any]:
        """Return the cell of a person at a tick, and the text about them."""
        state = Replay(self.run).at(tick).state
        doing = f"{body_emoji(state, who)} {state.bodies[who].doing}".strip()
        return [*state.bodies[who].cell, make_printable(doing)]

    def name(self, who: str) -> str:
        """Return the name of a person as pages show it."""
        return make_printable(Replay(self.run).at(0).state.world.people[who].persona.name)


def spoil(folder: Path) -> Path:
    """Copy a world, with hostile text at the end of each name and of what people do and think."""
    shutil.copytree(SQUARE, folder)
    for path in folder.rglob("*.toml"):
        document = tomlkit.parse(path.read_text("utf-8"))
        for table in _tables(document):
            for key in SPOILT.keys() & table.keys():
                text, length = SPOILT[key]
                table[key] = f"{table[key]}{text}".ljust(length, "W")[:length]
        path.write_text(tomlkit.dumps(document), "utf-8")
    return folder


def _tables(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _tables(part)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("exported")
    run, page, gif = folder / "run", folder / "run.html", folder / "run.gif"
    other, beside = folder / "other", folder / "beside.html"
    world = spoil(folder / "world")
    assert (
        main(["run", str(world), "--ticks", str(TICKS), "--view", "none", "--out", str(run)]) == 0
    )
    parted = ["--ticks", str(TICKS), "--view", "none", "--seed", "8", "--out", str(other)]
    assert main(["run", str(world), *parted]) == 0
    kept = ["--with", "why,memories", "--people", "mina"]
    assert main(["export", str(run), str(page), *kept]) == 0
    assert main(["export", str(run), str(beside), "--beside", str(other)]) == 0
    assert main(["export", str(run), str(gif), "--ticks", "0:20"]) == 0
    return Exported(run, other, page, beside, gif)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    try:
        found = Chromium.start(find_browser(), tmp_path_factory.mktemp("chromium"))
    except BrowserError as error:
        if VARIABLE in os.environ:
            raise
        pytest.skip(f"Chromium does not start: {error}")
    yield found
    found.close()


@pytest.fixture
def tab(browser: Chromium, exported: Exported) -> Iterator[Tab]:
    """Yield a tab that asks for nothing but files of the run, and in whose console nothing is
    said."""
    found = browser.open_tab()
    yield found
    found.evaluate("0")
    files = [path.as_uri() for path in (exported.page, exported.beside, exported.gif)]
    assert {url.split("#")[0] for url in found.requests} <= {*files}
    assert found.complaints == []
    found.close()


def at(tab: Tab) -> int:
    """Return the tick that is shown, as soon as the page has come to rest."""
    tab.wait("!showing && !isPainting")
    found: int = tab.evaluate("at")
    return found


def opened(tab: Tab, exported: Exported, size: tuple[int, int]) -> Tab:
    """Open the page at its first tick; it rests."""
    tab.open(exported.page, *size)
    tab.wait("frames.length > 0")
    tab.evaluate("seek(0)")
    assert at(tab) == 0
    tab.wait("!views[0].aim")
    return tab


def shown_map(tab: Tab) -> bytes:
    """Return the pixels of the map that the camera looks at."""
    assert at(tab) >= 0
    text = tab.evaluate(
        """views[0].ground.convertToBlob().then((blob) => new Promise((done) => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result.split(",")[1]);
        reader.readAsDataURL(blob);
        }))"""
    )
    return Image.open(BytesIO(b64decode(text))).convert("RGB").tobytes()


def picture(exported: Exported, tick: int) -> bytes:
    """Return the pixels of the map at a tick, people apart."""
    state = Replay(exported.run).at(tick).state
    frame = FramePainter(state.world, MapStyle.PIXELS).paint(state, has_people=False)
    image = Image.open(BytesIO(png(frame, 1))).convert("RGB")
    return image.crop((0, 0, image.width, len(frame.pictures) * HEIGHT)).tobytes()


def point(tab: Tab, who: str) -> tuple[float, float]:
    """Return where a person stands in the window."""
    left, top, _, _ = tab.box("#map")
    x, y = tab.evaluate(
        f"((view) => (({{x, y}}) => view.toScreen(x, y))"
        f"(view.centreOf(view.people.get({who!r}).to)))(views[0])"
    )
    return left + x, top + y


def test_a_page_opens_on_the_first_talk_and_plays_by_itself(tab: Tab, exported: Exported) -> None:
    tab.open(exported.page, *WIDE)
    tab.wait("frames.length > 0 && timer")
    talk = tab.evaluate(
        "sources[0].frames.find(({ agents }) => [...agents.values()].some((one) => one.dialogue)).tick"
    )
    assert tab.evaluate("at") >= talk > 0
    tab.wait(f"at > {talk} + 1")
    assert tab.evaluate("$('play').textContent") == "Pause"
    assert tab.evaluate("$('talk').checked"), "the camera goes to who speaks"
    tab.press(" ")
    assert "latticeville run" in tab.evaluate("$('recipe').textContent") or tab.evaluate(
        "$('recipe').hidden"
    )


def test_a_page_plays_every_frame_and_stops_at_the_last(tab: Tab, exported: Exported) -> None:
    opened(tab, exported, WIDE)
    assert shown_map(tab) == picture(exported, 0)
    tab.evaluate(
        "seen = []; const showAt = showTick; showTick = (tick, span) => { seen.push(tick); return showAt(tick, span); }"
    )
    tab.press(" ", "s", "s", "s")
    tab.wait("!timer")
    assert at(tab) == TICKS
    assert tab.evaluate("seen") == [*range(1, TICKS + 1)]
    assert tab.evaluate("$('play').textContent") == "Play"
    assert tab.evaluate("$('when').textContent").startswith(f"Mon 09:30 · tick {TICKS}")
    assert shown_map(tab) == picture(exported, TICKS)
    assert tab.evaluate("$('said').children.length") > 5


def test_people_walk_between_two_ticks(tab: Tab, exported: Exported) -> None:
    opened(tab, exported, WIDE)
    places = (
        "[...views[0].people.values()].map((one) => views[0].place(one, views[0].walk.begin + 50))"
    )
    for tick in range(1, TICKS):
        tab.evaluate(f"show({tick}, 100)")
        found = tab.evaluate(
            f"[{places}, [...views[0].people.values()].map((one) => [one.from, one.to])]"
        )
        for place, (start, end) in zip(*found, strict=True):
            assert place["x"] == pytest.approx((start["x"] + end["x"]) / 2)
        if any(start != end for start, end in found[1]):
            return
    pytest.fail("nobody walks")


def test_the_timeline_is_dragged_and_stepped(tab: Tab, exported: Exported) -> None:
    opened(tab, exported, WIDE)
    left, top, width, height = tab.box("#track")
    for part in (0.5, 0.2):
        tab.drag((left + width * 0.9, top + height / 2), (left + width * part, top + height / 2))
        assert abs(at(tab) - TICKS * part) <= 1
        assert shown_map(tab) == picture(exported, at(tab)), "back and forth, a frame is the same"
    for keys, there in (
        (["Home"], 0),
        (["ArrowRight", "ArrowRight", "ArrowLeft", "."], 2),
        (["PageDown", ","], 31),
        (["End", "PageUp"], 60),
        (["End", "ArrowRight"], TICKS),
    ):
        tab.press(*keys)
        assert at(tab) == there, keys
    frames = tab.evaluate("[...new Set(told.map((line) => line.tick))]")
    tab.press("Home", *">>>", "<")
    after = [frame for frame in frames if frame > 0]
    assert at(tab) == after[1]
    tab.press("End")
    assert at(tab) == TICKS
    line = tab.evaluate(
        "$('said').children[1].scrollIntoView(), "
        "Number($('said').children[1].firstChild.dataset.tick)"
    )
    left, top, width, height = tab.box("#said li:nth-child(2) .line")
    tab.click(left + width / 3, top + height / 2)
    assert at(tab) == line < TICKS


def test_a_walk_unfolds(tab: Tab, exported: Exported) -> None:
    opened(tab, exported, WIDE)
    tab.press("End")
    assert at(tab) == TICKS
    tab.evaluate("document.querySelector('#said .unfold').click()")
    steps = "document.querySelectorAll('#said .folded ul li').length"
    assert tab.evaluate(steps) >= 2
    tab.evaluate("document.querySelector('#said .unfold').click()")
    assert tab.evaluate(steps) == 0


def test_a_person_is_selected_on_the_map_and_among_the_badges(tab: Tab, exported: Exported) -> None:
    opened(tab, exported, WIDE)
    tab.press("PageDown")
    assert at(tab) == 30
    tab.wait("!views[0].isAnimated")
    for who in ("mina", "otto"):
        tab.click(*point(tab, who))
        told = tab.evaluate(
            "[$('name').textContent, $('doing').textContent, "
            "...frames[0].agents.get(selected).position]"
        )
        x, y, doing = exported.person(30, who)
        assert told == [exported.name(who), doing, x, y]
    tab.evaluate("$('only').click()")
    assert {
        *tab.evaluate(
            "[...$('said').children].map((line) => told[line.firstChild.dataset.line].about)"
        )
    } <= {"otto"}
    left, top, width, _ = tab.box("#stage")
    tab.click(left + width / 2, top + 5)
    assert tab.evaluate("[selected, $('person').hidden, $('only').checked]") == ["", True, False]
    left, top, width, height = tab.box("#people button")
    tab.click(left + width / 2, top + height / 2)
    assert tab.evaluate("selected") == "mina"
    tab.press(" ")
    assert tab.evaluate("Boolean(timer)"), "after a click on a badge, space still plays"


def test_what_the_page_holds_of_somebody_is_shown_and_a_link_opens_it(
    tab: Tab, exported: Exported
) -> None:
    opened(tab, exported, WIDE)
    tab.press("PageDown", "p")
    assert at(tab) == 30
    tab.evaluate("openPart('why')")
    tab.wait("$('part').textContent.includes('action')")
    tab.evaluate("openPart('memories')")
    tab.wait("$('part').textContent.includes('recency')")
    assert tab.evaluate("location.hash") == "#tick=30&who=mina"
    tab.evaluate("select('otto')")
    assert tab.evaluate("document.querySelector('[data-part=why]').hidden"), "only of who was named"
    tab.evaluate("location.hash = '#tick=12&who=mina'")
    tab.wait("at === 12 && selected === 'mina'")


def test_the_map_follows_a_person_until_it_is_dragged(tab: Tab, exported: Exported) -> None:
    opened(tab, exported, NARROW)
    tab.press("p", "f")
    seen = set()
    left, top, width, height = tab.box("#map")
    for _ in range(0, TICKS, 6):
        tab.press(*["ArrowRight"] * 6)
        assert at(tab) > 0
        tab.wait("!views[0].isAnimated")
        x, y = point(tab, "mina")
        assert left <= x <= left + width
        assert top <= y <= top + height
        seen.add((*tab.evaluate("[views[0].camera.x, views[0].camera.y]"),))
    assert len(seen) > 2, "the camera moves"
    centre = left + width / 2, top + height / 2
    tab.drag(centre, (centre[0] + 60, centre[1]))
    assert tab.evaluate("[$('follow').checked, selected]") == [False, "mina"]
    before = tab.evaluate("[views[0].camera.x, views[0].camera.y]")
    tab.press("Home")
    assert at(tab) == 0
    assert tab.evaluate("[views[0].camera.x, views[0].camera.y]") == before


FOCUSED = """(({ id, parentElement }) => {
    if (id) return id;
    if (parentElement === $("said").lastElementChild) return "last line";
    return parentElement === $("people") ? "chip" : "body";
})(document.activeElement)"""


def test_the_keyboard_reaches_every_control(tab: Tab, exported: Exported) -> None:
    opened(tab, exported, WIDE)
    tab.press("End")
    assert at(tab) == TICKS
    stops = []
    for _ in range(20):
        tab.press("Tab")
        stops.append(tab.evaluate(FOCUSED))
        if stops[-1] == "body":
            break
    assert stops == [
        *("closer", "farther", "whole", "chip", "last line"),
        *("back", "play", "on", "speed", "at", "talk", "keys", "body"),
    ], "one stop for all people, and one for all lines"
    tab.evaluate("document.querySelector('#people button').focus()")
    tab.press("ArrowDown", "Enter")
    assert tab.evaluate("[selected, document.activeElement === chips.get('otto')]") == [
        "otto",
        True,
    ]
    tab.press("p", "P", "P", "f", "o")
    assert tab.evaluate("[selected, $('follow').checked, $('only').checked]") == [
        "mina",
        True,
        True,
    ]
    tab.press("Escape", "+", "+", "Shift+ArrowLeft")
    assert tab.evaluate("[selected, $('only').checked, views[0].camera.isWhole]") == [
        "",
        False,
        False,
    ]
    tab.press("0")
    assert tab.evaluate("views[0].camera.zoom === views[0].wholeZoom()")
    tab.evaluate("$('said').lastElementChild.firstChild.focus()")
    tab.press("ArrowUp", "ArrowUp", "Enter")
    assert at(tab) == tab.evaluate("Number(document.activeElement.dataset.tick)")
    tab.evaluate("$('at').focus()")
    tab.press("Home", " ")
    assert tab.evaluate("Boolean(timer)"), "space plays from the timeline"
    tab.press(" ", "?")
    assert tab.evaluate("[$('help').open, $('commands').children.length > 20]") == [True, True]
    there = at(tab)
    tab.press("ArrowRight", "Escape")
    assert [tab.evaluate("$('help').open"), at(tab)] == [False, there]


def test_fingers_select_move_and_zoom(tab: Tab, exported: Exported) -> None:
    opened(tab, exported, NARROW)
    assert tab.evaluate("$('hint').textContent").startswith("Tap a person")
    tab.touch([point(tab, "otto")])
    assert tab.evaluate("selected") == "otto"
    left, top, width, height = tab.box("#map")
    x, y = left + width / 2, top + height / 2
    zoom = tab.evaluate("views[0].camera.zoom")
    tab.touch([(x - 20, y), (x + 20, y)], [(x - 40, y), (x + 40, y)], [(x - 60, y), (x + 60, y)])
    assert tab.evaluate("views[0].camera.zoom") == pytest.approx(zoom * 3)
    before = tab.evaluate("views[0].camera.x")
    tab.touch([(x, y)], [(x - 30, y)], [(x - 60, y)])
    assert tab.evaluate("views[0].camera.x") == pytest.approx(before + 60 / (zoom * 3))
    assert tab.evaluate("selected") == "otto", "who drags selects nobody"


@pytest.mark.parametrize("size", [WIDE, NARROW, (1000, 560), (320, 640)])
def test_every_part_is_in_the_window(size: tuple[int, int], tab: Tab, exported: Exported) -> None:
    opened(tab, exported, size)
    tab.press("End", "p")
    assert at(tab) == TICKS
    assert tab.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    ) == [*size]
    boxes = {
        part: tab.box(part)
        for part in ("h1", "#when", "#stage", "#card", "#said", "#play", "#track")
    }
    for part, (left, top, width, height) in boxes.items():
        assert 0 <= left <= left + width <= size[0], part
        assert 0 <= top <= top + height <= size[1], part
        assert min(width, height) > 10, part
    _, _, width, height = boxes["#stage"]
    assert width * height > size[0] * size[1] * (0.55 if size[0] > 760 else 0.25)
    assert boxes["#said"][3] > 60
    assert tab.evaluate("$('said').scrollWidth <= $('said').clientWidth")
    colors = (
        tab.screenshot()
        .crop((0, int(boxes["#stage"][1]), int(width), int(height)))
        .getcolors(1 << 20)
    )
    assert colors
    assert len(colors) > 20, "the map is painted"


def test_two_runs_play_in_step_from_where_they_part(tab: Tab, exported: Exported) -> None:
    tab.open(exported.beside, *WIDE)
    tab.wait("frames.length === 2")
    began = tab.evaluate("readData($('data').textContent).then((data) => data.start)")
    tab.evaluate(f"seek({began})")
    assert at(tab) == began
    assert tab.evaluate("views[0].differing.size") > 0
    tab.evaluate(f"seek({began} - 1)")
    assert at(tab) == began - 1
    assert tab.evaluate("views[0].differing.size") == 0
    tab.evaluate("seek(last())")
    assert at(tab) == TICKS
    assert tab.evaluate("frames.map((frame) => frame.tick)") == [TICKS, TICKS]
    differing = tab.evaluate("[...views[0].differing]")
    states = [Replay(run).at(TICKS).state for run in (exported.run, exported.other)]
    seen = [{who: body.cell for who, body in state.bodies.items()} for state in states]
    assert {who for who in seen[0] if seen[0][who] != seen[1][who]} <= {*differing}
    assert differing
    assert tab.evaluate("document.querySelectorAll('#said .side-a').length") > 0
    assert tab.evaluate("document.querySelectorAll('#said .side-b').length") > 0
    tab.resize(*NARROW)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_hostile_text_stays_text(tab: Tab, exported: Exported) -> None:
    opened(tab, exported, WIDE)
    tab.press("End", "p", "o", "o", "?")
    assert at(tab) == TICKS
    world = Replay(exported.run).at(0).state.world
    name = make_printable(world.name)
    assert tab.evaluate("[document.title, $('title').textContent]") == [name, name]
    assert make_printable(HOSTILE) in name
    assert tab.evaluate("$('name').textContent") == exported.name("mina")
    assert tab.evaluate("$('people').children.length") == len(world.people)
    said = tab.evaluate("$('said').textContent")
    assert make_printable(STEERING) in said
    assert make_printable(HOSTILE) in said
    assert tab.evaluate("typeof owned") == "undefined"
    assert tab.evaluate("[...document.scripts].map(({ id }) => id)") == ["data", ""]
    assert tab.evaluate("document.querySelectorAll('img, iframe, object, embed, link').length") == 0
    assert tab.evaluate("document.styleSheets.length") == 1


def test_a_page_may_ask_for_nothing(browser: Chromium, exported: Exported) -> None:
    tab = browser.open_tab()
    tab.open(exported.page, *WIDE)
    tab.evaluate(
        "document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:9/a' }))"
    )
    tab.evaluate("fetch('http://127.0.0.1:9/b').catch(() => 0)")
    tab.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { textContent: "
        "'owned = 1' }))"
    )
    assert tab.evaluate("typeof owned") == "undefined"
    assert len(tab.complaints) >= 3
    assert all("Content Security Policy" in told for told in tab.complaints)
    tab.close()


def test_an_animation_plays_the_frames_that_were_painted(tab: Tab, exported: Exported) -> None:
    tab.open(exported.gif, *WIDE)
    left, top, width, height = tab.box("img")
    with Image.open(exported.gif) as image:
        assert (image.width, image.height) == (width, height)
        frames = [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(image)]
    assert len(frames) == 21
    box = int(left), int(top), int(left + width), int(top + height)
    limit, seen = time.monotonic() + 10, set[bytes]()
    while len(seen) < 3:
        assert time.monotonic() < limit, "it stands still"
        seen.add(tab.screenshot().crop(box).tobytes())
    assert seen <= {*frames}
