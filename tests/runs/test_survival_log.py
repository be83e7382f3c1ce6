"""The log of a survival run: bodies with needs and the stock of cells come back as they were."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from latticeville.rules.survival.events import Died, Disaster, Gathered, SeasonBegan
from latticeville.runs.compress import compress
from latticeville.runs.fork import ForkChanges, fork
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.verify import ReplayDifference, verify
from latticeville.sim.inputs import WorldReloaded
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.model_doubles import Garbled
from tests.runs.runs import short_segments, write
from tests.sim.test_survival import anything, valley
from tests.worlds import Table, told

PEOPLE: dict[str, Table] = {
    f"p{number}": {"start": [number % 3, number % 2]} for number in range(6)
}
HARSH: Table = {
    "hunger": 0.08,
    "seasons": [{"name": "summer", "steps": 5}, {"name": "winter", "steps": 3, "regrowth": 0.0}],
    "events": {
        "flood": {"chance": 0.5, "radius": 1, "terrain": "ground", "damage": 0.6},
        "blight": {"chance": 0.1, "radius": 1},
        "migration": {"chance": 0.1, "resource": "food", "distance": 1},
    },
}
RELOAD, UNTIL = 22, 40
"""The ticks in which the world is reloaded, and at which the run ends."""


def deadly(people: Mapping[str, Table] = PEOPLE) -> World:
    """Return a world in which a model decides each action, and in which most people die soon."""
    return valley(people, HARSH, minds={"plan": "none", "talk": False, "act": "model"})


def go(run: RecordedRun, until: int) -> list[TickPayload]:
    """Step a run, which is reloaded into another edition on the way."""
    payloads, edition = list[TickPayload](), deadly({**PEOPLE, "later": {"start": [5, 3]}})
    while run.payload.tick < until:
        if run.payload.tick == RELOAD - 1:
            run.feed(WorldReloaded(edition.digest), edition)
        payloads.append(run.step())
    return payloads


@pytest.fixture
def recorded(tmp_path: Path) -> list[TickPayload]:
    """Record a run in `tmp_path / "run"`, and return its ticks."""
    with short_segments():
        run = RecordedRun.start(tmp_path / "run", deadly(), Garbled(), "garbled")
        payloads = [run.payload, *go(run, UNTIL)]
        run.close()
    events = [event for payload in payloads for event in payload.events]
    assert {Died, Disaster, SeasonBegan} <= {type(event) for event in events}
    assert any(
        payload.tick < RELOAD
        for payload in payloads
        for event in payload.events
        if isinstance(event, Died)
    )
    assert any(not body.is_dead for body in payloads[RELOAD].state.bodies.values())
    return payloads


def test_resources_and_vitals_come_back_from_snapshots_and_deltas(tmp_path: Path) -> None:
    people = {f"p{number}": {"start": [number % 3, number % 2]} for number in range(5)}
    with short_segments():
        payloads = write(tmp_path, valley(people, {"hunger": 0.05}), 60, minds=anything)
    assert any(
        isinstance(event, Gathered) and event.units
        for payload in payloads
        for event in payload.events
    )
    replay = Replay(tmp_path)
    assert len(replay.segments) > 1
    for was, found in zip(payloads, replay.payloads(), strict=True):
        assert found.state.resources == was.state.resources
        assert found.state.bodies == was.state.bodies
        assert found.events == was.events


def test_a_run_with_deaths_replays_to_the_byte_also_when_it_is_compressed(
    tmp_path: Path, recorded: list[TickPayload]
) -> None:
    lived = [told(payload) for payload in recorded]
    assert [told(payload) for payload in Replay(tmp_path / "run").payloads()] == lived
    assert [*compress(Replay(tmp_path / "run"))]
    replay = Replay(tmp_path / "run")
    assert [told(replay.at(tick)) for tick in (35, 3, RELOAD, 0, UNTIL)] == [
        lived[tick] for tick in (35, 3, RELOAD, 0, UNTIL)
    ]


def test_a_run_with_deaths_can_be_verified(tmp_path: Path, recorded: list[TickPayload]) -> None:
    assert len(recorded) == UNTIL + 1
    assert not [one for one in verify(tmp_path / "run") if isinstance(one, ReplayDifference)]


def test_a_fork_without_changes_writes_the_same_ticks(
    tmp_path: Path, recorded: list[TickPayload]
) -> None:
    with short_segments():
        replay = Replay(tmp_path / "run")
        branch = fork(
            replay,
            RELOAD + 3,
            tmp_path / "fork",
            ForkChanges(),
            lambda _: Garbled(),
            lambda _: None,
        )
        ticks = go(branch, UNTIL)
        branch.close()
    assert [told(payload) for payload in ticks] == [
        told(payload) for payload in recorded[RELOAD + 4 :]
    ]


def test_a_run_that_is_resumed_goes_on_as_if_it_had_never_stopped(
    tmp_path: Path, recorded: list[TickPayload]
) -> None:
    with short_segments():
        run = RecordedRun.start(tmp_path / "other", deadly(), Garbled(), "garbled")
        go(run, 13)
        run.close()
        run = RecordedRun.resume(tmp_path / "other", lambda _: Garbled())
        ticks = go(run, UNTIL)
        run.close()
    assert [told(payload) for payload in ticks] == [told(payload) for payload in recorded[14:]]
