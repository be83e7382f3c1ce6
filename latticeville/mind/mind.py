"""The state of an agent's mind, what it may ask for, and the result of one tick of thought."""

from collections.abc import Generator, Mapping
from typing import TypeVar

import msgspec

from latticeville.mind.action import Action
from latticeville.mind.belief import BeliefTree
from latticeville.mind.learned_beliefs import LearnedBelief
from latticeville.mind.memory import AccessLog, MemoryStream
from latticeville.mind.plan import Plan, PlanStep
from latticeville.mind.relation import Relations
from latticeville.mind.resource_beliefs import ResourceBeliefs
from latticeville.mind.retrieval.records import RetrievalQuery, RetrievalRecord, RetrievalResult
from latticeville.mind.topic import Commitment
from latticeville.models.model import Reply, Request
from latticeville.world.model.personas import ObjectUse


class ActedChoice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What somebody outside chose for a person whom they act as, and for which tick.

    Until the next choice, the person goes on with a walk, or waits.
    """

    action: Action | None = None
    tick: int = 0


class Intent(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What an agent is about.

    `meant` is the thing that the step is about, `used` whether it was tried, and `fetched` whether
    what it takes was looked for; `baulked` is what could not be reached at the minute `baulked_at`;
    `alarms` are in sight. The area `barred` is closed or full, and is not tried before
    `barred_until`; `patience` is for how many minutes the last wait was. `acted` is there while
    somebody outside chooses in place of the mind.
    """

    step: PlanStep | None = None
    meant: str = ""
    used: bool = False
    fetched: bool = False
    baulked: str = ""
    baulked_at: int = 0
    errand: ObjectUse | None = None
    alarms: tuple[str, ...] = ()
    barred: str = ""
    barred_until: int = 0
    patience: int = 0
    acted: ActedChoice | None = None

    def begun_anew(self) -> "Intent":
        """Return the intent of a mind without a plan; whoever is acted stays so, and waits."""
        return Intent(acted=ActedChoice() if self.acted else None)


class Conversation(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A talk with others: what it is for, what was said last, and the tick in which somebody
    `spoke` last.

    `recalled` holds the ids of the memories that came to mind at one's first answer.
    """

    others: tuple[str, ...]
    goal: str = ""
    lines: tuple[str, ...] = ()
    spoke: int = 0
    recalled: tuple[int, ...] = ()


class Social(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The tick of the last words to each person, the talk under way, and to whom the opening of one
    was left.

    `owed` are people whom somebody means to tell something as soon as they meet.
    """

    met: Mapping[str, int] = {}
    talk: Conversation | None = None
    yielded: str = ""
    owed: tuple[str, ...] = ()


class InnerState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who the agent takes itself to be, since which `day`, and what has piled up to be reflected
    on.

    `reflected` counts the records at the last reflection and `stirred` sums the ratings since;
    `later` is the minute before which a model that failed is not asked again. The first plan of the
    day `short_day` had too few strokes. `needs` are the needs that are given, from 0 to 1 by name;
    `learned` are beliefs of oneself and of causes, by key. `changed_by` are the keys of the scenes
    and outcomes that have changed this mind, each with its tick.
    """

    identity: str = ""
    day: int = -1
    reflected: int = 0
    stirred: int = 0
    later: int = 0
    short_day: int = -1
    needs: Mapping[str, float] = {}
    learned: Mapping[str, LearnedBelief] = {}
    changed_by: Mapping[str, int] = {}


class CachedDecision(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A reply that a model gave in a situation, at which tick, and the tokens that it read and
    wrote for it."""

    reply: str
    tick: int
    tokens: tuple[int, int]


class Mind(msgspec.Struct, frozen=True, gc=False):
    """All that an agent carries in its head; `decisions` are the behavioural cache, by the key of
    their situation."""

    beliefs: BeliefTree
    memory: MemoryStream
    touched: AccessLog
    plan: Plan | None = None
    intent: Intent = Intent()
    social: Social = Social()
    inner: InnerState = InnerState()
    commitments: tuple[Commitment, ...] = ()
    relations: Relations = Relations()
    decisions: Mapping[str, CachedDecision] = {}
    resources: ResourceBeliefs = ResourceBeliefs()


class RequestRecord(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """A question that was asked: its kind, the digest under which the tape holds it, the reply, the
    prompt's digest."""

    kind: str
    digest: str
    reply: str
    prompt: str = ""
    error: str = ""


class Thought(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Why an agent acts as it does; `cites` are memory ids.

    `why` is plan, errand, answer, greet, talk, react, leave, barred, act, acted, need or the word of
    a wish. `recalls`
    are the retrievals of this tick in order, `asks` the questions; a `fault` is why the action is none.
    """

    why: str
    action: Action
    step: PlanStep | None = None
    cites: tuple[int, ...] = ()
    asks: tuple[RequestRecord, ...] = ()
    recalls: tuple[RetrievalRecord, ...] = ()
    fault: str = ""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What a mind hands back: itself as it is now, and its thought with the action."""

    mind: Mind
    thought: Thought


Round = tuple[Request | RetrievalQuery, ...]
"""What a mind asks for at once: of a model, or of its own memory."""
Answers = tuple[Reply | RetrievalResult, ...]
"""One answer to each."""
T = TypeVar("T")
Thinking = Generator[Round, Answers, T]
"""A part of the loop: it yields rounds, is sent the answers of each, and returns what it comes
to."""
ThoughtProcess = Thinking[Decision]
"""A mind at work."""


def as_process(decided: Decision | ThoughtProcess) -> ThoughtProcess:
    """Return thoughts that come to a decision, for a loop that goes around others; what is decided
    already asks nothing."""
    return decided if isinstance(decided, Decision) else (yield from decided)
