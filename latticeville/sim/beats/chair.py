"""The chair of a meeting: who opens it, gives the word to those who have not spoken, and sums up."""

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.rng import rng
from latticeville.mind.matters import candidates, has_say
from latticeville.mind.percept import IN_CHAIR, ON_FLOOR, Cue, Percept
from latticeville.mind.questions import ASK_OPINION, asked_of, question_key
from latticeville.mind.relation import UNDECIDED
from latticeville.mind.relation_text import opinion_topics
from latticeville.mind.topic import REMARK, Topic, subject_of
from latticeville.sim.beats.floor import SAID_RECORDS, Floor
from latticeville.sim.beats.matters import find_chair
from latticeville.sim.state import State
from latticeville.sim.tree import Body
from latticeville.world.model.beat_parts import Argument
from latticeville.world.model.beats import OPEN, BeatState, Matter

CLOSING_MINUTES = 3
"""Minutes before the count in which the chair sums up."""
LEAST_PRESENT = 3
"""The people without whom a meeting needs no chair."""
COUNT, GROUNDS = "{count}", "{grounds}"
"""Where the words with which a meeting ends tell the count so far, and the points of its sides."""
OPENING, CLOSING, LATE, VERDICT = "opening", "closing", "late", "verdict"
"""The sorts of what the chair says on its own."""
CALLS = (
    "{name}, what do you say?",
    "We have not heard {name} yet.",
    "And you, {name}?",
    "{name} has the word.",
    "What does {name} think?",
    "{name}, you are quiet. Which is it?",
    "{name}.",
    "{name} next, please.",
    "Now {name}.",
    "I should like to hear {name} on that.",
    "{name}, your turn.",
)
"""How the chair gives somebody the word."""
WELCOMES = (
    "Come in, {name}, and sit down.",
    "There is a chair left, {name}.",
    "{name}, good. Shut the door behind you.",
    "Late is better than never, {name}.",
)
WHERE_WE_ARE = (
    "We are at {point}.",
    "You come in the middle of {point}.",
    "It has just been about {point}.",
)
"""How the chair greets who comes late, and says what they have missed."""
VERDICTS = (
    "So that is settled, and mostly by {point}.",
    "Counted twice, and it stays so. In the end it came down to {point}.",
    "Then it is done. If I am asked for the reason, I shall write down {point}.",
)
"""How the chair names, after the count, what weighed most with the side that has won."""
AFTER_TICKS = 3
"""Ticks after the count in which words on the outcome may be said."""


def sense_meeting(state: State, body: Body, percept: Percept) -> Percept:
    """Add what somebody says next at a meeting: in the chair, or as an argument of the matter."""
    if percept.cue is not None or not state.beats:
        return percept
    for matter in state.world.beats.matters:
        held = state.beats.get(matter.id)
        if held is None or matter.place is None or not _goes_on(state, held):
            continue
        cues = state.keep(f"meeting.{matter.id}", partial(_cues, state, matter, held))
        if body.id in cues:
            return replace(percept, cue=cues[body.id])
    return percept


def _goes_on(state: State, held: BeatState) -> bool:
    """Tell whether a meeting is open, or has just come to its count."""
    return held.stage == OPEN or (held.is_over and state.tick - held.since < AFTER_TICKS)


def _cues(state: State, matter: Matter, held: BeatState) -> Mapping[str, Cue]:
    """Return what people have to do at a meeting now: who speaks without being asked to, and who waits
    outside and is to come in."""
    chair = _chair(state, matter, held)
    floor = Floor(state, matter, held, chair) if chair else None
    if floor is None or len(floor.room) + len(floor.outside) < LEAST_PRESENT:
        return {}
    come_in = Cue(matter.id, chair, matter.place or "", part=ON_FLOOR)
    cues = dict.fromkeys(floor.outside if held.stage == OPEN else (), come_in)
    if len(floor.room) < LEAST_PRESENT:
        return cues
    meeting = _Meeting(floor)
    speaks = meeting.next_words() if held.stage == OPEN else meeting.last_words()
    return cues if speaks is None else {**cues, speaks[0]: speaks[1]}


def _chair(state: State, matter: Matter, held: BeatState) -> str:
    """Return who is in the chair: who opened the meeting, as long as they are there."""
    place = matter.place or ""
    is_there = held.chair in state.bodies and state.world.areas.is_within(
        state.bodies[held.chair].area, place
    )
    return held.chair if is_there else find_chair(state, matter)


