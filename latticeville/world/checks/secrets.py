"""Checks of secrets that nobody can ever be told: no audience, no trust, no occasion."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from latticeville.core.problems import Problem
from latticeville.world.checks.beats import changes_of
from latticeville.world.checks.context import CheckContext, persona_path, quote_id
from latticeville.world.io.sources import KeyPath
from latticeville.world.model.beat_parts import MindEffect
from latticeville.world.model.bonds import NO_BOND, read_relationship
from latticeville.world.model.confidants import NOBODY, audience, threshold
from latticeville.world.model.personas import Persona, Secret
from latticeville.world.schema.table import Table

MAX_PEOPLE = 100
"""The most people of a world in which audiences are looked for: each is a matter of all."""
_WORD = re.compile(r"\w+")
LEFT_AFTER_WEEK = 0.25
"""The part of the way to full trust that is left after a week of talks, confidences and kept
appointments."""


def secrets_can_be_told(site: CheckContext) -> Iterator[Problem]:
    """Check that somebody may be told each secret, can be trusted enough in a week, and that the
    words of `when` stand in some text of the world."""
    spoken: _SpokenWords | None = None
    for at, who, file, secret in _open_secrets(site):
        faults = [*_unheard(site, who, file, secret)]
        if secret.when and not faults:
            spoken = spoken or _SpokenWords(site)
            faults += _unspoken(spoken, who, secret)
        for key, what, why, fix in faults:
            file_of, path = at
            yield site.problem(
                file_of,
                (*path, *key),
                "untellable-secret",
                what,
                why=why,
                fix=fix,
                severity="warning",
            )


def _open_secrets(
    site: CheckContext,
) -> Iterator[tuple[tuple[str, KeyPath], str, Persona, Secret]]:
    """Yield the secrets that are there to be told, and by no scene: where each is written, of whom,
    and their persona."""
    told = [one.knows for one in _mind_effects(site) if one.knows]
    for _, who, person, file in site.people_with_personas:
        for row, secret in enumerate(file.secrets if who in site.world.people else ()):
            if secret.trust != NOBODY and not any(words in secret.text for words in told):
                yield (persona_path(person.persona), ("secrets", row)), who, file, secret


def _mind_effects(site: CheckContext) -> Iterator[MindEffect]:
    for _, _, change in changes_of(site):
        yield from change.aftermath
        for scene in change.scenes:
            yield from scene.aftermath


Fault = tuple[tuple[str, ...], str, str, str]
"""The key within a secret, what is wrong, why, and how to mend it."""


def _unheard(site: CheckContext, who: str, file: Persona, secret: Secret) -> Iterator[Fault]:
    """Yield that nobody may be told a secret, or that nobody is trusted enough within a week."""
    people = site.world.people
    if not 1 < len(people) <= MAX_PEOPLE:
        return
    allowed = sorted(audience(site.world, who, secret) & (people.keys() - {who}))
    if allowed:
        yield from _untrusted(who, file, secret, allowed)
    elif not secret.to:
        what = f"nobody may be told the secret “{_opening(secret)} …” of {quote_id(who)}"
        why = "it is kept from those whom it names, those close to them, and opponents in a subject"
        yield (), what, why, "name people in “to”, or write trust = 1 if nobody is to know it"


def _unspoken(spoken: "_SpokenWords", who: str, secret: Secret) -> Iterator[Fault]:
    """Yield that no text of a world holds the words that bring up a secret, or holds one of them in
    the plural alone."""
    if not any(spoken.holds(one, secret) for one in secret.when):
        what = f"nothing brings up the secret “{_opening(secret)} …” of {quote_id(who)}"
        listed = ", ".join(f"“{one}”" for one in secret.when)
        why = f"it is told when others say {listed}, and no other text of this world does"
        yield ("when",), what, why, "write words that others use, or leave out “when”"
        return
    for word in secret.when:
        is_alone = f"{word}s" not in secret.when and not spoken.holds(word, secret)
        if is_alone and spoken.holds(f"{word}s", secret):
            what = f"“{word}” brings up no secret of {quote_id(who)}: texts here say “{word}s”"
            why = "a word in “when” counts as it is written"
            yield ("when",), what, why, f"write “{word}s”, too"


def _untrusted(who: str, file: Persona, secret: Secret, allowed: list[str]) -> Iterator[Fault]:
    """Yield that nobody who may be told a secret is trusted enough within a week."""
    ties = {one.who: read_relationship(one).trust for one in file.relationships}
    trust, best = max((ties.get(one, NO_BOND.trust), one) for one in allowed)
    least, reached = threshold(secret), 1 - (1 - trust) * LEFT_AFTER_WEEK
    if least > reached:
        what = f"{quote_id(who)} trusts nobody enough to tell the secret “{_opening(secret)} …”"
        why = (
            f"it needs trust {least:g}; most trusted is “{best}” with {trust:.2f}, which a week "
            f"brings to {reached:.2f} at most"
        )
        fix = f"write trust = {int(trust * 100) / 100:g}, or a higher “trust” for “{best}”"
        yield ("trust",), what, why, fix


def _opening(secret: Secret) -> str:
    """Return the first words of a secret, by which a problem names it."""
    return " ".join(secret.text.split()[:6])


class _SpokenWords:
    """The words of all texts of a world, to be asked for words beside those of one secret."""

    def __init__(self, site: CheckContext) -> None:
        draft = site.draft
        tables = (draft.world, draft.things, *draft.personas.values())
        texts = [text.casefold() for one in tables for text in _strings(one)]
        self._words = frozenset(word for text in texts for word in _WORD.findall(text))
        self._text = "\n".join(texts)
        self._secrets = [
            (one.text, one.text.casefold())
            for persona in draft.personas.values()
            for one in persona.secrets
        ]
        self._told = Counter(word for _, text in self._secrets for word in {*_WORD.findall(text)})

    def holds(self, word: str, but: Secret) -> bool:
        """Tell whether a word stands in any text, but for one secret."""
        low = word.casefold()
        if _WORD.fullmatch(low):
            own = low in _WORD.findall(but.text.casefold())
            return low in self._words or self._told[low] > own
        pattern = re.compile(rf"\b{re.escape(low)}\b")
        others = (text for raw, text in self._secrets if raw != but.text)
        return any(map(pattern.search, (self._text, *others)))


def _strings(value: object) -> Iterator[str]:
    """Yield the texts in a value and all that it holds, but for secrets."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _strings([*value, *value.values()])
    elif isinstance(value, list | tuple | frozenset):
        for one in value:
            yield from _strings(one)
    else:
        for name in _fields(value):
            yield from _strings(getattr(value, name))


def _fields(value: object) -> Iterable[str]:
    """Return the names of the fields of a table, none of a secret and of a plain value."""
    if isinstance(value, Table):
        return type(value).model_fields
    if isinstance(value, msgspec.Struct) and not isinstance(value, Secret):
        return value.__struct_fields__
    return ()
