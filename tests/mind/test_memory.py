"""The memory stream: append-only, shared between branches, and no branch sees another's records."""

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.memory import MemoryRecord, MemoryStream, newest_record
from latticeville.mind.topic import Topic
from tests.laws import law

TOLD = {text: Topic(text, "news") for text in "ab"}
"""The sentences that have a topic."""


def memory(number: int) -> MemoryRecord:
    return MemoryRecord(number, "observation", f"thing {number}", number, "park")


@law(200)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3)), max_size=25))
def test_branches_hold_what_was_grown_into_them_and_nothing_else(
    grown: list[tuple[int, int]],
) -> None:
    """Grow any stream made so far by a few records; then each must equal the list that it stands
    for."""
    streams, lists = [MemoryStream()], [list[MemoryRecord]()]
    for number, (source, count) in enumerate(grown):
        records = [memory(100 * number + each) for each in range(count)]
        branch = source % len(streams)
        streams.append(streams[branch].grow(records))
        lists.append([*lists[branch], *records])
    for stream, records in zip(streams, lists, strict=True):
        assert list(stream) == records
        assert len(stream) == len(records)
        assert [stream[index] for index in range(-len(records), len(records))] == [
            *records,
            *records,
        ]
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
        for place, (text, tick) in enumerate(
            [("rain", 3), ("rain", 4), ("sun", 4), ("rain", 4), ("kept", 4)]
        )
    )
    assert newest_record(lived, "rain", 4) == 3
    with pytest.raises(ValueError, match="tick 4: snow"):
        newest_record(lived, "snow", 4)


@law(200)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 30), st.lists(st.sampled_from("abcdef"), max_size=3), st.integers(0, 30)
        )
    )
)
def test_recent_sentences_and_topics_are_found_in_any_branch_whatever_was_asked_before(
    grown: list[tuple[int, list[str], int]],
) -> None:
    """Grow any stream made so far, and ask any of them in between; each must tell what its own last
    records say."""
    streams = [MemoryStream()]
    with patch.multiple("latticeville.mind.memory", RECENT_RECORDS=4, TOPIC_RECORDS=6):
        for tick, (source, texts, asked) in enumerate(grown):
            parent = streams[source % len(streams)]
            new = [
                MemoryRecord(len(parent) + place, "plan", text, tick, "park", topic=TOLD.get(text))
                for place, text in enumerate(texts)
            ]
            streams.append(parent.grow(new))
            for stream in (streams[asked % len(streams)], streams[-1]):
                for text in "abcdefg":
                    told = [one for one in stream.last(4) if one.text == text]
                    assert stream.find_recent(text) == (told[-1] if told else None)
                assert stream.last_told() == [one for one in stream.last(6) if one.topic]


def test_a_recent_sentence_is_sought_in_the_records_that_are_new() -> None:
    stream, counts = MemoryStream([memory(number) for number in range(50)]), []
    last = MemoryStream.last

    def counted(self: MemoryStream, count: int) -> list[MemoryRecord]:
        counts.append(count)
        return last(self, count)

    with patch.object(MemoryStream, "last", counted):
        for number in range(50, 53):
            assert stream.find_recent("thing 7") == memory(7)
            stream = stream.grow([memory(number)])
        assert stream.find_recent("thing 52") == memory(52)
    assert counts == [50, 1, 1, 1]
