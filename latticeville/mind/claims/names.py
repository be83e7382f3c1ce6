"""The names by which words speak of the people, places and objects of a world."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from latticeville.mind.claims.trades import trades_of
from latticeville.mind.claims.vocabulary import (
    is_function,
    lists,
    stem_of,
    tokens,
    words_of_kind,
)
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import Persona
from latticeville.world.model.world import World

MOST_MEANT = 4
"""The most areas, or objects, that a bare noun may mean; “the kitchen” of a town means none."""


class NamedHere(NamedTuple):
    """Words of a text, from `first` to before `end`, that name a person, or one of some areas and
    objects."""

    first: int
    end: int
    person: str = ""
    things: tuple[str, ...] = ()
    is_owner: bool = False


class WorldNames:
    """The names of a world; kept with it."""

    def __init__(self, world: World) -> None:
        self.people = _people_by_word(world)
        areas = {one: world.name_of(one) for one in world.areas.by_id if one != WORLD}
        objects = {one: world.name_of(one) for one in world.objects}
        self._phrases = {**_by_phrase(objects), **_by_phrase(areas)}
        self._nouns = {**_by_other_word(areas), **_by_noun(objects), **_by_noun(areas)}
        self.village = frozenset(tokens(world.name))
        self._longest = max(map(len, self._phrases), default=1)
        opinions = (one.topic for who in world.people.values() for one in who.persona.opinions)
        self.topics: Mapping[str, str] = {
            stem_of(words[-1]): topic for topic in opinions if (words := tokens(topic))
        }
        self.nouns = frozenset(tokens(" ".join((*areas.values(), *objects.values()))))
        self._roles = trades_of(world)
        self._bonds = {who: people_by_bond(one.persona) for who, one in world.people.items()}
        self.stems = frozenset(stem_of(word) for word in _words_of(world))

    def mentions(self, words: Sequence[str]) -> Iterator[NamedHere]:
        """Yield the names in a text, in order; the longest that fits counts."""
        at = 0
        while at < len(words):
            found = self._thing_at(words, at) or self._person_at(words, at)
            if found is not None:
                yield found
            at = found.end if found is not None else at + 1

    def _person_at(self, words: Sequence[str], at: int) -> NamedHere | None:
        bare, mark, _ = words[at].partition("'")
        who = self.people.get(bare)
        if who is None:
            return self._role_at(words, at)
        end = at + 1
        while (
            not mark and end < len(words) and self.people.get(words[end].partition("'")[0]) == who
        ):
            mark = words[end].partition("'")[1]
            end += 1
        bond = self._bonds[who].get(words[end]) if mark and end < len(words) else None
        if bond is not None and words[at - 1 : at] not in _BEING:
            return NamedHere(at, end + 1, bond)
        return NamedHere(at, end, who, is_owner=bool(mark))

    def _role_at(self, words: Sequence[str], at: int) -> NamedHere | None:
        """Return who is named by what they are: “our librarian”, but not “the mayor of Oz”."""
        bare, mark, _ = words[at].partition("'")
        is_other = (
            words[at + 1 : at + 2] == ["of"] and not mark and words[at + 2 : at + 3] not in _OURS
        )
        before = words[max(0, at - 2) : at]
        is_one = bool(before) and (
            before[-1] in _THE or (before[0] in _THE and before[-1] in _MILD)
        )
        who = self._roles.get(bare) if is_one and not is_other else None
        return None if who is None else NamedHere(at, at + 1, who, is_owner=bool(mark))

    def _thing_at(self, words: Sequence[str], at: int) -> NamedHere | None:
        for length in range(min(self._longest, len(words) - at), 0, -1):
            found = self._phrases.get(tuple(words[at : at + length]))
            if found is not None:
                return NamedHere(at, at + length, things=found)
        if _is_no_noun(words, at):
            return None
        found = self._nouns.get(place_word(words[at]))
        return NamedHere(at, at + 1, things=found) if found is not None else None


def _is_no_noun(words: Sequence[str], at: int) -> bool:
    """Tell whether a word is a verb by what stands about it: “can see”, “to stand”, “been reading”."""
    before = words[at - 1] if at else ""
    is_modal = words[at] in words_of_kind("modal") and before not in _ARTICLES
    is_going_on = before in ("been", "be") and words[at].endswith("ing")
    return is_modal or is_going_on or (before == "to" and words[at] in words_of_kind("doing"))


_ARTICLES = frozenset(
    ("a", "an", "the", "his", "her", "my", "your", "our", "their", "this", "that")
)


_THE = _ARTICLES - {"a", "an"} | {"madam", "mister", "mr", "mrs"}
_OURS, _BEING = (["ours"], ["mine"]), (["is"], ["was"], ["are"], ["were"], ["be"], ["been"], ["as"])
"""What follows on “that gardener of”, and what stands before whose brother somebody is, so that the words
name nobody else."""
_MILD = frozenset(("old", "young", "good", "poor", "dear", "own", "little", "local", "village"))
"""What may stand before the word for what somebody is."""


def people_by_bond(persona: Persona) -> dict[str, str]:
    """Return whom somebody means by the words with which they call one other only: “her brother”."""
    found = dict[str, str | None]()
    for bond in persona.relationships:
        for word in tokens(bond.how):
            found[word] = bond.who if found.get(word, bond.who) == bond.who else None
    empty = {word for word in found if word in _MILD or is_function(word)}
    return {word: who for word, who in found.items() if who and word not in empty}


def names_of(world: World) -> WorldNames:
    """Return the names of a world, which are kept with it as what it computes of itself is."""
    return world.keep("claim_names", lambda: WorldNames(world))


def _people_by_word(world: World) -> dict[str, str]:
    """Return people by first name, and by last name where it is that of one only."""
    found, shared = dict[str, str](), set[str]()
    for who, one in world.people.items():
        first, *_, last = (*tokens(one.persona.name), "")[:1] + tuple(tokens(one.persona.name))[-1:]
        found.setdefault(first, who)
        if last in found and found[last] != who:
            shared.add(last)
        found.setdefault(last, who)
    firsts = {tokens(one.persona.name)[0] for one in world.people.values() if one.persona.name}
    return {word: who for word, who in found.items() if word not in shared or word in firsts}


def _by_phrase(names: Mapping[str, str]) -> dict[tuple[str, ...], tuple[str, ...]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for one, name in names.items():
        words = tuple(word for word in tokens(name) if word != "the")
        if words:
            found.setdefault(words, []).append(one)
    return {words: tuple(some) for words, some in found.items() if len(some) <= MOST_MEANT}


def _by_noun(names: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return areas or objects by the last word of their names, as far as it means few of them."""
    found: dict[str, list[str]] = {}
    for one, name in names.items():
        words = tokens(name)
        if words:
            found.setdefault(place_word(words[-1]), []).append(one)
    return {word: tuple(some) for word, some in found.items() if len(some) <= MOST_MEANT}


