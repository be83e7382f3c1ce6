"""A run without the inputs of acting is, to the byte, the run in which nobody ever acted."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.models.fake import FakeLLM
from latticeville.runs.fork import unacted_inputs
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.verify import ReplayDifference, verify
from latticeville.sim.inputs import ActAs, Release, SimulatorInput, WorldReloaded
from latticeville.world.model.world import World
from tests.laws import law
from tests.random_worlds import feeds, worlds
from tests.runs.runs import tearoom
from tests.worlds import Feed, told

ACTING: Feed = {
    11: [ActAs("bob", "move", "west")],
    20: [ActAs("bob", "say", words="Is anybody here?")],
    30: [Release("bob")],
}


def made(folder: Path, world: World, ticks: int, feed: Feed) -> Path:
    """Write a run with the fake model, fed at some ticks."""
    run = RecordedRun.start(folder, world, FakeLLM(), "fake")
    while run.payload.tick < ticks:
        for item in feed.get(run.payload.tick + 1, ()):
            if isinstance(item, World):
                run.feed(WorldReloaded(item.digest), item)
            else:
                run.feed(item)
        run.step()
    run.close()
    return folder


def unacted(feed: Feed) -> Feed:
    """Return what goes in but the inputs of acting."""
    return {
        tick: [one for one in items if not isinstance(one, ActAs | Release)]
        for tick, items in feed.items()
    }


def check_unacted(parent: Path, never: Path, out: Path) -> None:
    """Check that a run forked without acting is, to the byte, one in which nobody acted."""
    assert main(["fork", str(parent), "--without-acting", "--out", str(out), "--view", "none"]) == 0
    assert [told(one) for one in Replay(out).payloads()] == [
        told(one) for one in Replay(never).payloads()
    ]
    assert not [one for one in verify(parent) if isinstance(one, ReplayDifference)]
    assert not [one for one in verify(out) if isinstance(one, ReplayDifference)]


def test_a_fork_without_acting_keeps_the_other_inputs_and_reloads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world, edition = tearoom(), tearoom(name="Edited")
    feed: Feed = {**ACTING, 15: [edition]}
    parent = made(tmp_path / "parent", world, 45, feed)
    never = made(tmp_path / "never", world, 45, unacted(feed))
    check_unacted(parent, never, tmp_path / "out")
    assert f"latticeville diff {tmp_path / 'out'} {parent}" in capsys.readouterr().err
    assert main(["diff", str(tmp_path / "out"), str(parent)]) == 1
    assert "you act as Bob: go to West" in capsys.readouterr().out


@pytest.mark.slow
@law(15)
@given(st.data())
def test_any_run_without_acting_is_one_in_which_nobody_acted(data: st.DataObject) -> None:
    world = data.draw(worlds())
    feed: dict[int, list[SimulatorInput]] = data.draw(feeds(world, 20))
    who = data.draw(st.sampled_from([*world.people]))
    target = data.draw(st.sampled_from([*world.areas.by_id, *world.objects, *world.people]))
    feed.setdefault(data.draw(st.integers(1, 20)), []).append(ActAs(who, "move", target))
    with TemporaryDirectory() as place:
        parent = made(Path(place) / "parent", world, 25, feed)
        never = made(Path(place) / "never", world, 25, unacted(feed))
        check_unacted(parent, never, Path(place) / "out")


def test_without_acting_wants_a_run_in_which_somebody_was_acted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = made(tmp_path / "run", tearoom(), 3, {})
    assert unacted_inputs(Replay(run)) is None
    assert main(["fork", str(run), "--without-acting"]) == 2
    assert "nobody acted as a person in this run" in capsys.readouterr().err
    assert main(["fork", str(run), "--without-acting", "--at", "2"]) == 2
    assert "leave out --tick, --inputs and --whisper" in capsys.readouterr().err
