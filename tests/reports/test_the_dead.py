"""The dead in the lab: they can be asked while they lived, and nobody looks for their reasons
afterwards."""

from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.reports.beliefs.match import compare_beliefs
from latticeville.runs.replay import Replay
from latticeville.world.io.files import write_world
from tests.sim.test_survival import survivors


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run in which Bob starves, far from all food."""
    people = {"ada": {"start": [1, 1]}, "bob": {"start": [5, 1]}}
    drawing = "....#.\n.ff.#.\n.ff.##"
    world = survivors(people, {"start_food": 0, "start_hunger": 0.6, "starvation": 0.5}, drawing)
    folder = tmp_path_factory.mktemp("valley")
    write_world(folder, world.files)
    out = folder.parent / "run"
    assert main(["run", str(folder), "--ticks", "9", "--out", str(out), "--view", "none"]) == 0
    return out


def test_why_and_interview_name_the_tick_of_a_death(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    died = Replay(run).at(9).state.tick_of_death("bob")
    assert died
    assert main(["why", str(run), "--agent", "bob", "--tick", "9"]) == 2
    assert f"Bob died at tick {died}" in capsys.readouterr().err
    assert (
        main(["interview", str(run), "--agent", "bob", "--tick", "9", "--ask", "Who are you?"]) == 2
    )
    assert f"Bob died at tick {died}" in capsys.readouterr().err
    assert (
        main(["interview", str(run), "--agent", "bob", "--tick", "2", "--ask", "Who are you?"]) == 0
    )
    assert main(["interview", str(run), "--ask", "Who are you?"]) == 0
    assert "Bob" not in capsys.readouterr().out.split("“Who are you?”")[-1]


def test_why_tells_the_need(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", str(run), "--agent", "ada", "--tick", "1"]) == 0
    assert "0 food carried < 9, 10 here: gather" in capsys.readouterr().out


def test_a_replay_is_the_run_after_a_death(run: Path) -> None:
    state = Replay(run).at(9).state
    assert "bob" not in Replay(run).at(9).thoughts
    assert (
        next(
            row.truth.looks
            for row in compare_beliefs(state, "ada")
            if row.id == "bob" and row.truth
        )
        == "dead"
    )
    assert main(["verify", str(run)]) == 0
