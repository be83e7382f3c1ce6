"""Acting on a run over HTTP: one at a time, by inputs alone, and all of it in the log."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from latticeville.api import open_run
from latticeville.runs.verify import ReplayDifference, verify
from tests.web.windows import API, STREAM, TOKENS, recorded, served


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return recorded(tmp_path, 3)


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A served run on which nothing is done."""
    with served(recorded(tmp_path_factory.mktemp("still"), 3)) as client:
        yield client


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with served(folder) as client:
        yield client


def test_orders_make_ticks_that_the_log_holds(client: TestClient, folder: Path) -> None:
    done = client.post(f"{API}/inputs", json={"do": "step", "ticks": 4}).json()
    assert done == {"tick": 7, "rate": 0.0, "branch": ""}
    assert open_run(folder).last == 7
    assert client.get(f"{API}/world").json()["last_tick"] == 7


def test_an_event_of_a_god_is_perceived_and_the_run_replays(
    client: TestClient, folder: Path
) -> None:
    text = "A fox runs across the square."
    assert client.post(f"{API}/inputs", json={"do": "event", "text": text}).status_code == 200
    client.post(f"{API}/inputs", json={"do": "step", "ticks": 2})
    run = open_run(folder)
    assert any(text in str(one) for one in run.events() if one["tick"] == 4)
    state = run.frame().payload.state
    assert any(text in one.text for mind in state.minds.values() for one in mind.memory)


def test_a_branch_begins_at_the_tick_that_is_named(client: TestClient, folder: Path) -> None:
    done = client.post(f"{API}/inputs", json={"do": "fork", "tick": 2}).json()
    assert open_run(done["branch"]).last == 2
    assert open_run(folder).last == 3


def test_playing_goes_on_until_it_pauses(client: TestClient, folder: Path) -> None:
    assert client.post(f"{API}/inputs", json={"do": "play", "rate": 100}).json()["rate"] == 100
    with client.websocket_connect(f"{STREAM}?mode=all&start=4") as socket:
        ticks = list[int]()
        while len(ticks) < 5:
            note = socket.receive_json()
            ticks += [note["tick"]] if note["type"] == "tick" else []
    assert ticks == [4, 5, 6, 7, 8]
    done = client.post(f"{API}/inputs", json={"do": "pause"}).json()
    assert done["rate"] == 0
    assert open_run(folder).last == done["tick"]


def test_one_acts_and_others_are_told_who(client: TestClient, folder: Path) -> None:
    ada, bob = ({"x-latticeville-name": name} for name in ("Ada", "Bob"))
    assert client.post(f"{API}/inputs", json={"do": "step"}, headers=ada).status_code == 200
    refused = client.post(f"{API}/inputs", json={"do": "step"}, headers=bob)
    assert (refused.status_code, refused.json()["detail"]) == (409, "Ada")
    assert client.get(f"{API}/controller").json() == {"name": "Ada"}
    assert client.delete(f"{API}/controller", headers=bob).status_code == 204
    assert client.post(f"{API}/inputs", json={"do": "step"}, headers=bob).status_code == 409
    assert client.delete(f"{API}/controller", headers=ada).status_code == 204
    assert client.post(f"{API}/inputs", json={"do": "step"}, headers=bob).status_code == 200
    assert open_run(folder).last == 5


def test_who_may_only_look_changes_nothing(folder: Path) -> None:
    with served(folder, TOKENS.look) as client:
        answer = client.post(f"{API}/inputs", json={"do": "step"})
        assert (answer.status_code, answer.json()["title"]) == (403, "this token may only look")
        assert client.delete(f"{API}/controller").status_code == 403
    assert open_run(folder).last == 3


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ({}, "unknown order"),
        ({"do": "dance"}, "unknown order"),
        ({"do": ["step"]}, "unknown order"),
        ({"do": "step", "ticks": 0}, "wrong number"),
        ({"do": "step", "ticks": True}, "wrong number"),
        ({"do": "step", "ticks": 1e9}, "wrong number"),
        ({"do": "step", "how": 1}, "unknown key"),
        ({"do": "play", "rate": -1}, "wrong number"),
        ({"do": "play", "rate": "fast"}, "wrong number"),
        ({"do": "pause", "now": 1}, "unknown key"),
        ({"do": "seek", "tick": 99}, "wrong number"),
        ({"do": "fork", "tick": 99}, "wrong number"),
        ({"do": "whisper", "who": "nobody", "text": "x"}, "this input cannot take effect"),
        ({"do": "whisper", "who": "mina"}, "this input cannot take effect"),
        ({"do": "event", "text": 3}, "this input cannot take effect"),
        ({"do": "event", "text": "x", "at": 1}, "this input cannot take effect"),
        ({"do": "reload", "digest": "x"}, "unknown order"),
    ],
)
def test_an_order_that_means_nothing_changes_nothing(
    still: TestClient, words: dict[str, object], title: str
) -> None:
    answer = still.post(f"{API}/inputs", json=words)
    assert (answer.status_code, answer.json()["title"]) == (422, title)
    assert still.get(f"{API}/world").json()["last_tick"] == 3
    assert still.get(f"{API}/controller").json() == {"name": ""}


@pytest.mark.parametrize("body", [b"", b"{", b"[1]", b'"step"', b"\xff\xfe", b"null"])
def test_a_body_that_is_no_order_is_a_problem(still: TestClient, body: bytes) -> None:
    answer = still.post(f"{API}/inputs", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["title"]) == (422, "the request does not fit")


def test_a_run_that_another_process_writes_is_only_looked_at(
    client: TestClient, folder: Path
) -> None:
    with open_run(folder) as run:
        run.writer()
        answer = client.post(f"{API}/inputs", json={"do": "step"})
        assert (answer.status_code, answer.json()["title"]) == (409, "the run cannot do that")
    assert client.post(f"{API}/inputs", json={"do": "step"}).json()["tick"] == 4


def test_the_log_of_a_served_run_verifies(folder: Path) -> None:
    with served(folder) as client:
        client.post(f"{API}/inputs", json={"do": "whisper", "who": "mina", "text": "It will rain."})
        client.post(f"{API}/inputs", json={"do": "step", "ticks": 3})
    assert not [one for one in verify(folder) if isinstance(one, ReplayDifference)]
    assert open_run(folder).last == 6
