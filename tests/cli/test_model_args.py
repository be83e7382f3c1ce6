"""How a run thinks, from the command line: specs, cache, budget, failures."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.core import plugins, user_dirs
from latticeville.models import cache_registry
from latticeville.models.fake import FakeLLM
from latticeville.models.limits import CheckedModel
from latticeville.models.model import Model, Reply, Request
from latticeville.models.server import ServerModel
from latticeville.runs.replay import Replay
from latticeville.runs.tape import model_calls

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
        gone = CheckedModel(ServerModel("http://127.0.0.1:1/v1", "any"))
        made: dict[str, Model] = {
            "counting": Counting(),
            "dead": Dead(),
            "gone": gone,
            "fake": FakeLLM(),
        }
        return made[spec]

    monkeypatch.setattr(cache_registry, "make_model", make)
    monkeypatch.setitem(plugins.RULE_NAMES, plugins.MODEL_GROUP, ("counting", "fake"))
    monkeypatch.setattr(user_dirs, "cache_dir", lambda: tmp_path / "cache")
    Counting.asked = 0


def lived(folder: Path, *words: str, ticks: int = 30) -> int:
    return main(
        ["run", str(SQUARE), "--ticks", str(ticks), "--out", str(folder), "--view", "none", *words]
    )


def test_a_model_that_is_not_there_ends_the_command_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lived(tmp_path / "run", "--llm", "gone") == 3
    assert (
        "the model “any” does not answer: no server answers at 127.0.0.1" in capsys.readouterr().err
    )
    assert not (tmp_path / "run").exists()
    assert lived(tmp_path / "run", "--llm", "gone", "--cache", "strict") == 3


def test_a_model_that_dies_is_told_with_how_often_and_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lived(tmp_path / "run", "--llm", "dead") == 0
    said = capsys.readouterr().err
    assert re.search(
        r"^\d+ requests failed: the model gave no answer: no reply within 30 s$", said, re.MULTILINE
    )


def test_what_a_real_model_answered_is_counted_with_ratings_and_what_the_cache_knew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lived(tmp_path / "cold", "--llm", "counting") == 0
    asked = Counting.asked
    told = (
        f"model: {asked} replies, and 0 from the cache; {10 * asked} tokens read, {5 * asked} "
        "written\n"
    )
    assert told in capsys.readouterr().err
    assert len([*model_calls(tmp_path / "cold")]) == asked
    assert lived(tmp_path / "warm", "--llm", "counting") == 0
    assert (
        f"model: 0 replies, and {asked} from the cache; 0 tokens read, 0 written"
        in capsys.readouterr().err
    )
    summary = ["replay", str(tmp_path / "cold"), "--view", "summary"]
    assert main(summary) == 0
    counts = dict(re.findall(r"^  (asked|rated) +(\d+)$", capsys.readouterr().out, re.MULTILINE))
    assert int(counts["asked"]) + int(counts["rated"]) == asked


def test_a_budget_that_makes_no_tick_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lived(tmp_path / "run", "--llm", "counting", "--calls", "1") == 3
    assert "before the first tick" not in capsys.readouterr().err
    assert main(["resume", str(tmp_path / "run"), "--calls", "1", "--view", "none"]) == 3
    assert "before the first tick was complete: raise it" in capsys.readouterr().err


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


def test_a_strict_cache_that_does_not_know_ends_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lived(tmp_path / "run", "--llm", "counting", "--cache", "strict") == 3
    said = capsys.readouterr().err
    assert "the cache holds no reply of “counting”" in said
    assert f"latticeville resume {tmp_path / 'run'}" in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("word", "limit"), [("--calls", "3"), ("--tokens", "40"), ("--seconds", "0")]
)
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


def test_a_failure_is_an_event_and_the_run_goes_on_or_stops(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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
