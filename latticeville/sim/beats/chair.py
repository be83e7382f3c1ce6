"""The chair of a meeting: who opens it, gives the word to those who have not spoken, and sums up."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.rng import rng
from latticeville.mind.matters import candidates
from latticeville.mind.percept import AGENT, Cue, Percept
from latticeville.mind.questions import ASK_OPINION, asked_of, question_key
from latticeville.mind.relation import UNDECIDED
from latticeville.mind.relation_text import opinion_topics
from latticeville.mind.topic import OPINION, REMARK, Topic, subject_of
from latticeville.sim.beats.matters import find_chair, people_with_a_say
from latticeville.sim.events import Said
from latticeville.sim.state import State
from latticeville.sim.tree import Body
from latticeville.world.model.beats import OPEN, BeatState, Matter

CLOSING_MINUTES = 3
"""Minutes before the count in which the chair sums up."""
LEAST_PRESENT = 3
"""The people without whom a meeting needs no chair."""
HEARD_RECORDS = 400
"""Newest records that tell the chair who has spoken."""
COUNT = "{count}"
"""Where the words with which a meeting ends tell the count so far."""
OPENING, CLOSING = "opening", "closing"
"""The sorts of what the chair says on its own."""
CALLS = (
    "{name}, what do you say?",
    "We have not heard {name} yet.",
    "And you, {name}?",
    "{name} has the word.",
    "What does {name} think?",
    "{name}, you are quiet. Which is it?",
)
"""How the chair gives somebody the word."""


def sense_chair(state: State, body: Body, percept: Percept) -> Percept:
    """Add what the chair of an open meeting says next, while nobody else speaks."""
    if percept.cue is not None:
        return percept
    for matter in state.world.beats.matters:
        held = state.beats.get(matter.id)
        if held is not None and held.stage == OPEN and _chair(state, matter, held) == body.id:
            cue = _Meeting(state, matter, held, percept).cue()
            return percept if cue is None else replace(percept, cue=cue)
    return percept


def _chair(state: State, matter: Matter, held: BeatState) -> str:
    """Return who is in the chair: who opened the meeting, as long as they are there."""
    place = matter.place or ""
    is_there = held.chair in state.bodies and state.world.areas.is_within(
        state.bodies[held.chair].area, place
    )
    return held.chair if is_there else find_chair(state, matter)


def _room(state: State, matter: Matter, percept: Percept) -> list[str]:
    """Return who else with a say hears the chair, sorted."""
    voters = {*people_with_a_say(state, matter)} - {percept.who}
    near = (one for one in percept.sights if one.kind == AGENT and percept.is_within_hearing(one))
    return sorted(one.id for one in near if one.id in voters)


class _Meeting:
    """An open meeting, as its chair perceives it."""

    def __init__(self, state: State, matter: Matter, held: BeatState, percept: Percept) -> None:
        self.state, self.matter, self.held, self.percept = state, matter, held, percept
        self.room = _room(state, matter, percept)
        said = (one for one in state.news if isinstance(one, Said))
        self._utterances = [one for one in said if one.area == percept.place]
        self._draw = rng(state.seed, held.since, percept.who, f"chair:{matter.id}")

    def cue(self) -> Cue | None:
        """Return what the chair says now; None while others speak, or where all is said."""
        if len(self.room) + 1 < LEAST_PRESENT:
            return None
        said = self._said()
        left = self.state.minute_of(self.held.since) + self.matter.minutes - self.state.minute
        if left <= CLOSING_MINUTES:
            return None if CLOSING in said else self._say(self._closing(), CLOSING)
        if self._utterances:
            return None
        if not said:
            return self._open()
        silent = self._silent(said)
        own = None if {*silent} & {*self._candidates} else self._own_view()
        return own or (self._call(silent, len(said)) if silent else None)

    def _said(self) -> list[str]:
        """Return what the chair has said so far: the opening, whom they gave the word, the end."""
        chair = self.percept.who
        keys = [one.key for one in self._topics() if one.source == chair]
        called = [key.split(".")[3] for key in keys if asked_of(key) == (ASK_OPINION, self._about)]
        sorts = [one for one in (OPENING, CLOSING) if self._key(one) in keys]
        return [*sorts, *called]

    def _topics(self) -> Iterator[Topic]:
        """Yield what was told at the meeting, as the chair remembers it, and in the last tick."""
        newest = self.state.minds[self.percept.who].memory.last(HEARD_RECORDS)
        remembered = (one.topic for one in newest if one.tick > self.held.since)
        told = (one.topic for one in self._utterances)
        yield from (topic for topic in (*remembered, *told) if topic is not None)

    @property
    def _about(self) -> str:
        return self.matter.about

    @property
    def _candidates(self) -> tuple[str, ...]:
        return candidates(self.state.world, self._about)

    def _key(self, sort: str) -> str:
        return f"n.{self.percept.who}.{sort}.{self.matter.id}.{self.held.since}.{self._about}"

    def _heard(self) -> Mapping[str, float]:
        """Return the views that were given at the meeting, as the chair has heard them."""
        return {
            one.who: one.stance or 0.0
            for one in self._topics()
            if one.kind == OPINION
            and one.source in ("", one.who)
            and subject_of(one) == self._about
        }

    def _silent(self, said: Sequence[str]) -> list[str]:
        """Return who has not spoken and was not asked to; those between whom it is decided come
        first."""
        silent = [who for who in self.room if who not in {*said, *self._heard()}]
        return [who for who in silent if who in self._candidates] or silent

    def _own_view(self) -> Cue | None:
        """Return the view of who is in the chair and a candidate, once; None for others."""
        who, mind = self.percept.who, self.state.minds[self.percept.who]
        held = mind.relations.opinions.get(self._about)
        is_due = who in self._candidates and who not in self._heard()
        if held is None or not held.is_worded or not is_due:
            return None
        views = opinion_topics(mind, who, self.room, self._about)
        own = next((one for one in views if subject_of(one) == self._about), None)
        topic = None if own is None else replace(own, source=who)
        return None if topic is None else self._speak(topic.gist, topic)

    def _open(self) -> Cue:
        """Open the meeting: with the question and its sides, or in the words of the world."""
        told = f"Let us begin. {self.matter.question} {_sides(self.matter)}"
        words = (self.matter.opening or told).strip()
        silent = self._silent(())
        return self._call(silent, 0, words) if silent else self._say(words, OPENING)

    def _call(self, silent: Sequence[str], count: int, words: str = "") -> Cue:
        """Give the word to one of those who have not spoken."""
        who = rng(self.state.seed, self.state.tick, self.percept.who, "word").pick(silent)
        asks = CALLS[(self._draw.integer_below(len(CALLS)) + count) % len(CALLS)]
        text = f"{words} {asks.format(name=self.state.world.name_with_article(who))}".strip()
        day = self.state.minute // DAY
        key = question_key(self.percept.who, ASK_OPINION, who, day, self._about)
        return self._cue(
            text, who, Topic(key, REMARK, who=self.percept.who, source=self.percept.who), 0
        )

    def _closing(self) -> str:
        """Return how the chair sums up: with the count so far, or in the words of the world."""
        told = self.matter.closing or f"We have heard each other. {COUNT} Now we vote."
        return " ".join(told.replace(COUNT, self._count()).split())

    def _count(self) -> str:
        """Return how those stand who have spoken; "" where nobody has."""
        stances = self._heard().values()
        camps = [sum(sign * one > UNDECIDED for one in stances) for sign in (1, -1)]
        if not any(camps):
            return ""
        for_, against = self.matter.sides or ("for it", "against it")
        return f"So far {_camp(camps[0], for_)}, and {_camp(camps[1], against)}."

    def _say(self, words: str, sort: str) -> Cue:
        """Return words of a sort to the whole room."""
        topic = Topic(self._key(sort), REMARK, who=self.percept.who, source=self.percept.who)
        return self._speak(words, topic)

    def _speak(self, words: str, topic: Topic) -> Cue:
        """Return words to the whole room after which nobody has the word."""
        return self._cue(words, self.room[0], topic, self.state.world.minds.turns - 1)

    def _cue(self, words: str, to: str, topic: Topic, turn: int) -> Cue:
        others = tuple(who for who in self.room if who != to)
        return Cue(
            self.matter.id,
            to,
            words=words,
            turn=turn,
            end=turn > 0,
            topic=topic,
            others=others,
            chairs=True,
        )


def _sides(matter: Matter) -> str:
    """Return between what a meeting chooses; "" where its sides have no names."""
    if not matter.sides:
        return ""
    one, other = matter.sides
    is_aim = one.startswith("to ") and other.startswith("to ")
    return f"{'The choice is' if is_aim else 'One can be'} {one}, or {other}."


def _camp(count: int, side: str) -> str:
    """Return how many are on a side.

    >>> _camp(1, "to keep it"), _camp(2, "for Ann"), _camp(0, "to fell it")
    ('one wants to keep it', 'two are for Ann', 'nobody wants to fell it')
    """
    verbs = ("wants", "want") if side.startswith("to ") else ("is", "are")
    number = ("nobody", *ONE_TO_TWELVE)[count] if count <= len(ONE_TO_TWELVE) else str(count)
    return f"{number} {verbs[count > 1]} {side}"
