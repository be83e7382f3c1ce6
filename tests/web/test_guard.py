"""What is refused before any route runs, each with a request that is not."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from latticeville.web import guard
from latticeville.web.guard import COOKIE, MOST_BODY, Tokens
from tests.web.windows import API, HOST, STREAM, TOKENS, recorded, served


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("guarded"), 2)


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with served(folder, "") as client:
        yield client


def asked(client: TestClient, **headers: str) -> int:
    """Return the status of a request with such headers."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return int(client.get(f"{API}/world", headers=named).status_code)


LOOK = f"Bearer {TOKENS.look}"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"authorization": "Bearer wrong"}, 401),
        ({"authorization": f"Bearer {TOKENS.look}x"}, 401),
        ({"authorization": f"Bearer {TOKENS.look.upper()}"}, 401),
        ({"authorization": "Bearer é"}, 401),
        ({"authorization": "Basic bWF5LWxvb2s="}, 401),
        ({"cookie": f"{COOKIE}=wrong"}, 401),
        ({"cookie": "\x01;;=;"}, 401),
        ({"authorization": LOOK}, 200),
        ({"cookie": f"{COOKIE}={TOKENS.look}"}, 200),
        ({"authorization": LOOK, "host": "evil.example"}, 421),
        ({"authorization": LOOK, "host": HOST.replace("8765", "80")}, 421),
        ({"authorization": LOOK, "origin": "http://evil.example"}, 403),
        ({"authorization": LOOK, "origin": "null"}, 403),
        ({"authorization": LOOK, "origin": f"http://{HOST}"}, 200),
        ({"authorization": LOOK, "content-length": str(MOST_BODY + 1)}, 413),
        ({"authorization": LOOK, "content-length": "many"}, 413),
    ],
)
def test_only_who_is_allowed_gets_an_answer(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    answer = client.get(
        f"{API}/world", headers=[(name.encode(), value.encode()) for name, value in headers.items()]
    )
    assert answer.status_code == status
    if status != 200:
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["title"]


def test_the_token_leaves_the_address_and_becomes_a_cookie(client: TestClient) -> None:
    answer = client.get(f"/?token={TOKENS.look}&who=mina", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?who=mina")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert client.get("/").status_code == 200  # by the cookie
    assert client.get("/?token=wrong").status_code == 401


def test_a_large_body_is_refused_while_it_comes(client: TestClient) -> None:
    pieces = (b"x" * 1000 for _ in range(MOST_BODY // 1000 + 2))
    headers = {"authorization": f"Bearer {TOKENS.act}", "content-type": "application/json"}
    assert client.post(f"{API}/inputs", content=pieces, headers=headers).status_code == 413


def test_a_flood_is_refused_and_who_waits_is_not(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    statuses = [asked(client, authorization="Bearer x") for _ in range(int(guard.BURST) + 5)]
    assert statuses == [401] * int(guard.BURST) + [429] * 5
    now[0] += 1
    assert asked(client, authorization=LOOK) == 200


def test_a_stream_is_refused_without_a_token_or_from_another_page(client: TestClient) -> None:
    cases: tuple[tuple[str, dict[str, str], int, str], ...] = (
        (STREAM, {}, 401, "no token"),
        (STREAM, {"authorization": LOOK, "origin": "http://evil.example"}, 403, "foreign origin"),
        (f"{STREAM}?mode=sideways", {"authorization": LOOK}, 422, "query.mode"),
    )
    for address, headers, status, word in cases:
        with (
            pytest.raises(WebSocketDenialResponse) as refused,
            client.websocket_connect(address, headers=headers),
        ):
            pass
        assert refused.value.status_code == status
        assert word in refused.value.text
    with client.websocket_connect(STREAM, headers={"authorization": LOOK}) as socket:
        assert socket.receive_json()["type"] == "controller"


def test_a_token_lets_look_or_act() -> None:
    tokens = Tokens("one", "two")
    assert [tokens.role(word) for word in ("one", "two", "", "onetwo")] == ["look", "act", "", ""]
