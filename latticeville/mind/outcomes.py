"""Outcomes: what somebody says of what was decided or came to light, and which topics it ends."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.mind.builtin.tones import is_grave
from latticeville.mind.first_hand import OWN as FIRST_HAND_OWN
from latticeville.mind.first_hand import first_hand, insiders, players
from latticeville.mind.known_topics import SHARED_RECORDS
from latticeville.mind.matters import candidates, decider, elected, has_vote, spoken_subject
from latticeville.mind.meetings import is_about
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.memory_topics import FRESH_MINUTES
from latticeville.mind.mind_effects import Imprint
from latticeville.mind.narrated_past import retold
from latticeville.mind.questions import side_of
from latticeville.mind.remarks import (
    APART,
    ON_OUTCOME,
    ON_VIEW,
    OWN_WORDS,
    WORTHS,
    is_remark,
    remark,
)
from latticeville.mind.situation import Situation
from latticeville.mind.stake import GLAD, SORRY, WARM, bond, feeling_on, people_named
from latticeville.mind.topic import (
    CLAIM,
    DECISION,
    EVENT,
    INVITATION,
    OPINION,
    STORY_KEY,
    Told,
    Topic,
    outcome_of,
    subject_of,
)
from latticeville.world.model.beat_parts import NO_TIME, MindEffect
from latticeville.world.model.beats import first_minute

MOST_TOLD = 2
"""To how many others somebody speaks of the same outcome of their own accord, in one talk."""
LIGHT = "_light"
"""How the name of words ends on news that weigh on nobody."""
MINE, FRIEND, HEARER = "mine", "friend", "hearer"
"""How somebody speaks of it whom it names, and whose friend or hearer it names."""
LATER_MINUTES = 4 * 60
"""Minutes after which an outcome is spoken of as something of earlier."""
SAID_MINUTES = 3 * DAY
"""Minutes for which somebody tells in their own words what a scene or an outcome is to them."""
OWN = "own"
"""How somebody speaks of an outcome in words of their own, which its author wrote."""
_SETTLED_KINDS = frozenset({EVENT, INVITATION, CLAIM})
"""The kinds of news that are over after a decision on what they name."""


class Outcomes(NamedTuple):
    """What somebody knows that has ended: decisions by subject, and the newest stage of each story
    by its name, each with the memory in which they first learnt of it."""

    decided: Mapping[str, MemoryRecord]
    stages: Mapping[str, MemoryRecord]
    past: frozenset[str]
    """The keys of the stages that others have followed."""

    def end(self, told: Told, tick: int) -> bool:
        """Tell whether a topic is over, which is from a `tick`: a view on what is decided, earlier
        news of it, or an earlier stage of a story."""
        topic = told.topic
        if topic.kind == OPINION:
            return subject_of(topic) in self.decided
        if is_remark(topic, APART, ON_VIEW):
            return any(topic.key.endswith(f".{subject}") for subject in self.decided)
        if topic.key in self.past:
            return True
        if topic.kind not in _SETTLED_KINDS:
            return False
        text = told.text.casefold()
        later = (name for name, one in self.decided.items() if one.tick >= tick)
        return any(is_about(name, text) for name in later)


def known_outcomes(now: Situation) -> Outcomes:
    """Return what somebody knows that has ended, or come to another stage."""
    decided: dict[str, MemoryRecord] = {}
    stages: dict[str, MemoryRecord] = {}
    for one in now.mind.memory.last(SHARED_RECORDS):
        topic = one.topic
        if topic is None or not topic.about:
            continue
        if topic.kind == DECISION and not _is_known(decided.get(topic.about), topic):
            decided[topic.about] = one
        elif topic.key.startswith(STORY_KEY):
            stages.setdefault(topic.key, one)
    past = frozenset(_stages_before(now, stages))
    newest = {name: one for name, one in stages.items() if name not in past}
    return Outcomes(decided, newest, past)


def _is_known(known: MemoryRecord | None, topic: Topic) -> bool:
    return known is not None and known.topic is not None and known.topic.key == topic.key


def _stages_before(now: Situation, known: Iterable[str]) -> Iterator[str]:
    """Yield the keys of the stages that come before those which somebody knows."""
    for story in now.world.beats.storylines:
        keys = [f"{STORY_KEY}{story.id}.{stage.id}" for stage in story.stages]
        last = max((keys.index(key) for key in known if key in keys), default=0)
        yield from keys[:last]


def on_outcomes(now: Situation, hearers: Sequence[str], known: Outcomes) -> Iterator[Told]:
    """Yield what somebody says of what was decided or came to light, if they had a view or it
    concerns them or a friend."""
    said, own = _said(now), _news_in_own_words(now)
    for record in (*known.decided.values(), *known.stages.values()):
        topic = record.topic
        age = (now.tick - record.tick) * now.tick_minutes
        is_open = topic is not None and topic.key not in own and age < DAY
        if topic is None or not is_open or _has_line(now, topic):
            continue
        if _is_known_between(now, topic, hearers) or not _is_for(said, topic, hearers):
            continue
        how, other = _stance_to(now, topic, hearers)
        if how:
            worth = WORTHS[ON_OUTCOME] * (0.3 + exp(-age / FRESH_MINUTES))
            told = _remark_on(now, topic, how, other, worth, _marks(now, hearers, age))
            more = {"side": _side_between(now, topic, hearers), "news": _news(now, record, topic)}
            yield told._replace(parts={**told.parts, **more})


def _news(now: Situation, record: MemoryRecord, topic: Topic) -> str:
    """Return the sentence by which people tell of a stage of a story; "" for other news."""
    if not topic.key.startswith(STORY_KEY):
        return ""
    return retold(now.world, topic.gist or record.text)


def _side_between(now: Situation, topic: Topic, hearers: Sequence[str]) -> str:
    """Return whether the only hearer and somebody voted alike, as far as one knows; "" where one of
    them had no vote."""
    voted = all(has_vote(now.world, topic.about, one) for one in (now.who, *hearers))
    return side_of(now, topic.about, hearers[0]) if voted and len(hearers) == 1 else ""


def _has_line(now: Situation, topic: Topic) -> bool:
    """Tell whether somebody speaks of news in a scene to which it leads, and so nowhere else."""
    return now.who in players(now.world, topic)


def _is_known_between(now: Situation, topic: Topic, hearers: Sequence[str]) -> bool:
    """Tell whether somebody says nothing of news to hearers: a secret of theirs is behind it, or they
    were in it with one of them."""
    how = first_hand(now, topic)
    return how == FIRST_HAND_OWN or (how != "" and not insiders(now, topic).isdisjoint(hearers))


def _said(now: Situation) -> list[tuple[Topic, Sequence[str]]]:
    """Return what somebody told, and to whom."""
    records = now.mind.memory.last(SHARED_RECORDS)
    return [(one.topic, one.shared) for one in records if one.kind == "action" and one.topic]


def _own_effects(now: Situation) -> tuple[tuple[Imprint, MindEffect], ...]:
    return now.changed.says if now.mind.inner.changed_by else ()


def _news_in_own_words(now: Situation) -> set[str]:
    """Return the keys of the outcomes of which somebody speaks in their own words by now."""
    return {point.news for point, _ in _own_effects(now) if _has_slept_on(now, point)}


def _has_slept_on(now: Situation, point: Imprint) -> bool:
    """Tell whether a night has passed since somebody learnt of an outcome, so that they can say what
    it has changed; a scene needs none."""
    learnt = now.percept.minute_of(now.mind.inner.changed_by[point.key], now.tick_minutes)
    return bool(point.people) or learnt // DAY < now.minute // DAY


def own_words(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield what somebody tells in their own words of a scene that they were in, or of an outcome
    to those who know of it: once, and while it is fresh."""
    effects = _own_effects(now)
    said = _said(now) if effects else []
    for number, (point, effect) in enumerate(effects):
        age = (now.tick - now.mind.inner.changed_by[point.key]) * now.tick_minutes
        is_time = age < SAID_MINUTES and not _is_over(now, effect) and _has_slept_on(now, point)
        if not is_time or not _may_be_told(now, point, effect, hearers):
            continue
        told = _in_own_words(now, point, effect, number, age)
        if not any(one.key == told.topic.key for one, _ in said):
            yield told


