"""Hints: what leads up to a secret, so that it has a visible reason in the words before it."""

import re
from collections.abc import Iterator, Mapping, Sequence

from latticeville.core.clock import DAY
from latticeville.mind.builtin.themes import theme_of, weighs
from latticeville.mind.commitments import kept_with
from latticeville.mind.known_topics import told_to, told_today
from latticeville.mind.matters import spoken_subject
from latticeville.mind.percept import Observation
from latticeville.mind.remarks import ASK_HINT, HINT, is_remark, remark, roles_today
from latticeville.mind.secrets import (
    HEARD_RECORDS,
    brings_up,
    secret_of,
    secret_topics,
    who_brought_up,
)
from latticeville.mind.self_topics import asks_after_day
from latticeville.mind.situation import Situation
from latticeville.mind.stake import people_named
from latticeville.mind.topic import SECRET, Told, Topic
from latticeville.world.model.place_names import spoken_place
from latticeville.world.model.world import World

ANSWERED = 5.0
"""How much a secret is worth, in the score of topics, after which somebody has asked."""
BROUGHT_UP, CONFIDED, BETWEEN, ASKED_AFTER, REPLIED = (
    "secret_brought_up",
    "secret_returned",
    "secret_between",
    "secret_asked",
    "secret_answered",
)
"""The roles of a secret that words brought up, that answers the hearer's own, that is told where the
two have met as agreed, to who asks how one is, and to who asked after a hint."""
WRONG, SOMETHING = "something is wrong.", "there is something to tell."
"""How the sentence ends that tells of a hint at a burden, and at any other secret."""
LOVE = "love"
"""The theme of confessions that is no burden, and still makes one start."""
OWN_HINT = f"{HINT}_own"
"""The role of a hint in words that the persona has for it."""
HINTS = (HINT, f"{HINT}_heavy", f"{HINT}_said", f"{HINT}_person", f"{HINT}_thing")
"""The roles of a hint: by what was said, by a person, by a thing or a place, or by nothing."""
SEEN_RECORDS = 200
"""Newest records among which somebody has met whom a secret names."""
LEAST_NAME = 4
"""Letters of the name of a place or an object from which on it gives a reason for a hint."""


def confessions(
    now: Situation, hearers: Sequence[str], heard: Observation | None
) -> Iterator[Told]:
    """Yield the secrets that somebody may tell now and has a reason to; of any other that presses, a
    hint to the only hearer, who may ask after it, on days without another."""
    may_hint = len(hearers) == 1 and not _has_confessed(now)
    for told in secret_topics(now, hearers, heard):
        if "vote" in told.parts:
            yield told
        elif _is_asked(told.topic, heard, now.who):
            yield told._replace(worth=ANSWERED, role=REPLIED)
        elif role := _reason(now, told.topic, hearers, heard):
            yield told._replace(role=role)
        elif may_hint and hearers[0] not in told_to(now, told.topic.key):
            yield _hint(now, told, hearers[0])


def secret_hinted(topic: Topic | None) -> str:
    """Return the key of the secret at which a topic hints, or after which it asks; "" for none.

    >>> secret_hinted(Topic("n.ann.hint.bob.3.s.ann.0", "remark"))
    's.ann.0'
    >>> secret_hinted(Topic("n.bob.ask_hint.iris.n.iris.hint.bob.3.s.iris.0", "remark"))
    's.iris.0'
    >>> secret_hinted(Topic("n.ann.apart.bob.3", "remark"))
    ''
    """
    return topic.key[topic.key.rindex(".s.") + 1 :] if is_remark(topic, HINT, ASK_HINT) else ""


def _has_confessed(now: Situation) -> bool:
    """Tell whether somebody has told or hinted at a secret of theirs today."""
    own = f"s.{now.who}."
    return HINT in roles_today(now) or any(key.startswith(own) for key in told_today(now))


def _is_asked(secret: Topic, heard: Observation | None, who: str) -> bool:
    """Tell whether words ask after the secret at which somebody has hinted."""
    topic = heard.topic if heard is not None else None
    is_question = is_remark(topic, ASK_HINT)
    return is_question and secret_hinted(topic) == secret.key and secret.who == who


