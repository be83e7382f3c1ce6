"""Insights of the built-in mind: what several memories have in common, each with the memories that
it rests on."""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, product
from textwrap import shorten
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.core.sentence_case import capital
from latticeville.mind.patterns import COINCIDENCE, HABIT, MEETING, TRUST_GAINED, TRUST_LOST
from latticeville.mind.requests.reflection import ReflectionData, Statement
from latticeville.mind.topic import EVENT, MEMORY, OPINION, SECRET, Topic, subject_of
from latticeville.models.model import Request

LEAST_SOURCES, MOST_SOURCES = 2, 5
"""How many statements an insight rests on."""
LEAST_MEETINGS, APART_MINUTES = 3, 90
"""Occasions of meeting somebody at one place from which on people meet there, and the minutes
between one occasion and the next."""
LEAST_STANCE = 0.3
"""How far from undecided a stance is that agrees or disagrees with another."""
EXCHANGE_MINUTES = 3
"""Minutes within which words at one place answer each other, so that one of them may leave out the
subject."""
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
    chosen = chosen or _new_presence(data)
    told = [
        {"insight": one.text, "because": one.numbers[:MOST_SOURCES], "importance": one.importance}
        for one in chosen
    ]
    return json.dumps({"insights": told}, ensure_ascii=False)


