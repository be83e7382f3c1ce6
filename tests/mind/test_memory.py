"""The memory stream: append-only, shared between branches, and no branch sees another's records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.memory import MemoryRecord, MemoryStream, newest_record
from tests.laws import law


def memory(number: int) -> MemoryRecord:
    return MemoryRecord(number, "observation", f"thing {number}", number, "park")


@pytest.mark.slow
@law(200)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3)), max_size=25))
def test_branches_hold_what_was_grown_into_them_and_nothing_else(grown: list[tuple[int, int]]) -> None:
    """Grow any stream made so far by a few records; then each must equal the list that it stands for."""
    streams, lists = [MemoryStream()], [list[MemoryRecord]()]
    for number, (source, count) in enumerate(grown):
        records = [memory(100 * number + each) for each in range(count)]
        branch = source % len(streams)
        streams.append(streams[branch].grow(records))
        lists.append([*lists[branch], *records])
    for stream, records in zip(streams, lists, strict=True):
        assert list(stream) == records
        assert len(stream) == len(records)
        assert [stream[index] for index in range(-len(records), len(records))] == [*records, *records]
        for count in range(4):
            assert stream.last(count) == (records[-count:] if count else [])
        for start in range(len(records) + 2):
            assert stream.since(start) == records[start:]


def test_growing_the_newest_stream_copies_nothing() -> None:
    short = MemoryStream([memory(0)])
    long = short.grow([memory(1)])
    assert long._store is short._store
    assert short.grow([memory(2)])._store is not short._store


def test_what_a_stream_was_made_of_may_change_without_it() -> None:
    records = [memory(0)]
    stream = MemoryStream(records)
    records.append(memory(1))
    assert list(stream) == [memory(0)]


def test_streams_are_equal_when_their_records_are() -> None:
    one, two = MemoryStream([memory(0)]), MemoryStream().grow([memory(0)])
    assert one == two
    assert one != one.grow([memory(1)])
    assert one != [memory(0)]


@pytest.mark.parametrize("index", [1, -2])
def test_beyond_the_end_there_is_nothing(index: int) -> None:
    longer = MemoryStream([memory(0)])
    longer.grow([memory(1)])
    with pytest.raises(IndexError):
        longer[index]


def test_the_newest_record_of_a_sentence_is_found_among_later_ones_of_the_tick() -> None:
    lived = MemoryStream(
        MemoryRecord(place, "observation", text, tick, "park")
        for place, (text, tick) in enumerate([("rain", 3), ("rain", 4), ("sun", 4), ("rain", 4), ("kept", 4)])
    )
    assert newest_record(lived, "rain", 4) == 3
    with pytest.raises(ValueError, match="tick 4: snow"):
        newest_record(lived, "snow", 4)
