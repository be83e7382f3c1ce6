"""What waits for the next tick goes in though the run was left before it."""

from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.models.fake import FakeLLM
from latticeville.runs.lines import DamageError
from latticeville.runs.pending_inputs import WAITING, PendingInputs, save_pending
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.run_end import END
from latticeville.sim.inputs import GodEvent, Pause, Reseed, StepOnce, WorldReloaded
from latticeville.world.model.world import World
from tests.hamlet import baker, drifter, hamlet
from tests.laws import law
from tests.random_worlds import feeds, worlds
from tests.reports.runs import recorded
from tests.runs.runs import contents
from tests.worlds import told


def again(folder: Path) -> RecordedRun:
    return RecordedRun.resume(folder, lambda _spec: FakeLLM())


@pytest.mark.slow
@law(20)
@given(data=st.data())
def test_a_run_left_between_its_inputs_and_their_tick_is_the_run_that_was_not_left(
    data: st.DataObject,
) -> None:
    world = data.draw(worlds((1, 3)))
    ticks = data.draw(st.integers(1, 12))
    feed = data.draw(feeds(world, ticks))
    left = data.draw(st.sets(st.integers(1, ticks), max_size=4))
    with TemporaryDirectory() as place:
        one, other = Path(place) / "one", Path(place) / "other"
        for folder, leaves in ((one, set[int]()), (other, left)):
            run = RecordedRun.start(folder, world, FakeLLM(), "fake")
            for tick in range(1, ticks + 1):
                for item in feed.get(tick, ()):
                    if isinstance(item, World):
                        run.feed(WorldReloaded(item.digest), item)
                    elif not isinstance(item, Pause | StepOnce):
                        run.feed(item)
                if tick in leaves:
                    run.close()
                    run = again(folder)
                run.step()
            run.close()
        assert contents(one) == contents(other)
        assert not (other / WAITING).exists()


def test_what_the_log_has_gone_past_waits_no_more(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "run", 5, hamlet(ada=baker(0), bob=drifter(2)))
    save_pending(folder, PendingInputs(4, (GodEvent("Too late."),)))
    run = again(folder)
    assert run.step().inputs == ()
    run.feed(Reseed(9))
    run.close()
    run = again(folder)
    assert told(run.step())
    assert run.payload.inputs == (Reseed(9),)
    run.close()


@pytest.mark.parametrize(
    "text", [b"", b"[]", b"nonsense", b'{"after":5,"inputs":[{"type":"wish"}]}', b'"\xff"']
)
def test_what_cannot_be_read_is_named(tmp_path: Path, text: bytes) -> None:
    folder = recorded(tmp_path / "run", 5)
    (folder / WAITING).write_bytes(text)
    with pytest.raises(DamageError, match=r"waiting\.json:1:1: .*\n    fix: restore the file"):
        again(folder)
    (folder / END).unlink()
    (folder / WAITING).write_bytes(msgspec.json.encode(PendingInputs(5, (WorldReloaded("none"),))))
    with pytest.raises(DamageError, match="world-none"):
        again(folder)


def test_what_waits_is_held_against_its_digest_and_the_end_of_its_run(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "run", 5, hamlet(ada=baker(0)))
    run = again(folder)
    run.feed(GodEvent("A knock."))
    run.close()
    path = folder / WAITING
    text = path.read_bytes()
    path.write_bytes(text.replace(b"knock", b"shock"))
    with pytest.raises(
        DamageError, match=r"waiting\.json:1:1: .*it was changed after it was written"
    ):
        again(folder)
    path.unlink()
    with pytest.raises(
        DamageError, match=r"waiting\.json: this file is missing\n    why: the run was closed"
    ):
        again(folder)
    path.write_bytes(text)
    assert again(folder).step().inputs == (GodEvent("A knock."),)
