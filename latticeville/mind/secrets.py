"""Secrets: who may be told one, and when somebody tells it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from latticeville.core.clock import DAY
from latticeville.core.rng import rng
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.known_topics import SHARED_RECORDS, told_to
from latticeville.mind.matters import is_near, is_past, matter_about
from latticeville.mind.meetings import is_about
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind_effects import told_in_scenes
from latticeville.mind.percept import AGENT, Observation
from latticeville.mind.situation import Situation
from latticeville.mind.telling_words import GIVING_AWAY, telling_words, tells
from latticeville.mind.topic import SECRET, Told, Topic
from latticeville.world.model.confidants import NEAR, audience, threshold
from latticeville.world.model.personas import Secret
from latticeville.world.model.world import World

CYCLE, PRESSING_DAYS = 6, 5
"""A secret presses from its day on for so many of each six days: it is told to somebody who may know
it, whatever comes up."""
LOYAL, LOYAL_TRUST = 0.5, 0.7
"""The agreeableness, and the trust in its owner, from which on somebody keeps another's secret."""
HEARD_RECORDS = 400
"""Newest records among which secrets of others are looked for."""
WORTH = 2.4
"""How much a secret is worth that may be told, in the score of topics."""
TALK_RECORDS = 20
"""Newest records for each utterance of a talk among which its secrets are looked for."""
INTIMATE = 8
"""The importance from which on people keep a memory from before the run to themselves."""
MOST_CONFIDANTS = 2
"""To how many others somebody tells a secret that is for nobody in particular."""
GIVEN_AWAY_BY_INTIMATE = 2
"""The words that an intimate memory shares with a secret from which on it gives it away."""


def tellable(
    now: Situation, hearers: Sequence[str], heard: Observation | None = None
) -> Iterator[tuple[int, Secret]]:
    """Yield the secrets that somebody may tell others now, each with its number in the persona."""
    for number, secret in enumerate(now.persona.secrets):
        is_for_them = may_hear(now, secret, hearers) and is_due(now, number, secret, heard)
        if is_for_them and not _is_told_enough(now, number, secret, hearers):
            yield number, secret


def _is_told_enough(now: Situation, number: int, secret: Secret, hearers: Sequence[str]) -> bool:
    """Tell whether somebody has confided a secret that is for nobody in particular to others, as many
    as ever know it."""
    told = told_to(now, secret_key(now.who, number))
    return not secret.to and bool(told) and len(told.union(hearers)) > MOST_CONFIDANTS


def may_hear(now: Situation, secret: Secret, hearers: Sequence[str]) -> bool:
    """Tell whether all hearers may know a secret and are trusted with it, nobody overhears it who may
    not, and no scene is there to tell one of them."""
    allowed, least = audience(now.world, now.who, secret), threshold(secret)
    people, staged = {*hearers, *_people_around(now)}, told_in_scenes(now.world)
    if any((now.who, one, secret.text) in staged for one in people):
        return False
    return people <= allowed and all(
        now.mind.relations.to(other).trust >= least for other in hearers
    )


def _people_around(now: Situation) -> set[str]:
    """Return the others within hearing."""
    return {
        node.id
        for node in now.percept.sights
        if node.kind == AGENT and node.id != now.who and now.percept.is_within_hearing(node)
    }


def is_due(now: Situation, number: int, secret: Secret, heard: Observation | None) -> bool:
    """Tell whether a secret is told at all today: its subject comes up, or came up earlier today; the
    day or a vote that is near presses for it; or it is meant for certain people, whom its owner tells
    it from its day on, one a day."""
    if heard is not None and brings_up(secret, heard.words):
        return True
    if secret.when:
        return who_brought_up(now, secret) != "" and not _is_shared(now, number, now.midnight)
    if secret.to and secret.trust is None:
        return _days_since(now, number) >= 0 and not _is_shared(now, number, now.midnight)
    return _presses(now, number, secret) and not _is_shared(now, number)


