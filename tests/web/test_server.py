"""The server as it is started: a port on loopback, a hundred viewers, clients of the documents, a
page in a browser."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.sync.client import connect

from latticeville.api import fork, open_run, step
from latticeville.core.geometry import Cell
from latticeville.sim.inputs import PutPerson
from tests.draw.chromium import Chromium, find_browser
from tests.web.windows import API, recorded

pytestmark = pytest.mark.slow


@contextmanager
def serving(*words: str) -> Iterator[tuple[str, str]]:
    """Start a server, and return its printed addresses to look and to act."""
    words = (sys.executable, "-m", "latticeville.cli", "serve", *words, "--port", "0")
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            lines = [server.stdout.readline() for _ in range(4)]
            yield lines[1].split()[-1], lines[2].split()[-1]
        finally:
            server.terminate()
    assert server.returncode in (0, -15)


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The printed addresses of a server that runs."""
    with serving(str(recorded(tmp_path_factory.mktemp("served"), 42))) as printed:
        yield printed


def parts(address: str) -> tuple[str, dict[str, str]]:
    """Return the host of a printed address, and the header that its token makes."""
    split = urlsplit(address)
    return split.netloc, {"Authorization": f"Bearer {split.query.removeprefix('token=')}"}


def test_a_hundred_look_and_one_who_never_reads_holds_nobody_up(
    addresses: tuple[str, str],
) -> None:
    host, header = parts(addresses[0])
    _, acting = parts(addresses[1])
    first = httpx.get(f"http://{host}{API}/world", headers=header).json()["last_tick"]
    with ExitStack() as open_:
        stuck = open_.enter_context(
            connect(f"ws://{host}{API}/stream?mode=all", additional_headers=header, max_queue=1)
        )
        viewers = [
            open_.enter_context(
                connect(
                    f"ws://{host}{API}/stream?mode=all&start={first + 1}", additional_headers=header
                )
            )
            for _ in range(100)
        ]
        order = {"do": "step", "ticks": 20}
        done = httpx.post(f"http://{host}{API}/inputs", headers=acting, json=order, timeout=60)
        assert done.json()["tick"] == first + 20
        httpx.delete(f"http://{host}{API}/controller", headers=acting)
        for viewer in viewers:
            got = list[int]()
            while len(got) < 20:
                note = json.loads(viewer.recv(timeout=60))
                got += [note["tick"]] if note["type"] == "tick" else []
            assert got == [*range(first + 1, first + 21)]
        assert stuck.state.name == "OPEN"


PAGE = Path(__file__).parents[2] / "docs" / "serve.md"


def example(language: str) -> str:
    """Return the example client of the documents in a language."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return str(found)


def test_the_client_of_the_documents_follows_and_acts(addresses: tuple[str, str]) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", example("python"), addresses[1]],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("The Little Square at tick ")
    assert any(line.endswith("A fox runs across the square.") for line in lines)


class Address:
    """An address that a tab opens."""

    def __init__(self, address: str) -> None:
        self._address = address

    def as_uri(self) -> str:
        """Return it."""
        return self._address


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Chromium]:
    """A headless Chromium; skips the test where there is none."""
    binary = find_browser()
    if not binary:
        pytest.skip("no Chromium")
    found = Chromium.start(binary, tmp_path)
    yield found
    found.close()


def test_a_browser_looks_acts_and_asks_nothing_elsewhere(
    addresses: tuple[str, str], browser: Chromium
) -> None:
    tab = browser.open_tab()
    tab.open(Address(addresses[1]), 1280, 900)
    tab.wait("document.querySelectorAll('#people button').length === 2")
    assert "token" not in tab.evaluate("location.href")
    before = tab.evaluate("last()")
    tab.evaluate("select('mina')")
    for part, words in (("now", "place"), ("why", "action"), ("memories", "recency")):
        name = "card" if part == "now" else part
        tab.evaluate(f"openPart({name!r})")
        tab.wait(f"document.getElementById('part').textContent.includes({words!r})")
    tab.evaluate("document.getElementById('step').click()")
    tab.wait(f"last() === {before + 1}")
    tab.wait(f"Number(document.getElementById('map').dataset.tick) === {before + 1}")
    tab.evaluate("document.getElementById('back').click()")
    tab.wait(f"location.hash.includes('tick={before}')")
    tab.resize(390, 800)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lines = tab.evaluate(f"{example('javascript')}; follow(2)")
    assert any("Mina Sund: " in line for line in lines)
    host = urlsplit(addresses[1]).netloc
    assert {urlsplit(one).netloc for one in tab.requests if not one.startswith("data:")} == {host}
    assert not tab.complaints


def test_two_runs_open_where_they_part_with_the_whole_time_below(
    browser: Chromium, tmp_path: Path
) -> None:
    run, other = recorded(tmp_path, 600), tmp_path / "other"
    where = PutPerson("mina", cell=Cell(0, 9))
    with fork(open_run(run), 300, other, inputs=[where]) as branch:
        step(branch, 30)
    with serving(str(run), "--beside", str(other)) as (look, _act):
        tab = browser.open_tab()
        tab.open(Address(look), 1280, 900)
        tab.wait("document.getElementById('map').dataset.tick === '301'")
        assert tab.evaluate("views[0].differing.has('mina')")
        spans = tab.evaluate("sources[0].spans(100)")
        tab.evaluate("select('mina')")
    assert (spans[0]["start"], spans[-1]["end"]) == (0, 600)
    assert any("mina" in span["people"] and span["lines"] for span in spans)
    assert not tab.complaints
