"""Counts per tick and conversations of a run, from an index beside the log.

The index, `timeline.bin`, is derived: if it is missing, damaged or of another run, it is rebuilt
from the log. Its first line is a digest of the rest.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from latticeville.core.clock import DAWN, DAY, DUSK
from latticeville.core.decoders import decode_json
from latticeville.core.disk import content_hash, write_atomic
from latticeville.runs.lines import ChainedLine
from latticeville.runs.log_line import HEADER, LogLine, read_line
from latticeville.runs.replay import Replay
from latticeville.runs.segments import Segment
from latticeville.sim.event import Event
from latticeville.sim.events import TALK_GAP_TICKS, TimeAdvanced
from latticeville.sim.inputs import Pause, StepOnce

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Column = npt.NDArray[np.int64]

TIMELINE = "timeline.bin"
"""The file with the index."""
VERSION = 3
COLUMNS = ("events", "said", "talks", "reflections", "failures", "asked", "inputs")
"""What is counted in each tick; `talks` are opening words, `failures` what came to nothing, `asked`
questions."""
FAILURES = frozenset({"refused", "too_tired", "idled", "unanswered", "unheeded"})
"""The tags of events of what came to nothing, whichever set of rules they are of."""
_MAX_COUNT = 65535


class ConversationSpan(msgspec.Struct, frozen=True, array_like=True):
    """A conversation from its first tick to its last, and the ids of who took part in it,
    sorted."""

    start: int
    end: int
    people: tuple[str, ...]


class Bucket(msgspec.Struct, frozen=True):
    """Some ticks on end, and how much of each sort happened in them; `night` where it is dark at
    their beginning."""

    start: int
    end: int
    minute: int
    night: bool
    counts: dict[str, int]


class _Head(msgspec.Struct):
    version: int
    first: int
    ticks: int
    segment: int
    end: int
    digest: str
    shifts: list[tuple[int, int]]
    talks: list[ConversationSpan]


class RunTimeline:
    """The rows of a run, from its first tick on; `refresh` reads what has been written since."""

    def __init__(
        self,
        replay: Replay,
        head: _Head,
        rows: list[tuple[int, ...]] | None,
        table: "Column | None",
    ) -> None:
        self._replay, self._head = replay, head
        self._rows, self._table = rows or [], table
        settings = replay.world(replay.header.world).settings
        self._start, self._minutes = settings.start, settings.tick_minutes

    @classmethod
    def open(cls, replay: Replay, *, save: bool = True) -> "RunTimeline":
        """Read the index of a run, bring it up to date and, unless told not to, keep it beside the
        log."""
        held = _read_index(replay)
        line = held or cls(
            replay,
            _Head(VERSION, replay.first, 0, replay.segments[0].number, 0, "", [], []),
            None,
            None,
        )
        fresh = line.refresh()
        if save and fresh:
            line.save()
        return line

    @property
    def first(self) -> int:
        """The first tick."""
        return self._head.first

    @property
    def last(self) -> int:
        """The last tick."""
        return self._head.first + self._head.ticks - 1

    @property
    def talks(self) -> Sequence[ConversationSpan]:
        """Every conversation, by its first tick."""
        return self._head.talks

    def minute(self, tick: int) -> int:
        """Return the simulated minute of a tick."""
        shifted = sum(minutes for since, minutes in self._head.shifts if since <= tick)
        return self._start + tick * self._minutes + shifted

    def counts(self, tick: int) -> dict[str, int]:
        """Return what happened in a tick."""
        return dict(zip(COLUMNS, self._count_table()[tick - self.first].tolist(), strict=True))

    def buckets(self, width: int) -> list[Bucket]:
        """Return the ticks in buckets of so many, with the sums of each."""
        import numpy as np

        starts = list(range(0, self._head.ticks, max(1, width)))
        sums = np.add.reduceat(self._count_table(), starts, axis=0).tolist() if starts else []
        found = []
        for start, row in zip(starts, sums, strict=True):
            tick = self.first + start
            minute = self.minute(tick)
            end = min(tick + max(1, width) - 1, self.last)
            night = not DAWN <= minute % DAY < DUSK
            found.append(Bucket(tick, end, minute, night, dict(zip(COLUMNS, row, strict=True))))
        return found

    def refresh(self) -> int:
        """Read the ticks that were written since, and return how many they are."""
        fresh = 0
        for line, segment in _lines_since(self._replay, self._head):
            record = read_line(line, segment.header.rules)
            if record.kind != HEADER and record.tick == self._head.first + self._head.ticks:
                self._add_record(record)
                self._rows.append(_count_row(record))
                self._head.ticks += 1
                fresh += 1
            head = self._head
            head.segment, head.end, head.digest = segment.number, line.end, line.digest
        return fresh

    def save(self) -> None:
        """Write the index, where its folder can be written to."""
        data = msgspec.json.encode(self._head) + b"\n" + self._count_table().astype("<u2").tobytes()
        try:
            write_atomic(self._replay.folder / TIMELINE, content_hash(data).encode() + b"\n" + data)
        except OSError:
            return

    def _count_table(self) -> "Column":
        import numpy as np

        if self._rows or self._table is None:
            new = np.array(self._rows, np.int64).reshape(len(self._rows), len(COLUMNS))
            self._table = new if self._table is None else np.concatenate((self._table, new))
            self._rows = []
        return self._table

    def _add_record(self, record: LogLine) -> None:
        """Note who talks in a tick, and by how much it sets the clock forward."""
        for event in record.events:
            if event.is_speech:
                TalkTracker(self._head.talks).add(record.tick, event)
        if record.clock_shift:
            self._head.shifts.append((record.tick, record.clock_shift))


class TalkTracker:
    """Finds the conversations of a run, utterance by utterance."""

    def __init__(self, talks: list[ConversationSpan] | None = None) -> None:
        self.talks = [] if talks is None else talks

    def add(self, tick: int, event: Event) -> int:
        """Add an utterance, and return the place of its conversation among the `talks`."""
        people, talks = {event.who, *event.listeners}, self.talks
        for place in range(len(talks) - 1, max(-1, len(talks) - 65), -1):
            talk = talks[place]
            if len(people & {*talk.people}) > 1:
                if tick - talk.end < TALK_GAP_TICKS and event.turn:
                    joined = tuple(sorted(people | {*talk.people}))
                    talks[place] = ConversationSpan(talk.start, tick, joined)
                    return place
                break
        talks.append(ConversationSpan(tick, tick, tuple(sorted(people))))
        return len(talks) - 1


def _count_row(record: LogLine) -> tuple[int, ...]:
    said = [event for event in record.events if event.is_speech]
    row = (
        sum(not isinstance(event, TimeAdvanced) for event in record.events),
        len(said),
        sum(event.turn == 0 for event in said),
        len(record.reflections),
        sum(event.tag in FAILURES for event in record.events),
        len(record.requests),
        sum(not isinstance(item, Pause | StepOnce) for item in record.inputs),
    )
    return tuple(min(number, _MAX_COUNT) for number in row)


def _read_index(replay: Replay) -> RunTimeline | None:
    """Return the index beside a log; None where it is not of this log."""
    import numpy as np

    try:
        digest, _, whole = (replay.folder / TIMELINE).read_bytes().partition(b"\n")
        if content_hash(whole).encode() != digest:
            return None
        text, _, data = whole.partition(b"\n")
        head = decode_json(text, _Head)
        table: np.ndarray[Any, Any] = (
            np.frombuffer(data, "<u2").astype(np.int64).reshape(head.ticks, len(COLUMNS))
        )
    except (OSError, ValueError):
        return None
    segment = next((one for one in replay.segments if one.number == head.segment), None)
    if head.version != VERSION or head.first != replay.first or segment is None:
        return None
    line = replay.line_at(segment, head.end)
    return (
        RunTimeline(replay, head, None, table)
        if line is not None and line.digest == head.digest
        else None
    )


def _lines_since(replay: Replay, head: _Head) -> Iterator[tuple[ChainedLine, Segment]]:
    """Yield the lines behind the place that an index stands at, with their segments."""
    segment, end = head.segment, head.end
    for one in replay.segments:
        if one.number < segment:
            continue
        for line in replay.lines(one, end if one.number == segment else 0):
            yield line, one
