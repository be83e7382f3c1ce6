"""What beats change in minds: which scenes and outcomes do, and what becomes of a persona.

A mind keeps the keys of what has changed it; what that means is read out of the world.
"""

import re
from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.mind.telling_words import tells
from latticeville.mind.topic import STORY_KEY
from latticeville.world.model.beat_parts import MindEffect, StagedScene
from latticeville.world.model.beats import Change
from latticeville.world.model.confidants import NOBODY
from latticeville.world.model.personas import Persona, Secret
from latticeville.world.model.world import World

OPEN_VIEW = re.compile(
    r"\?|\bnobody (?:tells|told|has told)\b|\bnever (?:asked|told|said)\b|\bdo(?:es)? not know\b"
    r"|\bone day i\b|\bkeeping something\b",
    re.IGNORECASE,
)
"""Words of a view that leave something open between two people, which a talk of theirs ends."""


class Imprint(NamedTuple):
    """What changes minds: an outcome, a stage or an event once it is known, or a scene at its end.

    `people` are those who speak in the scene, none where whoever learns of it is changed; `news` is
    the key of the topic that tells of it, "" for none, and `about` its subject.
    """

    key: str
    effects: tuple[MindEffect, ...]
    people: tuple[str, ...] = ()
    news: str = ""
    about: str = ""


class Imprints(NamedTuple):
    """All that changes minds in a world: by its key, by the last line of a scene (who, to whom, the
    words), and by the news that tells of it (its text, or the key of its topic); and who has a line
    in a scene to which news leads."""

    by_key: Mapping[str, Imprint]
    by_line: Mapping[tuple[str, str, str], Imprint]
    by_news: Mapping[str, Imprint]
    players: Mapping[str, frozenset[str]]


class ChangedMind(NamedTuple):
    """What somebody has become: their persona now, the words that they say no more (in small
    letters), what they tell of it by imprint, and the number of each view that is another
    one now, by person."""

    persona: Persona
    ended: tuple[str, ...]
    says: tuple[tuple[Imprint, MindEffect], ...]
    views: Mapping[str, int]


def imprints(world: World) -> Imprints:
    """Return what changes minds in a world."""
    return world.keep("imprints", lambda: _find_imprints(world))


def _find_imprints(world: World) -> Imprints:
    by_key, by_news = dict[str, Imprint](), dict[str, Imprint]()
    by_line = dict[tuple[str, str, str], Imprint]()
    players = dict[str, frozenset[str]]()
    for path, change, news, about in _changes(world):
        whole = Imprint(path, change.aftermath, news=news, about=about)
        told_as = news if news.startswith(STORY_KEY) else change.text
        players[told_as] = frozenset(who for scene in change.scenes for who in scene.people)
        if change.aftermath:
            by_key[path] = whole
            by_news[told_as] = whole
        for number, scene in enumerate(change.scenes):
            effects = (*_derived(world, scene), *scene.aftermath)
            one = Imprint(f"{path}#{number}", effects, scene.people, news, about)
            if effects:
                last = scene.lines[-1]
                by_key[one.key] = by_line[last.who, last.to, last.says] = one
    return Imprints(by_key, by_line, by_news, players)


def _changes(world: World) -> Iterator[tuple[str, Change, str, str]]:
    """Yield each outcome, stage and event with its key, the key of the topic that tells of it, and
    its subject."""
    beats = world.beats
    for matter in beats.matters:
        for end in matter.outcomes:
            yield f"{matter.id}.{end.id}", end, matter.key, matter.about
    for story in beats.storylines:
        for stage in story.stages:
            name = f"{story.id}.{stage.id}"
            yield name, stage, f"{STORY_KEY}{name}", story.name
    for event in beats.scheduled:
        yield event.id, event, "", ""


def _derived(world: World, scene: StagedScene) -> Iterator[MindEffect]:
    """Yield what a scene changes by its words: secrets that a line tells are known, and views of each
    other that leave something open are over."""
    pairs = dict.fromkeys((line.who, line.to) for line in scene.lines)
    for line in scene.lines:
        for secret in _persona(world, line.who).secrets:
            if tells(line.says, secret):
                yield MindEffect(person=line.to, knows=secret.text, of=line.who)
    for one, other in sorted({*pairs, *((to, who) for who, to in pairs)}):
        for view in _open_views(_persona(world, one), other):
            yield MindEffect(person=one, ends=view)


def told_in_scenes(world: World) -> Container[tuple[str, str, str]]:
    """Return which secrets scenes are there to tell: of whom, to whom, and the secret."""
    return world.keep("told_in_scenes", lambda: frozenset(_told_in_scenes(world)))


def _told_in_scenes(world: World) -> Iterator[tuple[str, str, str]]:
    for *_, scene in world.beats.scenes:
        for effect in _derived(world, scene):
            if effect.knows is not None:
                yield effect.of or "", effect.person, effect.knows


def _persona(world: World, who: str) -> Persona:
    """Return the persona of somebody; an empty one of whom nobody lives here."""
    return world.people[who].persona if who in world.people else Persona(who)


def _open_views(persona: Persona, other: str) -> Iterator[str]:
    ties = (one for one in persona.relationships if one.who == other)
    return (one.view for one in ties if OPEN_VIEW.search(one.view))


def changed_by(world: World, who: str, passed: Mapping[str, int]) -> ChangedMind:
    """Return what somebody has become by the imprints of some keys."""
    kept: dict[tuple[str, tuple[str, ...]], ChangedMind] = world.keep("changed_minds", dict)
    key = (who, tuple(passed))
    if key not in kept:
        kept[key] = _change(world, who, key[1])
    return kept[key]


def _change(world: World, who: str, passed: tuple[str, ...]) -> ChangedMind:
    persona, views = world.people[who].persona, dict[str, int]()
    ended, says = list[str](), list[tuple[Imprint, MindEffect]]()
    by_key = imprints(world).by_key
    points = [by_key[one] for one in passed if one in by_key]
    own = [(one, effect) for one in points for effect in one.effects if effect.person == who]
    for point, effect in own:
        if effect.says is not None:
            says.append((point, effect))
        if effect.ends is not None:
            ended.append(effect.ends.casefold())
            first, before = world.people[who].persona, persona
            persona = _without(before, first, effect.ends, effect.instead)
            views |= {other: len(ended) for other in _changed_views(before, persona)}
    return ChangedMind(persona, tuple(ended), tuple(says), views)


def _without(persona: Persona, first: Persona, ends: str, instead: str) -> Persona:
    """Return a persona without a view, a wish or a secret that holds some words, or held them at
    `first`, with another one instead."""
    pairs = zip(persona.relationships, first.relationships, strict=True)
    relationships = tuple(
        replace(one, view=instead) if ends in one.view or ends in was.view else one
        for one, was in pairs
    )
    secrets = tuple(
        replace(one, trust=NOBODY) if ends in one.text else one for one in persona.secrets
    )
    wish = instead if ends in first.aspiration else persona.aspiration
    return replace(persona, relationships=relationships, secrets=secrets, aspiration=wish)


def _changed_views(before: Persona, after: Persona) -> Iterator[str]:
    for one, other in zip(before.relationships, after.relationships, strict=True):
        if one.view != other.view:
            yield other.who


def find_secret(world: World, owner: str, words: str) -> tuple[int, Secret] | None:
    """Return the secret of somebody that holds some words, with its number; None for no such."""
    secrets = enumerate(_persona(world, owner).secrets)
    return next(((n, one) for n, one in secrets if words in one.text), None)
