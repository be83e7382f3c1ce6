"""`fork --whisper`: people hear an inner voice as the branch begins, and nobody else does."""

from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.runs.replay import Replay
from latticeville.sim.events import Whispered
from latticeville.sim.inputs import Whisper
from tests.reports.runs import recorded


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("whispers") / "run", 6)


def test_a_whisper_is_heard_in_the_first_tick_of_the_branch(run: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "branch")
    words = ["--whisper", "Mina Sund", "The well is dry.", "--whisper", "otto", "Go home."]
    assert main(["fork", str(run), "--tick", "08:03", "--ticks", "2", *words, "--out", out]) == 0
    replay = Replay(Path(out))
    assert replay.at(4).inputs == (Whisper("mina", "The well is dry."), Whisper("otto", "Go home."))
    heard = [event for event in replay.at(4).events if isinstance(event, Whispered)]
    assert [(event.who, event.text) for event in heard] == [
        ("mina", "The well is dry."),
        ("otto", "Go home."),
    ]
    assert not replay.at(5).inputs


def test_a_whisper_goes_with_a_script(run: Path, tmp_path: Path) -> None:
    script = tmp_path / "inputs.toml"
    script.write_text('[[inputs]]\nat = 4\ndo = "event"\ntext = "It thunders."\n', "utf-8")
    out = str(tmp_path / "branch")
    words = ["--tick", "3", "--ticks", "1", "--inputs", str(script), "--whisper", "mina", "Hide!"]
    assert main(["fork", str(run), *words, "--out", out]) == 0
    assert len(Replay(Path(out)).at(4).inputs) == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--whisper", "nobody", "Hide!"], "there is no person “nobody”: choose one of mina, otto"),
        (["--whisper", "mina", " "], "the whisper to mina is empty"),
        (["--whisper", "mina", "Hide!", "--without-acting"], "leave out --tick, --inputs and"),
    ],
)
def test_a_whisper_to_nobody_makes_no_branch(
    words: list[str], told: str, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fork", str(run), *words, "--out", str(tmp_path / "branch")]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "branch").exists()
