"""The shelf: what grows lies beside the snapshots, is read when asked for, and is covered by the
digests of the log."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.runs.lines import DamageError
from latticeville.runs.log_records import Snapshot, encode
from latticeville.runs.memory_archive import SHELF
from latticeville.runs.replay import Replay
from latticeville.runs.verify import ReplayDifference, verify
from latticeville.sim.inputs import DeleteMemory, EditMemory, InsertMemory, SimulatorInput
from tests.laws import law
from tests.reports.runs import recorded
from tests.runs.runs import record, short_segments
from tests.worlds import told

UNTIL = 90


@pytest.fixture(autouse=True)
def _short_segments() -> Iterator[None]:
    with short_segments():
        yield


class Kept:
    """A past of plain records that counts how often all of it was read."""

    def __init__(self, records: list[MemoryRecord]) -> None:
        self._records, self.reads = records, 0
        self.key = repr(records)

    def __len__(self) -> int:
        return len(self._records)

    def records(self) -> list[MemoryRecord]:
        self.reads += 1
        return self._records

    def last(self, count: int) -> list[MemoryRecord]:
        return self._records[max(0, len(self) - count) :]


def memory(number: int) -> MemoryRecord:
    return MemoryRecord(number, "observation", f"thing {number}", number, "park")


@law(200)
@given(st.integers(0, 6), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3)), max_size=15))
def test_a_stream_with_a_past_is_like_one_without(old: int, grown: list[tuple[int, int]]) -> None:
    records = [memory(number) for number in range(old)]
    lazy, plain = [MemoryStream(archived=Kept(records))], [MemoryStream(records)]
    for number, (source, count) in enumerate(grown):
        fresh, branch = [memory(100 * number + each) for each in range(count)], source % len(lazy)
        lazy.append(lazy[branch].grow(fresh))
        plain.append(plain[branch].grow(fresh))
    for one, other in zip(lazy, plain, strict=True):
        assert one == other
        assert list(one) == list(other)
        assert len(one) == len(other)
        assert [one[place] for place in range(-len(one), len(one))] == [
            other[place] for place in range(-len(one), len(one))
        ]
        for count in range(len(one) + 2):
            assert one.last(count) == other.last(count)
            assert one.since(count) == other.since(count)
        for each, instead in zip(lazy, plain, strict=True):
            assert one.starts_with(each) == (list(other)[: len(instead)] == list(instead))


def test_what_is_new_is_had_without_reading_the_past() -> None:
    past = Kept([memory(0), memory(1)])
    stream = MemoryStream(archived=past).grow([memory(2)])
    assert (len(stream), stream[2], stream.last(1), stream.since(2)) == (
        3,
        memory(2),
        [memory(2)],
        [memory(2)],
    )
    assert past.reads == 0
    assert stream[0] == memory(0)
    assert past.reads == 1


def test_snapshots_hold_no_memories_and_do_not_grow_with_them(tmp_path: Path) -> None:
    payloads = record(tmp_path / "run", UNTIL)
    replay = Replay(tmp_path / "run")
    assert len(replay.segments) > 3
    for segment in replay.segments:
        snapshot, _payload = replay.head(segment)
        assert isinstance(snapshot, Snapshot)
        assert not any(len(mind.memory) or len(mind.touched) for mind in snapshot.minds.values())
        assert not snapshot.ratings
        assert (
            b"says to"
            not in b"".join(encode(snapshot).split(b'"thoughts"')[:1]).split(b'"events"')[0]
        )
    assert [told(Replay(tmp_path / "run").at(tick)) for tick in range(UNTIL + 1)] == [
        told(one) for one in payloads
    ]


def test_a_tick_is_read_without_the_shelf_until_somebody_asks(tmp_path: Path) -> None:
    record(tmp_path / "run", UNTIL)
    (tmp_path / "run" / "end.json").unlink()
    (tmp_path / "run" / SHELF).rename(tmp_path / "away")
    state = Replay(tmp_path / "run").at(UNTIL).state
    assert all(len(mind.memory) > 0 for mind in state.minds.values())
    with pytest.raises(DamageError, match=SHELF):
        list(state.minds["ada"].memory)


def test_a_changed_memory_on_the_shelf_is_found(tmp_path: Path) -> None:
    record(tmp_path / "run", UNTIL)
    path = tmp_path / "run" / SHELF
    path.write_bytes(path.read_bytes().replace(b"Ada", b"Eva", 1))
    assert any(isinstance(item, ReplayDifference) for item in verify(tmp_path / "run"))
    with pytest.raises(DamageError, match=SHELF):
        [list(mind.memory) for mind in Replay(tmp_path / "run").at(UNTIL).state.minds.values()]


def test_edited_memories_are_shelved_anew(tmp_path: Path) -> None:
    feed: dict[int, SimulatorInput] = {
        11: InsertMemory("mina", "A lie."),
        33: DeleteMemory("mina", 0),
    }
    feed[21] = EditMemory("mina", 2, "Another.")
    folder = recorded(tmp_path / "run", 60, feed=feed)
    assert main(["verify", str(folder)]) == 0
    whole = [told(one) for one in Replay(folder).payloads()]
    assert [told(Replay(folder).at(tick)) for tick in range(61)] == whole
    texts = [one.text for one in Replay(folder).at(60).state.minds["mina"].memory]
    assert "A lie." in texts
    assert "Another." in texts
