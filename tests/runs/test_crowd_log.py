"""The log of people alone, in columns: read, resumed and verified, it tells what was lived."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from benchmarks.survivor_worlds import clearings
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.runs.body_replay import read_bodies
from latticeville.runs.log_line import read_line
from latticeville.runs.log_records import Delta, decode, encode
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.tape import model_calls
from latticeville.runs.verify import verify
from latticeville.sim.inputs import GodEvent
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.laws import law
from tests.runs.runs import contents, short_segments
from tests.sim.test_alone import scattered_worlds
from tests.worlds import told


def lived(folder: Path, world: World, ticks: int) -> list[TickPayload]:
    """Record a run, in which it thunders at the ninth tick, and return its payloads."""
    run = RecordedRun.start(folder, world, BuiltinMind(), "builtin")
    return [run.payload, *go(run, ticks)]


def go(run: RecordedRun, until: int) -> list[TickPayload]:
    """Step a run up to a tick, and close it."""
    payloads = []
    while run.payload.tick < until:
        if run.payload.tick == 8:
            run.feed(GodEvent("It thunders."))
        payloads.append(run.step())
    run.close()
    return payloads


def resumed(folder: Path, until: int) -> None:
    go(RecordedRun.resume(folder, lambda _spec: BuiltinMind()), until)


@law(25)
@given(scattered_worlds(), st.integers(1, 29))
def test_a_log_of_people_alone_is_whole(world: World, cut: int) -> None:
    with TemporaryDirectory() as place, short_segments(7):
        folder, broken = Path(place) / "whole", Path(place) / "broken"
        payloads = lived(folder, world, 30)
        assert [told(one) for one in Replay(folder).payloads()] == [told(one) for one in payloads]
        assert [*verify(folder)][-1] == 30
        lived(broken, world, cut)
        resumed(broken, 30)
        assert contents(broken) == contents(folder)


def test_a_log_in_segments_is_verified_without_its_oldest(tmp_path: Path) -> None:
    with short_segments(7):
        lived(tmp_path / "run", clearings(9), 60)
    oldest = sorted((tmp_path / "run").glob("segment-*"))
    assert len(oldest) > 2
    oldest[0].unlink()
    assert [*verify(tmp_path / "run")][-1] == 60


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of nine people who see nobody."""
    folder = tmp_path_factory.mktemp("alone") / "run"
    lived(folder, clearings(9), 30)
    return folder


def test_a_tick_of_people_alone_is_one_record_of_columns(alone: Path) -> None:
    replay = Replay(alone)
    *_, line = (read_line(one, ("survival",)) for one in replay.lines(replay.segments[-1]))
    crowd = line.crowd
    assert crowd is not None
    assert crowd.ids == tuple(f"p{number}" for number in range(9))
    assert (line.minds, line.body_changes) == ({}, {})
    vitals = [body.vitals for body in replay.at(30).state.bodies.values()]
    assert {one.hunger for one in vitals if one} == {*crowd.hunger}


def test_bodies_and_thoughts_are_read_out_of_columns(alone: Path) -> None:
    replay = Replay(alone)
    payloads = [*replay.payloads(1)]
    assert [one.bodies for one in read_bodies(replay, 1, 30)] == [
        one.state.bodies for one in payloads
    ]
    done = {who: thought.action for who, thought in replay.at(0).thoughts.items()}
    for line, _world, _minute in replay.read_log(1):
        done |= {who: one.action for who, one in line.thoughts.items()}
        if line.kind == "tick":
            assert done == {who: one.action for who, one in replay.at(line.tick).thoughts.items()}
    assert len(payloads) == 30


def test_the_tape_holds_what_many_asked_once(alone: Path) -> None:
    calls = [call for call in model_calls(alone) if call.request.kind == "act"]
    assert len(calls) == 9 * 30
    assert {call.request.who for call in calls} == {f"p{number}" for number in range(9)}
    assert all(call.reply.text for call in calls)
    together = [call for call in calls if call.askers]
    assert len(together) > 9 * 25


def test_columns_of_another_length_are_damage(alone: Path) -> None:
    replay = Replay(alone)
    *_, last = replay.lines(replay.segments[-1])
    record = decode(last.record, ("survival",))
    assert isinstance(record, Delta)
    assert record.crowd is not None
    short = encode(replace(record, crowd=None)).replace(
        b'"is":"tick"', b'"is":"tick","crowd":' + msgspec.json.encode(record.crowd)
    )
    assert decode(short, ("survival",)) == record
    hunger = b'"hunger":' + msgspec.json.encode(record.crowd.hunger)
    with pytest.raises(msgspec.DecodeError, match="hunger has 2 values for 9 people"):
        decode(short.replace(hunger, b'"hunger":[1,2]'), ("survival",))


def test_a_tape_without_a_reply_of_many_is_told_by_verify(alone: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cut"
    shutil.copytree(alone, folder)
    assert [*verify(folder)][-1] == 30
