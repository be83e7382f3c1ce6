"""The timeline: counts from an index that is derived from the log, made again where it does not
fit."""

import json
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.core.clock import DAWN, DAY
from latticeville.draw.tilemap.light import DARKEST, darkness
from latticeville.models.fake import FakeLLM
from latticeville.runs import log
from latticeville.runs.fork import make_branch_folder
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.timeline import COLUMNS, TIMELINE, RunTimeline
from latticeville.sim.events import Idled, Refused, Said, TimeAdvanced, Unanswered, Unheeded
from latticeville.sim.inputs import AdvanceClock, GodEvent, SimulatorInput, Whisper
from latticeville.sim.tick import TickPayload
from tests.hamlet import baker, drifter, hamlet
from tests.reports.runs import recorded
from tests.runs.runs import tearoom, write

UNTIL = 120
FEED: dict[int, SimulatorInput] = {
    20: GodEvent("The bell falls down!"),
    40: Whisper("nobody", "Psst."),
    50: AdvanceClock(600),
    90: GodEvent("It thunders!"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 5)
    world = hamlet(start="Mon 06:30", ada=baker(0), bob=baker(1), cid=drifter(2))
    return recorded(tmp_path / "run", UNTIL, world, FEED)


def counted(payload: TickPayload) -> dict[str, int]:
    said = [event for event in payload.events if isinstance(event, Said)]
    made = [
        one
        for mind in payload.state.minds.values()
        for one in mind.memory
        if one.tick == payload.tick
    ]
    return {
        "events": sum(not isinstance(event, TimeAdvanced) for event in payload.events),
        "said": len(said),
        "talks": sum(event.turn == 0 for event in said),
        "reflections": sum(one.kind == "reflection" for one in made),
        "failures": sum(
            isinstance(event, Refused | Idled | Unanswered | Unheeded) for event in payload.events
        ),
        "asked": sum(len(thought.asks) for thought in payload.thoughts.values()),
        "inputs": len(payload.inputs),
    }


def changed(folder: Path) -> list[dict[str, int]]:
    """Count tick by tick; what a thought asked counts where the thought is new."""
    rows, last = [], None
    for payload in Replay(folder).payloads():
        row = counted(payload)
        fresh = [
            one
            for who, one in payload.thoughts.items()
            if last is None or last.thoughts.get(who) != one
        ]
        row["asked"] = sum(len(thought.asks) for thought in fresh)
        rows.append(row)
        last = payload
    return rows


def test_every_tick_is_counted_as_it_was(folder: Path) -> None:
    wanted = changed(folder)
    line = RunTimeline.open(Replay(folder))
    assert (line.first, line.last) == (0, UNTIL)
    assert [line.counts(tick) for tick in range(UNTIL + 1)] == wanted
    for name in COLUMNS:
        assert any(row[name] for row in wanted) or name == "reflections"
    for width in (1, 7, 60, 500):
        buckets = line.buckets(width)
        assert [bucket.start for bucket in buckets] == list(range(0, UNTIL + 1, width))
        assert {name: sum(bucket.counts[name] for bucket in buckets) for name in COLUMNS} == {
            name: sum(row[name] for row in wanted) for name in COLUMNS
        }


def test_night_begins_and_ends_where_it_does_on_the_map(tmp_path: Path) -> None:
    write(tmp_path / "run", tearoom(simulation={"tick_minutes": 30, "start": "Mon 12:00"}), 47)
    buckets = RunTimeline.open(Replay(tmp_path / "run")).buckets(1)
    assert len(buckets) == 48
    for one in buckets:
        falls_or_is_dark = (
            darkness(one.minute + 29) > darkness(one.minute) or darkness(one.minute) == DARKEST
        )
        assert one.night == falls_or_is_dark or one.minute % DAY == DAWN, one


def test_minutes_and_nights_are_those_of_the_run(folder: Path) -> None:
    line, replay = RunTimeline.open(Replay(folder)), Replay(folder)
    assert [line.minute(tick) for tick in range(UNTIL + 1)] == [
        replay.at(tick).state.minute for tick in range(UNTIL + 1)
    ]
    nights = [bucket.night for bucket in line.buckets(1)]
    assert nights[0] is False
    assert nights[60] is True


def test_talks_are_spans_of_what_was_said(folder: Path) -> None:
    line = RunTimeline.open(Replay(folder))
    said = [
        (one.tick, {event.who, *event.listeners})
        for one in Replay(folder).payloads()
        for event in one.events
        if isinstance(event, Said)
    ]
    assert line.talks
    for tick, people in said:
        assert any(
            talk.start <= tick <= talk.end and people <= {*talk.people} for talk in line.talks
        )
    for talk in line.talks:
        assert {talk.start, talk.end} <= {tick for tick, people in said if people <= {*talk.people}}


def test_the_index_is_kept_read_brought_up_to_date_and_made_again(folder: Path) -> None:
    RunTimeline.open(Replay(folder))
    path = folder / TIMELINE
    kept = path.read_bytes()
    assert RunTimeline.open(Replay(folder)).refresh() == 0
    run = RecordedRun.resume(folder, lambda _spec: FakeLLM())
    for _ in range(30):
        run.step()
    run.close()
    grown = RunTimeline.open(Replay(folder))
    assert grown.last == UNTIL + 30
    whole = path.read_bytes()
    assert whole != kept
    for broken in (
        b"",
        b"{}\n",
        kept[:-3],
        kept.replace(b'"digest":"', b'"digest":"x', 1),
        b"\xff",
    ):
        path.write_bytes(broken)
        assert RunTimeline.open(Replay(folder)).buckets(10) == grown.buckets(10)
        assert path.read_bytes() == whole
    for place in range(0, len(whole), len(whole) // 12):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert RunTimeline.open(Replay(folder), save=False).buckets(10) == grown.buckets(10)
    path.unlink()
    RunTimeline.open(Replay(folder), save=False)
    assert not path.exists()


def test_an_index_of_another_run_of_equal_lines_is_not_taken(tmp_path: Path) -> None:
    """The lines of both runs are as long and end at the same bytes; only their digests differ."""
    seeds = [
        recorded(tmp_path / str(seed), 12, hamlet(start="Mon 06:30", seed=seed)) for seed in (1, 2)
    ]
    one, other = (RunTimeline.open(Replay(run)) for run in seeds)
    assert one.last == other.last == 12
    sizes = {(run / "segment-000.jsonl").stat().st_size for run in seeds}
    assert len(sizes) == 1
    (seeds[0] / TIMELINE).replace(seeds[1] / TIMELINE)
    wrong = (seeds[1] / TIMELINE).read_bytes()
    RunTimeline.open(Replay(seeds[1]))
    assert (seeds[1] / TIMELINE).read_bytes() != wrong


def test_a_branch_counts_what_it_shares(folder: Path, tmp_path: Path) -> None:
    make_branch_folder(Replay(folder), 60, tmp_path / "branch")
    RecordedRun.resume(tmp_path / "branch", lambda _spec: FakeLLM()).close()
    line, parent = RunTimeline.open(Replay(tmp_path / "branch")), RunTimeline.open(Replay(folder))
    assert line.last == 60
    assert [line.counts(tick) for tick in range(61)] == [parent.counts(tick) for tick in range(61)]


def test_the_command_tells_buckets_and_talks(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["timeline", str(folder), "--every", "30"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 1 + 5
    assert "☾" in told[3]
    assert main(["timeline", str(folder), "--talks"]) == 0
    talks = capsys.readouterr().out.splitlines()
    assert main(["timeline", str(folder), "--talks", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == len(talks)
    assert main(["timeline", str(folder / "gone")]) == 2
