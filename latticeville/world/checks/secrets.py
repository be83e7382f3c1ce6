"""Checks of secrets that nobody can ever be told: no audience, no trust, no occasion."""

import re
from collections.abc import Iterator

import msgspec

from latticeville.core.problems import Problem
from latticeville.world.checks.beats import changes_of
from latticeville.world.checks.context import CheckContext, persona_path, quote_id
from latticeville.world.model.beat_parts import MindEffect
from latticeville.world.model.bonds import read_relationship
from latticeville.world.model.confidants import NOBODY, audience, threshold
from latticeville.world.model.personas import Persona, Secret

STRANGER_TRUST = 0.4
"""The trust in somebody to whom nothing is written."""
LEFT_AFTER_WEEK = 0.25
"""The part of the way to full trust that is left after a week of talks, confidences and kept
appointments."""


def secrets_can_be_told(site: CheckContext) -> Iterator[Problem]:
    """Check that somebody may be told each secret, can be trusted enough in a week, and that the
    words of `when` stand in some text of the world."""
    told = [one.knows for one in _mind_effects(site) if one.knows]
    for _, who, person, file in site.people_with_personas:
        if who not in site.world.people:
            continue
        for row, secret in enumerate(file.secrets):
            if secret.trust == NOBODY or any(words in secret.text for words in told):
                continue
            for key, what, why, fix in _faults(site, who, file, secret):
                path: tuple[str | int, ...] = ("secrets", row, *key)
                yield site.problem(
                    persona_path(person.persona),
                    path,
                    "untellable-secret",
                    what,
                    why=why,
                    fix=fix,
                    severity="warning",
                )


def _mind_effects(site: CheckContext) -> Iterator[MindEffect]:
    for _, _, change in changes_of(site):
        yield from change.aftermath
        for scene in change.scenes:
            yield from scene.aftermath


Fault = tuple[tuple[str, ...], str, str, str]
"""The key within a secret, what is wrong, why, and how to mend it."""


def _faults(site: CheckContext, who: str, file: Persona, secret: Secret) -> Iterator[Fault]:
    allowed = sorted(audience(site.world, who, secret) & (site.world.people.keys() - {who}))
    words = " ".join(secret.text.split()[:6])
    if not allowed and (secret.to or len(site.world.people) < 2):
        return
    if not allowed:
        what = f"nobody may be told the secret “{words} …” of {quote_id(who)}"
        why = "it is kept from those whom it names, those close to them, and opponents in a subject"
        yield (), what, why, "name people in “to”, or write trust = 1 if nobody is to know it"
        return
    yield from _untrusted(who, file, secret, allowed)
    yield from _unspoken(site, who, secret)


def _unspoken(site: CheckContext, who: str, secret: Secret) -> Iterator[Fault]:
    """Yield that no text of a world holds the words that bring up a secret, or holds one of them in
    the plural alone."""
    if secret.when and not any(_is_in_world(site, one, secret) for one in secret.when):
        words = " ".join(secret.text.split()[:6])
        what = f"nothing brings up the secret “{words} …” of {quote_id(who)}"
        listed = ", ".join(f"“{one}”" for one in secret.when)
        why = f"it is told when others say {listed}, and no other text of this world does"
        yield ("when",), what, why, "write words that others use, or leave out “when”"
        return
    for word in secret.when:
        is_alone = f"{word}s" not in secret.when and not _is_in_world(site, word, secret)
        if is_alone and _is_in_world(site, f"{word}s", secret):
            what = f"“{word}” brings up no secret of {quote_id(who)}: texts here say “{word}s”"
            why = "a word in “when” counts as it is written"
            yield ("when",), what, why, f"write “{word}s”, too"


def _untrusted(who: str, file: Persona, secret: Secret, allowed: list[str]) -> Iterator[Fault]:
    """Yield that nobody who may be told a secret is trusted enough within a week."""
    ties = {one.who: read_relationship(one).trust for one in file.relationships}
    trust, best = max((ties.get(one, STRANGER_TRUST), one) for one in allowed)
    least, reached = threshold(secret), 1 - (1 - trust) * LEFT_AFTER_WEEK
    if least > reached:
        words = " ".join(secret.text.split()[:6])
        what = f"{quote_id(who)} trusts nobody enough to tell the secret “{words} …”"
        why = (
            f"it needs trust {least:g}; most trusted is “{best}” with {trust:.2f}, which a week "
            f"brings to {reached:.2f} at most"
        )
        fix = f"write trust = {int(trust * 100) / 100:g}, or a higher “trust” for “{best}”"
        yield ("trust",), what, why, fix


def _is_in_world(site: CheckContext, word: str, but: Secret) -> bool:
    """Tell whether a word stands in any text of a world, but for one secret."""
    pattern = re.compile(rf"\b{re.escape(word.casefold())}\b")
    draft = site.draft
    tables = (draft.world, draft.things, *draft.personas.values())
    return any(pattern.search(text.casefold()) for one in tables for text in _strings(one, but))


def _strings(value: object, but: Secret) -> Iterator[str]:
    """Yield the texts in a value and all that it holds, but for one secret."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _strings(key, but)
            yield from _strings(one, but)
    elif isinstance(value, list | tuple | frozenset):
        for one in value:
            yield from _strings(one, but)
    elif isinstance(value, msgspec.Struct) and value != but:
        for name in value.__struct_fields__:
            yield from _strings(getattr(value, name), but)
