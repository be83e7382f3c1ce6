"""Runs on a disk: told by their last segment alone, with what each branch goes on from and by
what."""

from pathlib import Path
from shutil import copytree

import pytest

from latticeville.cli.main import main
from latticeville.models.spec import make_embedder, make_model
from latticeville.runs.fork import ForkChanges, fork
from latticeville.runs.replay import Replay
from latticeville.runs.run_summaries import RunSummary, forest, summarize_run
from latticeville.sim.inputs import AdvanceClock, GodEvent, PutPerson, SimulatorInput, Whisper
from tests.reports.runs import recorded


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(
        tmp_path_factory.mktemp("runs") / "monday",
        160,
        feed={3: AdvanceClock(30), 158: AdvanceClock(15)},
    )


def branch(
    parent: Path, at: int, name: str, otherwise: ForkChanges, item: SimulatorInput | None = None
) -> RunSummary:
    made = parent.parent / name
    run = fork(Replay(parent), at, made, otherwise, make_model, make_embedder)
    if item is not None:
        run.feed(item)
    run.step()
    run.step()
    run.close()
    return summarize_run(made)


def test_a_run_is_told_as_far_as_it_goes(folder: Path) -> None:
    left, replay = summarize_run(folder), Replay(folder)
    state = replay.at(160).state
    assert (left.name, left.last, left.minute, left.seed) == (
        "monday",
        160,
        state.minute,
        state.seed,
    )
    assert left.size == sum(path.stat().st_size for path in folder.iterdir())
    assert any(state.world.digest.startswith(one) for one in left.worlds)
    assert (left.parent, left.cause, left.going, left.trouble) == ("", "", False, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("otherwise", "item", "cause"),
    [
        (ForkChanges(), None, ""),
        (ForkChanges(seed=99), None, "seed 99"),
        (ForkChanges(without=("reflection",)), None, "without reflection"),
        (ForkChanges(without=("memory",)), None, "without memory"),
        (ForkChanges(without=("relations",)), None, "without relations"),
        (ForkChanges(profile="paper"), None, "retrieval profile paper"),
        (ForkChanges(), GodEvent("The lamp falls."), "“The lamp falls.”"),
        (ForkChanges(), PutPerson("otto", "house"), "Otto is moved to Mina's House"),
        (ForkChanges(seed=8), Whisper("mina", "Run!"), "seed 8; whisper to Mina: “Run!”"),
    ],
)
def test_a_branch_says_from_where_and_by_what(
    folder: Path, otherwise: ForkChanges, item: SimulatorInput | None, cause: str
) -> None:
    left = branch(folder, 70, f"branch {cause}", otherwise, item)
    assert (left.last, left.at, left.cause) == (72, 70, cause)
    assert Path(left.parent) == folder
    assert left.root == str(folder.resolve())
    assert left.worlds >= summarize_run(folder).worlds
    assert left.minute == Replay(Path(left.folder)).at(72).state.minute


def test_the_newest_family_comes_first_and_branches_stand_under_their_parents() -> None:
    old, new = RunSummary("r/1", changed=1.0), RunSummary("r/2", changed=5.0)
    late, early = (
        RunSummary("r/3", parent="r/1", at=9, changed=2.0),
        RunSummary("r/4", parent="r/1", at=3, changed=3.0),
    )
    inner, orphan = (
        RunSummary("r/5", parent="r/4", at=4, changed=2.5),
        RunSummary("r/6", parent="r/gone", changed=0.5),
    )
    found = [(depth, one.name) for depth, one in forest([old, late, orphan, inner, early, new])]
    assert found == [(0, "2"), (0, "1"), (1, "4"), (2, "5"), (1, "3"), (0, "6")]


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "segment-000.jsonl").write_text("something\n")
    assert summarize_run(tmp_path).trouble
    assert summarize_run(tmp_path / "nothing").trouble


def test_the_tree_of_the_command_says_what_is_otherwise(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parent = tmp_path / "monday"
    copytree(folder, parent)
    branch(parent, 70, "tuesday", ForkChanges(seed=99))
    assert main(["branches", str(tmp_path)]) == 0
    assert (
        capsys.readouterr().out.splitlines()[-1]
        == "└─ tuesday · ticks 70 to 72 · from tick 70: seed 99"
    )
