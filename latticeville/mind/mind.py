"""What an agent carries in its head, and what one tick of thought comes to."""

from collections.abc import Generator, Mapping

import msgspec

from latticeville.llm.model import Reply, Request
from latticeville.mind.action import Action
from latticeville.mind.belief import Beliefs
from latticeville.mind.memory import Stream
from latticeville.mind.plan import Plan, Step
from latticeville.world.personas import Use


class Mind(msgspec.Struct, frozen=True, gc=False):
    """All that an agent carries in its head.

    `meant` is the thing that the step is about and `used` whether it was tried; `baulked` is what could not be
    reached at the minute `baulked_at`; `alarms` are in sight; `met` holds the tick of the last words to each person.
    """

    beliefs: Beliefs
    memory: Stream
    plan: Plan | None = None
    step: Step | None = None
    meant: str = ""
    used: bool = False
    baulked: str = ""
    baulked_at: int = 0
    errand: Use | None = None
    alarms: tuple[str, ...] = ()
    met: Mapping[str, int] = {}


class Ask(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A question that was asked: its kind, the digest under which the tape holds it, and the reply."""

    kind: str
    digest: str
    reply: str


class Thought(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Why an agent acts as it does: `why` is plan, errand, answer, greet or react; `cites` are memory ids."""

    why: str
    action: Action
    step: Step | None = None
    cites: tuple[int, ...] = ()
    asks: tuple[Ask, ...] = ()
    fault: str = ""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What a mind hands back: itself as it is now, and its thought with the action."""

    mind: Mind
    thought: Thought


Thinking = Generator[Request, Reply, Decision]
"""A mind at work."""
