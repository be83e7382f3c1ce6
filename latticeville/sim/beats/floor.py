"""The floor of a meeting: what has been said there so far, and who takes up which argument next."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from latticeville.core.rng import rng
from latticeville.mind.matters import argument_id, argument_key, point_of
from latticeville.mind.percept import ON_FLOOR, Cue
from latticeville.mind.questions import ASK_OPINION, asked_of
from latticeville.mind.relation import UNDECIDED, OpinionState
from latticeville.mind.topic import OPINION, Topic, subject_of
from latticeville.sim.beats.conditions import all_hold, any_holds
from latticeville.sim.beats.matters import people_present, people_with_a_say
from latticeville.sim.beats.scenes import open_scenes
from latticeville.sim.events import Said
from latticeville.sim.perception import is_within_hearing
from latticeville.sim.state import State
from latticeville.world.model.beat_parts import Argument
from latticeville.world.model.beats import BeatState, Matter

HEARD_RECORDS, SAID_RECORDS = 400, 4000
"""Newest records that tell what was said at a meeting, and what somebody has said before."""
MOST_IN_A_ROW = 4
"""Most arguments that follow each other before the chair gives the word again."""
MOST_EACH, MOST_TO_ANSWER, SPEECHES_OF_FEW = 2, 1, 20
"""How often somebody speaks at a meeting; how often more to answer the last words, and once more to
answer who has just answered them; and how many speeches those share who are few."""
SPEECHES_EACH = 2.5
"""How many views a meeting hears for each who is there, after which nobody asks for the word."""


def side_of(stance: float) -> str:
    """Return the side on which a stance is: "for", "against" or "neither".

    >>> side_of(0.4), side_of(-0.4), side_of(0.05)
    ('for', 'against', 'neither')
    """
    return ("neither", "for", "against")[(stance > UNDECIDED) - (stance < -UNDECIDED)]


def _parted(arguments: Iterable[Argument]) -> tuple[list[Argument], list[Argument]]:
    """Return the grounds among some arguments, and the answers."""
    grounds: list[Argument] = []
    answers: list[Argument] = []
    for one in arguments:
        (answers if one.on is not None else grounds).append(one)
    return grounds, answers


class Floor:
    """A meeting as it stands: who is in the `room` and hears the chair, who is in the `chair` among
    them, and what was said, the oldest first."""

    def __init__(self, state: State, matter: Matter, held: BeatState, chair: str) -> None:
        self.state, self.matter, self.held, self.chair = state, matter, held, chair
        here = state.bodies[chair].area
        self.room = tuple(
            who
            for who in people_with_a_say(state, matter)
            if state.bodies[who].area == here and is_within_hearing(state, chair, who)
        )
        said = (one for one in state.news if isinstance(one, Said))
        self.utterances = [one for one in said if one.area == here]
        self._draw = rng(state.seed, state.tick, matter.id, "floor")

    @property
    def outside(self) -> tuple[str, ...]:
        """Who is in the building of the meeting, and not where it takes place."""
        areas, place = self.state.world.areas, self.matter.place or ""
        present = people_present(self.state, self.matter)
        bodies = self.state.bodies
        return tuple(who for who in present if not areas.is_within(bodies[who].area, place))

    @cached_property
    def topics(self) -> tuple[Topic, ...]:
        """What was told at the meeting, as the chair remembers it, and in the last tick."""
        newest = self.state.minds[self.chair].memory.last(HEARD_RECORDS)
        remembered = (one.topic for one in newest if one.tick > self.held.since)
        told = (one.topic for one in self.utterances)
        return tuple(topic for topic in (*remembered, *told) if topic is not None)

    @cached_property
    def views(self) -> Sequence[Topic]:
        """The views that people have given as their own, the oldest first."""
        return [
            one
            for one in self.topics
            if one.kind == OPINION
            and one.source in ("", one.who)
            and subject_of(one) == self.matter.about
        ]

    @cached_property
    def said(self) -> Sequence[Argument]:
        """The arguments that were given, the oldest first."""
        by_id = {one.id: one for one in self.matter.arguments}
        found = (by_id.get(argument_id(one)) for one in self.views)
        return [*dict.fromkeys(filter(None, found))]

    @cached_property
    def spoken(self) -> Counter[str]:
        """How often each has given a view."""
        return Counter(one.who for one in self.views)

    def bring_news(self, some: Sequence[str]) -> Sequence[str]:
        """Return who of some people has a ground of what has come up in the week."""
        found = {one.who for one in self._open() if one.when and one.on is None}
        return [who for who in some if who in found]

    @property
    def news(self) -> set[str]:
        """The points that came up of what has happened in the week."""
        return {one.point for one in self.said if one.when and one.point}

    def points(self, side: str) -> Counter[str]:
        """Return how often each point of a side was spoken of, or answered, in the order in which they
        came up."""
        answered = Counter(one.on for one in self.said)
        found: Counter[str] = Counter()
        for one in self.views:
            point = point_of(self.state.world, self.matter.about, one)
            if point and side_of(one.stance or 0.0) == side:
                found[point] += 1 + answered[argument_id(one)]
        return found

    @property
    def last_point(self) -> str:
        """Of what was spoken last; "" where nothing says it."""
        points = (point_of(self.state.world, self.matter.about, one) for one in self.views)
        return next((one for one in reversed([*points]) if one), "")

    @property
    def called(self) -> str:
        """Who was given the word in the last tick; "" for nobody."""
        for one in self.utterances:
            key = one.topic.key if one.topic is not None else ""
            if one.who == self.chair and asked_of(key) == (ASK_OPINION, self.matter.about):
                return key.split(".")[3]
        return ""

    @property
    def is_argued(self) -> bool:
        """Whether the last words were an argument, after which the floor is free."""
        told = [one.topic for one in self.utterances]
        return bool(told) and all(one is not None and argument_id(one) != "" for one in told)

    def opinion(self, who: str) -> OpinionState | None:
        """Return what somebody thinks of the matter; None for no opinion."""
        return self.state.minds[who].relations.opinions.get(self.matter.about)

    def side(self, who: str) -> str:
        """Return the side on which somebody stands: "for", "against" or "neither"."""
        held = self.opinion(who)
        return side_of(0.0 if held is None else held.stated)

    def opened(self, who: str) -> Argument | None:
        """Return what somebody says who has the word: what has come up in the week, or a ground of their
        own while few have spoken, and later an answer to what was said."""
        grounds, answers = _parted(one for one in self._open() if one.who == who)
        drawn = [self._draw.pick(grounds)] if grounds else []
        answers.sort(key=self._place, reverse=True)
        is_early = 2 * len(self.spoken) < len(self.room)
        others = (*drawn, *answers) if is_early else (*answers, *drawn)
        return next((one for one in grounds if one.when), next(iter(others), None))

    def reply(self, *, is_hurried: bool) -> Argument | None:
        """Return the answer to what was said last, or to what that answered; None where there is none,
        or others are to have the word. Where time is short, only who has not spoken takes it."""
        row = self._row()
        if not 0 < len(row) < MOST_IN_A_ROW:
            return None
        for heard in reversed(row[-2:]):
            answers = [one for one in self._open() if one.on == heard.id]
            free = [
                one for one in answers if self._may_speak(one.who, heard, is_hurried=is_hurried)
            ]
            if free:
                return self._fewest(free)
        return None

    def volunteer(self) -> Argument | None:
        """Return what somebody still has to say once all were asked: a change of mind, a ground of
        their own while there is time to answer it, or else to what was said, the newest first."""
        left = [one for one in self._open() if self.spoken[one.who] < self._most_each]
        most = max(SPEECHES_EACH * len(self.room), SPEECHES_OF_FEW)
        views_left = most - len(self.views)
        if not left or views_left <= 0:
            return None
        newest = max(map(self._place, left))
        answers = [one for one in left if self._place(one) == newest]
        return self._fewest((views_left > MOST_IN_A_ROW and self._grounds(left)) or answers)

    @property
    def _most_each(self) -> int:
        return max(MOST_EACH, SPEECHES_OF_FEW // len(self.room))

    def _grounds(self, some: Sequence[Argument]) -> Sequence[Argument]:
        """Return the changes of mind among some arguments, or else what answers no other: first what
        has come up in the week."""
        turns = [one for one in some if self._turns(one)]
        grounds = [one for one in some if one.on is None]
        return turns or [one for one in grounds if one.when] or grounds

    def after(self, outcome: str, side: str, votes: Iterable[str]) -> Argument | None:
        """Return what one of those who voted for a side says of an outcome."""
        in_scenes = {who for one in open_scenes(self.state) for who in one.scene.people}
        free = {*votes} & {*self.room} - in_scenes
        told = [one for one in self.matter.arguments if (one.on, one.side) == (outcome, side)]
        opinions = ((one, self.opinion(one.who)) for one in told if one.who in free)
        return next((one for one, held in opinions if held and self._is_new(one)), None)

    def speak(self, one: Argument) -> tuple[str, Cue]:
        """Return the words of an argument to whom it answers, which all hear."""
        answered = next((each for each in self.said if each.id == one.on), None)
        to = self.chair if answered is None or answered.who not in self.room else answered.who
        to = next(who for who in self.room if who != one.who) if to == one.who else to
        return one.who, self.cue(one.who, to, one.says, self._topic(one))

    def cue(
        self,
        who: str,
        to: str,
        words: str,
        topic: Topic,
        part: str = ON_FLOOR,
        *,
        asks: bool = False,
    ) -> Cue:
        """Return words to the whole room, after which nobody has the word but whom they ask."""
        turn = 0 if asks else self.state.world.minds.turns - 1
        others = tuple(one for one in self.room if one not in (who, to))
        return Cue(
            self.matter.id,
            to,
            words=words,
            turn=turn,
            end=turn > 0,
            topic=topic,
            others=others,
            part=part,
        )

    def _topic(self, one: Argument) -> Topic:
        """Return the view that an argument gives; it is told on in the words of the speaker's own."""
        held = self.state.minds[one.who].relations.opinions[self.matter.about]
        gist = held.view if held.is_worded else one.says
        key = argument_key(one, self.matter.about)
        return Topic(key, OPINION, gist, one.who, one.who, stance=held.stated)

    def _open(self) -> Iterator[Argument]:
        """Yield the arguments that may be given now, by who stands on their side."""
        given = {one.id for one in self.said}
        for one in self.matter.arguments:
            is_due = one.on is None or one.on in given
            if is_due and one.id not in given and one.who in self.room and self._fits(one):
                yield one

    def _fits(self, one: Argument) -> bool:
        if self.opinion(one.who) is None or self.side(one.who) != one.side:
            return False
        if self._turns(one) and self._last_side(one.who) == one.side:
            return False
        state, minute = self.state, self.state.minute
        is_due = all_hold(one.when, state, minute)
        return is_due and not any_holds(one.unless, state, minute) and self._is_new(one)

    def _turns(self, one: Argument) -> bool:
        """Tell whether an argument says a change of mind: its side is not that of the persona."""
        persona = self.state.world.people[one.who].persona
        about = self.matter.about
        stance = next((each.stance for each in persona.opinions if each.topic == about), None)
        return stance is not None and side_of(stance) != one.side

    def _last_side(self, who: str) -> str:
        """Return the side of the view that somebody has given last; "" for none."""
        given = (side_of(one.stance or 0.0) for one in reversed(self.views) if one.who == who)
        return next(given, "")

    def _is_new(self, one: Argument) -> bool:
        """Tell whether nobody has said it yet, at an earlier meeting of the matter either."""
        key = argument_key(one, self.matter.about)
        newest = self.state.minds[one.who].memory.last(SAID_RECORDS)
        return not any(each.topic is not None and each.topic.key == key for each in newest)

    def _row(self) -> list[Argument]:
        """Return the arguments since the chair has spoken, or somebody brought in a ground of their own,
        the oldest first."""
        row: list[Argument] = []
        by_id = {one.id: one for one in self.said}
        for topic in self.topics:
            told = by_id.get(argument_id(topic)) if topic.kind == OPINION else None
            is_answer = told is not None and told.on is not None
            row = [*(row if is_answer else ()), *([] if told is None else [told])]
        return row

    def _may_speak(self, who: str, heard: Argument, *, is_hurried: bool) -> bool:
        if not self.spoken[who] or is_hurried:
            return not self.spoken[who]
        on = next((one.who for one in self.said if one.id == heard.on), "")
        return self.spoken[who] < self._most_each + MOST_TO_ANSWER + (on == who)

    def _place(self, one: Argument) -> int:
        """Return where among what was said stands what an argument answers; -1 for nowhere."""
        return next((n for n, each in enumerate(self.said) if each.id == one.on), -1)

    def _fewest(self, some: Sequence[Argument]) -> Argument | None:
        """Return one of some arguments, by who has spoken least."""
        least = min((self.spoken[one.who] for one in some), default=0)
        fresh = [one for one in some if self.spoken[one.who] == least]
        return self._draw.pick(fresh) if fresh else None