def _is_over(now: Situation, effect: MindEffect) -> bool:
    """Tell whether the time has come from which on somebody no longer tells own words."""
    until = effect.until
    return until != NO_TIME and now.minute >= first_minute(until, now.world.settings.start)


def _may_be_told(
    now: Situation, point: Imprint, effect: MindEffect, hearers: Sequence[str]
) -> bool:
    """Tell whether hearers are told own words: those for whom they are, or else those who were not
    in the scene and of whom the words are not."""
    if effect.to:
        return {*hearers} <= {*effect.to}
    return {*hearers}.isdisjoint((*point.people, *people_named(now, effect.says or "")))


def _in_own_words(
    now: Situation, point: Imprint, effect: MindEffect, number: int, age: int
) -> Told:
    """Return own words as they are told: of an outcome that all know, or of a scene."""
    words, is_outcome = effect.says or "", bool(point.news) and not point.people
    role = ON_OUTCOME if is_outcome else OWN_WORDS
    key = f"{OWN}{number}.{point.news if is_outcome else point.key}"
    told = remark(now, role, now.who, words, key, now.minute, says=words)
    held = now.mind.relations.opinions.get(point.about)
    about, stance = (point.about if is_outcome else ""), held.stance if held is not None else None
    worth = WORTHS[role] * (0.5 + exp(-age / DAY))
    return told._replace(topic=replace(told.topic, about=about, stance=stance), worth=worth)


