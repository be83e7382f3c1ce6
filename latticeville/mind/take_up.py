"""Taking up: what comes before any topic after a confession, and after what somebody tells of a scene
or an outcome."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from latticeville.mind.mind_effects import imprints
from latticeville.mind.outcomes import OWN
from latticeville.mind.percept import Observation
from latticeville.mind.remarks import (
    ASK_HINT,
    ASK_MORE,
    HINT,
    ON_OUTCOME,
    OWN_WORDS,
    TAKE_UP,
    TELL_MORE,
    is_remark,
    remark,
    role_of,
)
from latticeville.mind.secrets import secret_of
from latticeville.mind.situation import Situation
from latticeville.mind.stake import bond, owner_of, people_named
from latticeville.mind.topic import REMARK, SECRET, VIEW, Told, Topic
from latticeville.mind.views import is_changed_view
from latticeville.world.model.personas import SpokenAnswer
from latticeville.world.model.world import World


class _Answered(NamedTuple):
    """Words that a world lets somebody say, without their first word, and the answers to them."""

    words: str
    answers: tuple[SpokenAnswer, ...]


def follow_up(now: Situation, heard: Observation) -> Iterator[Told]:
    """Yield the question after what somebody hints at, the answer that the world holds to a confession
    to oneself, or else the question after it, and what one answers to that."""
    topic = heard.topic
    if topic is None or heard.to not in ("", now.who):
        return
    if topic.kind == SECRET and topic.who == heard.actor:
        yield _after_confession(now, topic)
    elif is_remark(topic, HINT):
        yield remark(now, ASK_HINT, topic.who, f"{now.name} asks what is wrong.", topic.key)
    elif is_remark(topic, ASK_MORE) and topic.key.split(".")[3] == now.who:
        text = f"{now.name} says more about what was confided."
        words = _confided(now, topic.key, heard.actor)
        yield remark(now, TELL_MORE, now.who, text, topic.key, **words)


def _after_confession(now: Situation, secret: Topic) -> Told:
    """Return the answer that the world holds to a confession, or else the question after it."""
    says = _numbered(_answers_to_secret(now, secret))
    role, what = (TAKE_UP, "answers") if says else (ASK_MORE, "asks more about")
    text = f"{now.name} {what} what was confided."
    return remark(now, role, secret.who, text, secret.key, confided=secret.gist, **says)


def _numbered(answers: Iterable[str]) -> dict[str, str]:
    """Return answers as the parts of a topic."""
    return {f"says{n}": one for n, one in enumerate(answers)}


def _answers_to_secret(now: Situation, topic: Topic) -> list[str]:
    """Return the answers that a world has for somebody to a secret: their own, else those of
    anybody."""
    own = secret_of(now.world, topic)
    answers = () if own is None else own.answers
    return _says(answers, now.who) or _says(answers, None)


def _confided(now: Situation, key: str, other: str) -> dict[str, str]:
    """Return the secret about which another asks by its key, and the name of a third person in it;
    "" for no such."""
    number, secrets = key.rsplit(".", 1)[-1], now.persona.secrets
    is_one = number.isdecimal() and int(number) < len(secrets)
    text = secrets[int(number)].text if is_one else ""
    named = (one for one in people_named(now, text) if one not in (now.who, other))
    about = next(map(now.world.name_with_article, named), "")
    return {"confided": text, "about": about}


def take_ups(now: Situation, heard: Observation) -> Iterator[Told]:
    """Yield the reply to what somebody tells another of a scene or an outcome in their own words, or
    of a person of whom a scene has made them think otherwise."""
    topic = heard.topic
    if topic is None or heard.to not in ("", now.who) or not tells_of_scene(topic, heard.actor):
        return
    name, other = now.name, now.world.name_with_article(heard.actor)
    text = f"{name} takes up what {other} has told."
    said = _numbered(_answers(now.world, topic, now.who))
    words = {"told": topic.gist, "marks": bond(now, heard.actor), **said}
    yield remark(now, TAKE_UP, heard.actor, text, topic.key, **words)


def tells_of_scene(topic: Topic, teller: str) -> bool:
    """Tell whether a topic is what its teller says of their own accord of a scene or an outcome."""
    if topic.who != teller:
        return False
    if topic.kind != REMARK:
        return is_changed_view(topic)
    role = role_of(topic)
    is_own = role == ON_OUTCOME and topic.key.split(".")[4].startswith(OWN)
    return is_own or role == OWN_WORDS


def _answers(world: World, topic: Topic, who: str) -> list[str]:
    """Return the answers that a world has for somebody to what they are told: their own, else those
    of anybody of whom it is not."""
    said = world.keep("answered_words", lambda: _answered(world)).get(topic.who, [])
    found = [each for one in said if topic.gist.endswith(one.words) for each in one.answers]
    own = _says(found, who)
    is_of_them = topic.kind == VIEW and owner_of(topic) == who
    return own if own or is_of_them else _says(found, None)


def _says(answers: Iterable[SpokenAnswer], who: str | None) -> list[str]:
    return [one.says for one in answers if one.who == who]


def _answered(world: World) -> Mapping[str, list[_Answered]]:
    """Return the words to which a world holds answers, by the person who says them."""
    kept: dict[str, list[_Answered]] = {}
    for point in imprints(world).by_key.values():
        for one in point.effects:
            words = (one.says or one.instead).partition(" ")[2]
            if one.answers:
                kept.setdefault(one.person, []).append(_Answered(words, one.answers))
    return kept
