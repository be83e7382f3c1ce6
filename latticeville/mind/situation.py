"""The situation of one mind in one tick: all that it has before it while it thinks."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.mind.action import Action, AreaClosing
from latticeville.mind.action_form import ActionForm
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Decision, Mind, RequestRecord, Thought
from latticeville.mind.mind_effects import ChangedMind, changed_by
from latticeville.mind.percept import Percept
from latticeville.mind.relation import Relations
from latticeville.mind.retrieval.records import RetrievalRecord
from latticeville.mind.topic import Topic
from latticeville.world.model.personas import Persona
from latticeville.world.model.settings import MindSettings
from latticeville.world.model.world import World


class Wish(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An action that a set of rules advises, how much, from 0 to 1, and why.

    Following the plan is worth PLAN_WANT; what is wanted more is done instead.
    """

    action: Action
    want: float
    why: str


PLAN_WANT = 0.5
"""How much the built-in mind wants to follow its plan."""


class Inquiry(msgspec.Struct, frozen=True, gc=False):
    """What a faculty asks in place of reactions and plan.

    `offered` are the actions of each kind that can be done. `facts` are what a prompt tells of it,
    made when somebody reads them. `proposal` is the action
    that the built-in mind does, `why`, and `topic` the number of what its words tell, out of
    `topics`; 0 for nothing. `carried` are counts of what can be given.
    """

    offered: Mapping[str, Sequence[Action]]
    facts: Callable[[], Mapping[str, str]]
    proposal: Action
    why: str
    topic: int = 0
    topics: Sequence[Topic] = ()
    carried: Mapping[str, int] = {}


class Faculty:
    """A rule set's part of every mind: what it knows at first, notices, learns and decides.

    Each method is a stage of the loop of `think`, in this order; here each of them changes nothing.
    """

    kinship: ClassVar[bool] = False
    """Whether kin is a value of relations."""
    instruction: ClassVar[str] = ""
    """What a model is told of the rules when it chooses an action, the same for everybody."""

    def begin(self, mind: Mind, _world: World, _knows: Collection[str]) -> Mind:
        """Return the mind with which somebody who knows some areas begins."""
        return mind

    def notice(self, now: "Situation") -> "Situation":
        """Return the situation with news that no event tells."""
        return now

    def relate(self, _now: "Situation", relations: Relations) -> Relations:
        """Return relations after the news, whose memories are the newest records."""
        return relations

    def believe(self, now: "Situation") -> "Situation":
        """Return the situation with further beliefs from what is in sight and was told."""
        return now

    def is_urgent(self, _now: "Situation") -> bool:
        """Tell whether something decides in place of reactions and plan, as `inquire` says."""
        return False

    def inquire(self, _now: "Situation") -> Inquiry:
        """Return what to ask where something is urgent."""
        raise NotImplementedError

    def learn(self, now: "Situation") -> "Situation":
        """Return the situation after a reflection."""
        return now


class Options:
    """The valid actions of one agent in one tick, computed only when asked; by itself, those of
    somebody who cannot act, as outside a tick."""

    __slots__ = ()

    @property
    def faculties(self) -> tuple[Faculty, ...]:
        """What the rules of the world add to the mind."""
        return ()

    @property
    def forms(self) -> Mapping[str, ActionForm]:
        """How models are told of each kind of action of the rules, and reply with it."""
        return {}

    @property
    def valid(self) -> Mapping[str, Sequence[Action]]:
        """The valid actions of each kind, in a fixed order."""
        return {}

    def without(self, kinds: Collection[str]) -> Mapping[str, Sequence[Action]]:
        """Return the valid actions of each kind but some."""
        return {kind: some for kind, some in self.valid.items() if kind not in kinds}

    def all_actions(self) -> tuple[Action, ...]:
        """Return every valid action, kind by kind."""
        return tuple(chain.from_iterable(self.valid.values()))

    def refusal_reason(self, _action: Action) -> str:
        """Return why the rules of the world do not let somebody do an action, or ""."""
        return "nothing can be done"

    def verbs(self, _thing: str) -> tuple[str, ...]:
        """Return the verbs that a thing accepts in the state in which it stands."""
        return ()

    def reaches(self, _thing: str) -> bool:
        """Tell whether a thing is carried or within arm's reach."""
        return False

    def next_closing(self) -> AreaClosing | None:
        """Return what has to be left by now; None where nothing has."""
        return None

    def wishes(self, _now: "Situation") -> Iterable[Wish]:
        """Yield what kinds of action of the rules want the built-in mind to do."""
        return ()


