"""Compare two runs: the divergence, its cause, then people, areas, events and numbers."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice, zip_longest
from pathlib import Path

import msgspec

from latticeville.core.clock import format_time
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Thought
from latticeville.reports.diff.agent_comparer import AgentComparer
from latticeville.reports.diff.differences import Difference, Example
from latticeville.reports.diff.digest_parts import NOTHING, Side, differing_parts
from latticeville.reports.diff.mind_differences import only_memories
from latticeville.reports.diff.outcome import OutcomeComparison, compare_outcomes
from latticeville.reports.diff.world_comparer import WorldComparer
from latticeville.reports.why.action_text import describe
from latticeville.reports.why.rethought import requests_at
from latticeville.rules.exertion import TooTired
from latticeville.runs.branch import list_lineage, read_branch
from latticeville.runs.replay import Replay
from latticeville.runs.tape import model_calls_at
from latticeville.sim.event import Event
from latticeville.sim.events import Idled, Refused, Unanswered
from latticeville.sim.inputs import effective_inputs
from latticeville.sim.tick import TickPayload
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World


class Divergence(msgspec.Struct, frozen=True):
    """The first tick in which two runs differ, or None; each part of it, and each `given`, as
    `what`, `a` and `b`.

    `given` is what the runs did not share from the start: world, seed, model. `cause` says what
    came first, `when` is the time of that tick.
    """

    tick: int | None
    parts: tuple[Side, ...]
    given: tuple[Side, ...] = ()
    cause: str = ""
    when: str = ""


class Person(msgspec.Struct, frozen=True):
    """What became of somebody: `strands` of what differs, none where they are the same all the way.

    Beside these: when their actions first differ, where they end, and what only one of them
    remembers, with the ids of these memories in `ids`.
    """

    who: str
    name: str
    first: int | None
    action: tuple[str, str]
    area: tuple[str, str]
    doing: tuple[str, str]
    memories: tuple[int, int]
    only: tuple[tuple[str, ...], tuple[str, ...]]
    ids: tuple[tuple[int, ...], tuple[int, ...]]
    strands: tuple[Difference, ...] = ()


class AreaComparison(msgspec.Struct, frozen=True):
    """An area: how much happened there since the divergence, and who is there in the end."""

    area: str
    name: str
    events: tuple[int, int]
    people: tuple[tuple[str, ...], tuple[str, ...]]


class Pair(msgspec.Struct, frozen=True):
    """The events of a tick that only the one or only the other run has."""

    tick: int
    a: tuple[str, ...]
    b: tuple[str, ...]


class Metric(msgspec.Struct, frozen=True):
    """A number of each run, counted from the divergence to the last tick that both have."""

    name: str
    a: int
    b: int


class Comparison(msgspec.Struct, frozen=True):
    """Where two runs diverge, and all that differs up to the last tick that both have.

    `rest` is what differs of the world itself: objects, weather, who is there. `outcome` is None
    for runs that do not differ up to that tick.
    """

    parting: Divergence
    until: int
    people: tuple[Person, ...] = ()
    places: tuple[AreaComparison, ...] = ()
    events: tuple[Pair, ...] = ()
    metrics: tuple[Metric, ...] = ()
    rest: tuple[Difference, ...] = ()
    outcome: OutcomeComparison | None = None


ONLY = 8
"""Most memories of somebody that are told because only one run has them."""
NAMES = ("a", "b")
"""What two runs are called where nobody names them."""


def compare(a: Path, b: Path, names: tuple[str, str] = NAMES) -> Divergence:
    """Return where two runs diverge; one that ends earlier than the other diverges from it
    there."""
    return _parting(Replay(a), Replay(b), no_progress, names)


def compare_all(
    a: Path, b: Path, looked: ProgressCallback = no_progress, names: tuple[str, str] = NAMES
) -> Comparison:
    """Return where two runs diverge, and what differs from there on; `looked` is told of each tick
    and of the last."""
    left, right = Replay(a), Replay(b)
    parting, until = _parting(left, right, looked, names), min(left.last, right.last)
    if parting.tick is None or parting.tick > until:
        return Comparison(parting, until)
    tallies = _Tally(), _Tally()
    pairs: list[Pair] = []
    here = there = left.at(parting.tick)
    followers: dict[str, AgentComparer] = {}
    rest = WorldComparer()
    for here, there in zip(left.payloads(parting.tick), right.payloads(parting.tick), strict=False):
        looked(here.tick, until)
        tallies[0].add(here)
        tallies[1].add(there)
        pairs.extend(_pair(here, there))
        rest.see(here, there)
        _follow(followers, here, there)
    people = tuple(
        _person(who, here, there, followers, (left, right)) for who in sorted(_both(here, there))
    )
    return Comparison(
        parting,
        until,
        people,
        tuple(_place(area, here, there, tallies) for area in here.state.world.areas.by_id),
        tuple(pairs),
        tuple(
            Metric(name, tallies[0].counts[name], tallies[1].counts[name])
            for name in sorted(tallies[0].counts | tallies[1].counts)
        ),
        rest.differences(),
        compare_outcomes(left, right),
    )


def _follow(followers: dict[str, AgentComparer], here: TickPayload, there: TickPayload) -> None:
    """Let everybody who lives in both runs be compared in a tick."""
    for who in here.state.minds:
        if who in there.state.minds:
            follower = followers.get(who) or followers.setdefault(who, AgentComparer(who))
            follower.see(here, there)


def _parting(
    left: Replay, right: Replay, looked: ProgressCallback, called: tuple[str, str]
) -> Divergence:
    one, other = left.header, right.header
    names = ("world", "seed", "model")
    own = tuple(
        (name, str(getattr(one, name)), str(getattr(other, name)))
        for name in names
        if getattr(one, name) != getattr(other, name)
    )
    start, last = max(left.first, right.first, _shared(left, right)), min(left.last, right.last)
    for here, there in zip_longest(left.payloads(start), right.payloads(start)):
        looked(here.tick if here else last, last)
        if here is None or there is None:
            ends = (("last tick", str(left.last), str(right.last)),)
            by_length = called if there is None else (called[1], called[0])
            return Divergence(last + 1, ends, own, _end(here or there, by_length))
        parts = tuple(differing_parts(here, there))
        if parts:
            cause = next(_causes(here, there, called))
            return Divergence(here.tick, parts, own, cause, format_time(here.state.minute))
    return Divergence(None, (), own)


def _end(longer: TickPayload | None, names: tuple[str, str]) -> str:
    """Say that one run ends, and what the other, which is named first, was given with its next
    tick."""
    told = (
        [item.clause(longer.state.world) for item in effective_inputs(longer.inputs)]
        if longer
        else []
    )
    return "; ".join(
        [f"{names[1]} ends here", *([f"only in {names[0]}: {', '.join(told)}"] if told else [])]
    )


def _shared(left: Replay, right: Replay) -> int:
    """Return the last tick that two branches of one run share, or 0."""
    ways = [_way(replay.folder) for replay in (left, right)]
    return max(
        (min(tick, ways[1][folder]) for folder, tick in ways[0].items() if folder in ways[1]),
        default=0,
    )


def _way(folder: Path) -> dict[Path, int]:
    """Return how much of each run that it goes on from a run shares, itself included."""
    way, reach = {}, 1 << 62
    for one in list_lineage(folder):
        way[one.resolve()] = reach
        branch = read_branch(one)
        reach = min(reach, branch.tick) if branch else reach
    return way


def _alone(mine: TickPayload, theirs: TickPayload) -> list[str]:
    """Tell the inputs that only the first of two runs was given in a tick."""
    alone = (item for item in effective_inputs(mine.inputs) if item not in theirs.inputs)
    return [item.clause(mine.state.world) for item in alone]


def _causes(a: TickPayload, b: TickPayload, called: tuple[str, str]) -> Iterator[str]:
    """Say what differs in a tick, in the order of its making."""
    world = a.state.world
    alone = zip(called, (_alone(a, b), _alone(b, a)), strict=True)
    only = [f"only in {name}: {'; '.join(told)}" for name, told in alone if told]
    if only:
        yield ", and ".join(only)
    for who in sorted(a.thoughts.keys() & b.thoughts.keys()):
        yield from _minded(world.name_with_article(who), a.thoughts[who], b.thoughts[who], world)
    if a.state.ratings != b.state.ratings:
        yield "different importance ratings"
    if a.state.world.digest != b.state.world.digest:
        yield "different worlds"
    if a.state.seed != b.state.seed:
        yield "different random seed"
    if a.state.weather != b.state.weather:
        yield f"different weather: {a.state.weather} or {b.state.weather}"
    if a.events != b.events:
        yield "different outcomes of the same actions"
    yield "different states after the same actions and events"


def _minded(name: str, one: Thought, other: Thought, world: World) -> Iterator[str]:
    """Say what differs of what somebody thought."""
    pairs = list(zip(one.asks, other.asks, strict=False))
    yield from (
        f"{name} got a different reply to “{ask.kind}”"
        for ask, instead in pairs
        if ask.digest == instead.digest and ask.reply != instead.reply
    )
    if one.recalls != other.recalls:
        yield f"{name} retrieved different memories"
    yield from (
        f"{name} got a different prompt “{ask.kind}”"
        for ask, instead in pairs
        if ask.digest != instead.digest
    )
    if one.action != other.action:
        yield (
            f"{name} decided differently: {describe(one.action, world)} or "
            f"{describe(other.action, world)}"
        )
    elif one != other:
        yield f"{name} decided the same for different reasons"


def _both(a: TickPayload, b: TickPayload) -> set[str]:
    return a.state.minds.keys() & b.state.minds.keys()


def _person(
    who: str,
    a: TickPayload,
    b: TickPayload,
    followers: Mapping[str, AgentComparer],
    runs: tuple[Replay, Replay],
) -> Person:
    one, other, world = a.state.bodies[who], b.state.bodies[who], a.state.world
    follower = followers[who]
    strands = tuple(
        _put(strand, who, follower.prompts, runs) if strand.what == "questions" else strand
        for strand in follower.differences(a, b)
    )
    acts = next((each for each in strands if each.what == "actions"), None)
    mine, theirs = a.state.minds[who], b.state.minds[who]
    changed = any(each.what == "memories" for each in strands)
    own = [_texts(memories) for memories in only_memories(mine, theirs)] if changed else [{}, {}]
    return Person(
        who,
        world.name_of(who),
        acts.first if acts else None,
        acts.cases[0].sides if acts else ("", ""),
        (unique_name(world, one.area), unique_name(b.state.world, other.area)),
        (one.doing, other.doing),
        (len(mine.memory), len(theirs.memory)),
        (tuple(own[0]), tuple(own[1])),
        (tuple(own[0].values()), tuple(own[1].values())),
        strands,
    )


def _put(
    strand: Difference,
    who: str,
    prompts: Mapping[Example, tuple[str, str]],
    runs: tuple[Replay, Replay],
) -> Difference:
    """Return a strand of questions with the first lines in which prompts differ."""
    ticks = sorted({case.tick for case in strand.cases if case in prompts})
    told = {tick: tuple(_prompts(run, who, tick) for run in runs) for tick in ticks}
    cases = []
    for case in strand.cases:
        if case in prompts:
            one, other = (
                held.get(digest, "").splitlines()
                for held, digest in zip(told[case.tick], prompts[case], strict=True)
            )
            sides = (_only(one, other), _only(other, one)) if one and other else case.sides
            cases.append(msgspec.structs.replace(case, sides=sides))
        else:
            cases.append(case)
    return msgspec.structs.replace(strand, cases=tuple(cases))


def _prompts(run: Replay, who: str, tick: int) -> dict[str, str]:
    """Return the prompts of somebody in a tick by the keys of the requests; those that rules did
    not read, too."""
    calls = [call for call in model_calls_at(run.folder, tick) if call.request.who == who]
    asked = requests_at(run, who, tick) if any(call.reply.rules for call in calls) else ()
    return {call.key: call.request.prompt for call in calls} | {
        key: one.prompt for key, one in asked
    }


def _only(some: list[str], others: list[str]) -> str:
    """Return the first line that is not among others."""
    return next((line.strip() for line in some if line not in others), NOTHING)


def _texts(memories: list[MemoryRecord]) -> dict[str, int]:
    """Return the texts of the first of some memories, each with the id of the first that has it."""
    found: dict[str, int] = {}
    for one in memories:
        found.setdefault(one.text, one.id)
    return dict(islice(found.items(), ONLY))


def _place(
    area: str, a: TickPayload, b: TickPayload, tallies: "tuple[_Tally, _Tally]"
) -> AreaComparison:
    there = tuple(
        tuple(sorted(who for who, body in payload.state.bodies.items() if body.area == area))
        for payload in (a, b)
    )
    return AreaComparison(
        area,
        unique_name(a.state.world, area),
        (tallies[0].areas[area], tallies[1].areas[area]),
        (there[0], there[1]),
    )


def _pair(a: TickPayload, b: TickPayload) -> Iterator[Pair]:
    """Yield what only one of two ticks tells, if anything."""
    mine, theirs = ([event.sentence(one.state.world) for event in one.events] for one in (a, b))
    only, instead = Counter(mine) - Counter(theirs), Counter(theirs) - Counter(mine)
    if only or instead:
        yield Pair(a.tick, tuple(only.elements()), tuple(instead.elements()))


class _Tally:
    """Counts what happens in a run."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.areas: Counter[str] = Counter()
        self._lengths: dict[str, int] = {}

    def add(self, payload: TickPayload) -> None:
        for event in payload.events:
            self.counts[f"events: {event.label}"] += 1
            self.counts.update(_meaning(event))
            self.areas[event.area] += 1
        for who, thought in payload.thoughts.items():
            if thought.asks:
                self.counts["model requests"] += len(thought.asks)
                self.counts["plans made"] += sum(ask.kind == "day" for ask in thought.asks)
            if thought.recalls:
                self.counts["memories retrieved"] += sum(len(call.ids) for call in thought.recalls)
            self._add_memories(who, payload)

    def _add_memories(self, who: str, payload: TickPayload) -> None:
        memory = payload.state.minds[who].memory
        known, self._lengths[who] = self._lengths.get(who, -1), len(memory)
        if known != len(memory):
            made = memory.since(known) if 0 <= known < len(memory) else memory.last(32)
            fresh = [one.kind for one in made if one.tick == payload.tick]
            self.counts["reflections"] += fresh.count("reflection")
            self.counts["memories made"] += len(fresh)


def _meaning(event: Event) -> Iterator[str]:
    if event.is_speech and event.turn == 0:
        yield "conversations"
    if isinstance(event, Refused | TooTired | Idled | Unanswered):
        yield "failures"
