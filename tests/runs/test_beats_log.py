"""What became of matters, and what they changed of the rules of a world, is in the log: replay,
resumption and branches go on with it."""

from itertools import pairwise
from pathlib import Path

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.runs.delta import diff, patch
from latticeville.runs.fork import ForkChanges, fork
from latticeville.runs.log_records import Snapshot, decode, encode
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.snapshot import make_snapshot, restore
from latticeville.sim.inputs import WorldReloaded
from latticeville.world.model.world import World
from tests.beat_worlds import MEETING, village
from tests.runs.runs import short_segments, write
from tests.worlds import assembled, live, told

EFFECTS = [
    {"object": "tree", "owners": ["ann"]},
    {"area": "yard", "hours": [["06:00", "20:00"]]},
]
TICKS = 50


def commons() -> World:
    """Return a world whose meeting changes who owns a tree, and when a yard is open."""
    outcomes = [{"id": "done", "text": "So be it.", "effects": EFFECTS}]
    return village(matters=[{**MEETING, "outcomes": outcomes}])


def test_replay_gives_back_every_tick(tmp_path: Path) -> None:
    with short_segments(20):
        payloads = write(tmp_path, commons(), TICKS, model=BuiltinMind())
    found = [*Replay(tmp_path).payloads(0)]
    assert [told(one) for one in found] == [told(one) for one in payloads]
    state = found[-1].state
    assert state.beats["tree"].is_over
    assert state.world.objects["tree"].owners == ("ann",)
    assert state.world.areas.access_rules["yard"].hours == ((360, 1200),)


def test_a_delta_holds_what_a_beat_changed() -> None:
    for before, after in pairwise(live(commons(), TICKS, model=BuiltinMind())):
        again = patch(before, diff(before, after))
        assert told(again) == told(after)
        assert again.state.world.objects == after.state.world.objects


def test_a_snapshot_holds_what_a_beat_changed() -> None:
    world = commons()
    payload = live(world, TICKS, model=BuiltinMind())[-1]
    record = decode(encode(make_snapshot(payload)), world.rules)
    assert isinstance(record, Snapshot)
    again = restore(record, world)
    assert told(again) == told(payload)
    assert again.state.world.areas.access_rules == payload.state.world.areas.access_rules


def test_a_branch_before_the_meeting_decides_it_anew(tmp_path: Path) -> None:
    run = RecordedRun.start(tmp_path / "one", commons(), BuiltinMind(), "builtin")
    for _ in range(TICKS):
        run.step()
    run.close()
    branch = fork(
        Replay(tmp_path / "one"),
        20,
        tmp_path / "two",
        ForkChanges(),
        lambda _name: BuiltinMind(),
        lambda _name: None,
    )
    assert not branch.payload.state.amendments
    while branch.payload.tick < TICKS:
        branch.step()
    assert told(branch.payload) == told(run.payload)
    branch.close()


def test_an_edited_world_keeps_what_a_beat_changed() -> None:
    edited = village(matters=[MEETING], name="Edited")
    payloads = live(commons(), TICKS, feed={45: [edited]}, model=BuiltinMind())
    state = payloads[-1].state
    assert any(isinstance(one, WorldReloaded) for each in payloads for one in each.inputs)
    assert state.world.name == "Edited"
    assert state.world.objects["tree"].owners == ("ann",)
    assert state.beats["tree"].is_over


def test_what_a_beat_changed_follows_a_rename() -> None:
    drawn = commons()
    text = (
        drawn.files["world.toml"]
        .replace('"tree"', '"elm"')
        .replace('"kind" = "elm"', '"kind" = "tree"')
    )
    edited = assembled({**drawn.files, "world.toml": text})
    state = live(drawn, TICKS, feed={45: [edited]}, model=BuiltinMind())[-1].state
    assert state.amendments.owners == {"elm": ("ann",)}
    assert state.world.objects["elm"].owners == ("ann",)
