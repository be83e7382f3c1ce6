"""Somebody who is asked: all that they have in mind, and what they are doing where."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from latticeville.core.clock import DAY, format_hours, format_time
from latticeville.core.text_fold import fold
from latticeville.core.word_list import list_words
from latticeville.mind.interview_question import stems_of, tells_secret, words_of
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.mind_effects import changed_by
from latticeville.mind.percept import AGENT, Node
from latticeville.mind.present_verbs import in_present
from latticeville.mind.topic import OPINION, subject_of
from latticeville.mind.vitals import Vitals
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import Persona
from latticeville.world.model.world import World

BEFORE = -1
"""The minute of what was remembered before the run."""


@dataclass(frozen=True)
class Interviewee:
    """Somebody at an absolute minute; `minute_of` returns the minute of a tick, and `items` are
    counts of goods, `carries` objects by id."""

    who: str
    world: World
    mind: Mind
    minute: int
    place: str
    doing: str
    minute_of: Callable[[int], int]
    items: Mapping[str, int]
    carries: tuple[str, ...] = ()
    weather: str = ""
    vitals: Vitals | None = None

    @property
    def persona(self) -> Persona:
        """Who they are, as scenes and outcomes have changed them."""
        return changed_by(self.world, self.who, self.mind.inner.changed_by).persona

    @cached_property
    def memories(self) -> tuple[MemoryRecord, ...]:
        """What they remember and tell a stranger: no secrets."""
        return tuple(one for one in self.mind.memory if not tells_secret(one, self.who, self.world))

    @cached_property
    def kept(self) -> tuple[MemoryRecord, ...]:
        """What they remember and tell no stranger: their secrets, and those of others."""
        return tuple(one for one in self.mind.memory if tells_secret(one, self.who, self.world))

    @cached_property
    def stems(self) -> Mapping[int, frozenset[str]]:
        """The stems of each memory and of the key of what can be told of it, by its id."""
        return {one.id: record_stems(one) for one in self.memories}

    @cached_property
    def subjects(self) -> tuple[str, ...]:
        """What they have an opinion on, or have heard one on."""
        heard = (one.topic for one in self.memories if one.topic and one.topic.kind == OPINION)
        return tuple(sorted({*self.mind.relations.opinions, *map(subject_of, heard)}))

    @cached_property
    def known_people(self) -> tuple[str, ...]:
        """The ids of those whom they know, from the start or since."""
        related = (one.who for one in self.persona.relationships)
        since = (
            one for one, state in self.mind.relations.people.items() if state.values or state.spoken
        )
        known = dict.fromkeys((*related, *since))
        return tuple(one for one in known if one in self.world.people and one != self.who)

    @cached_property
    def in_sight(self) -> tuple[Node, ...]:
        """The other people in sight."""
        sights = self.mind.beliefs.sights
        return tuple(one for one in sights if one.kind == AGENT and one.id != self.who)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The words, without case and accents, of all that they remember and are said to be, and of
        the names of their world."""
        world, persona = self.world, self.persona
        names = (world.name_of(one) for one in (*world.people, *world.areas.by_id, *world.objects))
        memories = (one.text for one in self.memories)
        texts = (*names, *self.subjects, persona.about, persona.aspiration, *memories)
        return frozenset(word for text in texts for word in re.findall(r"[^\W\d_]+", fold(text)))

    def minute_at(self, record: MemoryRecord) -> int:
        """Return the minute of a memory."""
        return self.minute_of(record.tick) if record.tick >= 0 else BEFORE

    def name(self, who: str) -> str:
        """Return what they call somebody or something in a sentence."""
        return "me" if who == self.who else self.world.name_with_article(who)

    def names(self, people: Iterable[str]) -> str:
        """Return several people as a sentence lists them; “nobody” for none."""
        some = [self.name(one) for one in people]
        return list_words(some) if some else "nobody"

    def recall(self, ids: Iterable[int]) -> list[MemoryRecord]:
        """Return memories by their ids, without those that tell a secret, each once."""
        return [self._by_id[one] for one in dict.fromkeys(ids) if one in self._by_id]

    @cached_property
    def _by_id(self) -> Mapping[int, MemoryRecord]:
        return {one.id: one for one in self.memories}

    def is_at_any(self, place: str, others: Iterable[str]) -> bool:
        """Tell whether a place is one of others or lies in one."""
        return any(self.is_within(place, other) for other in others)

    def place_name(self, place: str) -> str:
        """Return a room with the building that it is in, such as “Kitchen in Mochi Café”."""
        areas = self.world.areas
        if place not in areas.by_id:
            return place
        outer, name = areas.outermost(place), self.world.name_of(place)
        if place == WORLD:
            return f"no place of its own in {name}"
        return name if outer == place else f"{name} in {self.world.name_of(outer)}"

    def when(self, minute: int) -> str:
        """Return a minute as they say it: the time alone where it is of today."""
        today = minute // DAY == self.minute // DAY
        return f"at {format_hours(minute)}" if today else f"on {format_time(minute)}"

    def is_within(self, place: str, other: str) -> bool:
        """Tell whether a place is another or lies in it."""
        areas = self.world.areas
        return place in areas.by_id and areas.is_within(place, other)

    def about(self, who: str) -> Iterator[MemoryRecord]:
        """Yield the memories in which somebody or something is."""
        return (one for one in self.memories if who in one.about)


def record_stems(record: MemoryRecord) -> frozenset[str]:
    """Return the stems of a memory and of the key of what can be told of it."""
    return frozenset(stems_of(fold(_words_of(record))))


def _words_of(record: MemoryRecord) -> str:
    """Return a memory with the words of the key of its topic, such as “out of tune”."""
    key = record.topic.key if record.topic is not None else ""
    text = f"{record.text} {key.replace('.', ' ').replace('_', ' ')}"
    return " ".join(in_present(words_of(text)))
