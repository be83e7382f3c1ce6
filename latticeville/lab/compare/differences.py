"""Differences of one person in two runs: beliefs, memories, requests, actions."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest

import msgspec

from latticeville.core.clock import format_hours
from latticeville.lab.action_text import describe
from latticeville.lab.compare.belief_comparer import Believed, tell_beliefs
from latticeville.lab.effective_inputs import effective_inputs
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind, RequestRecord, Thought
from latticeville.mind.plan import Plan, PlanStep
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body
from latticeville.world.model.unique_names import unique_name
from latticeville.world.model.world import World

Pair = tuple[str, str]
"""Something as it is in the one run, and in the other."""
KINDS = (
    "actions", "doing", "places", "holdings", "plan", "beliefs", "memories", "recalls", "questions", "answers", "inner",
)  # fmt: skip
"""What of a person is compared, in the order in which it is told."""
DONE = ("actions", "doing", "places", "holdings")
"""What of it others can see."""
MOMENTS = ("actions", "recalls", "questions", "answers")
"""What of it does not last from a tick to the next."""
NOTHING = "nothing"
PROMPTS = "one prompt", "another prompt"
"""Sides of a question whose prompts differ."""


CASES = 50
"""Most cases of a strand that are kept."""


class Example(msgspec.Struct, frozen=True, gc=False):
    """How something is in two runs, at a tick: `about` says what, `keys` where it is found.

    A key is the id of a node, of a thing or of a memory, or a question's place among those of the tick; of what is
    recalled it is the retrieval's place and the memory's id. It is empty where the one run has nothing of the kind.
    """

    tick: int
    sides: Pair
    about: str = ""
    keys: Pair = ("", "")


class Difference(msgspec.Struct, frozen=True):
    """Something that differs, from the tick `first` to the tick `last`, in `ticks` of those; `cases` are how, in order.

    `count` is of how many: nodes believed differently, memories that only one run has, memories that only one
    recalled, questions put or answered differently; of all else, of ticks. There is a case at least, and CASES at most.
    """

    what: str
    first: int
    last: int
    ticks: int
    count: int
    cases: tuple[Example, ...]


class DifferenceBuilder:
    """A strand in the making."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.first, self.last, self.ticks, self.count = 0, 0, 0, 0
        self._cases: list[Example] = []

    def differ(self, tick: int, tell: Callable[[], Iterable[Example]], count: int = 1) -> None:
        """Note that it differs in a tick; `tell` says how, and is asked until that has been told often enough."""
        if not self.ticks:
            self.first = tick
        if len(self._cases) < CASES:
            self._cases += [case for case in tell() if self._tells(case)]
        self.ticks += tick != self.last or not self.ticks
        self.last = tick
        self.count += count

    def _tells(self, case: Example) -> bool:
        """Tell whether a case is another than the last; what is of a moment is so always."""
        return self.what in MOMENTS or not self._cases or not _same(self._cases[-1], case)

    def made(self) -> Difference | None:
        """Return the strand; None where nothing differed."""
        if not self.ticks:
            return None
        return Difference(self.what, self.first, self.last, self.ticks, self.count, tuple(self._cases[:CASES]))


def _same(one: Example, other: Example) -> bool:
    return (one.sides, one.about, one.keys) == (other.sides, other.about, other.keys)


