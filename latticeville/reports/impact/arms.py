"""The two arms of an experiment on a run: with a sentence or a memory, and without it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from latticeville.mind.edits import delete_memory
from latticeville.mind.topic import Topic
from latticeville.reports.impact.indicators import Indicators
from latticeville.reports.report import ReportError
from latticeville.sim.events import Said
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload

if TYPE_CHECKING:
    from latticeville.models.embed import Embedder
    from latticeville.models.model import Model
    from latticeville.runs.replay import Replay


class UnheardWords(Said, frozen=True, tag="unheard"):
    """Words that nobody hears but who says them, and who takes them for said."""

    @property
    def private_to(self) -> tuple[str, ...]:
        """Only who says them."""
        return (self.who,)


class Experiment(NamedTuple):
    """What is taken out, in words, and the tick from which both arms go on; `topic` is what spreads
    of it, if anything."""

    told: str
    with_it: TickPayload
    without_it: TickPayload
    topic: Topic | None

    @property
    def key(self) -> str:
        """The key of the topic; "" for none."""
        return self.topic.key if self.topic is not None else ""


def without_utterance(replay: "Replay", tick: int, who: str) -> Experiment:
    """Return the experiment that takes out what somebody said in a tick; ReportError where they
    said nothing."""
    payload = replay.at(tick)
    said = next((one for one in payload.state.utterances if one.who == who), None)
    if said is None:
        speakers = ", ".join(sorted(one.who for one in payload.state.utterances)) or "nobody"
        raise ReportError(f"{who} said nothing in tick {tick}: {speakers} did")
    unheard = UnheardWords(*(getattr(said, name) for name in said.__struct_fields__))
    news = tuple(unheard if one is said else one for one in payload.state.news)
    without = replace(payload, state=replace(payload.state, news=news))
    return Experiment(said.sentence(payload.state.world), payload, without, said.topic)


def without_memory(replay: "Replay", who: str, number: int) -> Experiment:
    """Return the experiment that takes a memory out as soon as it was made; ReportError where
    there is none of that number."""
    memory = replay.at().state.minds[who].memory
    if not 0 <= number < len(memory):
        raise ReportError(f"{who} has no memory {number}: they are 0 to {len(memory) - 1}")
    record = memory[number]
    tick = max(record.tick, replay.first)
    payload = replay.at(tick)
    held = payload.state.minds[who]
    place = next((one.id for one in held.memory if one.text == record.text), None)
    if place is None:
        raise ReportError(f"memory {number} of {who} was edited later: name one that was not")
    minds = {**payload.state.minds, who: delete_memory(held, place)}
    without = replace(payload, state=payload.state.with_minds(minds))
    return Experiment(f"{who} remembers: {record.text}", payload, without, record.topic)


def run_arm(
    begin: TickPayload, ticks: int, seed: int, key: str, minds: "tuple[Model, Embedder]"
) -> Iterator[dict[str, float] | None]:
    """Run an arm from a tick with another random seed; yield None after each tick but the last, and
    then its numbers."""
    state = replace(begin.state, seed=seed)
    indicators = Indicators(state, key)
    model, embedder = minds
    run = Run(replace(begin, state=state), model, indicators.add, embedder=embedder)
    for done in range(1, ticks + 1):
        run.step()
        yield None if done < ticks else indicators.values(run.payload.state)
