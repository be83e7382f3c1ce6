"""Checks of texts that people say aloud: each is in the form in which a sentence takes it up.

`FORMS` is the one table of what goes wrong, by key.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from latticeville.core.problems import Problem
from latticeville.core.verb_forms import gerund_of
from latticeville.world.checks.beats import changes_of
from latticeville.world.checks.context import WORLD_FILE, CheckContext, persona_path
from latticeville.world.io.sources import KeyPath
from latticeville.world.model.personas import Persona

DOING, ABOUT, INTENDS, WISH = "doing", "about", "intends", "aspiration"
MEMORY, OPINION, VIEW = "memory", "opinion", "view"
"""The sorts of texts: activities, what is written of somebody, plans and wishes, and own words."""
MAX_SHOWN = 60
"""Letters of a text that a problem quotes."""

_WISHING = "that|wants?|hopes?|wishes|dreams?|longs?|means?|would"
_SUBJECT = r"(?:NAME_|he|she|they|I|my|his|her|their)"
_AFTER_VERB = "the|an?|his|her|their|its|at|in|on|up|out|to|for|every|no|nobody"
_BARE = (
    "sit|sleep|eat|drink|walk|cook|read|write|bake|sew|mend|fish|sweep|wash|rest|stand|talk|weave"
    "|sell|buy|dig|plant|pray|sing|drive|feed|carry|chop|knit|paint|tend|wander|wait|listen|look"
)
_NO_VERBS = "always|perhaps|sometimes|upstairs|downstairs|indoors|outdoors|overseas|besides"
_ENDS_IN_S = r"[a-z]{2,}(?<!s)s"


class TextForm(NamedTuple):
    """A form that people cannot say.

    `wrong` is a pattern in which NAME_ stands for the names of the person. In the messages, `{said}`
    is the text, `{name}` the first name, `{found}` what the pattern matched, and `{gerund}` the text
    with a participle for its first verb.
    """

    keys: tuple[str, ...]
    wrong: str
    what: str
    why: str
    fix: str


_IS_DOING = "others see “{name} is …”, and {name} says “I am …”"
_IS_SAID = "{name} says it word for word, and it is told on as the words of {name}"
_IS_OF = "it is told of {name}, who says it in the first person"
FORMS = (
    TextForm(
        (DOING,),
        r"\b(?:he|she|I)\b",
        "“{said}” holds “{found}”",
        _IS_DOING,
        "write the activity alone, such as “sitting by the stove”",
    ),
    TextForm(
        (DOING,),
        rf"^(?!(?:{_NO_VERBS})\b)(?:{_ENDS_IN_S}|(?:{_BARE}))\b(?!ing)",
        "“{said}” does not begin with a verb in -ing",
        _IS_DOING,
        "write “{gerund}”",
    ),
    TextForm(
        (DOING,),
        r"^[A-Z][a-z]+ing\b|[.!]$",
        "“{said}” is written as a sentence",
        _IS_DOING,
        "begin with a small letter, and leave out the full stop",
    ),
    TextForm(
        (WISH,),
        rf"(?i)^(?!(?:to|an?|the|{_WISHING}|{_SUBJECT})\b)",
        "nobody can say the wish “{said}”",
        "it is told as “{name} wants to …”, “I want to …”",
        "write it with “To …”, such as “To own a boat.”",
    ),
    TextForm(
        (INTENDS, ABOUT),
        rf"(?i)^(?!.*\b{_SUBJECT}\b)"
        rf"(?:to \w|\w+ing\b|(?!(?:{_NO_VERBS})\b){_ENDS_IN_S} (?:{_AFTER_VERB})\b)",
        "“{said}” has no subject",
        _IS_OF,
        "write a sentence of {name}, such as “{name} opens the shop at nine.”",
    ),
    TextForm(
        (ABOUT,),
        r"\b(?:I|I['’]m|my|me)\b",
        "“{said}” is in the first person",
        "models and other people read it as a text about {name}",
        "write it of {name}, such as “{name} keeps the inn.”",
    ),
    TextForm(
        (MEMORY, OPINION, VIEW),
        r"^NAME_(?:['’]s)? (?!and I\b)",
        "“{said}” speaks of {name} by name",
        _IS_SAID,
        "write it as {name} says it, with “I”, “me” and “my”",
    ),
    TextForm(
        (MEMORY,),
        r"^(?:He|She)\b",
        "“{said}” begins with “{found}”, and names nobody before",
        _IS_SAID,
        "write “I” or “my” for {name}, or the name of the other",
    ),
)
"""What goes wrong, and how to mend it; the first form that fits is told."""


class _Text(NamedTuple):
    """A text that is said: where it is written, its sort, and a sentence of it."""

    path: KeyPath
    key: str
    said: str


def texts_can_be_said(site: CheckContext) -> Iterator[Problem]:
    """Check that what is written for people is in a form in which they can say it."""
    for name, persona in site.draft.personas.items():
        for text in _texts(persona):
            yield from _fault(site, persona_path(name), text, persona)
    for path, _, change in changes_of(site):
        for n, errand in enumerate(change.errands):
            persona = site.draft.personas.get(_persona_of(site, errand.person), Persona("Ada"))
            at = (*path, "errands", n, "doing")
            yield from _fault(site, WORLD_FILE, _Text(at, DOING, errand.doing), persona)


def _persona_of(site: CheckContext, who: str) -> str:
    people = site.draft.world.people
    return next((one.persona for one in people if (one.id or one.persona) == who), "")


def _texts(persona: Persona) -> Iterator[_Text]:
    for n, row in enumerate(persona.routine):
        yield _Text(("routine", n, "doing"), DOING, row.doing)
    if persona.aspiration.strip():
        yield _Text(("aspiration",), WISH, persona.aspiration.strip())
    for key, sort in (("intends", INTENDS), ("about", ABOUT), ("currently", ABOUT)):
        for said in _sentences(getattr(persona, key)):
            yield _Text((key,), sort, said)
    for n, memory in enumerate(persona.memories):
        yield _Text(("memories", n, "text"), MEMORY, memory.text)
    for n, secret in enumerate(persona.secrets):
        at = ("secrets", n) if secret == type(secret)(secret.text) else ("secrets", n, "text")
        yield _Text(at, MEMORY, secret.text)
    for n, opinion in enumerate(persona.opinions):
        yield _Text(("opinions", n, "view"), OPINION, opinion.view)
    for n, tie in enumerate(persona.relationships):
        yield _Text(("relationships", n, "view"), VIEW, tie.view)


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, without what stands in quotes."""
    plain = re.sub(r"“[^”]*”|\"[^\"]*\"|‘[^’]*’", "…", text.strip())
    yield from filter(None, re.split(r"(?<=[.!?])\s+", plain))