class AgentComparer:
    """Is shown somebody in each tick of two runs, from the first in which anything may differ, and tells what does."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.threads = {what: DifferenceBuilder(what) for what in KINDS}
        self.prompts: dict[Example, Pair] = {}
        """The digests of the questions of which prompts differ."""
        self._beliefs = Believed()
        self._nodes: set[str] = set()
        self._plans: tuple[Plan | None, Plan | None, bool] = None, None, False
        self._streams: tuple[int, int, bool] | None = None

    def see(self, a: TickPayload, b: TickPayload) -> None:
        """Take in the next tick of both."""
        who, tick = self.who, a.tick
        one, other = a.state.minds[who], b.state.minds[who]
        outer = bool(effective_inputs(a.inputs) or effective_inputs(b.inputs))
        self._outward(a, b)
        self._plan(a, b, one, other)
        self._believed(a, b, one, other, outer=outer)
        if self._remembered(one, other, outer=outer):
            self.threads["memories"].differ(tick, lambda: ())
        mine, theirs = a.thoughts.get(who), b.thoughts.get(who)
        if mine is not None and theirs is not None:
            self._thought(a, b, mine, theirs)
        if (one.intent, one.social, one.inner) != (other.intent, other.social, other.inner):
            self.threads["inner"].differ(tick, lambda: _inner(tick, one, other))

    def differences(self, a: TickPayload, b: TickPayload) -> tuple[Difference, ...]:
        """Return what differed, where these are the last ticks of both."""
        found = {what: thread.made() for what, thread in self.threads.items()}
        held = found["memories"]
        if held is not None:
            found["memories"] = _records(held, a.state.minds[self.who], b.state.minds[self.who])
        return tuple(strand for strand in found.values() if strand is not None)

    def _outward(self, a: TickPayload, b: TickPayload) -> None:
        here, there = a.state.bodies[self.who], b.state.bodies[self.who]
        if here == there:
            return
        worlds, tick = (a.state.world, b.state.world), a.tick
        if (here.cell, here.area) != (there.cell, there.area):
            self.threads["places"].differ(tick, lambda: [Example(tick, _places(here, there, worlds))])
        if (here.items, here.carries) != (there.items, there.carries):
            held = _held(here, worlds[0]), _held(there, worlds[1])
            self.threads["holdings"].differ(tick, lambda: [Example(tick, held)])
        if here.doing != there.doing:
            self.threads["doing"].differ(tick, lambda: [Example(tick, (here.doing or "idle", there.doing or "idle"))])
        if here.journey != there.journey:
            ways = _way(here, worlds[0]), _way(there, worlds[1])
            self.threads["inner"].differ(tick, lambda: [Example(tick, ways, "way")])

    def _plan(self, a: TickPayload, b: TickPayload, one: Mind, other: Mind) -> None:
        mine, theirs = one.plan, other.plan
        if mine is not self._plans[0] or theirs is not self._plans[1]:
            self._plans = mine, theirs, _planned(mine) != _planned(theirs)
        if self._plans[2]:
            self.threads["plan"].differ(a.tick, lambda: _steps(a.tick, mine, theirs, (a.state.world, b.state.world)))

    def _believed(self, a: TickPayload, b: TickPayload, one: Mind, other: Mind, *, outer: bool) -> None:
        found = self._beliefs.differing(one.beliefs, other.beliefs, whole=outer)
        if found:
            fresh = found - self._nodes
            self._nodes |= found

            def tell() -> Iterator[Example]:
                worlds = a.state.world, b.state.world
                for name in sorted(fresh, key=lambda each: (_areal(each, one, other), each)):
                    sides = tell_beliefs(one.beliefs.get(name), other.beliefs.get(name), worlds)
                    yield Example(a.tick, sides, unique_name(worlds[0], name), (name, name))

            self.threads["beliefs"].differ(a.tick, tell, len(fresh))

    def _remembered(self, one: Mind, other: Mind, *, outer: bool) -> bool:
        """Tell whether the streams differ; those that did not are compared by what has come to them since."""
        mine, theirs = one.memory, other.memory
        if self._streams is None or outer:
            differ = mine != theirs
        else:
            lengths, differ = self._streams[:2], self._streams[2]
            if not differ:
                differ = len(mine) != len(theirs) or mine.since(lengths[0]) != theirs.since(lengths[1])
        self._streams = len(mine), len(theirs), differ
        return differ

    def _thought(self, a: TickPayload, b: TickPayload, mine: Thought, theirs: Thought) -> None:
        tick, worlds = a.tick, (a.state.world, b.state.world)
        if mine.action != theirs.action:
            told = describe(mine.action, worlds[0]), describe(theirs.action, worlds[1])
            self.threads["actions"].differ(tick, lambda: [Example(tick, told)])
        if mine.recalls != theirs.recalls:
            self._recalled(a, b, mine, theirs)
        if mine.asks != theirs.asks:
            self._asked(tick, mine, theirs)
        fields = [(field, getattr(mine, field), getattr(theirs, field)) for field in ("why", "step", "fault")]
        fields.append(("cites", *_but(_cited(a, self.who, mine), _cited(b, self.who, theirs))))
        differ = [Example(tick, (_plain(x), _plain(y)), FIELDS.get(field, field)) for field, x, y in fields if x != y]
        if differ:
            self.threads["inner"].differ(tick, lambda: differ)

    def _asked(self, tick: int, mine: Thought, theirs: Thought) -> None:
        pairs = list(enumerate(zip_longest(mine.asks, theirs.asks)))
        put = [(place, pair) for place, pair in pairs if _of(pair[0], "digest") != _of(pair[1], "digest")]
        answered = [(place, pair) for place, pair in pairs if _of(pair[0], "reply") != _of(pair[1], "reply")]
        if put:
            self.threads["questions"].differ(tick, lambda: self._told(tick, put), len(put))
        if answered:
            self.threads["answers"].differ(tick, lambda: (_answered(tick, *each) for each in answered), len(answered))

    def _told(
        self, tick: int, put: list[tuple[int, tuple[RequestRecord | None, RequestRecord | None]]]
    ) -> Iterator[Example]:
        for place, (mine, theirs) in put:
            case = _put(tick, place, (mine, theirs))
            if mine and theirs and case.sides == PROMPTS:
                self.prompts[case] = mine.digest, theirs.digest
            yield case

    def _recalled(self, a: TickPayload, b: TickPayload, mine: Thought, theirs: Thought) -> None:
        one, other = recalled(a, self.who, mine), recalled(b, self.who, theirs)
        if one == other:
            return
        only = _but([text for _, texts in one for text in texts], [text for _, texts in other for text in texts])
        turn = next((place for place, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), None)

        def tell() -> Iterator[Example]:
            for sides in zip_longest(*only, fillvalue=NOTHING):
                yield Example(a.tick, sides, "", (_found(mine, one, sides[0]), _found(theirs, other, sides[1])))
            if not any(only) and turn is not None:
                yield Example(a.tick, (one[turn][0], other[turn][0]), "query", (str(turn), str(turn)))

        self.threads["recalls"].differ(a.tick, tell, len(only[0]) + len(only[1]))


Recalled = list[tuple[str, tuple[str, ...]]]
"""The queries of a tick with the texts that came to mind, best first."""


def recalled(payload: TickPayload, who: str, thought: Thought) -> Recalled:
    """Return what somebody recalled in a tick."""
    memory = payload.state.minds[who].memory
    return [
        (call.query, tuple(memory[place].text for place in call.ids if place < len(memory))) for call in thought.recalls
    ]


def _found(thought: Thought, calls: Recalled, text: str) -> str:
    """Return the place of the retrieval that brought a text, and the memory's id; nothing where none did."""
    for place, (_, texts) in enumerate(calls):
        if text in texts:
            return f"{place} {thought.recalls[place].ids[texts.index(text)]}"
    return ""