def who_brought_up(now: Situation, secret: Secret) -> str:
    """Return who said one of the words of a secret today within its owner's hearing, the last to do
    so; "" for nobody."""
    midnight = now.midnight
    for one in reversed(now.mind.memory.last(HEARD_RECORDS)):
        if one.tick < midnight:
            return ""
        if one.spoken and one.about and one.about[0] != now.who and brings_up(secret, one.text):
            return one.about[0]
    return ""


def _presses(now: Situation, number: int, secret: Secret) -> bool:
    """Tell whether a secret presses today: one that names the subject of a matter while its vote is
    near, any other on its day, which differs among the secrets of a person."""
    named = _matters_named(now, secret)
    if any(not is_past(now, one) for one in named):
        return any(is_near(now, one) for one in named)
    since = _days_since(now, number)
    return since >= 0 and since % CYCLE < PRESSING_DAYS


def _is_voted_on_soon(now: Situation, subject: str) -> bool:
    """Tell whether a meeting is near that votes on a subject."""
    matter = matter_about(now.world, subject)
    return matter is not None and matter.place is not None and is_near(now, subject)


def _matters_named(now: Situation, secret: Secret) -> Sequence[str]:
    """Return the subjects of matters that a secret names."""
    said = secret.text.casefold()
    return [one.about for one in now.world.beats.matters if is_about(one.about, said)]


def _days_since(now: Situation, number: int) -> int:
    """Return how many days ago the first day of a secret was; below 0 before it."""
    return now.minute // DAY - first_day(now.world, now.percept.seed, now.who, number)


def first_day(world: World, seed: int, who: str, number: int) -> int:
    """Return the day from which on a secret is told without words that bring it up, as the number
    of days from Monday of the first week."""
    owners = tuple((one, len(each.persona.secrets)) for one, each in world.people.items())
    return _days(owners, seed)[who, number]


@lru_cache(maxsize=16)
def _days(owners: tuple[tuple[str, int], ...], seed: int) -> Mapping[tuple[str, int], int]:
    """Return the day of each secret of a village, by owner and number: they are dealt out, so that
    each day has its share."""
    drawn = {
        (who, number): rng(seed, 0, who, f"secret:{number}").uniform()
        for who, count in sorted(owners)
        for number in range(count)
    }
    order = sorted(drawn, key=lambda one: (drawn[one], one))
    return {one: place % CYCLE for place, one in enumerate(order)}


def _is_shared(now: Situation, number: int, since: int = BEFORE_START) -> bool:
    """Tell whether somebody has told a secret since a tick, so that it does not press."""
    key, newest = secret_key(now.who, number), now.mind.memory.last(SHARED_RECORDS)
    told = (one for one in newest if one.topic is not None and one.topic.key == key)
    return any(one.tick >= since for one in told)


def secret_key(who: str, number: int) -> str:
    """Return the key of the topic by which somebody tells a secret."""
    return f"s.{who}.{number}"


def brings_up(secret: Secret, words: str) -> bool:
    """Tell whether words are about what a secret is about: one of its `when`, or without them two
    of its own words."""
    said = words.casefold()
    if secret.when:
        return any(re.search(rf"\b{re.escape(one.casefold())}\b", said) for one in secret.when)
    return len(telling_words(secret.text) & telling_words(said)) > 1


def secret_topics(
    now: Situation, hearers: Sequence[str], heard: Observation | None = None
) -> Iterator[Told]:
    """Yield the secrets that somebody may tell others now."""
    for number, secret in tellable(now, hearers, heard):
        topic = Topic(secret_key(now.who, number), SECRET, who=now.who)
        is_brought_up = heard is not None and brings_up(secret, heard.words)
        near = [one for one in _matters_named(now, secret) if _is_voted_on_soon(now, one)]
        parts = {"vote": near[0]} if near and not is_brought_up else {}
        yield Told(topic, secret.text, worth=WORTH, parts=parts)


