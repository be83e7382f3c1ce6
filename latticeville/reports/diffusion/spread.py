"""How a fact spreads: who knows it, from when on, from whom, and by which utterance."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from latticeville.core.clock import format_time
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.reports.report import ReportError
from latticeville.runs.replay import Replay
from latticeville.sim.state import State
from latticeville.tables.parquet_cache import find_tables
from latticeville.tables.table import TableFinder
from latticeville.tables.utterance_rows import read_utterances

Route = Literal["origin", "told", "overheard", "unexplained"]
"""How somebody came to know: not by words, by words to them, by words to others, or as no record or
utterance explains."""
DERIVED = ("commitment", "plan", "action")
"""The kinds of record whose topics restate what they cite; a reflection is a thought of its own."""


class Fact(msgspec.Struct, frozen=True):
    """What may spread: a sentence, the keys of the topics that tell it, and a folded phrase, "" for
    none."""

    text: str
    keys: frozenset[str] = frozenset()
    phrase: str = ""

    def is_in(self, record: MemoryRecord) -> bool:
        """Tell whether somebody with a record knows it."""
        if record.topic is not None and record.topic.key in self.keys:
            return True
        return bool(self.phrase) and self.phrase in record.text.casefold()

    def is_said(self, words: str, topic: str | None) -> bool:
        """Tell whether words, with the key of their topic, tell it."""
        return topic in self.keys or (bool(self.phrase) and self.phrase in words.casefold())


class Telling(msgspec.Struct, frozen=True):
    """An utterance that tells a fact: when, whose, to whom, in which area, and its words."""

    tick: int
    who: str
    listeners: tuple[str, ...]
    area: str
    words: str


class Knower(msgspec.Struct, frozen=True):
    """Somebody who knows a fact: their first record of it, and how they came to it.

    `source` is who said it, and `said` when and with which words, where it was told or overheard;
    `steps` counts the mouths since the origin.
    """

    who: str
    name: str
    memory: int
    tick: int
    when: str
    route: Route
    place: str
    where: str
    """The name of the place."""
    source: str = ""
    said: Telling | None = None
    steps: int = 0


class KnowingShare(msgspec.Struct, frozen=True):
    """How many of the living people know a fact from a tick on."""

    tick: int
    when: str
    know: int
    share: float


class Spread(msgspec.Struct, frozen=True):
    """A fact at a tick: who knows it in the order in which they came to, who of the living does
    not, how many utterances told it, and the share who know over time."""

    fact: str
    tick: int
    people: int
    knowers: tuple[Knower, ...]
    ignorant: tuple[str, ...]
    utterances: int
    curve: tuple[KnowingShare, ...]

    @property
    def know(self) -> int:
        """How many of the living know it."""
        return self.people - len(self.ignorant)

    @property
    def share(self) -> float:
        """The share of the living who know it."""
        return self.know / self.people if self.people else 0.0

    @property
    def unexplained(self) -> tuple[Knower, ...]:
        """Those who say or hold it, and whose record has no provenance."""
        return tuple(one for one in self.knowers if one.route == "unexplained")


class KnownFact(msgspec.Struct, frozen=True):
    """A topic that people know, with how many of them, and how many heard it from another."""

    key: str
    kind: str
    text: str
    know: int
    told: int


def living_minds(state: State) -> list[str]:
    """Return the ids of the living, in order."""
    return [who for who in sorted(state.minds) if not state.tick_of_death(who)]


def find_fact(state: State, word: str) -> Fact:
    """Return the fact that a word names: a memory as WHO.ID, the first memory of a person that holds
    words as “WHO: words”, the key of a topic, or else a phrase; ReportError where nobody has a
    record of it."""
    memory = _named_memory(state, word)
    if memory is not None:
        return fact_of_memory(state, *memory)
    records = [one for mind in state.minds.values() for one in mind.memory]
    keyed = next((one for one in records if _key(one) == word), None)
    if keyed is not None:
        return Fact(_gist(keyed), frozenset({word}))
    fact = _fact_in_words(word, records)
    if not fact.phrase or not any(map(fact.is_in, records)):
        raise ReportError(
            f"nobody has a memory of “{word[:80]}”: name a memory as WHO.ID or “WHO: words”, a topic, "
            "or words of it; without a name, the facts that spread are listed"
        )
    return fact


def _named_memory(state: State, word: str) -> tuple[str, int] | None:
    """Return a person and the number of a memory that a word names as WHO.ID or “WHO: words”."""
    who, _, number = word.rpartition(".")
    if who in state.minds and number.isdecimal():
        return who, int(number)
    who, _, words = word.partition(": ")
    return (who, _memory_with(state, who, words)) if who in state.minds and words else None


def _memory_with(state: State, who: str, words: str) -> int:
    """Return the number of the first memory of a person that holds words, in any case."""
    wanted = words.casefold().strip()
    for one in state.minds[who].memory:
        if wanted in one.text.casefold():
            return one.id
    raise ReportError(f"{who} has no memory of “{words[:80]}”")


def _fact_in_words(words: str, records: Iterable[MemoryRecord]) -> Fact:
    phrase = words.casefold().strip()
    keys = {_key(one) for one in records if phrase in _gist(one).casefold()}
    return Fact(f"“{words}”", frozenset(keys - {""}), phrase)


def _key(record: MemoryRecord) -> str:
    return record.topic.key if record.topic is not None else ""


def fact_of_memory(state: State, who: str, number: int) -> Fact:
    """Return what a memory tells, with what was derived from it; ReportError where there is none of
    that number.

    Words that a person or a model chose have no topic, so that the sentence itself counts, too.
    """
    memory = state.minds[who].memory
    if number >= len(memory):
        raise ReportError(f"{who} has no memory {number}: they are 0 to {len(memory) - 1}")
    root = memory[number]
    records = (root, *derived_records(memory, number))
    keys = {one.topic.key for one in records if one.topic is not None}
    return Fact(root.text, frozenset(keys), root.text.rstrip(".!?").casefold())


def derived_records(memory: MemoryStream, number: int) -> Iterator[MemoryRecord]:
    """Yield the records whose topics restate what a memory tells, such as the invitation that
    somebody decided on."""
    for one in memory.since(number):
        if number in one.cites and one.kind in DERIVED:
            yield one


def _gist(record: MemoryRecord) -> str:
    """Return what the topic of a record tells; the sentence of the record where it has no gist."""
    return (record.topic.gist if record.topic is not None else "") or record.text


def known_facts(state: State, count: int) -> list[KnownFact]:
    """Return the facts that most people heard from another, the most told first."""
    know: dict[str, set[str]] = {}
    told: dict[str, set[str]] = {}
    first: dict[str, MemoryRecord] = {}
    for who in sorted(state.minds):
        for one in state.minds[who].memory:
            key = _key(one)
            if not key:
                continue
            first.setdefault(key, one)
            know.setdefault(key, set()).add(who)
            if one.spoken and _source(one) not in ("", who):
                told.setdefault(key, set()).add(who)
    keys = sorted(told, key=lambda key: (-len(told[key]), -len(know[key]), key))[:count]
    return [
        KnownFact(key, _kind(first[key]), _gist(first[key]), len(know[key]), len(told[key]))
        for key in keys
    ]


def _kind(record: MemoryRecord) -> str:
    return record.topic.kind if record.topic is not None else record.kind


def utterances_of(
    replay: Replay,
    fact: Fact,
    until: int,
    looked: ProgressCallback = no_progress,
    find: TableFinder = find_tables,
) -> list[Telling]:
    """Return the utterances that tell a fact up to a tick, in order."""
    columns = ("tick", "who", "listeners", "area", "words", "topic")
    return [
        Telling(tick, who, tuple(listeners), area or "", words)
        for tick, who, listeners, area, words, topic in read_utterances(
            replay, columns, until, looked, find
        )
        if fact.is_said(words, topic)
    ]


def trace(state: State, fact: Fact, told: Sequence[Telling], oldest: int = 0) -> Spread:
    """Return how a fact has spread up to a state; `oldest` is the first tick whose utterances are
    known."""
    firsts = _first_records(state, fact)
    knowers: dict[str, Knower] = {}
    for who in sorted(firsts, key=lambda who: (firsts[who].tick, who)):
        record = firsts[who]
        said = [one for one in told if one.tick == record.tick - 1]
        found = _knower(state, who, record, said, oldest)
        knowers[who] = msgspec.structs.replace(found, steps=_steps(found, knowers))
    living = living_minds(state)
    return Spread(
        fact.text,
        state.tick,
        len(living),
        tuple(knowers.values()),
        tuple(who for who in living if who not in knowers),
        len(told),
        tuple(_curve(state, [one for who, one in knowers.items() if who in living], len(living))),
    )


def _first_records(state: State, fact: Fact) -> dict[str, MemoryRecord]:
    """Return the first record of a fact of each person who has one."""
    found = {who: next(filter(fact.is_in, mind.memory), None) for who, mind in state.minds.items()}
    return {who: record for who, record in found.items() if record is not None}


def _steps(one: Knower, before: Mapping[str, Knower]) -> int:
    if not one.source:
        return 0
    teller = before.get(one.source)
    return 1 if teller is None else teller.steps + 1


def _knower(
    state: State, who: str, record: MemoryRecord, said: Iterable[Telling], oldest: int
) -> Knower:
    """Return how somebody came to their first record, given what was said in the tick before it."""
    heard = _heard(who, record, said)
    route, source = _route(who, record, heard, oldest)
    place = heard.area if heard is not None else record.place
    is_start = record.tick in (BEFORE_START, 0)
    return Knower(
        who,
        state.world.name_of(who),
        record.id,
        record.tick,
        "start" if is_start else format_time(state.minute_of(record.tick)),
        route,
        place,
        state.world.name_of(place) if place else "",
        source,
        heard,
    )


def _route(who: str, record: MemoryRecord, heard: Telling | None, oldest: int) -> tuple[Route, str]:
    """Return how a record came about, and from whom, "" from nobody."""
    if heard is not None:
        return ("told" if who in heard.listeners else "overheard"), heard.who
    source = _source(record)
    if record.tick > max(oldest, 0) and _lacks_provenance(who, record, source):
        return "unexplained", ""
    return ("origin", "") if record.tick <= 0 or source in ("", who) else ("told", source)


def _source(record: MemoryRecord) -> str:
    return record.topic.source if record.topic is not None else ""


def _heard(who: str, record: MemoryRecord, said: Iterable[Telling]) -> Telling | None:
    """Return the utterance that a record is of; words that name no source are found by the text."""
    if record.kind != "observation" or not record.spoken:
        return None
    source = _source(record)
    for one in said:
        if one.who != who and (one.who == source if source else one.words in record.text):
            return one
    return None


def _lacks_provenance(who: str, record: MemoryRecord, source: str) -> bool:
    """Tell whether nothing says where a record comes from that no utterance explains: own words
    about what is not one's own, or words of another that were not said."""
    if record.kind == "action":
        return record.topic is None or record.topic.who != who
    return record.spoken or source not in ("", who)


def _curve(state: State, knowers: Sequence[Knower], people: int) -> Iterator[KnowingShare]:
    ticks = sorted(max(one.tick, 0) for one in knowers)
    for tick in dict.fromkeys(ticks):
        know = sum(one <= tick for one in ticks)
        yield KnowingShare(tick, format_time(state.minute_of(tick)), know, round(know / people, 4))


def shares_at(spread: Spread, first: int, samples: int) -> list[float]:
    """Return the share who know at evenly spaced ticks from one to that of the answer, the last
    included."""
    span = spread.tick - first
    ticks = [first + round(span * (place + 1) / samples) for place in range(samples)]
    return [
        next((one.share for one in reversed(spread.curve) if one.tick <= tick), 0.0)
        for tick in ticks
    ]


def by_source(knowers: Iterable[Knower]) -> Callable[[str], list[Knower]]:
    """Return the function that lists who came to know from somebody; of "" those from nobody."""
    known = [*knowers]
    names = {one.who for one in known}
    found: dict[str, list[Knower]] = {}
    for one in known:
        found.setdefault(one.source if one.source in names else "", []).append(one)
    return lambda who: found.get(who, [])
