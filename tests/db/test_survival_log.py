"""The log of a survival run: bodies with needs and the stock of cells come back as they were."""

from pathlib import Path

from latticeville.db.replay import Replay
from latticeville.sim.survival.events import Gathered
from tests.db.runs import short_segments, write
from tests.sim.test_survival import anything, valley


def test_resources_and_vitals_come_back_from_snapshots_and_deltas(tmp_path: Path) -> None:
    people = {f"p{number}": {"start": [number % 3, number % 2]} for number in range(5)}
    with short_segments():
        payloads = write(tmp_path, valley(people, {"hunger": 0.05}), 60, minds=anything)
    assert any(isinstance(event, Gathered) and event.units for payload in payloads for event in payload.events)
    replay = Replay(tmp_path)
    assert len(replay.segments) > 1
    for was, found in zip(payloads, replay.payloads(), strict=True):
        assert found.state.resources == was.state.resources
        assert found.state.bodies == was.state.bodies
        assert found.events == was.events
