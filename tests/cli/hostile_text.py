"""A world, a model, a server and names whose every text tries to steer the terminal."""

import json
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import tomlkit

from latticeville.core.problems import select_errors
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Reply, Request
from latticeville.runs.recorded_run import RecordedRun
from latticeville.sim.inputs import GodEvent, InsertMemory, Whisper
from latticeville.world.load import inspect_world, load_world
from tests.reports.runs import SQUARE

HOSTILE = (
    "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b5m\x85\u2028\u202eread "
    "backwards\u2066\u200f\u200b\ufeff\U000e0041\x7f\x08\x00"
)
"""Sets the title, clears the screen, colours, reorders, hides and deletes."""
UNSAFE = tuple(
    letter
    for letter in map(
        chr,
        (
            *range(0x20),
            *range(0x7F, 0xA0),
            0x61C,
            *range(0x200B, 0x2010),
            *range(0x2028, 0x202F),
            *range(0x2060, 0x2070),
            0xFEFF,
            *range(0xE0000, 0xE0080),
            *range(0xD800, 0xE000),
        ),
    )
    if letter not in "\n\t\u200c\u200d"
)
"""Characters that no output may hold."""
IN_FILES = HOSTILE.replace("\x00", "")
"""What a file of TOML may hold."""
ARGUMENT = IN_FILES + "\udc9b\udcff"
"""What an argument may be, or the name of a file that is not UTF-8."""


def spoil(folder: Path, *, everywhere: bool = False) -> Path:
    """Write a world in which each text ends in hostile text: where it stays sound, or
    everywhere."""
    shutil.copytree(SQUARE, folder)
    sound, spoilt = {}, {}
    for path in folder.rglob("*.toml"):
        name = str(path.relative_to(folder))
        sound[name] = path.read_text("utf-8").split("\n")
        spoilt[name] = _spoilt_lines(path.read_text("utf-8"))
        assert len(sound[name]) == len(spoilt[name])
    while True:
        for name, lines in spoilt.items():
            (folder / name).write_text("\n".join(lines), "utf-8")
        wrong = {(one.file, one.line) for one in select_errors(inspect_world(folder)[1])}
        if everywhere or not wrong:
            return folder
        for name, line in wrong:
            assert spoilt[name][line - 1] != sound[name][line - 1], (name, line)
            spoilt[name][line - 1] = sound[name][line - 1]


def _spoilt_lines(text: str) -> list[str]:
    document = tomlkit.parse(text)
    for *ways, last in _texts(tomllib.loads(text)):
        table: Any = document
        for key in ways:
            table = table[key]
        table[last] = f"{table[last]} {IN_FILES}"
    return tomlkit.dumps(document).split("\n")


def _texts(value: object, keys: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the way to each text of a document."""
    if isinstance(value, str):
        yield keys
    elif isinstance(value, dict):
        for key, held in value.items():
            yield from _texts(held, (*keys, key))
    elif isinstance(value, list):
        for place, held in enumerate(value):
            yield from _texts(held, (*keys, place))


class HostileModel:
    """Answers as the fake model does, with hostile text at the end of each text of its own."""

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request."""
        return [
            Reply(_spoilt(request, reply.text))
            for request, reply in zip(requests, FakeLLM().answer(requests), strict=True)
        ]


def _spoilt(request: Request, text: str) -> str:
    if request.choices or request.kind == "rate":
        return text
    try:
        found = json.loads(text)
    except ValueError:
        return f"{text} {HOSTILE}"
    free = ("words", "goal", "doing", "insight", "text")
    if not isinstance(found, dict):
        return text
    words = {
        key: f"{held} {HOSTILE}"
        for key, held in found.items()
        if key in free and isinstance(held, str) and held
    }
    return json.dumps({**found, **words})


def record(folder: Path, world: Path, ticks: int, cry: str = "It thunders.") -> Path:
    """Record a run in which all say, hear and remember hostile text."""
    run = RecordedRun.start(folder, load_world(world), HostileModel(), "fake")
    run.feed(GodEvent(f"{cry} {HOSTILE}"))
    run.feed(Whisper("mina", f"Run! {HOSTILE}"))
    run.feed(InsertMemory("otto", f"The lamp is broken. {HOSTILE}"))
    for _ in range(ticks):
        run.step()
    run.close()
    return folder


@contextmanager
def serve(*, fails: bool) -> Iterator[str]:
    """Serve hostile replies, or hostile errors, on a free port, and yield the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._reply({"data": [{"id": f"model {HOSTILE}"}]})

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self._reply(
                {
                    "choices": [{"message": {"content": f"go {HOSTILE}"}}],
                    "error": {"message": HOSTILE},
                }
            )

        def _reply(self, found: object) -> None:
            body = json.dumps(found).encode()
            self.send_response_only(500 if fails else 200, "\x1b[31mOh no\x9b5m")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        server.shutdown()
        thread.join()
