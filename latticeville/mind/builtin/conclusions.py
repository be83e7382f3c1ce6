"""Insights of the built-in mind: what several memories have in common, each with the memories that
it rests on."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from textwrap import shorten
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.core.sentence_case import capital
from latticeville.mind.patterns import COINCIDENCE, HABIT, MEETING, TRUST_GAINED, TRUST_LOST
from latticeville.mind.requests.reflection import ReflectionData, Statement
from latticeville.mind.topic import EVENT, MEMORY, OPINION, SECRET, subject_of
from latticeville.models.model import Request

LEAST_SOURCES, MOST_SOURCES = 2, 5
"""How many statements an insight rests on."""
LEAST_MEETINGS = 3
"""Statements about a person at one place from which on people meet there."""
MAX_GIST = 80
"""Letters that an insight quotes."""


class _Conclusion(NamedTuple):
    text: str
    numbers: list[int]
    importance: int


def draw_insights(request: Request) -> str:
    """Draw insights that are new, the weightiest first; without any, say where the time went.

    A question is answered with as many as it asks for, as far as the statements hold them.
    """
    data: ReflectionData = request.data
    most = max(int(request.facts["most"]), 1)
    found = {
        one.text: one
        for one in (
            *_from_patterns(data),
            *_troubles(data),
            *_confirmed(data),
            *_trust(data),
            *_subjects(data),
            *_messengers(data),
            *_meetings(data),
        )
        if one.text not in data.known and len(one.numbers) >= LEAST_SOURCES
    }
    chosen = sorted(found.values(), key=lambda one: -one.importance)[:most]
    if question := request.facts.get("question", ""):
        missing = max(int(request.facts["least"]) - len(chosen), 0)
        chosen += _plain(data, question, {one.text for one in chosen})[:missing]
    chosen = chosen or [*_presence(data)][:1]
    told = [
        {"insight": one.text, "because": one.numbers[:MOST_SOURCES], "importance": one.importance}
        for one in chosen
    ]
    return json.dumps({"insights": told}, ensure_ascii=False)


_OF_PATTERNS: Mapping[str, tuple[str, int]] = {
    HABIT: ("One can find {who} at {place} every {part}: {doing}.", 4),
    MEETING: ("{who} and {other} have a chat at {place} every {part}.", 4),
    COINCIDENCE: ("{who} is never far when something happens with {other}.", 6),
    TRUST_GAINED: ("{own} can rely on {who} more than before.", 6),
    TRUST_LOST: ("{own} should not rely on {who} any more.", 7),
}
"""The sentence and the importance of what each kind of pattern tells."""


def _from_patterns(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield what repeats from day to day, what coincides, and who is trusted more or less."""
    for one in data.patterns:
        sentence, importance = _OF_PATTERNS[one.kind]
        other = data.names.get(one.other, "")
        words = {"own": data.name, "who": data.names[one.who], "other": other, "place": one.place}
        text = sentence.format(**words, part=one.part, doing=one.doing)
        yield _Conclusion(text, [*one.numbers], importance)


def _numbered(data: ReflectionData) -> Iterator[tuple[int, Statement]]:
    return enumerate(data.statements, start=1)


def _grouped(pairs: Iterator[tuple[object, int]]) -> Mapping[object, list[int]]:
    found: dict[object, list[int]] = defaultdict(list)
    for key, number in pairs:
        if number not in found[key]:
            found[key].append(number)
    return found