def _by_other_word(names: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return areas by any other word of their names but owners, such as “pond” for Pond Meadow."""
    found: dict[str, list[str]] = {}
    for one, name in names.items():
        for word in tokens(name)[:-1]:
            if len(word) > 3 and "'" not in word and word not in _VAGUE:
                found.setdefault(place_word(word), []).append(one)
    return {word: tuple(some) for word, some in found.items() if len(some) <= MOST_MEANT}


_VAGUE = frozenset(
    "high main north south east west upper lower little great grand rose".split()  # noqa: SIM905
)
"""Words of names that mean no place by themselves."""


def place_word(word: str) -> str:
    """Return the word by which a place is known.

    >>> place_word("tavern"), place_word("piano")
    ('inn', 'piano')
    """
    bare = word.partition("'")[0]
    return _synonyms().get(bare, bare)


def words_for_place(noun: str) -> tuple[str, ...]:
    """Return other words for a place that is known by a noun, such as “tavern” for “inn”."""
    return tuple(lists().places.get(noun, "").split())


@cache
def _synonyms() -> dict[str, str]:
    return {word: name for name, words in lists().places.items() for word in words.split()}


def _words_of(world: World) -> Iterable[str]:
    """Yield the words of all people of a world, and the names of all objects and places."""
    for one in world.people.values():
        persona = one.persona
        texts = (
            persona.about,
            persona.aspiration,
            *persona.traits,
            *persona.values,
            *(row.doing for row in persona.routine),
            *(memory.text for memory in persona.memories),
            *(opinion.view for opinion in persona.opinions),
        )
        yield from tokens(" ".join(texts))
    for name in (*world.areas.by_id, *world.objects):
        yield from tokens(world.name_of(name))
