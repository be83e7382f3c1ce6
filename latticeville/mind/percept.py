"""What one agent perceives in one tick: visible nodes, and events of the tick before."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Self

import msgspec

from latticeville.core.geometry import Cell
from latticeville.mind.topic import Appointment, Topic
from latticeville.mind.vitals import ResourceSeen, Vitals


class Node(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """A node of a world tree as it looks: an area, an object in a state, or an agent doing
    something."""

    id: str
    kind: str
    parent: str
    cell: Cell | None = None
    looks: str = ""
    counters: tuple[tuple[str, int], ...] = ()
    alarm: bool = False


AREA, OBJECT, AGENT = "area", "object", "agent"
"""The kinds of node."""


PASSING = (
    "walking",
    "going to",
    "heading",
    "looking for a way",
    "talking with",
    "waiting to get",
    "about to leave",
    "going north",
    "going south",
    "going east",
    "going west",
)
"""How the words begin for what is no activity: ways, talks and waiting."""
_NO_ACTIVITY = (*PASSING, "at ")


def is_activity(doing: str) -> bool:
    """Tell whether words name an activity, and not a walk, a talk, or waiting.

    >>> is_activity("telling the one about the goat"), is_activity("walking to the inn"), is_activity("idle")
    (True, False, False)
    """
    return doing not in ("", "idle") and not doing.startswith(_NO_ACTIVITY)


class Sights(tuple[Node, ...]):  # noqa: SLOT001 - what is found of them stays with them
    """The nodes in sight from a place; all who see the same share them, and what is found of them
    once."""

    by_id: Mapping[str, Node]
    """The nodes by their ids."""
    alarms: tuple[str, ...]
    """The ids of the nodes that raise an alarm."""
    key: object
    """Stands for them where something was compared with them, so that nothing holds old sights."""
    told: "dict[str, Observation]"
    """How activities are noticed, by who is at them, as far as somebody has noticed one."""
    _begun: dict[object, tuple[Node, ...]]

    def __new__(cls, nodes: Iterable[Node] = ()) -> Self:
        """Return the nodes with what everybody asks of them."""
        sights = super().__new__(cls, nodes)
        sights.by_id = {node.id: node for node in sights}
        sights.alarms = tuple([node.id for node in sights if node.alarm])
        sights.key, sights.told, sights._begun = object(), {}, {}
        return sights

    def gone_since(self, before: "Sights") -> list[Node]:
        """Return the nodes that went out of sight."""
        now, was = self.by_id, before.by_id
        if was.keys() <= now.keys():
            return []
        return [node for one, node in was.items() if one not in now]

    def begun_since(self, before: "Sights") -> tuple[Node, ...]:
        """Return the people who begin an activity, or come into sight at one; found once for all
        who saw the same before."""
        found = self._begun.get(before.key)
        if found is None:
            was = before.by_id
            fresh = [node for node in self if was.get(node.id) is not node and node.kind == AGENT]
            begun = [node for node in fresh if _begins_activity(node, was.get(node.id))]
            found = self._begun[before.key] = tuple(begun)
        return found


def _begins_activity(node: Node, was: Node | None) -> bool:
    is_same = was is not None and (node.looks, node.parent) == (was.looks, was.parent)
    return not is_same and is_activity(node.looks)


class Observation(msgspec.Struct, frozen=True, dict=True):
    """One thing that happened, as its witnesses may remember it; `words` are what was said, `turn`
    which turn.

    `to` is who is addressed, "" for all of `others`, who take part in the talk, too; `next` is who
    speaks next, "" if it is over; `end` says that the speaker leaves it. `importance` runs from 1
    to 10, 0 where nobody could rate it; before the minute `until` it is no use to try again.
    `topic` is what can be told of it, and `promise` the appointment that words agree to; `doing` is
    what the actor is seen doing, or which deed under need they did.
    """

    kind: str
    actor: str
    text: str
    about: tuple[str, ...] = ()
    to: str = ""
    words: str = ""
    turn: int = 0
    end: bool = False
    importance: int = 0
    until: int = 0
    topic: Topic | None = None
    others: tuple[str, ...] = ()
    next: str = ""
    promise: Appointment | None = None
    doing: str = ""

    @cached_property
    def subjects(self) -> tuple[str, ...]:
        """Whom and what it is of: who did it first, each once."""
        if self.actor and not self.about:
            return (self.actor,)
        return tuple(filter(None, dict.fromkeys((self.actor, *self.about))))

    @property
    def company(self) -> tuple[str, ...]:
        """Everybody who takes part in the talk after these words, who speaks first, where they do
        not leave it."""
        return tuple(filter(None, ("" if self.end else self.actor, self.to, *self.others)))


class PerceivedNews(tuple[Observation, ...]):  # noqa: SLOT001 - what is found of them stays with them
    """What somebody perceives to have happened; all who perceive the same share it."""

    tells: bool
    """Whether somebody spoke or was turned away, or something tells more than what is seen of it: most
    news only say who came, went or began an activity."""
    importance: int
    """That of the most important."""

    def __new__(cls, news: Iterable[Observation] = ()) -> Self:
        """Return the news with what everybody asks of them."""
        found = super().__new__(cls, news)
        found.tells = bool(
            [one for one in found if one.topic or one.promise or one.kind in _TELLING]
        )
        found.importance = max([one.importance for one in found], default=0)
        return found


_TELLING = ("said", "barred", "baulked")


IN_SCENE, IN_CHAIR, ON_FLOOR = "a scene", "the chair", "an argument"
"""What somebody has a part in by a cue: a scene, the chair of a meeting, or what is said at one."""


class Cue(msgspec.Struct, frozen=True, gc=False):
    """What somebody has to do with in a scene now: the line that they say next, or whose line they
    wait for.

    `beat` is what the scene is of, `words` are the line to the person `other`, "" where the other
    says the next one; `others` are those of the scene who hear it. `place` is the area where the
    other is, "" where nobody may go; without words, where the scene is to be played, or the meeting
    is. `part` says whether it is of a scene, or of a meeting, where words are for all.
    """

    beat: str
    other: str
    place: str = ""
    words: str = ""
    turn: int = 0
    end: bool = False
    topic: Topic | None = None
    others: tuple[str, ...] = ()
    part: str = IN_SCENE


class Percept(msgspec.Struct, frozen=True, gc=False):
    """What `who` perceives at the end of the last tick.

    `sights` holds the areas from the root down to `place` and everything in sight, the perceiver
    included; `view` holds the visible cells where sight, not the area, decides; None otherwise.
    `carries` are objects by id and `items` counts of goods. `seed` is the run's.

    Rules with needs add `vitals`, those of the own body; `resources`, what grows or lies in the
    cells around, within `radius` of `[survival]`: a cell that is not listed holds nothing; and
    `conditions`, the others in sight who are weak, starving or dead, by id. Words carry `hearing`
    cells far. The `cue` is there in a scene of a beat.
    """

    who: str
    tick: int
    minute: int
    place: str
    cell: Cell
    sights: Sights
    news: PerceivedNews
    walk_target: str = ""
    carries: tuple[str, ...] = ()
    view: AbstractSet[Cell] | None = None
    seed: int = 0
    weather: str = ""
    items: Mapping[str, int] = {}
    season: str = ""
    vitals: Vitals | None = None
    resources: tuple[ResourceSeen, ...] = ()
    conditions: Mapping[str, str] = {}
    hearing: int = 20
    cue: Cue | None = None

    def minute_of(self, tick: int, tick_minutes: int) -> int:
        """Return the absolute minute of an earlier tick."""
        return self.minute - (self.tick - tick) * tick_minutes

    def is_within_hearing(self, node: Node) -> bool:
        """Tell whether words carry to somebody at the same place."""
        return (
            node.parent == self.place
            and (node.cell or self.cell).distance_to(self.cell) <= self.hearing
        )
