"""Checks of what opinions are about: a view names its subject, and one subject has one spelling."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from latticeville.core.problems import Problem
from latticeville.world.checks.context import CheckContext, persona_path, quote_id

_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_PRONOUN = re.compile(r"^(?:It|He|She|They)\b")
_SMALL_WORDS = ("the", "and", "for", "with", "from", "not")


def views_name_their_subject(site: CheckContext) -> Iterator[Problem]:
    """Check that a view does not begin with a pronoun for what it is about: people hear nothing but
    its words."""
    for _, name, person, file in site.people_with_personas:
        for row, one in enumerate(file.opinions):
            if _PRONOUN.match(one.view) and not _names(one.topic, one.view):
                first = one.view.split()[0]
                what = (
                    f"the view of {quote_id(name)} on {quote_id(one.topic)} begins with “{first}”"
                )
                why = "it is said as it is written, and hearers cannot tell what it is about"
                at, path = persona_path(person.persona), ("opinions", row, "view")
                fix = f"write “{one.topic}” in it"
                yield site.problem(
                    at, path, "unnamed-subject", what, why=why, fix=fix, severity="warning"
                )


def _names(topic: str, view: str) -> bool:
    """Tell whether a view holds a word of its topic, in any form that begins alike."""
    said = view.casefold()
    words = [one for one in re.findall(r"\w{3,}", topic.casefold()) if one not in _SMALL_WORDS]
    stems = (word[: max(3, len(word) - 3)] for word in words)
    return not words or any(re.search(rf"\b{re.escape(stem)}", said) for stem in stems)


def subjects_have_one_spelling(site: CheckContext) -> Iterator[Problem]:
    """Check that opinions on one subject, and a matter about it, write it alike: with the same
    article and the same capitals."""
    spelled, matters = _spellings(site)
    for _, name, person, file in site.people_with_personas:
        for row, one in enumerate(file.opinions):
            right = spelled[_plain(one.topic)]
            if one.topic == right:
                continue
            whose = "the matter is about" if right in matters else "others write"
            what = (
                f"{quote_id(name)} has an opinion on {quote_id(one.topic)}, and {whose} "
                f"{quote_id(right)}"
            )
            why = "subjects are one only where they are written alike, with article and capitals"
            path = ("opinions", row, "topic")
            yield site.problem(
                persona_path(person.persona),
                path,
                "parted-subject",
                what,
                why=why,
                fix=f"write “{right}”",
                severity="warning",
            )


def _spellings(site: CheckContext) -> tuple[Mapping[str, str], frozenset[str]]:
    """Return how each subject is written, by its plain form: as a matter does, else as most people
    do; and the subjects of matters."""
    topics = Counter(one.topic for *_, file in site.people_with_personas for one in file.opinions)
    found: dict[str, str] = {}
    for topic in sorted(topics, key=lambda one: (topics[one], one)):
        found[_plain(topic)] = topic
    matters = [one.about for one in site.draft.world.matters]
    found.update({_plain(one): one for one in matters if one not in topics})
    found.update({_plain(one): one for one in matters if one in topics})
    return found, frozenset(matters)


def _plain(topic: str) -> str:
    return " ".join(_ARTICLE.sub("", topic.strip()).casefold().split())
