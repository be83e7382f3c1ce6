"""`persona`: what a mind is told of a persona before the first tick."""

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY, format_hours, format_time
from latticeville.mind.belief import merge
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.mind import Answers, Mind, Thinking
from latticeville.mind.percept import Percept
from latticeville.mind.plan import Plan, Steps
from latticeville.mind.planner import deliberate, plan_hours
from latticeville.mind.prompt_facts import introduce, persona_summary, routine_text
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.mind.retrieval.records import RetrievalQuery, RetrievalResult
from latticeville.mind.situation import Situation, ThoughtTrace
from latticeville.mind.think import think
from latticeville.models.embed import Embedder, HashEmbedder
from latticeville.models.model import Model, Reply, Request
from latticeville.models.tokens import estimate_tokens
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import Column, Emphasis, TextPart, ViewRow, heading, line
from latticeville.sim.first_state import initial_state
from latticeville.sim.perception import perceive
from latticeville.sim.run import Run
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.model.personas import SeedMemory
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days

WARM = Emphasis.WARM
MEMORIES = (Column("importance", 2, right=True),)
T = TypeVar("T")
RATE = "rate"
"""The kind of question that is asked of nobody in particular."""


def summary_rows(found: "PersonaSummary") -> Iterator[ViewRow]:
    """Yield who somebody is to their mind, by where a prompt says so."""
    parts = (
        ("about", "In every prompt", found.about),
        ("portrait", "In prompts for a self-summary", found.portrait),
        ("usual", "In prompts for the day's plan", found.usual),
    )
    for key, title, text in parts:
        yield heading(key, title)
        yield line(f"{key} text", text or "–")
        yield ViewRow(f"{key} gap")
    yield from _usual_day_rows(found)


def _usual_day_rows(found: "PersonaSummary") -> Iterator[ViewRow]:
    """Yield the day that somebody lives by without a routine, and which words say nothing of it."""
    if found.day:
        yield heading("day", "A usual day")
    for one in found.day:
        told = (TextPart(f"  “{one.told}”", Emphasis.QUIET),) if one.told else ()
        text = TextPart(f"{format_hours(one.start)} {one.doing}, {one.place}")
        yield ViewRow(f"day {one.start}", (text, *told))
    if found.day:
        yield ViewRow("day gap")
    if found.unread:
        yield heading("unread", "Not read as part of a day")
    for place, (words, why) in enumerate(found.unread):
        yield line(f"unread {place}", f"“{words.strip()}”: {why}", WARM)


def prompt_rows(found: "SentRequest | None") -> Iterator[ViewRow]:
    """Yield the first prompt of the first day exactly as it is sent."""
    if found is None:
        yield line("told", "No prompt on the first day.", Emphasis.QUIET)
        return
    size = f"about {found.tokens} tokens, reply at most {found.most}"
    yield line(
        "told", f"First prompt: {found.kind}, at tick {found.tick} ({found.when}), {size}", WARM
    )
    rest = ("choices", "\n".join(found.choices)), ("schema", found.schema)
    for key, text in (("system", found.system), ("prompt", found.prompt), *rest):
        if text:
            yield heading(f"{key} title", key)
            yield line(key, text)


def memory_rows(memories: tuple[SeedMemory, ...]) -> Iterator[ViewRow]:
    """Yield what somebody remembers from the beginning, with its importance."""
    yield heading("memories", "First memories", f"{len(memories)}")
    for place, one in enumerate(memories):
        parts = TextPart(f"{one.importance}"), TextPart(" ".join(one.text.split()))
        yield ViewRow(f"memory {place}", parts, columns=MEMORIES)


class UsualHours(msgspec.Struct, frozen=True):
    """An entry of a usual day: when, what and where, and the words of the persona that say so, ""
    for what is usual."""

    start: int
    doing: str
    place: str
    told: str = ""