def _records(held: Difference, one: Mind, other: Mind) -> Difference:
    """Return the strand of memories with those in it that only one of two people has."""
    mine, theirs = only_memories(one, other)
    here, there = ({(each.tick, each.id): each for each in only} for only in (mine, theirs))
    places = sorted(here.keys() | there.keys())[:CASES]
    cases = tuple(_record(max(at[0], held.first), here.get(at), there.get(at)) for at in places)
    cases = cases or (Example(held.first, ("same memories", "different order or times")),)
    return msgspec.structs.replace(held, count=len(mine) + len(theirs), cases=cases)


def _record(tick: int, one: MemoryRecord | None, other: MemoryRecord | None) -> Example:
    """Return a memory that one run has beside what the other has in its place."""
    sides = one.text if one else NOTHING, other.text if other else NOTHING
    return Example(tick, sides, "", (str(one.id) if one else "", str(other.id) if other else ""))


def only_memories(one: Mind, other: Mind) -> tuple[list[MemoryRecord], list[MemoryRecord]]:
    """Return the memories that only the one or only the other has, oldest first; when they are of does not count."""
    mine, theirs = list(one.memory), list(other.memory)
    return _without(mine, theirs), _without(theirs, mine)


def _without(some: Iterable[MemoryRecord], others: Iterable[MemoryRecord]) -> list[MemoryRecord]:
    there = Counter((one.kind, one.text, one.importance) for one in others)
    found = []
    for one in some:
        key = one.kind, one.text, one.importance
        if there[key]:
            there[key] -= 1
        else:
            found.append(one)
    return found


def _but(some: list[str], others: list[str]) -> tuple[list[str], list[str]]:
    one, other = Counter(some), Counter(others)
    return list((one - other).elements()), list((other - one).elements())


def _of(ask: RequestRecord | None, field: str) -> str | None:
    return None if ask is None else str(getattr(ask, field))


def _put(tick: int, place: int, pair: tuple[RequestRecord | None, RequestRecord | None]) -> Example:
    one, other = (f"“{ask.kind}”" if ask else NOTHING for ask in pair)
    if one != other:
        return Example(tick, (one, other), "", _placed(place, pair))
    return Example(tick, PROMPTS, one, _placed(place, pair))