class _Meeting:
    """A meeting, as its chair leads it."""

    def __init__(self, floor: Floor) -> None:
        self.floor, self.state, self.matter = floor, floor.state, floor.matter
        self.held, self.chair = floor.held, floor.chair
        self.others = tuple(who for who in floor.room if who != floor.chair)
        self._draw = rng(self.state.seed, self.held.since, self.chair, f"chair:{self.matter.id}")

    def next_words(self) -> tuple[str, Cue] | None:
        """Return who says what now; None while others speak, or where all is said."""
        floor, said = self.floor, self._said()
        left = self.state.minute_of(self.held.since) + self.matter.minutes - self.state.minute
        if left <= CLOSING_MINUTES:
            return None if CLOSING in said else self._say(self._closing(), CLOSING)
        if said and floor.called:
            return self._give(floor.opened(floor.called))
        silent = self._silent(said)
        if floor.utterances and not floor.is_argued:
            return None
        is_hurried = left - CLOSING_MINUTES <= 2 * len(silent) + 1
        answer = floor.reply(is_hurried=is_hurried) if floor.is_argued else None
        return self._give(answer) or (self._go_on(said, silent) if said else self._open())

    def _give(self, argument: Argument | None) -> tuple[str, Cue] | None:
        return None if argument is None else self.floor.speak(argument)

    def _go_on(self, said: Sequence[str], silent: Sequence[str]) -> tuple[str, Cue] | None:
        """Return what comes where nobody answers: a welcome, the word for somebody, or what is left to
        be said."""
        first = self._greet_late(said, silent) or self._own_view(silent)
        if first is not None or silent:
            return first or self._call(silent, len(said))
        return self._give(self.floor.volunteer())

    def _greet_late(self, said: Sequence[str], silent: Sequence[str]) -> tuple[str, Cue] | None:
        """Return how the first who has come late is greeted, and given the word if they have said
        nothing yet."""
        late = self._late
        missed = next((who for who in late if who not in {*said, *self.floor.spoken}), "")
        if not missed or any(f"{LATE}_{who}" in said or who in said for who in late):
            return None
        words = self._welcome(missed)
        if missed in silent:
            return self._call([missed], len(said), words)
        return self._say(words, f"{LATE}_{missed}", missed)

    @property
    def _late(self) -> list[str]:
        """Who has come after the meeting had begun, and is there."""
        came, late = self.held.came, self.held.late
        return [who for who in self.others if who in late or who not in came]

    def last_words(self) -> tuple[str, Cue] | None:
        """Return what is said after the count: in the chair what weighed most, and then by one of those
        who have lost, and by one of those who have won."""
        held, since = self.held, self.state.tick - self.held.since
        votes = {"for": held.likes, "against": held.dislikes}
        sides = ("for", "against")[:: -1 if self.matter.side_of(held.stage) > 0 else 1]
        if since == 0:
            point = "" if self._candidates else self._point(sides[1])
            said = self._draw.pick(VERDICTS).format(point=point)
            return self._say(said, VERDICT) if point else None
        side = sides[min(since, len(sides)) - 1]
        return self._give(self.floor.after(held.stage, side, votes[side]))

    def _said(self) -> list[str]:
        """Return what the chair has said so far: the opening, whom they greeted or gave the word, the
        end."""
        keys = [one.key for one in self.floor.topics if one.source == self.chair]
        called = [key.split(".")[3] for key in keys if asked_of(key) == (ASK_OPINION, self._about)]
        late = [f"{LATE}_{who}" for who in self.others]
        return [*(one for one in (OPENING, CLOSING, *late) if self._key(one) in keys), *called]

    @property
    def _about(self) -> str:
        return self.matter.about

    @property
    def _candidates(self) -> tuple[str, ...]:
        return candidates(self.state.world, self._about)

    def _key(self, sort: str) -> str:
        return f"n.{self.chair}.{sort}.{self.matter.id}.{self.held.since}.{self._about}"

    def _silent(self, said: Sequence[str]) -> list[str]:
        """Return who has not spoken and was not asked to; those between whom it is decided come
        first."""
        silent = [who for who in self.others if who not in {*said, *self.floor.spoken}]
        return [who for who in silent if who in self._candidates] or silent

    def _speaks_later(self, silent: Sequence[str]) -> bool:
        """Tell whether who is in the chair has given a view, has no say, or lets others speak before."""
        who = self.chair
        before = {*silent} & {*self._candidates} if who in self._candidates else {*silent}
        is_done = self.floor.spoken[who] > 0 or not has_say(self.state.world, self._about, who)
        return bool(before) or is_done

    def _own_view(self, silent: Sequence[str]) -> tuple[str, Cue] | None:
        """Return the view of who is in the chair and has a say, once: after the other candidates for one
        of them, after all others for anybody else."""
        who, mind = self.chair, self.state.minds[self.chair]
        if self._speaks_later(silent):
            return None
        given = self._give(self.floor.opened(who))
        if given is not None:
            return given
        held = mind.relations.opinions.get(self._about)
        if held is None or not held.is_worded:
            return None
        views = opinion_topics(mind, who, self.others, self._about)
        own = next((one for one in views if subject_of(one) == self._about), None)
        return None if own is None else self._speak(own.gist, replace(own, source=who))

    def _open(self) -> tuple[str, Cue]:
        """Open the meeting: with the question and its sides, or in the words of the world."""
        told = f"Let us begin. {self.matter.question} {_sides(self.matter)}"
        words = (self.matter.opening or told).strip()
        silent = self._silent(())
        return self._call(silent, 0, words) if silent else self._say(words, OPENING)

    def _call(self, silent: Sequence[str], count: int, words: str = "") -> tuple[str, Cue]:
        """Give the word to one of those who have not spoken, first to who brings news of the week, in
        words that they have not heard at another meeting; in plain ones after those of the world."""
        first = self.floor.bring_news(silent) or silent
        who = rng(self.state.seed, self.state.tick, self.chair, "word").pick(first)
        name = self.state.world.name_with_article(who)
        known = self.matter.calls if count < len(self.matter.calls) else CALLS
        start = self._draw.integer_below(len(known)) + count
        told = (known[(start + n) % len(known)] for n in range(len(known)))
        calls = [one.replace("{name}", name) for one in told]
        newest = self.state.minds[self.chair].memory.last(SAID_RECORDS)
        used = " ".join(one.text for one in newest if one.kind == "action" and name in one.text)
        asks = next((one for one in calls if one not in used), calls[0])
        key = question_key(self.chair, ASK_OPINION, who, self.state.minute // DAY, self._about)
        topic = Topic(key, REMARK, who=self.chair, source=self.chair)
        text = f"{words} {asks}".strip()
        return self.chair, self.floor.cue(self.chair, who, text, topic, IN_CHAIR, asks=True)

    def _welcome(self, who: str) -> str:
        """Return how the chair greets who comes late, with what was spoken of last."""
        words = self._draw.pick(WELCOMES).format(name=self.state.world.name_with_article(who))
        point = self.floor.last_point
        where = self._draw.pick(WHERE_WE_ARE).format(point=point) if point else ""
        return f"{words} {where}".strip()

    def _closing(self) -> str:
        """Return how the chair sums up: with the count so far and the points of both sides, or in the
        words of the world."""
        points = [*dict.fromkeys(filter(None, map(self._point, ("for", "against"))))]
        heard = f"It was about {GROUNDS}. " if points else ""
        told = self.matter.closing or f"We have heard each other. {heard}{COUNT} Now we vote."
        told = told.replace(COUNT, self._count())
        between = ", and " if any(" and " in one for one in points) else " and "
        return " ".join(told.replace(GROUNDS, between.join(points) or "what you said").split())

    def _point(self, side: str) -> str:
        """Return the point of a side that was spoken of, or answered, most, first of those that have
        come up in the week; "" for none."""
        points, news = self.floor.points(side), self.floor.news
        return max(points, key=lambda one: (one in news, points[one]), default="")

    def _count(self) -> str:
        """Return how those stand who have spoken; "" where nobody has."""
        stances = {one.who: one.stance or 0.0 for one in self.floor.views}.values()
        camps = [sum(sign * one > UNDECIDED for one in stances) for sign in (1, -1)]
        if not any(camps):
            return ""
        for_, against = self.matter.sides or ("for it", "against it")
        return f"So far {_camp(camps[0], for_)}, and {_camp(camps[1], against)}."

    def _say(self, words: str, sort: str, to: str = "") -> tuple[str, Cue]:
        """Return words of a sort to the whole room."""
        return self._speak(words, Topic(self._key(sort), REMARK, "", self.chair, self.chair), to)

    def _speak(self, words: str, topic: Topic, to: str = "") -> tuple[str, Cue]:
        """Return words to the whole room after which nobody has the word."""
        cue = self.floor.cue(self.chair, to or self.others[0], words, topic, IN_CHAIR)
        return self.chair, cue


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