class PersonaSummary(msgspec.Struct, frozen=True):
    """Who somebody is to their mind.

    `about` is what every question tells until they sum themselves up, `portrait` what that summary
    is made of, and `usual` what is told where their day is planned. Without a routine, `day` is
    what they live by, and `unread` holds words that say nothing of a day, each with the reason.
    """

    who: str
    name: str
    about: str
    portrait: str
    usual: str
    day: tuple[UsualHours, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()


class SentRequest(msgspec.Struct, frozen=True):
    """A question exactly as it is sent, when, and how many tokens it comes to, about."""

    kind: str
    tick: int
    when: str
    system: str
    prompt: str
    choices: tuple[str, ...]
    schema: str
    tokens: int
    most: int


class PlanProgress(msgspec.Struct, frozen=True):
    """How far a day plan is: what is asked next, and how many of about how many questions were
    answered."""

    asks: str
    done: int
    of: int


class Day(msgspec.Struct, frozen=True):
    """A day as a model plans it: who they take themselves to be, broad strokes, and the hours of
    those divided.

    `fault` is why it ends early.
    """

    identity: str
    strokes: Steps
    hours: Steps
    fault: str = ""


def summary(world: World, who: str) -> PersonaSummary:
    """Return who somebody is to their mind at tick 0."""
    persona = world.people[who].persona
    found = usual_days(world).of(who)
    told = {row.start: text.strip() for text, row in found.read}
    lived = () if persona.routine else found.rows
    return PersonaSummary(
        who,
        persona.name,
        introduce(persona),
        persona_summary(persona, world),
        routine_text(persona, world),
        tuple(
            UsualHours(row.start, row.doing, world.name_of(row.place), told.get(row.start, ""))
            for row in sorted(lived, key=lambda row: row.start)
        ),
        found.unread,
    )


def first_prompt(
    world: World, who: str, ticks: int = 0
) -> Generator[int, None, SentRequest | None]:
    """Find the first question that a run puts to somebody, within so many ticks (0: a day); None
    where there is none.

    The whole village lives, on the built-in mind, until then; yields each tick, and is stopped by
    being closed.
    """
    spy = _Spy(who)
    run = Run(TickPayload(0, initial_state(world)), spy, _nobody, think)
    for tick in range(1, (ticks or DAY // world.settings.tick_minutes) + 1):
        run.step()
        if spy.found is not None:
            return describe_request(spy.found, world)
        yield tick
    return None


def describe_request(request: Request, world: World) -> SentRequest:
    """Return a request as it is sent."""
    minute = world.settings.start + max(request.tick - 1, 0) * world.settings.tick_minutes
    count = sum(estimate_tokens(text) for text in (request.system, request.prompt) if text)
    return SentRequest(
        request.kind,
        request.tick,
        format_time(minute),
        request.system,
        request.prompt,
        request.choices,
        request.schema,
        count,
        request.max_tokens,
    )


def plan_day(
    world: World, who: str, model: Model, embedder: Embedder | None = None
) -> Generator[PlanProgress, None, Day]:
    """Let a model plan somebody's first day as it would in a run, down to hours; nothing else
    happens.

    Yields before each question, and is stopped by being closed.
    """
    world = replace(world, minds=replace(world.minds, plan="model"))
    state = initial_state(world)
    percept, mind = first_percept(state, who)
    memories, asked = MemoryIndex(embedder or HashEmbedder()), 0
    mind = replace(
        mind, plan=Plan(percept.minute // DAY, percept.tick, world.people[who].persona.routine)
    )
    now = Situation.begin(mind, percept, world)
    for _ in ("first", "again if it has too few strokes"):
        now, asked = yield from _counted(_driven(deliberate(now), model, memories), asked)
        if now.mind.plan is None or now.mind.plan.strokes:
            break
    plan, who_am_i = now.mind.plan, now.mind.inner.identity
    fault = _fault(now.trace, plan)
    if fault or plan is None:
        return Day(who_am_i, (), (), fault)
    long = plan.undivided_strokes(percept.minute, percept.minute + DAY)
    if long:
        driven = _driven(plan_hours(now, plan, long), model, memories)
        now, _ = yield from _counted(driven, asked)
    hours = now.mind.plan.hours if now.mind.plan else ()
    return Day(who_am_i, plan.strokes, hours, _fault(now.trace, plan))


def _fault(notes: ThoughtTrace, plan: Plan | None) -> str:
    """Return why no day came of what was asked, or ""."""
    error = next((ask.error for ask in notes.asks if ask.error), "")
    return error or ("" if plan is not None and plan.strokes else "the model planned nothing")


def _counted(
    driven: Generator[str, None, Situation], asked: int
) -> Generator[PlanProgress, None, tuple[Situation, int]]:
    """Tell before each question how many were put and how many there are; return how many were."""
    try:
        while True:
            yield PlanProgress(next(driven), asked, asked + 1)
            asked += 1
    except StopIteration as done:
        return done.value, asked


def run_to_end(steps: Generator[object, None, T]) -> T:
    """Let something that tells of its progress run to its end, and return what comes of it."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            found: T = done.value
            return found


def first_percept(state: State, who: str) -> tuple[Percept, Mind]:
    """Return what somebody perceives in a state, and their mind that has perceived it."""
    percept = next(percept for name, percept in perceive(state) if name == who)
    mind = state.minds[who]
    return percept, replace(mind, beliefs=merge(mind.beliefs, percept))


def answer_at_once(
    wanted: Sequence[Request | RetrievalQuery], model: Model, memories: MemoryIndex
) -> tuple[Reply | RetrievalResult, ...]:
    """Answer what one mind asks for at once."""
    requests = iter(model.answer([one for one in wanted if isinstance(one, Request)]))
    recalls = iter(memories.answer([one for one in wanted if isinstance(one, RetrievalQuery)]))
    return tuple(next(requests) if isinstance(one, Request) else next(recalls) for one in wanted)


def _driven(
    part: Thinking[Situation], model: Model, memories: MemoryIndex
) -> Generator[str, None, Situation]:
    """Run a part of the loop of thought; yields the kind of each question before it is asked."""
    answers: Answers | None = None
    while True:
        try:
            wanted = next(part) if answers is None else part.send(answers)
        except StopIteration as done:
            found: Situation = done.value
            return found
        kinds = [one.kind for one in wanted if isinstance(one, Request)]
        if kinds:
            yield kinds[0]
        answers = answer_at_once(wanted, model, memories)


class _Spy:
    """Answers as the built-in mind does, and keeps the first question that is put to somebody."""

    def __init__(self, who: str) -> None:
        self._who, self._model = who, BuiltinMind()
        self.found: Request | None = None

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        mine = (one for one in requests if one.who == self._who and one.kind != RATE)
        self.found = self.found or next(mine, None)
        return self._model.answer(requests)


def _nobody(_payload: TickPayload) -> None:
    return None


class PersonaAnswer(NamedTuple):
    """What a mind starts with."""

    summary: PersonaSummary
    first_prompt: SentRequest | None
    memories: tuple[SeedMemory, ...]


def _ask(asked: Asked) -> PersonaAnswer:
    world, who = asked.world, asked.who
    sent = run_to_end(first_prompt(world, who))
    return PersonaAnswer(summary(world, who), sent, world.people[who].persona.memories)


def _tell(_asked: Asked, found: PersonaAnswer) -> Iterator[ReportSection]:
    summarized, sent = summary_rows(found.summary), prompt_rows(found.first_prompt)
    yield ReportSection("", (*summarized, *sent, ViewRow("gap"), *memory_rows(found.memories)))


REPORT = Report(
    "persona",
    BUILT_IN["persona"],
    _ask,
    _tell,
    "persona ville ada",
    subject="world",
    person="required",
    json=lambda found: found._asdict(),
)
