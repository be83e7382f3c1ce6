"""What a study will cost before it runs: ticks, seconds by a short probe, tokens."""

import time
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from latticeville.core import gc_control
from latticeville.models.cache_registry import cached_embedder, prepare_model
from latticeville.models.model import Model, Reply, Request
from latticeville.models.spec import DEFAULT_MODEL, UNCHECKED_MODELS
from latticeville.models.tokens import estimate_tokens
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.studies.design import Configuration, Design
from latticeville.studies.measurement import Measures, measure_run
from latticeville.studies.run_task import PURPOSE
from latticeville.studies.tasks import RunTask

BUDGET = 8.0
"""Seconds of processor time that all probes of a plan may take, about."""
MOST_PROBES = 6
"""How many conditions are probed; the cost of others is that of the control."""
START = 1.5
"""Seconds until a worker has read the program."""


class Probe(msgspec.Struct, frozen=True):
    """What a short run cost: seconds until its first tick, seconds of all ticks up to each, seconds
    of a measured tick, and tokens of a tick; `slowness` is how many seconds of the clock one of the
    processor took, which is more than 1 where others use this machine."""

    begin: float
    ticks: tuple[float, ...]
    measures: float
    tokens: float
    slowness: float

    def seconds_up_to(self, tick: int) -> float:
        """Return the seconds of the ticks up to one; beyond the probe, at its mean."""
        if tick < len(self.ticks):
            return self.ticks[tick]
        return self.ticks[-1] * tick / max(len(self.ticks) - 1, 1)


class PlannedRun(msgspec.Struct, frozen=True):
    """A run with what it costs beyond the ticks that it shares; `condition` is "" for one that only
    others fork from, and `is_done` says that it is there already."""

    condition: str
    seed: int
    run: str
    shared: int
    ticks: int
    seconds: float
    tokens: int
    is_done: bool


class StudyPlan(msgspec.Struct, frozen=True):
    """The cost of a study: its runs, the prefixes that they share, and in all what is still to be
    done, in seconds of one processor and of the clock."""

    runs: tuple[PlannedRun, ...]
    prefixes: tuple[PlannedRun, ...]
    workers: int
    ticks: int
    seconds: float
    clock: float
    tokens: int
    asks_a_model: bool


def make_plan(
    design: Design, measures: Measures, tasks: Sequence[RunTask], done: Iterable[str], workers: int
) -> StudyPlan:
    """Return the cost of a study; a short run of some conditions is timed."""
    probes = probe_conditions(design, measures)
    costs = _costs(design, tasks, probes, {*done})
    runs = tuple(
        msgspec.structs.replace(costs[one.run], condition=one.condition)
        for one in design.configurations
    )
    prefixes = tuple(one for one in costs.values() if not one.condition)
    left = [one for one in costs.values() if not one.is_done]
    return StudyPlan(
        runs,
        prefixes,
        workers,
        sum(one.ticks for one in left),
        sum(one.seconds for one in left),
        _clock(tasks, costs, workers) * probes[design.control].slowness,
        sum(one.tokens for one in left),
        any(one.model not in UNCHECKED_MODELS for one in design.configurations),
    )


def _costs(
    design: Design, tasks: Sequence[RunTask], probes: Mapping[str, Probe], done: Container[str]
) -> dict[str, PlannedRun]:
    """Return the cost of each task by name: as that of its condition, or of the control."""
    conditions = {one.run: one.condition for one in reversed(design.configurations)}
    usual = probes[design.control]
    found: dict[str, PlannedRun] = {}
    for task in tasks:
        condition = conditions.get(task.name, "")
        cost = _cost(task, condition, probes.get(condition, usual))
        found[task.name] = msgspec.structs.replace(cost, is_done=task.name in done)
    return found


