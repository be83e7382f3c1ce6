"""The action that a mind chooses in a tick."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from latticeville.mind.topic import Appointment, Topic

IDLE, MOVE, INTERACT, SAY = "idle", "move", "interact", "say"
"""Names of the actions of a social world."""
STEP, GATHER, EAT, REST, GIVE, ATTACK, WAIT = (
    "step",
    "gather",
    "eat",
    "rest",
    "give",
    "attack",
    "wait",
)
"""Names of the actions of a world under need."""


class Action(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """One action: `target` is an area, object or person; `words` are what is said, or what one is
    seen doing.

    `turn` counts the utterances of a talk, `end` says that one leaves it, `topic` what the words
    tell, and `promise` to what appointment they agree. `count` is how many units are given. Words
    to a group have the others who take part in `others`; without a target they are for all of them.
    """

    kind: str
    target: str = ""
    verb: str | None = None
    words: str = ""
    turn: int = 0
    end: bool = False
    topic: Topic | None = None
    others: tuple[str, ...] = ()
    promise: Appointment | None = None
    count: int = 0


class AreaClosing(NamedTuple):
    """An area that has to be left, when it opens again, and, if time is short, what lies beyond the
    nearest way."""

    area: str
    opens: int
    exit_area: str = ""


def group_by_kind(actions: Iterable[Action]) -> dict[str, list[Action]]:
    """Return actions by their kind, in their order.

    >>> group_by_kind([Action("eat"), Action("step", verb="N"), Action("step", verb="S")]).keys()
    dict_keys(['eat', 'step'])
    """
    found: dict[str, list[Action]] = {}
    for action in actions:
        found.setdefault(action.kind, []).append(action)
    return found
