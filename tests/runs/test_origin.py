"""A run knows whether the files of its world were edited since it began."""

import shutil
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.runs.lines import DamageError
from latticeville.runs.origin import ORIGIN, edited_world
from tests.world_folders import SQUARE


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A world in a folder where a run `run` of it and its branch `branch` were recorded."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SQUARE, "square")
    made = ("run", "square", "--ticks", "2", "--out", "run", "--view", "none")
    assert main([*made, "--without", "relations"]) == 0
    assert main(["fork", "run", "--ticks", "1", "--out", "branch", "--view", "none"]) == 0
    return Path("square")


def rename(world: Path) -> None:
    file = world / "world.toml"
    text = file.read_text("utf-8")
    assert 'name = "Kitchen"' in text
    file.write_text(text.replace('name = "Kitchen"', 'name = "Scullery"'), "utf-8")


@pytest.mark.parametrize("run", ["run", "branch"])
def test_files_that_stay_are_not_edited_and_others_are(world: Path, run: str) -> None:
    assert edited_world(Path(run)) is None
    rename(world)
    assert edited_world(Path(run)) == world


def test_a_broken_world_is_an_edited_one(world: Path) -> None:
    (world / "world.toml").write_text("name = ", "utf-8")
    assert edited_world(Path("run")) == world


def test_of_a_world_that_is_gone_nothing_is_said(world: Path) -> None:
    shutil.rmtree(world)
    assert edited_world(Path("run")) is None


@pytest.mark.parametrize("text", [b"", b"[]", b"\xff", b'{"world": 3}'])
def test_an_origin_that_cannot_be_read_is_named(world: Path, text: bytes) -> None:
    Path(world.parent, "run", ORIGIN).write_bytes(text)
    with pytest.raises(DamageError, match=r"run/origin\.json: cannot be read"):
        edited_world(Path("run"))
    assert main(["resume", "run", "--ticks", "1", "--view", "none"]) == 0


def test_resume_says_once_that_the_world_was_edited(
    world: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    again = ["resume", "run", "--ticks", "1", "--view", "none"]
    assert main(again) == 0
    assert "edited" not in capsys.readouterr().err
    rename(world)
    assert main(again) == 0
    assert (
        capsys.readouterr().err.count(
            "square was edited since this run began, and the run goes on with the world that it "
            "recorded; start a run of the edited one with: latticeville run square\n"
        )
        == 1
    )
    assert main(["verify", "run"]) == 0