_PATTERNS = tuple((form, re.compile(form.wrong)) for form in FORMS)


def _fault(site: CheckContext, file: str, text: _Text, persona: Persona) -> Iterator[Problem]:
    """Yield the first form of the table that a text has."""
    plain = _masked(text.said, persona)
    for form, wrong in _PATTERNS:
        found = wrong.search(plain) if text.key in form.keys else None
        if found is not None:
            words = {
                "said": _shortened(text.said),
                "name": persona.first_name,
                "found": found[0].strip(),
                "gerund": _with_gerund(text.said),
            }
            what, why, fix = (one.format(**words) for one in (form.what, form.why, form.fix))
            yield site.problem(
                file, text.path, "text-form", what, why=why, fix=fix, severity="warning"
            )
            return


def _masked(text: str, persona: Persona) -> str:
    """Return a text with NAME_ in place of the names of a person."""
    if persona.first_name not in text:
        return text
    names = "|".join(re.escape(one) for one in (persona.name, persona.first_name))
    return re.sub(rf"\b(?:{names})\b", "NAME_", text)


def _shortened(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= MAX_SHOWN else f"{plain[:MAX_SHOWN].rstrip()}…"


def _with_gerund(text: str) -> str:
    """Return an activity that begins with a participle: “sits down” as “sitting down”."""
    first, _, rest = text.partition(" ")
    return f"{gerund_of(first)} {rest}".strip()