_OF_PATTERNS: Mapping[str, tuple[str, int]] = {
    HABIT: ("On more than one {part} {who} was at {place}, {doing}.", 3),
    MEETING: ("{who} and {other} have talked at {place} on more than one {part}.", 3),
    COINCIDENCE: ("{who} was near more than once when something happened with {other}.", 6),
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


def _occasions(data: ReflectionData, numbers: Sequence[int]) -> list[int]:
    """Return the first of the statements of each occasion, as numbers; occasions lie a while
    apart."""
    found: list[int] = []
    for number in sorted(numbers, key=lambda one: data.statements[one - 1].minute):
        minute = data.statements[number - 1].minute
        if not found or minute - data.statements[found[-1] - 1].minute >= APART_MINUTES:
            found.append(number)
    return found


def _troubles(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield the objects that something happened to on more than one occasion."""
    seen = (pair for pair in _numbered(data) if _is_witnessed(pair[1]))
    pairs = (
        (name, number) for number, one in seen for name in one.about if name not in data.people
    )
    for name, numbers in _grouped(pairs).items():
        text = f"There is something with {data.names[str(name)]} again and again."
        yield _Conclusion(text, _occasions(data, numbers), 3)


def _is_witnessed(statement: Statement) -> bool:
    return (
        statement.topic is not None and statement.topic.kind == EVENT and not statement.topic.source
    )


def _confirmed(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield the events that two people told independently: neither was there when the other told
    it."""
    told: dict[str, dict[str, int]] = defaultdict(dict)
    for number, one in _numbered(data):
        topic = _news_of(one, data)
        if topic is not None:
            told[topic.key].setdefault(topic.source, number)
    for by_source in told.values():
        numbers = _independent(data, by_source)
        if len(numbers) >= LEAST_SOURCES:
            first = data.statements[numbers[0] - 1]
            names = [data.names[_teller(data, one)] for one in numbers]
            gist = shorten(
                (first.topic and first.topic.gist) or first.text, MAX_GIST, placeholder="…"
            )
            text = f"{data.name} has it from two sides, {_joined(names[:2])}: {gist}"
            yield _Conclusion(text, numbers[:2], 3)


def _news_of(statement: Statement, data: ReflectionData) -> Topic | None:
    """Return the event of which somebody else told; None for anything else."""
    topic = statement.topic
    if topic is None or topic.kind != EVENT or topic.source in (data.who, ""):
        return None
    return topic if topic.source in data.names else None


def _independent(data: ReflectionData, by_source: Mapping[str, int]) -> list[int]:
    """Return the statements of those who told something that nobody among them heard another
    tell."""
    kept: list[int] = []
    for source, number in by_source.items():
        around = {*data.statements[number - 1].about}
        if not any(
            source in data.statements[one - 1].about or _teller(data, one) in around for one in kept
        ):
            kept.append(number)
    return kept


def _teller(data: ReflectionData, number: int) -> str:
    topic = data.statements[number - 1].topic
    return topic.source if topic is not None else ""


def _trust(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield who confides in somebody: secrets, and things from their past."""
    pairs = (
        (one.topic.source, number)
        for number, one in _numbered(data)
        if one.topic is not None
        and one.topic.kind in (SECRET, MEMORY)
        and one.topic.source == one.topic.who
        and data.who in one.about
    )
    for source, numbers in _grouped(pairs).items():
        if source in data.names and source != data.who:
            yield _Conclusion(
                f"{data.names[str(source)]} trusts {data.name} with things close to the heart.",
                numbers,
                3,
            )


def _subjects(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield who think alike about a subject and who do not, as two people said themselves in words
    that say so."""
    for subject, views in _views(data).items():
        for (who, mine), (other, theirs) in combinations(sorted(views.items()), 2):
            pair = next((both for both in product(mine, theirs) if _is_clear(data, *both)), None)
            if pair is not None:
                names = _joined([data.names[who], data.names[other]])
                verb = "think alike" if _agree(data, *pair) else "do not agree"
                yield _Conclusion(f"{names} {verb} about {subject}.", [*pair], 3)


def _views(data: ReflectionData) -> Mapping[str, Mapping[str, list[int]]]:
    """Return the statements in which others told a view of theirs that is no doubt, by subject and
    person."""
    found: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, one in _numbered(data):
        topic = one.topic
        if topic is not None and _is_held_view(topic, data):
            found[subject_of(topic)][topic.who].append(number)
    return found


def _is_held_view(topic: Topic, data: ReflectionData) -> bool:
    """Tell whether a topic is a view of somebody else, as they told it, that is no doubt."""
    is_own = topic.source == topic.who != data.who and topic.who in data.names
    return topic.kind == OPINION and is_own and abs(topic.stance or 0) >= LEAST_STANCE


def _agree(data: ReflectionData, first: int, second: int) -> bool:
    """Tell whether two views, by number, stand on the same side."""
    stances = [_stance(data.statements[one - 1]) for one in (first, second)]
    return stances[0] * stances[1] > 0


def _stance(statement: Statement) -> float:
    return (statement.topic.stance or 0) if statement.topic is not None else 0


def _is_clear(data: ReflectionData, first: int, second: int) -> bool:
    """Tell whether the words of two views, by number, say what they are about: both name it, or one
    of two that answer each other."""
    one, other = data.statements[first - 1], data.statements[second - 1]
    named = [_names_subject(one), _names_subject(other)]
    answers = one.place == other.place and abs(one.minute - other.minute) <= EXCHANGE_MINUTES
    return all(named) or (any(named) and answers)


def _names_subject(view: Statement) -> bool:
    """Tell whether the words of a view hold the last word of its subject."""
    subject = subject_of(view.topic) if view.topic is not None else ""
    words = re.findall(r"\w+", subject.casefold())
    return bool(words) and re.search(rf"\b{words[-1]}\w*", view.text.casefold()) is not None


def _messengers(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield who brought more than one piece of news."""
    told: dict[str, dict[str, int]] = defaultdict(dict)
    for number, one in _numbered(data):
        topic = _news_of(one, data)
        if topic is not None:
            told[topic.source].setdefault(topic.key, number)
    for source, by_key in told.items():
        text = f"{data.names[source]} knows what goes on, and tells it."
        yield _Conclusion(text, [*by_key.values()], 3)


def _meetings(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield whom somebody meets at one place on several occasions, and when."""
    pairs = (
        ((name, one.place), number)
        for number, one in _numbered(data)
        for name in one.about
        if name in data.people and name != data.who and data.names.get(name, "") in one.text
    )
    for key, numbers in _grouped(pairs).items():
        occasions = _occasions(data, numbers)
        if len(occasions) >= LEAST_MEETINGS and isinstance(key, tuple):
            other, place = data.names[key[0]], key[1]
            part = _part_of_day([data.statements[number - 1].minute for number in occasions])
            text = f"{data.name} and {other} keep meeting at {place}{part}."
            yield _Conclusion(text, occasions, 3)


def _presence(data: ReflectionData) -> Iterator[_Conclusion]:
    """Yield, for the place where more took place than anywhere else, with whom somebody was there,
    whether they were busy, and that it was so."""
    places = _grouped((one.place, number) for number, one in _numbered(data))
    place, numbers = max(places.items(), key=lambda one: len(one[1]))
    yield from _company(data, str(place), numbers)
    own = [one for one in numbers if data.statements[one - 1].kind == "action"]
    yield from _of_several(f"{data.name} was busy at {place}{_part(data, own)}.", own)
    yield from _of_several(
        f"{data.name} has seen and heard more than one thing at {place}.", numbers
    )


def _company(data: ReflectionData, place: str, numbers: Sequence[int]) -> Iterator[_Conclusion]:
    """Yield with whom somebody was at a place, whom most statements tell of first."""
    named = ((who, one) for one in numbers for who in data.statements[one - 1].about)
    company = {str(who): some for who, some in _grouped(named).items()}
    for who, some in sorted(company.items(), key=lambda one: -len(one[1])):
        if _is_other(who, data):
            text = f"{data.name} was with {data.names[who]} at {place}{_part(data, some)}."
            yield from _of_several(text, some)


def _part(data: ReflectionData, numbers: Sequence[int]) -> str:
    return _part_of_day([data.statements[one - 1].minute for one in numbers])


def _is_other(who: str, data: ReflectionData) -> bool:
    return who in data.people and who != data.who and who in data.names


def _of_several(text: str, numbers: list[int]) -> Iterator[_Conclusion]:
    """Yield a conclusion if it rests on enough statements."""
    if len(numbers) >= LEAST_SOURCES:
        yield _Conclusion(text, numbers, 2)


def _new_presence(data: ReflectionData) -> list[_Conclusion]:
    """Return where more took place than anywhere else, in words that are new if there are any."""
    found = [*_presence(data)]
    return [one for one in found if one.text not in data.known][:1] or found[-1:]


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
