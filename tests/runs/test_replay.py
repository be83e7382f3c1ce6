"""Replay: any tick told again is the tick that was lived, in whatever order it is asked for."""

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.think import think
from latticeville.runs import log
from latticeville.runs.lines import DamageError
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.sim.departures import find_departures
from latticeville.sim.tick import advance
from tests.laws import law
from tests.model_doubles import Garbled, Scripted, wild
from tests.random_worlds import feeds, worlds
from tests.runs.runs import record, resumed, segment, split, tearoom, write
from tests.runs.test_delta import same
from tests.worlds import Feed, told

TICKS = 36


@pytest.fixture(autouse=True)
def short_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin a new segment as soon as one weighs as much as its snapshot."""
    monkeypatch.setattr(log, "SEGMENT_TICKS", 3)


@law(2)
@given(st.data())
def test_every_tick_of_a_few_runs_is_told_as_it_was_lived(data: st.DataObject) -> None:
    told_as_lived(data)


@pytest.mark.slow
@law(30)
@given(st.data())
def test_every_tick_is_told_as_it_was_lived_in_any_order(data: st.DataObject) -> None:
    told_as_lived(data)


def told_as_lived(data: st.DataObject) -> None:
    """Check that replay gives each tick of a run as it was, in any order."""
    world, edition = data.draw(worlds()), data.draw(worlds())
    feed: Feed = {**data.draw(feeds(world, TICKS)), data.draw(st.integers(1, TICKS)): [edition]}
    minds = data.draw(st.sampled_from([think, wild]))
    with TemporaryDirectory() as folder:
        lived = write(Path(folder), world, TICKS, feed=feed, minds=minds)
        replay = Replay(Path(folder))
        assert (replay.first, replay.last) == (0, TICKS)
        for tick in data.draw(st.lists(st.integers(0, TICKS), min_size=12, max_size=30)):
            same(replay.at(tick), lived[tick])
        start = data.draw(st.integers(0, TICKS))
        assert [told(payload) for payload in replay.payloads(start)] == [
            told(payload) for payload in lived[start:]
        ]


@pytest.mark.slow
@law(30)
@given(st.data())
def test_who_sets_out_is_read_off_the_lines_of_the_log_as_the_states_tell_it(
    data: st.DataObject,
) -> None:
    world, edition = data.draw(worlds()), data.draw(worlds())
    feed: Feed = {**data.draw(feeds(world, TICKS)), data.draw(st.integers(1, TICKS)): [edition]}
    with TemporaryDirectory() as folder:
        lived = write(
            Path(folder), world, TICKS, feed=feed, minds=data.draw(st.sampled_from([think, wild]))
        )
        start = data.draw(st.integers(0, TICKS))
        read = {one.tick: one.departures for one in Replay(Path(folder)).summaries(start)}
        wanted = {0: ()} | {
            one.tick: tuple(find_departures(before.state, one)) for before, one in pairwise(lived)
        }
        assert read == {tick: walks for tick, walks in wanted.items() if tick >= start}


@pytest.mark.slow
@law(25)
@given(st.data())
def test_from_any_tick_that_is_told_the_run_goes_on_as_it_went(data: st.DataObject) -> None:
    world, edition = data.draw(worlds()), data.draw(worlds())
    feed: Feed = {**data.draw(feeds(world, TICKS)), 9: [edition]}
    minds = data.draw(st.sampled_from([think, wild]))
    with TemporaryDirectory() as folder:
        lived = write(Path(folder), world, TICKS, feed=feed, minds=minds)
        tick = data.draw(st.integers(0, TICKS - 4))
        payload = Replay(Path(folder)).at(tick)
        for after in lived[tick + 1 : tick + 5]:
            payload = advance(
                payload.state, after.inputs, minds, Garbled(), {edition.digest: edition}
            )
            same(payload, after)


def test_a_log_rotates_and_each_segment_goes_on_from_the_one_before(tmp_path: Path) -> None:
    write(tmp_path, tearoom(), 120, minds=wild)
    replay = Replay(tmp_path)
    assert len(replay.segments) >= 3
    for before, after in zip(replay.segments, replay.segments[1:], strict=False):
        lines = split(before.path)
        assert after.header.chain == lines[-1][0]
        assert after.header.segment == before.header.segment + 1
        assert after.header.tick == replay.at(after.header.tick).tick
        assert len(lines) - 2 >= 3


def test_a_segment_that_is_heavy_enough_holds_just_so_many_ticks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 70)
    write(tmp_path, tearoom(), 220, minds=wild)
    counts = [len(split(each.path)) - 2 for each in Replay(tmp_path).segments]
    assert counts == [70, 70, 70, 10]


def test_without_short_segments_a_log_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 200)
    write(tmp_path, tearoom(), 120, minds=wild)
    assert [path.name for path in sorted(tmp_path.glob("segment-*"))] == ["segment-000.jsonl"]


def test_old_segments_may_be_deleted(tmp_path: Path) -> None:
    lived = write(tmp_path, tearoom(), 120, minds=wild)
    old, kept = Replay(tmp_path).segments[:2]
    old.path.unlink()
    replay = Replay(tmp_path)
    assert replay.first == kept.header.tick > 0
    for tick in (replay.first, replay.first + 1, 120):
        same(replay.at(tick), lived[tick])
    assert [payload.tick for payload in replay.payloads()] == list(range(replay.first, 121))
    with pytest.raises(DamageError, match=f"its oldest tick is {replay.first}"):
        replay.at(replay.first - 1)


def test_a_run_goes_on_after_its_old_segments_were_deleted(tmp_path: Path) -> None:
    record(tmp_path / "whole", 110)
    record(tmp_path / "short", 80)
    segment(tmp_path / "short").unlink()
    assert resumed(tmp_path / "short", 110).tick == 80
    assert told(Replay(tmp_path / "short").at(110)) == told(Replay(tmp_path / "whole").at(110))


@pytest.mark.parametrize("tick", [-1, 37, 1000])
def test_a_tick_that_is_not_there_is_said_to_be_missing(tmp_path: Path, tick: int) -> None:
    write(tmp_path, tearoom(), TICKS)
    with pytest.raises(DamageError, match=f"tick {tick} is not in this run"):
        Replay(tmp_path).at(tick)


def test_a_run_that_still_grows_is_told_as_far_as_it_goes(tmp_path: Path) -> None:
    run = RecordedRun.start(tmp_path / "run", tearoom(), Scripted(), "scripted")
    for _ in range(7):
        run.step()
    early = Replay(tmp_path / "run")
    assert early.last == 7
    run.step()
    assert early.last == 7
    assert early.at(8).tick == Replay(tmp_path / "run").last == 8
    run.close()


def test_the_thousandth_segment_comes_after_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = log.Log.__init__

    def late(self: log.Log, folder: Path, model: str, embedder: str) -> None:
        begin(self, folder, model, embedder)
        self._segment = 996

    monkeypatch.setattr(log.Log, "__init__", late)
    lived = write(tmp_path, tearoom(), 200, minds=wild)
    replay = Replay(tmp_path)
    numbers = [each.header.segment for each in replay.segments]
    assert numbers == list(range(997, 997 + len(numbers)))
    assert numbers[-1] >= 1000
    same(replay.at(replay.last), lived[-1])


def test_what_a_folder_without_a_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(DamageError, match="no run log here"):
        Replay(tmp_path)
    (tmp_path / "segment-000.jsonl").touch()
    with pytest.raises(DamageError, match="ends before its first tick"):
        Replay(tmp_path)
