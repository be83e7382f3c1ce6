"""`talk`: how people talk: conversations and their length, openings that were answered, sentences
that were repeated, and topics."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from latticeville.core.csv_text import csv_text
from latticeville.reports.novelty import bare_sentences, names_in
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import Column, TickTarget, ViewRow, line, table_row, table_titles
from latticeville.tables.utterance_rows import read_utterances

_READ = ("tick", "talk", "who", "words", "topic", "gist")
MOST = 10
"""The repeated sentences and topics that are listed."""
_LISTED = (
    Column("times", 5, right=True),
    Column("people", 6, right=True),
    Column("first", 6, right=True),
    Column("what", 40),
)


class Repeated(msgspec.Struct, frozen=True):
    """A sentence without names and numbers, or a topic: how often it was said, by how many people,
    at which tick first."""

    what: str
    times: int
    people: int
    first: int


class TalkCounts(msgspec.Struct, frozen=True):
    """The talk of a run: utterances; conversations, whose openings somebody else answered or
    nobody; utterances of the longest, and the tick of its opening; sentences long enough to count,
    and those said before in the run; what was repeated most, and topics."""

    utterances: int
    conversations: int
    answered: int
    longest: int
    longest_tick: int | None
    sentences: int
    repeated: int
    sentences_repeated_most: tuple[Repeated, ...]
    topics: tuple[Repeated, ...]

    @property
    def mean_length(self) -> float:
        """Utterances a conversation."""
        return self.utterances / self.conversations if self.conversations else 0.0


class _Tally:
    """Counts what is said, by its text."""

    def __init__(self) -> None:
        self.times = Counter[str]()
        self._people: dict[str, dict[str, None]] = {}
        self._first: dict[str, int] = {}

    def add(self, what: str, who: str, tick: int) -> None:
        self.times[what] += 1
        self._people.setdefault(what, {})[who] = None
        self._first.setdefault(what, tick)

    def most(self, least: int) -> tuple[Repeated, ...]:
        """Return what was said at least so often, most often first."""
        found = [
            Repeated(what, times, len(self._people[what]), self._first[what])
            for what, times in self.times.items()
            if times >= least
        ]
        return tuple(sorted(found, key=lambda one: (-one.times, one.first, one.what))[:MOST])


class _Talk:
    """What was said so far."""

    def __init__(self) -> None:
        self.starts: dict[int, int] = {}
        self.speakers: dict[int, dict[str, None]] = {}
        self.lengths = Counter[int]()
        self.sentences, self.topics = _Tally(), _Tally()

    def add(self, row: tuple[Any, ...], names: frozenset[str]) -> None:
        tick, talk, who, words, topic, gist = row
        self.starts.setdefault(talk, tick)
        self.lengths[talk] += 1
        self.speakers.setdefault(talk, {})[who] = None
        for sentence in bare_sentences(words, names):
            self.sentences.add(sentence, who, tick)
        if topic is not None:
            self.topics.add(gist or topic, who, tick)

    def counts(self) -> TalkCounts:
        longest = max(self.lengths, key=self.lengths.__getitem__, default=None)
        said = self.sentences.times
        return TalkCounts(
            self.lengths.total(),
            len(self.lengths),
            sum(len(people) > 1 for people in self.speakers.values()),
            0 if longest is None else self.lengths[longest],
            None if longest is None else self.starts[longest],
            said.total(),
            said.total() - len(said),
            self.sentences.most(2),
            self.topics.most(1),
        )


def _ask(asked: Asked) -> TalkCounts:
    run, last, talk = asked.run, asked.payload.tick, _Talk()
    digest, names = "", frozenset[str]()
    for row in read_utterances(run, _READ, last, asked.looked, asked.tables):
        world = run.world_of(row[0])
        if world.digest != digest:
            digest, names = world.digest, names_in(world)
        talk.add(row, names)
    return talk.counts()


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.0%})" if whole else "none"


def _tell(_asked: Asked, answer: TalkCounts) -> Iterator[ReportSection]:
    if not answer.utterances:
        yield ReportSection("", [line("none", "Nobody said anything yet.")])
        return
    length = f"{answer.mean_length:.1f} utterances on average, {answer.longest} at most"
    target = None if answer.longest_tick is None else TickTarget(answer.longest_tick)
    yield ReportSection(
        "",
        [
            line("utterances", str(answer.utterances), label="utterances"),
            line("talks", str(answer.conversations), label="conversations"),
            line("length", length, label="length", target=target),
            line("answered", _share(answer.answered, answer.conversations), label="answered"),
            line("repeated", _share(answer.repeated, answer.sentences), label="repeated"),
        ],
    )
    for title, found in (
        ("Sentences repeated most", answer.sentences_repeated_most),
        ("Topics", answer.topics),
    ):
        if found:
            yield ReportSection(title, _rows(found))


def _rows(found: tuple[Repeated, ...]) -> Iterator[ViewRow]:
    yield table_titles(_LISTED)
    for place, one in enumerate(found):
        cells = (str(one.times), str(one.people), str(one.first), one.what)
        yield table_row(f"row {place}", cells, _LISTED)._replace(target=TickTarget(one.first))


def _csv(answer: TalkCounts) -> str:
    parts = (("sentence", answer.sentences_repeated_most), ("topic", answer.topics))
    rows = ((name, *msgspec.structs.astuple(one)) for name, found in parts for one in found)
    return csv_text(("list", *Repeated.__struct_fields__), rows)


REPORT = Report(
    "talk", BUILT_IN["talk"], _ask, _tell, "talk runs/monday", at_tick=True, tables=True, csv=_csv
)
