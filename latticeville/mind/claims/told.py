"""What words tell that nobody chose a topic for: those of an inner voice, of who is acted, and of a
model that names none."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from latticeville.core.sentence_case import capital
from latticeville.core.time_words import read_time
from latticeville.mind.action import SAY, Action
from latticeville.mind.claims.claim import EVENT, PLAN
from latticeville.mind.claims.full_forms import in_full
from latticeville.mind.claims.names import names_of
from latticeville.mind.claims.read import bare_claim, is_of_speaker, is_plain_english, read_claim
from latticeville.mind.claims.vocabulary import tokens
from latticeville.mind.reported_speech import reported
from latticeville.mind.situation import Situation
from latticeville.mind.topic import CLAIM, RESOLVE, Topic
from latticeville.mind.topic import EVENT as HAPPENED
from latticeville.world.model.world import World

_SENTENCES = re.compile(r"(?<=[.!?…])\s+")
_PARTING = re.compile(
    r"I(?:['’]d| had)? (?:have to|must|need to|should|better) (?:be )?(?:run|go|going|hurry|off)"
    r"(?: now)?(?:, \w+)?[.!]?$"
)
"""Words that only say that somebody leaves."""


def sentences_of(words: str) -> list[str]:
    """Return the sentences of words.

    >>> sentences_of("Good morning. Ada is ill!")
    ['Good morning.', 'Ada is ill!']
    """
    return _SENTENCES.split(words)


def topic_of_voice(text: str, who: str, key: str, world: World) -> Topic:
    """Return what somebody can tell whom an inner voice told something: what they have decided, or
    what is claimed of others."""
    told = _of_village(bare_claim(text, _names(world)), world)
    if is_of_speaker(told) and not _is_of_anybody(told, world):
        return Topic(key, RESOLVE, reported(told, who, world), who)
    return Topic(key, CLAIM, told, who)


def _of_village(told: str, world: World) -> str:
    """Return words on “our bell” as words on the bell, where the village has one."""
    first, *others = tokens(told) or [""]
    mentions = names_of(world).mentions(["the", *others]) if first == "our" else ()
    return (
        re.sub("^[Oo]ur", "The", told)
        if any(one.first <= MOST_BEFORE for one in mentions)
        else told
    )


def _is_of_anybody(told: str, world: World) -> bool:
    """Tell whether “you” is anybody, in words on what can be seen or done at a place."""
    claim = read_claim(told, world)
    return bool(claim.things) and not claim.people and _ANYBODY.match(in_full(told)) is not None


_ANYBODY = re.compile(
    r"you (?:can|cannot|could|will(?: not)? (?:find|see)|would think)\b", re.IGNORECASE
)
MOST_BEFORE = 2
"""The place of the word from which on a name is not that of which words begin to tell."""


def topic_of_event(text: str, key: str, world: World) -> Topic:
    """Return what a witness can tell of an event in a designer's words: what is no English is for
    others as doubtful as any such words."""
    return Topic(key, HAPPENED) if is_plain_english(text, world) else Topic(key, CLAIM, text)


def topic_of_words(
    words: str, speaker: str, hearers: Sequence[str], key: str, world: World
) -> Topic | None:
    """Return what words to hearers claim of others, of a place, or of who says them; None for small
    talk."""
    for sentence in sentences_of(words):
        bare = bare_claim(_without_address(sentence, hearers, world), _names(world))
        told = _of_village(bare, world)
        if _PARTING.match(told):
            continue
        if tokens(told)[:1] and tokens(told)[0].startswith("you"):
            found = _of_hearer(told, speaker, hearers, key, world)
        elif is_of_speaker(told):
            found = _of_speaker(told, speaker, key, world)
        else:
            found = _of_others(capital(told), speaker, hearers, key, world)
        if found is not None:
            return found
    return None


def with_claim(now: Situation, said: Action) -> Action:
    """Return an action with what its words claim, which others may judge and pass on; words that
    propose a time, or call one off, stay an invitation."""
    if said.kind != SAY or said.topic is not None:
        return said
    time = read_time(said.words, now.minute)
    if time.is_proposal or time.denies:
        return said
    hearers, key = (said.target, *said.others), f"{now.tick}.{now.who}"
    topic = topic_of_words(said.words, now.who, hearers, key, now.world)
    return said if topic is None else replace(said, topic=replace(topic, source=now.who))


def _without_address(sentence: str, hearers: Sequence[str], world: World) -> str:
    """Return a sentence without the name of a hearer before it."""
    names = "|".join(re.escape(world.name_with_article(one)) for one in hearers if one)
    return re.sub(rf"^(?:{names})[,!]\s+", "", sentence) if names else sentence


def _of_hearer(
    told: str, speaker: str, hearers: Sequence[str], key: str, world: World
) -> Topic | None:
    """Return what is claimed of the only hearer."""
    only = [one for one in hearers if one]
    if len(only) != 1 or told.endswith("?"):
        return None
    gist = reported(told, only[0], world)
    claim = read_claim(gist, world)
    is_news = claim.is_understood and bool(claim.concepts)
    return Topic(key, CLAIM, gist, speaker) if is_news else None


def _of_speaker(told: str, speaker: str, key: str, world: World) -> Topic | None:
    gist = reported(told, speaker, world)
    claim = read_claim(gist, world)
    is_news = claim.is_understood and bool(claim.concepts) and claim.kind in (EVENT, PLAN)
    return Topic(key, RESOLVE, gist, speaker) if is_news else None


def _of_others(
    told: str, speaker: str, hearers: Sequence[str], key: str, world: World
) -> Topic | None:
    claim = read_claim(told, world)
    is_news = bool(claim.things) or bool({*claim.people} - {speaker, *hearers})
    return Topic(key, CLAIM, told, speaker) if claim.is_understood and is_news else None


def _names(world: World) -> list[str]:
    """Return the words of which each names a person."""
    return [word.capitalize() for word in names_of(world).people]