def _troubles(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield the objects that something happened to more than once."""
    seen = (pair for pair in _numbered(data) if _is_witnessed(pair[1]))
    pairs = (
        (name, number) for number, one in seen for name in one.about if name not in data.people
    )
    for name, numbers in _grouped(pairs).items():
        yield _Conclusion(f"There is always something with {data.names[str(name)]}.", numbers, 4)


def _is_witnessed(statement: Statement) -> bool:
    return (
        statement.topic is not None and statement.topic.kind == EVENT and not statement.topic.source
    )


def _confirmed(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield the events that two people told."""
    tellers: dict[str, dict[str, int]] = defaultdict(dict)
    gists: dict[str, str] = {}
    for number, one in _numbered(data):
        if one.topic is not None and one.topic.kind == EVENT:
            tellers[one.topic.key].setdefault(one.topic.source, number)
            gists[one.topic.key] = one.topic.gist or one.text
    for key, by_source in tellers.items():
        names = [data.names[source] for source in by_source if source in data.names]
        if len(names) >= LEAST_SOURCES:
            gist = shorten(gists[key], MAX_GIST, placeholder="…")
            told = f"{_joined(names[:2])} both say so, and it must be true: {gist}"
            yield _Conclusion(told, [*by_source.values()], 3)


def _trust(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield who confides in somebody: secrets, and things from their past."""
    pairs = (
        (one.topic.source, number)
        for number, one in _numbered(data)
        if one.topic is not None
        and one.topic.kind in (SECRET, MEMORY)
        and one.topic.source == one.topic.who
    )
    for source, numbers in _grouped(pairs).items():
        if source in data.names and source != data.who:
            yield _Conclusion(
                f"{data.names[str(source)]} trusts {data.name} with things close to the heart.",
                numbers,
                3,
            )


def _subjects(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield the subjects that several people have an opinion on."""
    pairs = (
        (subject_of(one.topic), number)
        for number, one in _numbered(data)
        if one.topic is not None and one.topic.kind == OPINION and one.topic.source
    )
    for subject, numbers in _grouped(pairs).items():
        voices = {data.statements[number - 1].topic.who for number in numbers}  # type: ignore[union-attr]
        names = [data.names.get(voice, "") for voice in sorted(voices - {data.who})]
        if len(names) >= LEAST_SOURCES and all(names):
            yield _Conclusion(f"{_joined(names[:3])} have much to say about {subject}.", numbers, 3)


def _messengers(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield who brings news."""
    pairs = (
        (one.topic.source, number)
        for number, one in _numbered(data)
        if one.topic is not None and one.topic.kind == EVENT and one.topic.source
    )
    for source, numbers in _grouped(pairs).items():
        if source in data.names:
            yield _Conclusion(
                f"Whoever wants to know what goes on should ask {data.names[str(source)]}.",
                numbers,
                3,
            )


def _meetings(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield whom somebody meets again and again at one place, and when."""
    pairs = (
        ((name, one.place), number)
        for number, one in _numbered(data)
        for name in one.about
        if name in data.people and name != data.who
    )
    for key, numbers in _grouped(pairs).items():
        if len(numbers) >= LEAST_MEETINGS and isinstance(key, tuple):
            other, place = data.names[key[0]], key[1]
            part = _part_of_day([data.statements[number - 1].minute for number in numbers])
            yield _Conclusion(f"{data.name} and {other} keep meeting at {place}{part}.", numbers, 3)


def _presence(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield where most of it took place."""
    places = _grouped((one.place, number) for number, one in _numbered(data))
    place, numbers = max(places.items(), key=lambda one: len(one[1]))
    if len(numbers) >= LEAST_SOURCES:
        yield _Conclusion(
            f"Most of what matters to {data.name} these days takes place at {place}.", numbers, 2
        )


def _plain(data: ReflectionData, question: str, told: Collection[str]) -> list[_Conclusion]:
    """Return what statements say of people, objects and places, what is new first, in the order of
    what is asked."""
    places, people = [*_presence(data), *_stays(data)], [*_companions(data)]
    objects, times = [*_objects(data)], [*_times(data)]
    found = [*places, *people, *objects, *times]
    if question.startswith("Who"):
        found = [*people, *times, *places, *objects]
    elif question.startswith("What has"):
        found = [*objects, *reversed(places), *people, *times]
    new = [one for one in found if one.text not in told]
    return sorted(new, key=lambda one: one.text in data.known)


def _stays(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield every further place of which several statements tell, the most frequent first."""
    places = _grouped((one.place, number) for number, one in _numbered(data))
    for place, numbers in sorted(places.items(), key=lambda one: -len(one[1]))[1:]:
        if len(numbers) >= LEAST_SOURCES:
            yield _Conclusion(
                f"{data.name} often thinks of what takes place at {place}.", numbers, 2
            )


def _companions(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield everybody else of whom several statements tell, the most frequent first."""
    for name, numbers in _recurring(data):
        if name in data.people:
            yield _Conclusion(
                f"{data.names[name]} plays a part in the days of {data.name}.", numbers, 2
            )


def _objects(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield every object of which several statements tell, the most frequent first."""
    for name, numbers in _recurring(data):
        if name not in data.people:
            yield _Conclusion(
                f"{capital(data.names[name])} comes up again and again for {data.name}.", numbers, 2
            )


def _times(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield every part of the day of which several statements tell, the most frequent first."""
    parts = _grouped((_part_of_day([one.minute]), number) for number, one in _numbered(data))
    for part, numbers in sorted(parts.items(), key=lambda one: -len(one[1])):
        if len(numbers) >= LEAST_SOURCES:
            yield _Conclusion(f"Much of what {data.name} remembers happened{part}.", numbers, 2)


def _recurring(data: ReflectionData) -> Iterator[tuple[str, list[int]]]:
    named = (
        (name, number) for number, one in _numbered(data) for name in one.about if name != data.who
    )
    for name, numbers in sorted(_grouped(named).items(), key=lambda one: -len(one[1])):
        if len(numbers) >= LEAST_SOURCES:
            yield str(name), numbers


def _joined(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _part_of_day(minutes: list[int]) -> str:
    parts = {
        "in the morning"
        if minute % DAY < 12 * 60
        else "in the afternoon"
        if minute % DAY < 18 * 60
        else "in the evening"
        for minute in minutes
    }
    return f" {parts.pop()}" if len(parts) == 1 else ""
