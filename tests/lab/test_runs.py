"""Runs on a disk: told by their last segment alone, with what each branch goes on from and by what."""

from pathlib import Path
from shutil import copytree

import pytest

from latticeville.cli.main import main
from latticeville.db.replay import Replay
from latticeville.lab.fork import Otherwise, fork
from latticeville.lab.runs import Left, forest, glance
from latticeville.llm.spec import make_embedder, make_model
from latticeville.sim.inputs import Forward, GodEvent, Put, SimulatorInput, Whisper
from tests.lab.runs import recorded


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("runs") / "monday", 160, feed={3: Forward(30), 158: Forward(15)})


def branch(parent: Path, at: int, name: str, otherwise: Otherwise, item: SimulatorInput | None = None) -> Left:
    made = parent.parent / name
    run = fork(Replay(parent), at, made, otherwise, make_model, make_embedder)
    if item is not None:
        run.feed(item)
    run.step()
    run.step()
    run.close()
    return glance(made)


def test_a_run_is_told_as_far_as_it_goes(folder: Path) -> None:
    left, replay = glance(folder), Replay(folder)
    state = replay.at(160).state
    assert (left.name, left.last, left.minute, left.seed) == ("monday", 160, state.minute, state.seed)
    assert left.size == sum(path.stat().st_size for path in folder.iterdir())
    assert any(state.world.digest.startswith(one) for one in left.worlds)
    assert (left.parent, left.cause, left.going, left.trouble) == ("", "", False, "")


@pytest.mark.parametrize(
    ("otherwise", "item", "cause"),
    [
        (Otherwise(), None, ""),
        (Otherwise(seed=99), None, "seed 99"),
        (Otherwise(without=("reflection",)), None, "without reflection"),
        (Otherwise(without=("memory",)), None, "without memory"),
        (Otherwise(profile="paper"), None, "memories scored as paper"),
        (Otherwise(), GodEvent("The lamp falls."), "“The lamp falls.”"),
        (Otherwise(), Put("otto", "house"), "Otto is put into Mina's House"),
        (Otherwise(seed=8), Whisper("mina", "Run!"), "seed 8; whisper to Mina: “Run!”"),
    ],
)
def test_a_branch_says_from_where_and_by_what(
    folder: Path, otherwise: Otherwise, item: SimulatorInput | None, cause: str
) -> None:
    left = branch(folder, 70, f"branch {cause}", otherwise, item)
    assert (left.last, left.at, left.cause) == (72, 70, cause)
    assert Path(left.parent) == folder
    assert left.root == str(folder.resolve())
    assert left.worlds >= glance(folder).worlds
    assert left.minute == Replay(Path(left.folder)).at(72).state.minute


def test_the_newest_family_comes_first_and_branches_stand_under_their_parents() -> None:
    old, new = Left("r/1", changed=1.0), Left("r/2", changed=5.0)
    late, early = Left("r/3", parent="r/1", at=9, changed=2.0), Left("r/4", parent="r/1", at=3, changed=3.0)
    inner, orphan = Left("r/5", parent="r/4", at=4, changed=2.5), Left("r/6", parent="r/gone", changed=0.5)
    found = [(depth, one.name) for depth, one in forest([old, late, orphan, inner, early, new])]
    assert found == [(0, "2"), (0, "1"), (1, "4"), (2, "5"), (1, "3"), (0, "6")]


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "segment-000.jsonl").write_text("something\n")
    assert glance(tmp_path).trouble
    assert glance(tmp_path / "nothing").trouble


def test_the_tree_of_the_command_says_what_is_otherwise(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parent = tmp_path / "monday"
    copytree(folder, parent)
    branch(parent, 70, "tuesday", Otherwise(seed=99))
    assert main(["branches", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "└─ tuesday · ticks 70 to 72 · from tick 70: seed 99"
