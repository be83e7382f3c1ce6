"""A headless Chromium, which tests drive over the DevTools protocol through a pipe."""

import json
import os
import shutil
import subprocess
import sys
import time
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Any, Protocol, Self

from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Callable

VARIABLE = "LATTICEVILLE_BROWSER"
"""Names the Chromium to use; tests that need one then fail, instead of being skipped, if it does
not start."""
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--remote-debugging-pipe",
)
WAYS = {"usual": (), "single": ("--no-zygote", "--single-process")}
"""Flags for most machines, and for those on which Chromium cannot fork."""
PIPE = 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null'
"""Starts a program whose commands come in on file 3, and whose messages go out on file 4."""
LIMIT = 20.0
KEYS = {
    "Tab": 9,
    "Enter": 13,
    "Escape": 27,
    " ": 32,
    "PageUp": 33,
    "PageDown": 34,
    "End": 35,
    "Home": 36,
}
KEYS |= {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
"""Windows' codes of the keys to which Chromium itself reacts."""
SHIFT = 8


class BrowserError(Exception):
    """Chromium did not start, stopped, or was silent for too long."""


def find_browser() -> str:
    """Return the path of a Chromium, or "" if there is none."""
    return os.environ.get(VARIABLE) or next(filter(None, map(shutil.which, NAMES)), "")


class Chromium:
    """A running browser."""

    def __init__(self, binary: str, profile: Path, *flags: str) -> None:
        self._log = profile.with_suffix(".log")
        with self._log.open("wb") as log:
            words = (
                "sh",
                "-c",
                PIPE,
                "sh",
                binary,
                *FLAGS,
                *flags,
                f"--user-data-dir={profile}",
                "about:blank",
            )
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log
            )
        self._buffer, self._number = b"", 0
        self._listeners: dict[str, Callable[[str, dict[str, Any]], None]] = {}

    @classmethod
    def start(cls, binary: str, folder: Path) -> Self:
        """Start a browser in the first way that works on this machine."""
        problems = []
        for name, flags in WAYS.items():
            browser = cls(binary, folder / name, *flags)
            try:
                browser.send("Browser.getVersion")
            except BrowserError as error:
                browser.close()
                problems.append(str(error))
            else:
                return browser
        raise BrowserError("; ".join(problems))

    def send(self, method: str, session: str = "", **params: Any) -> dict[str, Any]:
        """Send a command and return its result; what happens meanwhile goes to the listeners."""
        self._number += 1
        message = {
            "id": self._number,
            "method": method,
            "params": params,
            **({"sessionId": session} if session else {}),
        }
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\0")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise BrowserError(self._log.read_text("utf-8", "replace")[-2000:]) from error
        while (found := self.receive()).get("id") != self._number:
            pass
        if "error" in found:
            raise BrowserError(f"{method}: {found['error']}")
        result: dict[str, Any] = found["result"]
        return result

    def receive(self) -> dict[str, Any]:
        """Wait for the next message and return it, after its listener has heard it."""
        assert self._process.stdout
        while b"\0" not in self._buffer:
            ready, _, _ = select([self._process.stdout], [], [], LIMIT)
            read = os.read(self._process.stdout.fileno(), 1 << 20) if ready else b""
            if not read:
                what = "stopped" if ready else f"silent for {LIMIT} s"
                raise BrowserError(
                    f"{what} {self._log.read_text('utf-8', 'replace')[-2000:]}".strip()
                )
            self._buffer += read
        text, _, self._buffer = self._buffer.partition(b"\0")
        found: dict[str, Any] = json.loads(text)
        if listener := self._listeners.get(found.get("sessionId", "")):
            listener(found.get("method", ""), found.get("params", {}))
        return found

    def open_tab(self) -> "Tab":
        """Return a new tab."""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, target, session)
        self._listeners[session] = tab.hear
        self.send("Emulation.setTouchEmulationEnabled", session, enabled=True)
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable", session)
        return tab

    def close(self) -> None:
        """Stop the browser."""
        self._process.kill()
        self._process.communicate()


class Page(Protocol):
    """What a tab can show."""

    def as_uri(self) -> str:
        """Return its address."""
        ...


class Tab:
    """A tab: what it shows, what it asked for over the network, and what its console said."""

    def __init__(self, browser: Chromium, target: str, session: str) -> None:
        self._browser, self._target, self._session = browser, target, session
        self._is_loaded = False
        self.requests: list[str] = []
        self.complaints: list[str] = []

    def hear(self, method: str, params: dict[str, Any]) -> None:
        """Note an event."""
        self._is_loaded |= method == "Page.loadEventFired"
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"):
            self.complaints.append(json.dumps(params))

    def _send(self, method: str, **params: Any) -> dict[str, Any]:
        return self._browser.send(method, self._session, **params)

    def open(self, file: Page, width: int, height: int) -> None:
        """Show a file or an address in a window of a size, and wait until it is loaded."""
        self.resize(width, height)
        self._is_loaded = False
        self._send("Page.navigate", url=file.as_uri())
        while not self._is_loaded:
            self._browser.receive()
        self.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")

    def resize(self, width: int, height: int) -> None:
        """Give the window a size."""
        self._send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression, or of its promise."""
        found = self._send(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until an expression is true."""
        limit = time.monotonic() + LIMIT
        while not self.evaluate(condition):
            assert time.monotonic() < limit, condition
            time.sleep(0.02)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other; `Shift+` before a key holds shift."""
        for name in keys:
            key = name.removeprefix("Shift+")
            text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
            event = {
                "key": key,
                "windowsVirtualKeyCode": KEYS.get(key, 0),
                "modifiers": SHIFT * (key != name),
            }
            self._send(
                "Input.dispatchKeyEvent",
                type="keyDown" if text else "rawKeyDown",
                text=text,
                **event,
            )
            self._send("Input.dispatchKeyEvent", type="keyUp", **event)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press the mouse button at a point, move to another, and release it."""
        self._move("mousePressed", start)
        for part in (0.5, 1.0):
            self._move(
                "mouseMoved",
                (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part),
            )
        self._move("mouseReleased", end)

    def click(self, x: float, y: float) -> None:
        """Click at a point."""
        self._move("mousePressed", (x, y))
        self._move("mouseReleased", (x, y))

    def touch(self, *steps: list[tuple[float, float]]) -> None:
        """Put fingers down at points, move them to others, and lift them."""
        for number, points in enumerate([*steps, []]):
            kind = "touchMove" if number and points else "touchStart" if points else "touchEnd"
            fingers = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
            self._send("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

    def _move(self, kind: str, point: tuple[float, float]) -> None:
        button = {"button": "left", "buttons": 1, "clickCount": 1}
        self._send("Input.dispatchMouseEvent", type=kind, x=point[0], y=point[1], **button)

    def box(self, selector: str) -> tuple[float, float, float, float]:
        """Return left, top, width and height of the first element that fits."""
        found = self.evaluate(
            f"(({{ x, y, width, height }}) => [x, y, width, height])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        left, top, width, height = found
        return left, top, width, height

    def screenshot(self) -> Image.Image:
        """Return what the window shows."""
        return Image.open(BytesIO(b64decode(self._send("Page.captureScreenshot")["data"]))).convert(
            "RGB"
        )

    def close(self) -> None:
        """Close the tab."""
        self._browser.send("Target.closeTarget", targetId=self._target)


if __name__ == "__main__":
    sys.exit(not find_browser())