def _reason(now: Situation, topic: Topic, hearers: Sequence[str], heard: Observation | None) -> str:
    """Return as what somebody tells a secret for which the talk itself gives a reason; "" for
    none."""
    secret = secret_of(now.world, topic)
    if secret is not None and heard is not None and brings_up(secret, heard.words):
        return BROUGHT_UP
    if heard is not None and heard.topic is not None and asks_after_day(heard.topic):
        return ASKED_AFTER
    if len(hearers) != 1:
        return ""
    if _has_confided(now, hearers[0]):
        return CONFIDED
    return BETWEEN if any(kept_with(now, hearers)) else ""


def _has_confided(now: Situation, other: str) -> bool:
    """Tell whether another has told somebody a secret of theirs today, to which this one is the
    answer."""
    midnight = now.midnight
    return any(
        one.topic is not None
        and one.topic.kind == SECRET
        and one.topic.who == one.topic.source == other
        and now.who in one.about[1:]
        for one in now.mind.memory.last(HEARD_RECORDS)
        if one.tick >= midnight
    )


def _hint(now: Situation, told: Told, other: str) -> Told:
    """Return the words by which somebody lets another see that something weighs on them: a person
    whom they met today, or what is in sight, where the secret names one."""
    role, parts = _what_reminds(now, told, other)
    is_heavy = weighs(told.text)
    text = f"{now.name} lets it be seen that {WRONG if is_heavy else SOMETHING}"
    number = f"{now.minute // DAY}.{told.topic.key}"
    hint = remark(now, HINT, other, text, number, None, **parts)
    return hint._replace(worth=told.worth, role=role, parts={**hint.parts, **parts})


def _what_reminds(now: Situation, told: Told, other: str) -> tuple[str, Mapping[str, str]]:
    """Return the role of a hint, and the words for what reminds somebody of a secret: what was said
    today, a person whom it names and they saw, or a thing or a place that it names; nothing for a
    secret that is no burden. A persona may have its own words."""
    secret = secret_of(now.world, told.topic)
    if secret is not None and secret.hint:
        return OWN_HINT, {"gist": secret.hint}
    if not weighs(told.text) and theme_of(told.text) != LOVE:
        return HINT, {}
    said_by, met = _who_reminds(now, told, other), _person_met(now, told.text)
    thing = "" if said_by or met else _thing_named(now, told.text)
    if said_by:
        return f"{HINT}_said", {"third": said_by}
    if met:
        return f"{HINT}_person", {"third": met}
    return (f"{HINT}_thing", {"thing": thing}) if thing else (f"{HINT}_heavy", {})


def _who_reminds(now: Situation, told: Told, other: str) -> str:
    """Return the name of a third person who has brought a secret up today; "" for nobody."""
    secret = secret_of(now.world, told.topic)
    who = who_brought_up(now, secret) if secret is not None and secret.when else ""
    return now.world.name_with_article(who) if who not in ("", other) else ""


def _person_met(now: Situation, text: str) -> str:
    """Return the name of a person whom a secret names and somebody met lately; "" for nobody."""
    seen = {one.about[0] for one in now.mind.memory.last(SEEN_RECORDS) if one.about}
    named = (one for one in people_named(now, text) if one in seen and one != now.who)
    return next(map(now.world.name_with_article, named), "")


def _thing_named(now: Situation, text: str) -> str:
    """Return what people call the subject, object or place that a secret names; "" for none."""
    for subject in sorted(now.mind.relations.opinions):
        if _names(text, subject):
            return spoken_subject(now.world, subject)
    places = sorted({*now.world.objects, *now.world.areas.by_id})
    named = (one for one in places if _names(text, now.world.name_of(one)))
    return next((_spoken_name(now.world, one) for one in named), "")


def _spoken_name(world: World, name: str) -> str:
    """Return what people call an object or a place, with its article."""
    is_place = name in world.areas.by_id
    return spoken_place(world.name_of(name)) if is_place else world.name_with_article(name)


def _names(text: str, name: str) -> bool:
    """Tell whether words hold a name that is long enough to mean something."""
    found = re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)
    return len(name) >= LEAST_NAME and found is not None
