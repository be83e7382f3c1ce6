"""Taking up: what comes before any topic after a confession, and after what somebody tells of a scene
or an outcome."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from latticeville.core.rng import rng
from latticeville.mind.builtin.themes import theme_of, weighs
from latticeville.mind.echo import echo
from latticeville.mind.hints import WRONG
from latticeville.mind.known_topics import told_to
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

HEAVY, PLAIN = "heavy", "plain"
"""Whether a confession is a burden."""
OTHERS, WHY, EASE, KEEP, THEN, OF_OTHER = "others", "why", "ease", "keep", "then", "other"
"""The sorts of question after a confession: who else knows of it, why one is told, how it is to have
said it, that it was kept, what is to become of it, and whether a person knows it whom it names."""
KNOWN = "_known"
"""How the sort of an answer ends that names somebody who was told before."""
_TO_BE_SETTLED = frozenset({"money", "lie", "leaving"})
"""The themes of confessions after which one asks what is to become of it."""


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
        text = f"{now.name} asks what it is."
        weight = {"weight": HEAVY if topic.gist.endswith(WRONG) else ""}
        yield remark(now, ASK_HINT, topic.who, text, topic.key, None, **weight)
    elif is_remark(topic, ASK_MORE) and topic.key.split(".")[3] == now.who:
        yield _more(now, topic, heard.actor)


def _after_confession(now: Situation, secret: Topic) -> Told:
    """Return the answer that the world holds to a confession, or else the question after it."""
    says = _numbered(_answers_to_secret(now, secret))
    if says:
        text = f"{now.name} answers what was confided."
        return remark(now, TAKE_UP, secret.who, text, secret.key, confided=secret.gist, **says)
    weight = HEAVY if weighs(secret.gist) else PLAIN
    third = _third_person(now, secret.gist, secret.who)
    sort = _question_on(now, secret.gist, weight, third)
    name = now.world.name_with_article(third) if third else ""
    text = f"{now.name} asks more about what was confided."
    parts = {"confided": secret.gist, "echo": _echo(now, secret), "sort": sort, "about": name}
    return remark(now, ASK_MORE, secret.who, text, f"{sort}.{weight}.{secret.key}", None, **parts)


def _question_on(now: Situation, words: str, weight: str, third: str) -> str:
    """Return by which sort of question somebody asks after a confession."""
    sorts = [OTHERS, WHY, *((EASE,) if weight == HEAVY else (KEEP,))]
    if theme_of(words) in _TO_BE_SETTLED:
        sorts.append(THEN)
    if third:
        sorts += [OF_OTHER, OF_OTHER]
    return rng(now.percept.seed, now.tick, now.who, "ask_more").pick(sorts)


def _echo(now: Situation, secret: Topic) -> str:
    """Return the words of a confession as a question; "" where they name who asks."""
    words = echo(secret.gist)
    return "" if now.who in people_named(now, words) else words


def _third_person(now: Situation, words: str, teller: str) -> str:
    """Return a person whom a confession names, beside the two who talk of it; "" for nobody."""
    named = (one for one in people_named(now, words) if one not in (now.who, teller))
    return next(named, "")


def _more(now: Situation, question: Topic, other: str) -> Told:
    """Return the answer to the question after one's confession: who else was told, or why one says
    it."""
    sort, weight, key = question.key.split(".", 6)[4:]
    knowing = sorted(told_to(now, key) - {other, now.who})
    text, names = _confided(now, key), now.world.name_with_article
    third = _third_person(now, text, other)
    about = names(third) if third else ""
    if sort == OTHERS and knowing:
        sort, about = f"{OTHERS}{KNOWN}", names(knowing[0])
    elif sort == OF_OTHER and third in knowing:
        sort = f"{OF_OTHER}{KNOWN}"
    said = f"{now.name} says more about what was confided."
    number = f"{sort}.{weight}.{key}"
    return remark(now, TELL_MORE, now.who, said, number, None, sort=sort, about=about)


def _numbered(answers: Iterable[str]) -> dict[str, str]:
    """Return answers as the parts of a topic."""
    return {f"says{n}": one for n, one in enumerate(answers)}


def _answers_to_secret(now: Situation, topic: Topic) -> list[str]:
    """Return the answers that a world has for somebody to a secret: their own, else those of
    anybody."""
    own = secret_of(now.world, topic)
    answers = () if own is None else own.answers
    return _says(answers, now.who) or _says(answers, None)


def _confided(now: Situation, key: str) -> str:
    """Return the words of one's secret with a key; "" for no such."""
    number, secrets = key.rsplit(".", 1)[-1], now.persona.secrets
    is_one = number.isdecimal() and int(number) < len(secrets)
    return secrets[int(number)].text if is_one else ""


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
