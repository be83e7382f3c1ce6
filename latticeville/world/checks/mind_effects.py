"""Checks of what beats change in minds: the words that they end or tell are those of somebody."""

from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.checks.beats import changes_of
from latticeville.world.checks.context import WORLD_FILE, CheckContext, persona_path, quote_id
from latticeville.world.io.sources import KeyPath
from latticeville.world.model.beat_parts import MindEffect
from latticeville.world.model.personas import Persona

MAX_SAID = 230
"""Letters of own words for which an utterance has room."""


def mind_effects_have_words(site: CheckContext) -> Iterator[Problem]:
    """Check that what an effect on a mind ends, or lets somebody know, is written in a persona, and
    that it changes those who speak in its scene."""
    personas = {who: persona for _, who, _, persona in site.people_with_personas}
    for path, one, people in _effects(site):
        if people and one.person not in people:
            what = f"{quote_id(one.person)} does not speak in this scene"
            fix = f"write “{people[0]}”, or give them a line"
            yield site.problem(WORLD_FILE, (*path, "person"), "unknown-name", what, fix=fix)
        for key, what, fix in _faults(one, personas):
            yield site.problem(WORLD_FILE, (*path, key), "unknown-words", what, fix=fix)
        for n, answer in enumerate(one.answers):
            for what, fix in _faults_of_length(answer.says):
                at = (*path, "answers", n, "says")
                yield site.problem(WORLD_FILE, at, "unknown-words", what, fix=fix)


def answers_to_secrets_can_be_said(site: CheckContext) -> Iterator[Problem]:
    """Check that an utterance has room for each answer to a secret."""
    for _, _, person, file in site.people_with_personas:
        for row, secret in enumerate(file.secrets):
            for n, answer in enumerate(() if isinstance(secret, str) else secret.answers):
                for what, fix in _faults_of_length(answer.says):
                    at, path = persona_path(person.persona), ("secrets", row, "answers", n, "says")
                    yield site.problem(at, path, "unknown-words", what, fix=fix)


def _effects(site: CheckContext) -> Iterator[tuple[KeyPath, MindEffect, tuple[str, ...]]]:
    """Yield each effect on a mind with where it is written, and who speaks in its scene."""
    for path, _, change in changes_of(site):
        for n, one in enumerate(change.aftermath):
            yield (*path, "aftermath", n), one, ()
        for m, scene in enumerate(change.scenes):
            for n, one in enumerate(scene.aftermath):
                yield (*path, "scenes", m, "aftermath", n), one, scene.people


def _faults(one: MindEffect, personas: dict[str, Persona]) -> Iterator[tuple[str, str, str]]:
    """Yield the key, what is wrong and how to mend it; nothing of people who are not there."""
    own, owner = personas.get(one.person), personas.get(one.of or "")
    if one.ends is not None and own is not None:
        yield from _faults_of_end(one, own, one.ends)
    if one.knows is not None and owner is not None:
        yield from _faults_of_secret(one.knows, owner)
    yield from (("says", *fault) for fault in _faults_of_length(one.says or ""))


def _faults_of_length(words: str) -> Iterator[tuple[str, str]]:
    if len(words) > MAX_SAID:
        what = f"these words are {len(words)} letters long, too long to be said"
        yield what, f"write at most {MAX_SAID} letters"


def _faults_of_secret(words: str, owner: Persona) -> Iterator[tuple[str, str, str]]:
    if not any(words in secret.text for secret in owner.secrets):
        what = f"no secret of {owner.first_name} holds “{words}”"
        yield "knows", what, "copy some words out of the secret"


def _views(persona: Persona) -> Iterator[str]:
    yield from (tie.view for tie in persona.relationships)
    yield from (opinion.view for opinion in persona.opinions)


def _faults_of_end(one: MindEffect, own: Persona, ends: str) -> Iterator[tuple[str, str, str]]:
    views = [*_views(own), own.aspiration]
    told = [memory.text for memory in own.memories] + [secret.text for secret in own.secrets]
    if not any(ends in text for text in (*views, *told)):
        what = f"no view, memory, secret or wish of {quote_id(one.person)} holds “{ends}”"
        yield "ends", what, "copy some words out of the persona"
    elif one.instead and not any(ends in text for text in views):
        what = f"“{ends}” is neither a view nor the wish of {quote_id(one.person)}"
        yield "instead", what, "remove “instead”"
    if ends.casefold() in one.instead.casefold():
        yield "instead", "it holds the words that are over", "write other words"
