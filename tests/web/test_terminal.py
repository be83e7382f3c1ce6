"""A terminal program in a browser: who may, how many, and that each ends with its tab."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from latticeville.web.terminal import app as terminal
from latticeville.web.terminal.app import make_terminal
from tests.web.windows import HOST, TOKENS

ECHO = r"""
import os, sys
out = sys.stdout.buffer
def say(data):
    out.write(b"D" + len(data).to_bytes(4, "big") + data); out.flush()
out.write(b"__GANGLION__\n")
say(f"{os.getpid()} {os.environ['COLUMNS']}x{os.environ['ROWS']} {sys.argv[1:]}".encode())
read = sys.stdin.buffer.read
while kind := read(1):
    data = read(int.from_bytes(read(4), "big"))
    if kind == b"M" and b"quit" in data:
        break
    say(kind + data)
"""
HOSTILE = "</title><script>owned=1</script>"
WORDS = [sys.executable, "-c", ECHO, "$(touch owned)", "; ls"]
ADDRESS = f"ws://{HOST}/ws?width=100&height=30"


@contextmanager
def shown(token: str = TOKENS.act) -> Iterator[TestClient]:
    """Show the program to a client that has a token; "" for none."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    app = make_terminal(HOSTILE, WORDS, TOKENS, [HOST])
    with TestClient(app, f"http://{HOST}", headers=headers) as client:
        yield client


def is_gone(process: int) -> bool:
    """Tell whether a process ended and was waited for."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def test_the_program_gets_keys_and_size_without_a_shell_and_ends_with_the_tab() -> None:
    with shown() as client:
        with client.websocket_connect(ADDRESS) as tab:
            number, size, words = tab.receive_bytes().decode().split(" ", 2)
            assert (size, words) == ("100x30", repr(WORDS[3:]))
            for sent in ("no json", "[]", "7", '["stdin", 7]', '["resize", {"width": 1}]'):
                tab.send_text(sent)
            tab.send_text(json.dumps(["stdin", "é"]))
            assert tab.receive_bytes().decode() == "Dé"
            tab.send_text(json.dumps(["resize", {"width": 80, "height": 24}]))
            assert json.loads(tab.receive_bytes()[1:])["width"] == 80
            tab.send_text(json.dumps(["ping", "a"]))
            assert tab.receive_json() == ["pong", "a"]
        assert is_gone(int(number))


def test_who_may_not_act_starts_nothing() -> None:
    for token, status in (("", 401), ("wrong", 401), (TOKENS.look, 403)):
        with shown(token) as client:
            assert client.get("/").status_code == status
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(ADDRESS) as tab:
                tab.receive_bytes()
    with shown() as client, pytest.raises(WebSocketDisconnect):  # noqa: SIM117 - one fails
        with client.websocket_connect(ADDRESS, headers={"origin": "http://elsewhere"}) as tab:
            tab.receive_bytes()
    with shown() as client, pytest.raises(WebSocketDisconnect):  # noqa: SIM117 - one fails
        with client.websocket_connect(f"ws://{HOST}/ws?width=9999&height=3") as tab:
            tab.receive_bytes()


def test_the_page_is_ours_and_asks_nothing_elsewhere() -> None:
    with shown() as client:
        page = client.get("/")
        assert "&lt;/title&gt;" in page.text
        assert "<script>owned" not in page.text
        assert "http" not in page.text
        assert "default-src 'none'" in page.headers["content-security-policy"]
        for name in terminal._FILES:
            assert client.get(f"/static/{name}").status_code == 200
            assert f"/static/{name}" in page.text or name == "mono.ttf"
        for name in ("app.py", "..%2fapp.py", "nothing"):
            assert client.get(f"/static/{name}").status_code == 404


def test_so_many_visit_at_a_time_and_the_next_when_one_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(terminal, "MOST_VISITORS", 2)
    with shown() as client:
        with ExitStack() as tabs:
            numbers = [
                tabs.enter_context(client.websocket_connect(ADDRESS)).receive_bytes().split()[0]
                for _ in range(2)
            ]
            with client.websocket_connect(ADDRESS) as late:
                assert b"At most 2 visit" in late.receive_bytes()
                with pytest.raises(WebSocketDisconnect):
                    late.receive_bytes()
        assert all(is_gone(int(number)) for number in numbers)
        with client.websocket_connect(ADDRESS) as tab:
            assert tab.receive_bytes()