def passed_on(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield secrets that others confided and that somebody does not keep: to whoever is close, and
    might have been told by its owner."""
    for one in reversed(now.mind.memory.last(HEARD_RECORDS)):
        topic = one.topic
        if topic is None or topic.kind != SECRET or topic.source != topic.who:
            continue
        is_confided = topic.who in now.world.people and now.who in one.about[1:]
        if is_confided and not keeps(now, topic.who) and _may_learn(now, topic, hearers):
            yield Told(topic, topic.gist, worth=WORTH)


def keeps(now: Situation, owner: str) -> bool:
    """Tell whether somebody keeps what another confided: who is agreeable does, and who trusts
    them."""
    agreeable = now.persona.big_five.get("agreeableness", 0.5)
    return agreeable >= LOYAL or now.mind.relations.to(owner).trust >= LOYAL_TRUST


def _may_learn(now: Situation, topic: Topic, hearers: Sequence[str]) -> bool:
    """Tell whether somebody passes another's secret on to hearers."""
    secret = secret_of(now.world, topic)
    if secret is None:
        return False
    allowed = audience(now.world, topic.who, secret)
    return {*hearers, *_people_around(now)} <= allowed and all(
        now.mind.relations.to(other).closeness >= NEAR for other in hearers
    )


def secret_of(world: World, topic: Topic) -> Secret | None:
    """Return the secret that a topic tells; None where its owner has no such."""
    owner, number = world.people.get(topic.who), topic.key.rsplit(".", 1)[-1]
    secrets = () if owner is None else owner.persona.secrets
    is_one = number.isdecimal() and int(number) < len(secrets)
    return secrets[int(number)] if is_one else None


def secrets_for(now: Situation, hearers: Sequence[str], heard: Observation | None = None) -> str:
    """Tell which secrets somebody may tell others now; "" for none."""
    open_ = " ".join(secret.text for _, secret in tellable(now, hearers, heard))
    return f"Only {now.world.list_names(hearers)} may know: {open_}" if open_ else ""


def keeps_back(now: Situation, memory: MemoryRecord, hearers: Sequence[str]) -> bool:
    """Tell whether a memory tells a secret that hearers may not know, or, without hearers, any
    secret: no plan needs one, and what is summed up is told to anybody."""
    topic = memory.topic
    if topic is not None and topic.kind == SECRET:
        return not hearers or not {*hearers, *_people_around(now)} <= _knowing(now, topic, memory)
    is_intimate = memory.tick == BEFORE_START and memory.importance >= INTIMATE
    least = GIVEN_AWAY_BY_INTIMATE if is_intimate else GIVING_AWAY
    return any(
        tells(memory.text, secret, least) and not (hearers and may_hear(now, secret, hearers))
        for secret in now.persona.secrets
    )


def _knowing(now: Situation, topic: Topic, memory: MemoryRecord) -> set[str]:
    """Return who knows a secret that a memory tells: its owner, who told and who heard it then."""
    return {now.who, topic.who, topic.source, *memory.about, *memory.shared}


def open_lines(now: Situation, lines: Sequence[str], hearers: Sequence[str]) -> Iterator[str]:
    """Yield the utterances of a talk but for the secrets in it that a hearer has not heard, who came
    later."""
    kept_back = [
        one.text
        for one in now.mind.memory.last(len(lines) * TALK_RECORDS)
        if one.topic is not None and one.topic.kind == SECRET and keeps_back(now, one, hearers)
    ]
    for line in lines:
        words = line.partition(": ")[2]
        if not any(f"“{words}”" in text for text in kept_back):
            yield line


def touches_secret(now: Situation, text: str) -> bool:
    """Tell whether words share one that tells with a secret of the speaker's own."""
    said = telling_words(text)
    return any(said & telling_words(secret.text) for secret in now.persona.secrets)


def gives_away(
    now: Situation, text: str, hearers: Sequence[str], owner: str = "", least: int = GIVING_AWAY
) -> bool:
    """Tell whether words would give a secret of the speaker, or of another `owner`, away to hearers
    who may not know it, as they share at `least` so many words with it."""
    said, who = telling_words(text), owner or now.who
    secrets = now.world.people[who].persona.secrets if owner else now.persona.secrets
    return any(
        len(said & telling_words(secret.text)) >= least
        and not {*hearers} <= audience(now.world, who, secret)
        for secret in secrets
    )