def _cost(task: RunTask, condition: str, probe: Probe) -> PlannedRun:
    ticks = probe.seconds_up_to(task.ticks) - probe.seconds_up_to(task.forked)
    measures = probe.measures * task.ticks if task.measures else 0.0
    tokens = 0 if task.model in UNCHECKED_MODELS else round(probe.tokens * task.cost)
    seconds = probe.begin + ticks + measures
    return PlannedRun(
        condition, task.seed, task.name, task.forked, task.cost, seconds, tokens, is_done=False
    )


def _clock(tasks: Sequence[RunTask], costs: Mapping[str, PlannedRun], workers: int) -> float:
    """Return the seconds of the clock: at best those of all workers, at least the longest chain."""
    chains: dict[str, float] = {"": 0.0}
    for one in tasks:
        cost = costs[one.name]
        chains[one.name] = chains[one.parent] + (0.0 if cost.is_done else cost.seconds)
    seconds = sum(one.seconds for one in costs.values() if not one.is_done)
    return (max(seconds / workers, *chains.values()) + START) if seconds else 0.0


def probe_conditions(design: Design, measures: Measures) -> dict[str, Probe]:
    """Return the probes of conditions by name: the control for half of the budget, and as many
    others as there are, up to a few, for the rest; their cost is told by that of the control."""
    arms = {one.condition: one for one in reversed(design.configurations)}
    control = _probe(arms[design.control], measures, BUDGET / 2)
    others = [one for name, one in arms.items() if name != design.control][: MOST_PROBES - 1]
    found = {design.control: control}
    for one in others:
        found[one.condition] = _scaled(_probe(one, measures, BUDGET / 2 / len(others)), control)
    return found


def _scaled(probe: Probe, control: Probe) -> Probe:
    """Return a probe that is as long as that of the control: the days beyond it cost as much more,
    or less, as those within."""
    last = len(probe.ticks) - 1
    if last + 1 >= len(control.ticks):
        return probe
    share = probe.ticks[-1] / control.ticks[last] if control.ticks[last] else 1.0
    rest = (share * one for one in control.ticks[last + 1 :])
    return msgspec.structs.replace(probe, ticks=(*probe.ticks, *rest))


def _probe(one: Configuration, measures: Measures, budget: float) -> Probe:
    """Run a configuration until the budget is spent, and measure that."""
    asks = one.model not in UNCHECKED_MODELS
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "probe"
        clock, begun = time.monotonic(), time.process_time()
        spec = DEFAULT_MODEL if asks else one.model
        counter = TokenCounter(prepare_model(spec)) if asks else None
        known = (one.embedder, cached_embedder(one.embedder))
        model = counter or prepare_model(spec)
        run = RecordedRun.start(folder, one.world, model, spec, one.seed, known, PURPOSE)
        begin = time.process_time() - begun
        first = begun
        each = _live(run, one, budget)
        begun = time.process_time()
        replay = Replay(folder)
        measure_run(replay, measures)
        measured = time.process_time() - begun
        tokens = counter.tokens if counter is not None else 0
        spent = time.process_time() - first
        slowness = max(1.0, (time.monotonic() - clock) / max(spent, 1e-9))
        ticks = tuple(accumulate(each))
        return Probe(begin, ticks, measured / replay.last, tokens / replay.last, slowness)


def _live(run: RecordedRun, one: Configuration, budget: float) -> list[float]:
    """Make ticks for as many seconds, and return what each took, 0 for tick 0."""
    script, each = dict(one.script), [0.0]
    with gc_control.collector_disabled():
        while run.payload.tick < one.ticks and sum(each) < budget:
            before = time.process_time()
            run.feed_due(script.get(run.payload.tick + 1, ()), one.worlds)
            run.step()
            each.append(time.process_time() - before)
    run.close()
    return each


class TokenCounter:
    """Counts the tokens of what another model is asked and replies, as they are estimated."""

    def __init__(self, model: Model) -> None:
        self._model, self.tokens = model, 0

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Answer a batch."""
        replies = self._model.answer(requests)
        self.tokens += sum(estimate_tokens(one.system + one.prompt) for one in requests)
        self.tokens += sum(estimate_tokens(one.text) for one in replies)
        return replies
