"""Matters, storylines and scheduled events: what a world holds that ends in a changed world.

A *beat* is any of them. What has become of each so far is part of the state of a run.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from latticeville.world.model.access import WEEK
from latticeville.world.model.beat_parts import (
    NO_TIME,
    Argument,
    Condition,
    Consequence,
    Errand,
    MindEffect,
    OptionalTime,
    StagedScene,
)
from latticeville.world.model.table_struct import Limits, TableStruct
from latticeville.world.model.values import Id, Minutes, Name, Text

Result = Literal["for", "against", "tie"]
"""How a vote ends."""


class Ending(TableStruct, frozen=True):
    """One end of a matter; the first whose conditions hold is taken."""

    id: Id
    """Unique among the outcomes of the matter."""
    text: Text
    """The sentence in which everybody is told of it."""
    result: tuple[Result, ...] = ()
    """The results of the vote that lead to it; without any, every result."""
    share: Annotated[float, Limits(ge=0, le=1)] = 0.0
    """The least share of the votes that must be for it."""
    when: tuple[Condition, ...] = ()
    """Further conditions, all of which must hold."""
    effects: tuple[Consequence, ...] = ()
    """What it changes."""
    errands: tuple[Errand, ...] = ()
    """Who has something to do because of it."""
    aftermath: tuple[MindEffect, ...] = ()
    """What people know, think and say once they have learnt of it."""
    scenes: tuple[StagedScene, ...] = ()
    """The talks that it leads to between those whom it touches."""

    def side_of(self, subject: str) -> float | None:
        """Return the side that it takes on a subject by votes or opinions; None where it names
        neither."""
        if "for" in self.result or "against" in self.result:
            return float("for" in self.result) - float("against" in self.result)
        for one in self.when:
            if one.opinion == subject:
                return 1.0 if (one.min or 0.0) >= 0 and one.max is None else -1.0
        return None


class Matter(TableStruct, frozen=True):
    """A question that is decided by the opinions of those who have a say: in a meeting, or `by` a
    time."""

    id: Id
    """Unique among matters, storylines and scheduled events."""
    question: Text
    """What is to be decided, in one sentence."""
    about: Name
    """The subject of the opinions that decide it; to be for it is to vote for."""
    outcomes: Annotated[tuple[Ending, ...], Limits(min_length=1)]
    """How it can end; the first that fits is taken."""
    say: tuple[Id, ...] = ()
    """The people who have a say; without any, everybody."""
    place: Id | None = None
    """The area where the meeting is; everybody in the whole building is present."""
    at: OptionalTime = NO_TIME
    """The day and time of the meeting."""
    minutes: Minutes = 45
    """How long the meeting takes."""
    wait: Annotated[int, Limits(ge=0, le=1440)] = 20
    """How many minutes the meeting waits for those who are on their way."""
    quorum: Annotated[int, Limits(ge=1, le=10_000)] = 1
    """How many of those with a say must be present."""
    put_off: Annotated[int, Limits(ge=0, le=100_000)] = 1440
    """After how many minutes the meeting is called again where too few came; 0: it decides
    anyway."""
    known: Literal["everybody", "by_word"] = "everybody"
    """Whether all with a say are called to the meeting, or only those come who hear of it in the
    world."""
    sides: tuple[Text, ...] = ()
    """How the two sides are told, such as “to keep it” and “to fell it”: first that of those who are
    for it. Without them, they are “for” and “against”."""
    tie: Text = ""
    """The sentence that tells how a tie is decided."""
    chair: Id | None = None
    """Who opens the meeting, gives the word and sums up, and is called to it in any case; without
    one, the most outgoing of those present."""
    opening: Text = ""
    """The words with which the chair opens the meeting; without them, they tell the question and its
    sides."""
    closing: Text = ""
    """The words with which the chair sums up before the count: “{count}” stands for a sentence, such as
    “So far two want to fell it, and one wants to keep it.”, “{grounds}” for the point of each side that was taken up
    most, such as “the roots and the shade”."""
    calls: tuple[Text, ...] = ()
    """The words with which the chair gives somebody the word, “{name}” in each; each comes once, and
    plain ones after them."""
    arguments: tuple[Argument, ...] = ()
    """What people say at the meeting, each in answer to others; without any, they give their views."""
    by: OptionalTime = NO_TIME
    """Instead of a meeting, the day and time at which the opinions of all with a say decide."""

    def __post_init__(self) -> None:
        if (self.by == NO_TIME) == (self.at == NO_TIME) or (self.place is None) != (
            self.at == NO_TIME
        ):
            raise ValueError(
                "a matter has a meeting (“place” and “at”) or a deadline (“by”): write one of both"
            )

        if any("{name}" not in one for one in self.calls):
            raise ValueError("the chair calls nobody: write “{name}” into each of the “calls”")
        if len(self.sides) not in (0, 2):
            raise ValueError(f"a matter has two “sides”, not {len(self.sides)}: write two, or none")

    @property
    def key(self) -> str:
        """The key of the topic that tells its outcome."""
        return f"{DECISION_KEY}{MATTER_KEY}{self.id}"

    def side_of(self, outcome: str) -> float:
        """Return the side that an outcome takes: 1 for its subject, -1 against it, 0 for neither.

        An outcome that says nothing of votes or opinions is the opposite of those that do.
        """
        sides = {one.id: one.side_of(self.about) for one in self.outcomes}
        own = sides.get(outcome)
        if own is not None:
            return own
        others = {side for side in sides.values() if side}
        return -others.pop() if len(others) == 1 else 0.0


class Stage(TableStruct, frozen=True):
    """A stage of a storyline: it begins where its conditions hold, and changes the world."""

    id: Id
    """Unique among the stages of the storyline."""
    text: Text = ""
    """The sentence in which it is told; without it, nobody notices."""
    told: Text = ""
    """How people pass it on; without it, in the words of `text`, in the past."""
    follows: tuple[Id, ...] = ()
    """The stages after which it may begin; without any, the one before it in the list."""
    when: tuple[Condition, ...] = ()
    """Conditions, all of which must hold."""
    place: Id | None = None
    """The area where it is seen; without it, the people of the storyline know of it."""
    effects: tuple[Consequence, ...] = ()
    """What it changes."""
    errands: tuple[Errand, ...] = ()
    """Who has something to do because of it."""
    aftermath: tuple[MindEffect, ...] = ()
    """What people know, think and say once they have learnt of it."""
    scenes: tuple[StagedScene, ...] = ()
    """The talks that it leads to between those whom it touches."""


class Storyline(TableStruct, frozen=True):
    """A deadline, a debt, a quarrel: stages that follow each other where conditions hold."""

    id: Id
    """Unique among matters, storylines and scheduled events."""
    name: Name
    """What it is about, as people call it: “Has Noor told you about the lost eyepiece?”"""
    stages: Annotated[tuple[Stage, ...], Limits(min_length=1)]
    """Its stages; it ends with one that no other follows."""
    people: tuple[Id, ...] = ()
    """Whom it concerns."""

    def stages_after(self, stage: str) -> tuple[Stage, ...]:
        """Return the stages that may begin after one, or at first after ""."""
        return tuple(
            one
            for before, one in zip(
                ("", *(one.id for one in self.stages)), self.stages, strict=False
            )
            if stage in (one.follows or (before,))
        )


class ScheduledEvent(TableStruct, frozen=True):
    """An event that happens at a time, or once its conditions hold."""

    id: Id
    """Unique among matters, storylines and scheduled events."""
    text: Text
    """The sentence in which its witnesses perceive it."""
    told: Text = ""
    """How people pass it on; without it, in the words of `text`, in the past."""
    at: OptionalTime = NO_TIME
    """The day and time; without it, as soon as `when` holds."""
    every: Literal["day", "week"] | None = None
    """How often it happens again; without it, it happens once."""
    when: tuple[Condition, ...] = ()
    """Conditions, all of which must hold."""
    place: Id | None = None
    """The area where it is perceived, with all areas within it; without it, everywhere."""
    people: tuple[Id, ...] = ()
    """The only people who perceive it; without any, everybody there."""
    effects: tuple[Consequence, ...] = ()
    """What it changes."""
    errands: tuple[Errand, ...] = ()
    """Who has something to do because of it."""
    aftermath: tuple[MindEffect, ...] = ()
    """What people know, think and say once they have learnt of it."""
    scenes: tuple[StagedScene, ...] = ()
    """The talks that it leads to between those whom it touches."""

    def __post_init__(self) -> None:
        if self.at == NO_TIME and not self.when:
            raise ValueError("a scheduled event needs “at” or “when”: write at least one of them")
        if self.every is not None and self.at == NO_TIME:
            raise ValueError("“every” needs “at”, the first time: write it, or remove “every”")


Change = Ending | Stage | ScheduledEvent
"""What a beat can come to: it has conditions, effects, errands and scenes."""


class Beats(msgspec.Struct, frozen=True):
    """All matters, storylines and scheduled events of a world."""

    matters: tuple[Matter, ...] = ()
    storylines: tuple[Storyline, ...] = ()
    scheduled: tuple[ScheduledEvent, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.matters or self.storylines or self.scheduled)

    @property
    def changes(self) -> Iterator[tuple[str, str, Change]]:
        """What the beats can come to, each with its beat and the outcome or stage that it is, "" for a
        scheduled event."""
        yield from ((one.id, end.id, end) for one in self.matters for end in one.outcomes)
        yield from ((one.id, stage.id, stage) for one in self.storylines for stage in one.stages)
        yield from ((one.id, "", one) for one in self.scheduled)

    @property
    def scenes(self) -> Iterator[tuple[str, str, int, StagedScene]]:
        """All scenes, each with the beat and the outcome or stage that leads to it, "" for a
        scheduled event, and its number there."""
        for beat, part, change in self.changes:
            yield from ((beat, part, n, scene) for n, scene in enumerate(change.scenes))

    @property
    def retold(self) -> dict[str, str]:
        """How people pass on a stage or a scheduled event, by the sentence in which it is perceived."""
        told = (one for _, _, one in self.changes if not isinstance(one, Ending) and one.told)
        return {one.text: one.told for one in told}

    @property
    def effects(self) -> Iterator[Consequence]:
        """All changes of the world that they can make."""
        for _, _, change in self.changes:
            yield from change.effects
            for scene in change.scenes:
                yield from scene.effects


NO_BEATS = Beats()
"""A world that holds no question and no story."""
MATTER_KEY, DECISION_KEY = "matter.", "v."
"""How the keys begin of a topic that calls to the meeting of a matter, and of one that tells what a
meeting came to."""


class BeatState(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """How far a beat has come: its stage, the tick at which it came there, and whether it is over.

    A matter is first "called", then "open", at last at its outcome; `opens` is the minute of its
    meeting, `came` are those who were at it so far, `late` those of them who came after it had begun,
    `chair` is who opened it, and the votes are those that decided it. A scheduled event "happened";
    `opens` is then the minute of its next time, if it has one. `scenes` count the lines of each scene
    that were said; LAPSED where it did not come to its end in time.
    """

    stage: str = ""
    since: int = 0
    is_over: bool = False
    opens: int = NO_TIME
    likes: tuple[str, ...] = ()
    dislikes: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    scenes: tuple[int, ...] = ()
    came: tuple[str, ...] = ()
    chair: str = ""
    late: tuple[str, ...] = ()


NOT_BEGUN = BeatState()
"""The state of a beat before its first tick."""
CALLED, OPEN, HAPPENED = "called", "open", "happened"
"""Stages of matters and of scheduled events."""
LAPSED = -1
"""Stands for the lines of a scene that takes place no more."""
VOTE_SIDES = ("likes", "dislikes", "undecided", "came", "late")
"""The fields of a state that name people."""


def first_minute(written: int, start: int) -> int:
    """Return the first minute of a weekday and time from the start of a run on.

    >>> first_minute(600, 480), first_minute(300, 480) == 300 + WEEK
    (600, True)
    """
    return written if written >= start else written + -(-(start - written) // WEEK) * WEEK
