"""Runs with a cache that is gone, broken or not complete, and without the server that filled it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from latticeville.cli.main import main
from latticeville.core import user_dirs
from latticeville.models import server_client, store
from latticeville.models.http_json import HttpJsonError
from latticeville.runs.replay import Replay
from tests.models.schema_filler import content

SQUARE = str(Path(__file__).parents[1] / "studio" / "data" / "square")
SPEC = "server:http://127.0.0.1:1/v1"


class Village:
    """A server that is there or not, offers one model, and decides as rules do."""

    def __init__(self) -> None:
        self.there, self.name, self.asked = True, "small", 0

    def exchange(self, _place: object, _path: str, body: Any = None, **_more: object) -> Any:
        if not self.there:
            raise HttpJsonError("no server answers at 127.0.0.1 on port 1")
        if body is None:
            return {"data": [{"id": self.name}]}
        self.asked += 1
        usage = {"prompt_tokens": 9, "completion_tokens": 3}
        return {"choices": [{"message": {"content": content(body)}}], "usage": usage}


@pytest.fixture
def village(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Village:
    found = Village()
    monkeypatch.setattr(server_client, "request_json", found.exchange)
    monkeypatch.setattr(user_dirs, "cache_dir", lambda: tmp_path / "cache")
    monkeypatch.setattr(store, "LOCK_TIMEOUT", 0.1)
    return found


def lived(folder: Path, *words: str) -> int:
    return main(
        ["run", SQUARE, "--ticks", "30", "--out", str(folder), "--view", "none", "--llm", *words]
    )


def log(folder: Path) -> bytes:
    return (folder / "segment-000.jsonl").read_bytes()


@pytest.mark.slow
def test_what_is_cached_is_told_again_without_the_server(village: Village, tmp_path: Path) -> None:
    assert lived(tmp_path / "cold", SPEC) == 0
    assert village.asked
    village.there, village.asked = False, 0
    assert lived(tmp_path / "open", SPEC, "--cache", "strict") == 0
    assert lived(tmp_path / "named", f"{SPEC}#small", "--cache", "strict") == 0
    assert village.asked == 0
    assert log(tmp_path / "cold") == log(tmp_path / "open") == log(tmp_path / "named")
    assert Replay(tmp_path / "cold").segments[0].header.model == f"{SPEC}#small"
    assert lived(tmp_path / "asking", SPEC) == 3


def test_a_fork_on_another_server_names_its_model_and_a_resume_keeps_it(
    village: Village, tmp_path: Path
) -> None:
    assert lived(tmp_path / "run", SPEC) == 0
    fork = [
        "fork",
        str(tmp_path / "run"),
        "--at",
        "10",
        "--ticks",
        "5",
        "--view",
        "none",
        "--out",
        str(tmp_path / "fork"),
    ]
    assert main([*fork, "--llm", SPEC]) == 0
    village.name = "another"
    assert main(["resume", str(tmp_path / "fork"), "--ticks", "2", "--view", "none"]) == 0
    assert {segment.header.model for segment in Replay(tmp_path / "fork").segments} == {
        f"{SPEC}#small"
    }


def test_a_reply_of_one_model_never_answers_for_another_at_the_same_address(
    village: Village, tmp_path: Path
) -> None:
    assert lived(tmp_path / "one", SPEC) == 0
    village.name, village.asked = "another", 0
    assert lived(tmp_path / "two", SPEC) == 0
    assert village.asked
    assert lived(tmp_path / "three", SPEC, "--cache", "strict") == 3


@pytest.mark.usefixtures("village")
def test_a_strict_miss_says_who_asks_what_and_when_and_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lived(tmp_path / "run", f"{SPEC}#small") == 0
    with store.KeyValueStore(tmp_path / "cache" / "replies.sqlite")._open() as base, base:
        base.execute("DELETE FROM kept")
    capsys.readouterr()
    assert lived(tmp_path / "strict", f"{SPEC}#small", "--cache", "strict") == 3
    said = capsys.readouterr().err.splitlines()
    miss = re.fullmatch(
        r"tick (\d+): the cache holds no reply of “(.*)” to (ada|mina)'s “greet” request(.*)",
        said[-2],
    )
    assert miss is not None
    tick, spec, _who, rest = miss.groups()
    assert spec == f"{SPEC}#small"
    assert rest == "; to ask the model and keep what it replies, use --cache on"
    assert (
        said[-1] == f"ended after tick {int(tick) - 1}; continue with: latticeville resume "
        f"{tmp_path / 'strict'}"
    )


def spoil(path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"no database" * 1000)


BROKEN: dict[str, Callable[[Path], Any]] = {
    "damaged": spoil,
    "a folder": lambda path: path.mkdir(parents=True),
    "no folder to be in": lambda path: path.parent.write_text("a file"),
}


@pytest.mark.parametrize("how", BROKEN)
@pytest.mark.usefixtures("village")
def test_a_run_goes_on_without_a_cache_and_says_so_once(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache = tmp_path / "cache" / "replies.sqlite"
    BROKEN[how](cache)
    assert lived(tmp_path / "run", SPEC) == 0
    said = capsys.readouterr().err
    assert said.count(f"the cache {cache} ") == 1
    if how != "damaged":
        assert lived(tmp_path / "strict", f"{SPEC}#small", "--cache", "strict") == 3
        assert f"the cache {cache} cannot be used (" in capsys.readouterr().err


@pytest.mark.parametrize("seconds", ["nan", "inf", "-1", "much"])
def test_a_budget_of_seconds_is_a_number_of_them(
    seconds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["run", SQUARE, "--seconds", seconds])
    assert ended.value.code == 2
    assert "is not a number of seconds of at least 0" in capsys.readouterr().err
