"""Which places of a world are somebody's: their house, their work, and where they may go."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from latticeville.core.text_fold import fold
from latticeville.world.model.areas import WORLD
from latticeville.world.model.objects import Kind, Transition, Verb
from latticeville.world.model.personas import ObjectUse, Resident
from latticeville.world.model.world import World
from latticeville.world.usual_day.clauses import SENTENCES
from latticeville.world.usual_day.vocabulary import (
    PlaceKind,
    kind_of_place,
    place_kinds,
    words_of,
)

_KEPT = frozenset({Verb.DROP, Verb.CLOSE})
"""Verbs that are no part of a use."""
_PLAIN = frozenset(("own", "the", "of", "and", "room", "house", "area", "main", "at", "in", "s"))
"""Words of names of areas that tell nothing by themselves."""


_WORKS = re.compile(
    r"\b(opens?|closes?|works?|working|owns?|owner|runs|manages|teach\w*|student|stud(?:y|ies|ying)"
    r"|clerk|serves|employed|job)\b"
)
"""Words of a sentence that says where somebody works."""


LONGEST = 4
"""Verbs with which one use of an object is complete, at most."""


class Town:
    """What the places and objects of a world are for, told by their names; computed where asked."""

    def __init__(self, world: World) -> None:
        self.world = world

    @cached_property
    def kinds(self) -> Mapping[str, PlaceKind | None]:
        """What kind of place each area is, or lies in."""
        areas = self.world.areas
        told = {name: kind_of_place(area.name) for name, area in areas.by_id.items()}
        told[WORLD] = None
        return {
            name: next(filter(None, (told[one] for one in reversed(areas.path(name)))), None)
            for name in told
        }

    @cached_property
    def objects_in(self) -> Mapping[str, Sequence[str]]:
        """The objects within each area, those of the areas in it included, by id."""
        found: dict[str, list[str]] = {}
        for name in sorted(self.world.objects):
            for area in self.world.areas.path(self.world.areas.at(self.world.objects[name].cell)):
                found.setdefault(area, []).append(name)
        return found

    @cached_property
    def words(self) -> Mapping[str, frozenset[str]]:
        """The words of the name of each object and of its kind."""
        return {
            name: frozenset(words_of(f"{one.name} {self.world.kinds[one.kind].name}"))
            for name, one in self.world.objects.items()
        }

    @cached_property
    def workplaces(self) -> frozenset[str]:
        """The areas where somebody works who does not live there."""
        people = self.world.people.values()
        return frozenset(one.work for one in people if one.work and one.work != one.home)

    @cached_property
    def houses(self) -> frozenset[str]:
        """The areas in which somebody lives and that are no place for all."""
        homes = {one.home for one in self.world.people.values()} & self.world.areas.by_id.keys()
        return frozenset(homes - self.workplaces - {WORLD})


class OwnPlaces:
    """The places of a town as one person has them; computed where asked."""

    def __init__(self, resident: Resident, town: Town) -> None:
        self.resident, self.town, self.world = resident, town, town.world

    @cached_property
    def home(self) -> str:
        """The area where they live; the world where they have none."""
        return self.resident.home if self.resident.home in self.world.areas.by_id else WORLD

    @cached_property
    def house(self) -> str:
        """The outermost area around the home that holds no public place."""
        house = self.home
        for area in reversed(self.world.areas.path(self.home)[1:-1]):
            if kind_of_place(self.world.name_of(area)) or area in self.town.workplaces:
                break
            house = area
        return house

    @cached_property
    def work(self) -> str:
        """Where they work: as it is written, else as their texts say by a name or a trade; "" for
        nowhere."""
        if self.resident.work in self.world.areas.by_id and self.resident.work != self.home:
            return self.resident.work
        persona = self.resident.persona
        texts = (persona.intends, persona.about, persona.currently, persona.lifestyle)
        sentences = [one for text in texts for one in SENTENCES.split(text)]
        found = chain(self._named_workplaces(sentences), self._places_of_trade(sentences))
        return next(found, "")

    def _named_workplaces(self, sentences: Iterable[str]) -> Iterator[str]:
        working = (one for one in sentences if _WORKS.search(fold(one)))
        return (area for one in working for area in self.named_in(one) if self.kind_at(area))

    def _places_of_trade(self, sentences: Iterable[str]) -> Iterator[str]:
        trades = (trade for sentence in sentences if (trade := _trade(sentence)))
        return (one for trade in trades for one in self.public if self.town.kinds[one] is trade)

    @cached_property
    def work_kind(self) -> PlaceKind | None:
        """What kind of place they work at."""
        return self.town.kinds[self.work] if self.work else None

    @cached_property
    def public(self) -> tuple[str, ...]:
        """The areas where anybody may come: nobody's house, and not shut to them; those that tell
        their kind, outermost first, nearest to the home first."""
        areas = self.world.areas
        closed = self.town.houses - {self.home}
        found = [
            area
            for area in areas.by_id
            if area != WORLD
            and self.town.kinds[area]
            and not any(one in closed for one in areas.path(area))
            and not self._is_shut(area)
        ]
        start = self.resident.start
        return tuple(
            sorted(
                found,
                key=lambda area: (
                    len(areas.path(area)),
                    min(box.distance_to(start) for box in areas.by_id[area].boxes),
                    area,
                ),
            )
        )

    def _is_shut(self, area: str) -> bool:
        rules = self.world.areas.access_rules
        found = (rules[name] for name in self.world.areas.find_restricted(area))
        return any((one.private or one.key) and self.resident.id not in one.owners for one in found)

    def visited(self, visit: str) -> list[str]:
        """Return the public places that people come to for something."""
        return [
            area for area in self.public if (kind := self.town.kinds[area]) and kind.visit == visit
        ]

    @cached_property
    def eateries(self) -> list[str]:
        """The public places where one can eat: those that sell meals first, then where there is a
        bar or a stove."""
        meals = self.visited("eat")
        others = [one for one in self.public if self.has(one, ("bar", "stove", "oven"))]
        return [*dict.fromkeys((*meals, *others))]

    def of_kind(self, name: str) -> str:
        """Return the nearest public place of a kind; "" where there is none."""
        kind = place_kinds().get(name)
        return next((area for area in self.public if self.town.kinds[area] is kind), "")

    def named_in(self, text: str) -> list[str]:
        """Return the areas that a text names and that are open to them: by most words of a name
        first, and by what they are (“the pond”) where there is only one such place."""
        low = frozenset(words_of(text)) - frozenset(words_of(self.resident.persona.name))
        allowed = {self.home, self.house, *self.public, self.resident.work} - {WORLD}
        ranked = (
            (-hits, len(self.world.areas.path(area)), area)
            for area in allowed & self.world.areas.by_id.keys()
            if (hits := self._words_named(area, low))
        )
        return [area for _, _, area in sorted(ranked)]

    def _words_named(self, area: str, low: frozenset[str]) -> int:
        """Return how many words of an area's name are among some; 0 where they are too few to mean
        it."""
        name = [word for word in words_of(self.world.name_of(area)) if word not in _PLAIN]
        hits = [word for word in name if word in low]
        return len(hits) if hits and (len(hits) == len(name) or self._is_sole(hits[-1])) else 0

    def _is_sole(self, word: str) -> bool:
        """Tell whether a word is of a kind of place, and names one public place alone."""
        outer = [one for one in self.public if word in words_of(self.world.name_of(one))]
        return len(outer) == 1 and any(word in kind.words for kind in place_kinds().values())

    def kind_at(self, area: str) -> PlaceKind | None:
        """Return what kind of place an area is, or lies in."""
        return self.town.kinds[area] if area not in (self.home, self.house) else None

    def uses(self, area: str, wanted: Sequence[str], most: int = 2) -> tuple[ObjectUse, ...]:
        """Return what can be done with the objects of an area whose names have some words: the
        first word's first; what several people share goes to each in turn."""
        things: list[str] = []
        for word in wanted:
            here = [
                one for one in self.town.objects_in.get(area, ()) if word in self.town.words[one]
            ]
            if here:
                things.append(here[self._turn % len(here)])
        chosen = [*dict.fromkeys(things)][:most]
        return tuple(ObjectUse(verb, thing) for thing in chosen for verb in self.verbs(thing))

    def has(self, area: str, wanted: Iterable[str]) -> bool:
        """Tell whether an area has an object whose name has one of some words."""
        words = frozenset(wanted)
        here = self.town.objects_in.get(area, ())
        return any(not words.isdisjoint(self.town.words[one]) for one in here)

    @cached_property
    def _turn(self) -> int:
        """The place of the person among those who live in the same house."""
        together = sorted(
            who for who, one in self.world.people.items() if one.home == self.resident.home
        )
        return together.index(self.resident.id) if self.resident.id in together else 0

    def verbs(self, thing: str) -> Iterator[str]:
        """Yield the verbs with which an object is used and then left as it was."""
        placed = self.world.objects[thing]
        kind, state = self.world.kinds[placed.kind], placed.state
        for _ in range(LONGEST):
            row = next_row(kind, state, placed.state)
            if row is None:
                return
            if row.verb is not None:
                yield row.verb
            state = row.target
            if state == placed.state:
                return


def next_row(kind: Kind, state: str, start: str) -> Transition | None:
    """Return the transition by which a use of an object goes on: none into an alarm; at first one
    that leads on, then the one back to where it stood first, then one that happens by itself."""
    rows = [
        row
        for row in kind.transitions
        if state in row.sources
        and row.verb not in _KEPT
        and row.target in kind.states
        and not kind.states[row.target].alarm
    ]
    begins = state == start
    return min(
        rows,
        key=lambda row: ((row.target != start) is not begins, row.verb is not None),
        default=None,
    )


def _trade(text: str) -> PlaceKind | None:
    """Return the kind of place at which those work whose trade a text names first."""
    for word in words_of(text):
        for kind in place_kinds().values():
            if word in kind.jobs:
                return kind
    return None