def _answered(tick: int, place: int, pair: tuple[RequestRecord | None, RequestRecord | None]) -> Example:
    kind = next(ask.kind for ask in pair if ask is not None)
    one, other = (ask.reply if ask else NOTHING for ask in pair)
    return Example(tick, (one, other), f"“{kind}”", _placed(place, pair))


def _placed(place: int, pair: tuple[RequestRecord | None, RequestRecord | None]) -> Pair:
    return str(place) if pair[0] else "", str(place) if pair[1] else ""


def _areal(name: str, one: Mind, other: Mind) -> bool:
    held = one.beliefs.get(name) or other.beliefs.get(name)
    return held is not None and held.node.kind == "area"


def _planned(plan: Plan | None) -> object:
    """Return what a plan says; when it was made does not count."""
    return None if plan is None else (plan.day, plan.routine, plan.strokes, plan.hours, plan.steps, plan.appointments)


def _steps(tick: int, one: Plan | None, other: Plan | None, worlds: tuple[World, World]) -> Iterator[Example]:
    mine, theirs = (
        [
            (step.start, f"{format_hours(step.start)} {step.doing} at {world.name_of(step.place)}")
            for level in ((plan.appointments, plan.strokes, plan.hours, plan.steps) if plan else ())
            for step in level
        ]
        for plan, world in zip((one, other), worlds, strict=True)
    )
    only = _but([text for _, text in sorted(mine)], [text for _, text in sorted(theirs)])
    for sides in zip_longest(*only, fillvalue=NOTHING):
        yield Example(tick, sides, "", ("plan", "plan"))


def _places(here: Body, there: Body, worlds: tuple[World, World]) -> Pair:
    if here.area != there.area:
        return unique_name(worlds[0], here.area), unique_name(worlds[1], there.area)
    return f"{here.cell.x},{here.cell.y}", f"{there.cell.x},{there.cell.y}"


def _way(body: Body, world: World) -> str:
    return f"to {world.name_with_article(body.journey.target)}" if body.journey else NOTHING


def _held(body: Body, world: World) -> str:
    return ", ".join([*(f"{item} {count}" for item, count in body.items.items()), *map(world.name_of, body.carries)])


FIELDS = {
    "stirred": "importance since the last reflection",
    "reflected": "memories reflected on",
    "identity": "self-summary",
    "later": "no model request before minute",
    "met": "last spoke at tick",
    "talk": "talks with",
    "step": "plan step",
    "meant": "target object",
    "why": "reason",
    "cites": "memories cited",
}
"""What fields of a mind and of a thought are called, where their own names say little."""


def _inner(tick: int, one: Mind, other: Mind) -> Iterator[Example]:
    for mine, theirs in ((one.social, other.social), (one.intent, other.intent), (one.inner, other.inner)):
        for field in mine.__struct_fields__:
            a, b = getattr(mine, field), getattr(theirs, field)
            if a != b:
                sides = _entries(a, b) if isinstance(a, Mapping) else (_plain(a), _plain(b))
                yield Example(tick, sides, FIELDS.get(field, field))


def _entries(one: Mapping[str, object], other: Mapping[str, object]) -> tuple[str, str]:
    """Tell the entries of two tables that differ."""
    names = [name for name in sorted({*one, *other}) if one.get(name) != other.get(name)]
    mine = ", ".join(f"{name} {one[name]}" for name in names if name in one)
    theirs = ", ".join(f"{name} {other[name]}" for name in names if name in other)
    return mine or NOTHING, theirs or NOTHING


def _cited(payload: TickPayload, who: str, thought: Thought) -> list[str]:
    memory = payload.state.minds[who].memory
    return [f"“{memory[place].text}”" for place in thought.cites if place < len(memory)]


def _plain(value: object) -> str:
    if isinstance(value, PlanStep):
        return f"{value.doing}, {format_hours(value.start)}–{format_hours(value.end)}"
    if isinstance(value, msgspec.Struct):
        return str(getattr(value, "doing", "") or getattr(value, "other", "") or getattr(value, "thing", ""))
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or NOTHING
    return str(value) if value not in (None, "", {}) else NOTHING


__all__ = ["DONE", "KINDS", "AgentComparer", "Difference", "DifferenceBuilder", "Example", "only_memories", "recalled"]