NO_OPTIONS = Options()


class ThoughtTrace(msgspec.Struct, gc=False):
    """What one tick of one mind asked and called up, in order."""

    asks: list[RequestRecord] = []
    recalls: list[RetrievalRecord] = []

    def attach_to(self, decision: Decision) -> Decision:
        """Return a decision with these notes on its thought."""
        if not (self.asks or self.recalls):
            return decision
        noted = replace(decision.thought, asks=tuple(self.asks), recalls=tuple(self.recalls))
        return replace(decision, thought=noted)


class Situation(msgspec.Struct, frozen=True, gc=False):
    """A mind as it is by now, and as it was `before` this tick, with its percept, world and options.

    Each stage of the loop takes a situation and returns the next one; `trace` collects what all of
    them ask and recall, and `settings` say how the person thinks.
    """

    mind: Mind
    percept: Percept
    world: World
    options: Options
    before: Mind
    trace: ThoughtTrace
    settings: MindSettings

    @classmethod
    def begin(
        cls, mind: Mind, percept: Percept, world: World, options: Options = NO_OPTIONS
    ) -> "Situation":
        """Return the situation at the beginning of a tick."""
        settings = world.mind_settings_of(percept.who)
        return cls(mind, percept, world, options, mind, ThoughtTrace(), settings)

    @property
    def who(self) -> str:
        """The id of the person."""
        return self.percept.who

    @property
    def name(self) -> str:
        """The name of the person, with an article where it takes one."""
        return self.world.name_with_article(self.percept.who)

    @property
    def persona(self) -> Persona:
        """What a designer wrote of the person, as scenes and outcomes have changed it."""
        if not self.mind.inner.changed_by:
            return self.world.people[self.percept.who].persona
        return self.changed.persona

    @property
    def changed(self) -> ChangedMind:
        """What scenes and outcomes have made of the person."""
        return changed_by(self.world, self.percept.who, self.mind.inner.changed_by)

    @property
    def tick(self) -> int:
        """The tick of the percept."""
        return self.percept.tick

    @property
    def minute(self) -> int:
        """The minute of the percept since the start of the first day."""
        return self.percept.minute

    @property
    def midnight(self) -> int:
        """The tick at which the day of the percept began."""
        return self.tick - self.minute % DAY // self.tick_minutes

    @property
    def tick_minutes(self) -> int:
        """The minutes of a tick."""
        return self.world.settings.tick_minutes

    def with_mind(self, **changes: object) -> "Situation":
        """Return the situation with changes of the mind."""
        return replace(self, mind=replace(self.mind, **changes))

    def with_percept(self, percept: Percept) -> "Situation":
        """Return the situation with another percept."""
        return self if percept is self.percept else replace(self, percept=percept)

    def with_intent(self, **changes: object) -> "Situation":
        """Return the situation with changes of what the mind is about."""
        return self.with_mind(intent=replace(self.mind.intent, **changes))

    def with_record(
        self,
        kind: str,
        text: str,
        importance: int,
        cites: Iterable[int] = (),
        topic: Topic | None = None,
    ) -> "Situation":
        """Return the situation with one more record of this tick in the memory stream."""
        record = MemoryRecord(
            len(self.mind.memory),
            kind,
            text,
            self.tick,
            self.percept.place,
            tuple(cites),
            importance,
            topic,
        )
        return self.with_mind(memory=self.mind.memory.grow([record]))

    def strongest_wish(self) -> Wish | None:
        """Return what the rules of the world advise most; None where they advise nothing."""
        best: Wish | None = None
        for one in self.options.wishes(self):
            if one.want > (0 if best is None else best.want):
                best = one
        return best

    def decide(
        self, why: str, action: Action, cites: Iterable[int] = (), fault: str = ""
    ) -> Decision:
        """Return the decision for an action in the step that the mind is about."""
        step = self.mind.intent.step
        return Decision(self.mind, Thought(why, action, step, tuple(cites), fault=fault))

    def owing(self, people: Iterable[str]) -> "Situation":
        """Return the situation of a mind that means to tell people something on meeting them."""
        social = self.mind.social
        owed = tuple(dict.fromkeys((*social.owed, *people)))
        return self if owed == social.owed else self.with_mind(social=replace(social, owed=owed))
