"""How a run thinks, from the command line: specs, cache, budget, failures."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from latticeville.cli import thinking
from latticeville.cli.main import main
from latticeville.core import places
from latticeville.db.replay import Replay
from latticeville.llm.fake import FakeLLM
from latticeville.llm.model import Model, Reply, Request

SQUARE = Path(__file__).parents[1] / "studio" / "data" / "square"


class Counting:
    """The fake model, as a real one would count and cost."""

    asked = 0

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Answer and count."""
        Counting.asked += len(requests)
        return [Reply(reply.text, tokens=(10, 5)) for reply in FakeLLM().answer(requests)]


class Dead:
    """Answers nothing."""

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return errors."""
        return [Reply("", error="no reply within 30 s") for _ in requests]


@pytest.fixture(autouse=True)
def _models(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def make(spec: str) -> Model:
        made: dict[str, Model] = {"counting": Counting(), "dead": Dead(), "fake": FakeLLM()}
        return made[spec]

    monkeypatch.setattr(thinking, "make_model", make)
    monkeypatch.setattr(places, "cache", lambda: tmp_path / "cache")
    Counting.asked = 0


def lived(folder: Path, *words: str, ticks: int = 30) -> int:
    return main(["run", str(SQUARE), "--ticks", str(ticks), "--out", str(folder), "--view", "none", *words])


def test_a_warm_run_asks_nobody_and_is_the_same(tmp_path: Path) -> None:
    assert lived(tmp_path / "cold", "--llm", "counting") == 0
    asked = Counting.asked
    assert asked > 0
    assert lived(tmp_path / "warm", "--llm", "counting", "--cache", "strict") == 0
    assert Counting.asked == asked
    cold, warm = ((tmp_path / name / "segment-000.jsonl").read_bytes() for name in ("cold", "warm"))
    assert cold == warm


def test_without_the_cache_every_question_is_asked_again(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert lived(tmp_path / name, "--llm", "counting", "--cache", "off") == 0
    assert Counting.asked % 2 == 0
    assert not (tmp_path / "cache").exists()


def test_a_strict_cache_that_does_not_know_ends_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lived(tmp_path / "run", "--llm", "counting", "--cache", "strict") == 3
    said = capsys.readouterr().err
    assert "the cache holds no reply of “counting”" in said
    assert f"latticeville resume {tmp_path / 'run'}" in said


@pytest.mark.parametrize(("word", "limit"), [("--calls", "3"), ("--tokens", "40"), ("--seconds", "0")])
def test_a_budget_ends_the_run_at_a_whole_tick_and_it_can_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], word: str, limit: str
) -> None:
    folder = tmp_path / "run"
    assert lived(folder, "--llm", "counting", word, limit) == 3
    assert "is used up" in capsys.readouterr().err
    reached = Replay(folder).last
    assert reached < 30
    assert main(["resume", str(folder), "--ticks", str(30 - reached), "--view", "none"]) == 0
    assert main(["verify", str(folder)]) == 0
    assert lived(tmp_path / "whole", "--llm", "counting") == 0
    ends = [(tmp_path / name / "segment-000.jsonl").read_bytes() for name in ("run", "whole")]
    assert ends[0] == ends[1]


def test_a_failure_is_an_event_and_the_run_goes_on_or_stops(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lived(tmp_path / "goes", "--llm", "dead") == 0
    assert lived(tmp_path / "stops", "--llm", "dead", "--on-failure", "stop") == 3
    assert "no reply within 30 s" in capsys.readouterr().err
    assert Replay(tmp_path / "stops").last < Replay(tmp_path / "goes").last == 30


def test_the_world_names_model_and_embedder_where_the_command_does_not(tmp_path: Path) -> None:
    world = tmp_path / "square"
    world.mkdir()
    for path in SQUARE.rglob("*"):
        if path.is_file():
            target = world / path.relative_to(SQUARE)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    text = (world / "world.toml").read_text("utf-8")
    (world / "world.toml").write_text(f'{text}\n[minds]\nmodel = "counting"\n', "utf-8")
    words = ["run", str(world), "--ticks", "5", "--view", "none", "--out"]
    assert main([*words, str(tmp_path / "own")]) == 0
    assert Replay(tmp_path / "own").segments[0].header.model == "counting"
    assert main([*words, str(tmp_path / "asked"), "--llm", "fake"]) == 0
    assert Replay(tmp_path / "asked").segments[0].header.model == "fake"
