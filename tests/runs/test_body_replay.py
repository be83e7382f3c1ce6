"""Bodies and objects read without the minds are those of the whole states."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.runs import log
from latticeville.runs.body_replay import TickBodies, read_bodies
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import (
    AdvanceClock,
    InsertMemory,
    PutPerson,
    SetObject,
    SimulatorInput,
    Whisper,
)
from latticeville.sim.tick import TickPayload
from tests.reports.runs import recorded
from tests.runs.runs import record, tearoom

FEED: dict[int, SimulatorInput] = {
    3: PutPerson("ada", "east", None),
    4: Whisper("bob", "Psst."),
    9: PutPerson("nobody", "east", None),
    14: AdvanceClock(30),
    17: SetObject("urn", "", {"cups": 2}),
    23: InsertMemory("cid", "The urn leaks."),
    31: PutPerson("cid", "", Cell(1, 2)),
}


def of(payload: TickPayload) -> TickBodies:
    state = payload.state
    parts = (state.bodies, state.things, payload.events, state.shifts, state.resources)
    return TickBodies(payload.tick, state.minute, state.world, *parts)


def unplaced(one: TickBodies) -> TickBodies:
    return replace(one, placed={})


@pytest.mark.parametrize("segment", [5, 1000])
def test_bodies_are_those_of_whole_states_whatever_came_in(
    tmp_path: Path, segment: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", segment)
    replay = Replay(recorded(tmp_path / "run", 60, tearoom(), FEED))
    wanted = [of(payload) for payload in replay.payloads()]
    found = list(read_bodies(replay, 0, 60))
    assert {one.tick: [*one.placed] for one in found if one.placed} == {3: ["ada"], 31: ["cid"]}
    assert [unplaced(one) for one in found] == wanted
    assert [unplaced(one) for one in read_bodies(replay, 13, 21)] == wanted[13:22]
    assert [unplaced(one) for one in read_bodies(replay, 55, 999)] == wanted[55:]
    assert list(read_bodies(replay, 61, 99)) == []


def test_another_edition_of_the_world_is_followed(tmp_path: Path) -> None:
    record(tmp_path / "run", 90)
    replay = Replay(tmp_path / "run")
    wanted = [of(payload) for payload in replay.payloads()]
    assert list(read_bodies(replay, 0, 90)) == wanted
    assert len({one.world.name for one in wanted}) == 3