def _is_for(
    said: Sequence[tuple[Topic, Sequence[str]]], topic: Topic, hearers: Sequence[str]
) -> bool:
    """Tell whether somebody speaks of an outcome to hearers, after what they said and to whom: in
    one talk, to few; after a scene about it, to nobody."""
    if any(one.key == topic.key and one.to for one, _ in said):
        return False
    told = {who for one, shared in said if outcome_of(one) == topic.key for who in shared}
    return not told and len(hearers) <= MOST_TOLD


def _marks(now: Situation, hearers: Sequence[str], age: int) -> str:
    """Return the marks of the variants that fit how long ago it was and how dear a hearer is."""
    to = bond(now, hearers[0]) if len(hearers) == 1 else ""
    return f"{'later' if age >= LATER_MINUTES else 'fresh'} {to}".strip()


def _stance_to(now: Situation, topic: Topic, hearers: Sequence[str]) -> tuple[str, str]:
    """Return how somebody speaks of news, and of whom."""
    if topic.kind == DECISION and (found := _on_choice(now, topic, hearers)) is not None:
        return found
    named = [*people_named(now, topic.gist or "")]
    feeling = feeling_on(now, topic)
    is_felt = feeling in (GLAD, SORRY)
    if now.who in named or now.who in _people_of(now, topic):
        return (f"{MINE}_{feeling}" if is_felt else _by_weight(topic, MINE)), ""
    if is_felt:
        return feeling, ""
    how, other = _on_others(now, topic, named, hearers) or ("", "")
    return (_by_weight(topic, how) if how else ""), other


def _by_weight(topic: Topic, how: str) -> str:
    """Return how somebody speaks of a story that does not weigh on whom it touches, or of other news."""
    is_light = topic.kind == EVENT and not is_grave(topic.gist)
    return f"{how}{LIGHT}" if is_light else how


def _on_choice(now: Situation, topic: Topic, hearers: Sequence[str]) -> tuple[str, str] | None:
    """Return how somebody speaks of what they decided alone, which is not at all, or of who was
    chosen; None for another decision."""
    if decider(now.world, topic.about) == now.who:
        return "", ""
    winner = elected(now.world, topic)
    return (_on_election(now, topic, winner, hearers), winner) if winner else None


def _on_others(
    now: Situation, topic: Topic, named: Sequence[str], hearers: Sequence[str]
) -> tuple[str, str] | None:
    """Return how somebody speaks of news of others to one of them, or of a friend; None for no such."""
    if topic.kind == EVENT and {*named} & {*hearers}:
        return (HEARER, "") if len(hearers) == 1 else ("", "")
    knowing = insiders(now, topic) if topic.kind == EVENT else ()
    friends = (one for one in named if one not in (*hearers, *knowing) and bond(now, one) == WARM)
    friend = next(friends, "")
    return (FRIEND, friend) if friend else None


def _on_election(now: Situation, topic: Topic, winner: str, hearers: Sequence[str]) -> str:
    """Return how somebody speaks of who was chosen: to whom it concerns, of themselves, or of the
    winner to others."""
    rivals, feeling = candidates(now.world, topic.about), feeling_on(now, topic)
    if now.who in rivals:
        return "elected_mine_won" if now.who == winner else "elected_mine_lost"
    if feeling not in (GLAD, SORRY):
        return ""
    if len(hearers) == 1 and hearers[0] in rivals:
        return f"elected_{'won' if hearers[0] == winner else 'lost'}_{feeling}"
    return f"elected_{feeling}" if winner not in hearers else ""


def _people_of(now: Situation, topic: Topic) -> tuple[str, ...]:
    """Return whom a story concerns, or who alone decided a matter."""
    beats = now.world.beats
    if topic.kind == EVENT:
        return next((one.people for one in beats.storylines if one.name == topic.about), ())
    matter = next((one for one in beats.matters if one.key == topic.key), None)
    return matter.say if matter is not None and len(matter.say) == 1 else ()


def _remark_on(
    now: Situation, topic: Topic, how: str, other: str, worth: float, marks: str
) -> Told:
    held = now.mind.relations.opinions.get(topic.about)
    parts = {"subject": spoken_subject(now.world, topic.about), "feeling": how, "marks": marks}
    if other:
        parts["friend"] = now.world.name_with_article(other)
    text = f"{now.name} speaks of what has become of {topic.about}."
    told = remark(now, ON_OUTCOME, now.who, text, f"{how}.{topic.key}", now.minute, **parts)
    is_felt = how.removeprefix("elected_") in (GLAD, SORRY)
    stance = held.stance if held is not None and is_felt else None
    return told._replace(topic=replace(told.topic, about=topic.about, stance=stance), worth=worth)
