"""Killed at any call that writes, a run, a resumed run and a fork are not there, or go on as what
was asked for."""

import shutil
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from latticeville.models.embed import HashEmbedder
from latticeville.models.fake import FakeLLM
from latticeville.runs import log
from latticeville.runs.fork import ForkChanges, change_minds, fork
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.run_end import END
from latticeville.runs.run_folder import MAKING, is_unfinished
from latticeville.runs.run_summaries import summarize_run
from latticeville.runs.verify import ReplayDifference, verify
from latticeville.sim.inputs import GodEvent, SimulatorInput, WorldReloaded
from latticeville.world.model.world import World
from tests.faults import count_writes, run_killed, sampled_kills
from tests.hamlet import baker, drifter, hamlet
from tests.runs.runs import contents
from tests.samples import FUZZ

pytestmark = [pytest.mark.fuzz, pytest.mark.slow]
LEFT, UNTIL = 7, 12


class Words(HashEmbedder):
    """An embedder whose vectors a run must keep."""

    name = "words"


@pytest.fixture(autouse=True)
def _short_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 3)


@pytest.fixture(scope="module")
def world() -> World:
    return hamlet(ada=baker(0), bob=drifter(2))


def start(folder: Path, world: World) -> RecordedRun:
    return RecordedRun.start(folder, world, FakeLLM(), "fake", embedder=("words", Words()))


def resume(folder: Path) -> RecordedRun:
    return RecordedRun.resume(folder, lambda _spec: FakeLLM(), lambda _spec: Words())


def live(run: RecordedRun, until: int = UNTIL) -> None:
    """Make ticks, with an event and another edition of the world on the way, and close the run."""
    edition = change_minds(hamlet(ada=baker(0), bob=drifter(2)), ForkChanges(profile="paper"))
    feed: dict[int, tuple[SimulatorInput, World | None]] = {
        4: (GodEvent("A bell rings."), None),
        9: (WorldReloaded(edition.digest), edition),
    }
    while run.payload.tick < until:
        item = feed.get(run.payload.tick + 1)
        if item is not None and item[0] not in run.pending_inputs:
            run.feed(*item)
        run.step()
    run.close()


def check_kills(
    folder: Path,
    prepare: Callable[[], object],
    call: Callable[[], object],
    again: Callable[[], object],
) -> None:
    """Kill a call at its writes, go on with what is left, and compare with what the call makes when
    it is let be."""
    prepare()
    calls = count_writes(call)
    unharmed = contents(folder)
    cause = summarize_run(folder).cause
    assert not [one for one in verify(folder) if isinstance(one, ReplayDifference)]
    for at, torn in product(sampled_kills(calls), (False, True)):
        if torn != (at % 2 == 0) and not FUZZ:
            continue
        shutil.rmtree(folder)
        prepare()
        assert not run_killed(call, at, torn=torn), at
        if folder.exists() and not is_unfinished(folder) and any(folder.glob("*.json*")):
            assert summarize_run(folder).cause == cause, at
            live(resume(folder))
        else:
            again()
        assert contents(folder) == unharmed, at
        assert not list(folder.parent.glob(f".*{MAKING}")), at


@pytest.mark.parametrize("existing", [False, True])
def test_a_run_killed_at_any_write_is_not_there_or_goes_on(
    tmp_path: Path, world: World, *, existing: bool
) -> None:
    folder = tmp_path / "run"

    def prepare() -> None:
        if existing:
            folder.mkdir()

    def call() -> None:
        live(start(folder, world))

    check_kills(folder, prepare, call, call)


def test_a_resumed_run_killed_at_any_write_goes_on(tmp_path: Path, world: World) -> None:
    left, folder = tmp_path / "left", tmp_path / "run"
    live(start(left, world), LEFT)
    run = resume(left)
    run.feed(GodEvent("A knock."))
    run.close()
    newest = max(left.glob("segment-*"))
    newest.write_bytes(newest.read_bytes() + b'{"digest":"torn')
    (left / END).unlink()
    (left / f"segment-{len(list(left.glob('segment-*'))):03}.jsonl").write_bytes(b'{"digest":"torn')

    def call() -> None:
        live(resume(folder))

    check_kills(folder, lambda: shutil.copytree(left, folder), call, call)


@pytest.mark.parametrize("existing", [False, True])
def test_a_fork_killed_at_any_write_is_not_there_or_what_was_asked(
    tmp_path: Path, world: World, *, existing: bool
) -> None:
    parent, folder = tmp_path / "parent", tmp_path / "child"
    live(start(parent, world))
    otherwise = ForkChanges(seed=99, model="other", without=("memory",))

    def prepare() -> None:
        if existing:
            folder.mkdir()

    def call() -> None:
        inputs = [GodEvent("The lamp falls.")]
        live(
            fork(
                Replay(parent),
                6,
                folder,
                otherwise,
                lambda _: FakeLLM(),
                lambda _: Words(),
                inputs=inputs,
            )
        )

    check_kills(folder, prepare, call, call)
    assert summarize_run(folder).cause == "model other; seed 99; without memory; “The lamp falls.”"
