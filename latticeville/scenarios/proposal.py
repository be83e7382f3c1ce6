"""A scenario that expects again what is so, or happens, at a moment of a recorded run."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from latticeville.core.clock import format_time
from latticeville.core.text_width import fit
from latticeville.measures.expression import ExpressionError, parse
from latticeville.models.spec import DEFAULT_MODEL
from latticeville.runs.replay import Replay
from latticeville.scenarios import FOLDER, SUFFIX
from latticeville.scenarios.deadline import deadline_of
from latticeville.scenarios.minds import CACHE
from latticeville.sim.event import Event
from latticeville.sim.events import Said
from latticeville.sim.input_script import KINDS
from latticeville.sim.inputs import WorldReloaded, effective_inputs
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import object_area
from latticeville.world.io.toml import format_toml
from latticeville.world.model.areas import WORLD

PHRASE = 40
"""Most characters of what was said that are expected again."""
LONGEST_NAME = 60
"""Most characters of what a scenario is called, without its time."""
LONGEST_STEM = 48
"""Most characters of a file's name without its ending."""


class NoProposalError(Exception):
    """Nothing can be expected again of a moment; the text says why."""


class Proposal(NamedTuple):
    """The text of a scenario, and the file that it may have, as seen from the world's folder."""

    file: str
    text: str


def propose_scenario(replay: Replay, tick: int, subject: str, sentence: str = "") -> Proposal:
    """Return a scenario that expects what a person, an object or an area is like at a tick, or that
    the event with a sentence happens, with the seed and the inputs of the run up to there.

    NoProposalError where there is nothing of it to expect.
    """
    if tick < 1:
        raise NoProposalError("A scenario begins at tick 1: make a tick first.")
    if replay.first > 0:
        raise NoProposalError(
            "The first ticks of this run were deleted, and their inputs with them."
        )
    payload = replay.at(tick)
    terms = [*_event_terms(payload, sentence)] if sentence else [*_state_terms(payload, subject)]
    expression = " and ".join(terms)
    if (
        not terms
        or parse(expression, payload.state.world).met(payload.state, payload.events) is None
    ):
        raise NoProposalError("Nothing here can be expected again.")
    what = _heading(payload, subject, sentence)
    inputs = [*_inputs(replay, tick)]
    table = _table(replay, payload, what, expression, inputs)
    text = "".join((*_notes(inputs), format_toml(table)))
    return Proposal(f"{FOLDER}/{_stem(what)}{SUFFIX}", text)


def _state_terms(payload: TickPayload, subject: str) -> Iterator[str]:
    """Yield the terms that tell what somebody or something is like and where it is."""
    state = payload.state
    if subject in state.bodies:
        body = state.bodies[subject]
        if body.doing and '"' not in body.doing:
            yield f'doing:{subject}="{body.doing}"'
        yield from _place_terms(subject, WORLD if body.is_dead else body.area)
    elif subject in state.things:
        thing = state.things[subject]
        if len(state.world.kinds[thing.kind].states) > 1:
            yield f"state:{subject}={thing.state}"
        yield from _place_terms(subject, object_area(thing, state.bodies, state.things))
    elif subject in state.world.areas.by_id and subject != WORLD:
        inside = _count_inside(state, subject)
        yield f"in:{subject}>={inside}" if inside else f"not in:{subject}"


def _place_terms(subject: str, area: str) -> Iterator[str]:
    if area not in ("", WORLD):
        yield f"in:{subject}={area}"


def _count_inside(state: State, area: str) -> int:
    """Return how many of the living are in an area."""
    return sum(
        not one.is_dead and state.world.areas.is_within(one.area, area)
        for one in state.bodies.values()
    )


def _event_terms(payload: TickPayload, sentence: str) -> Iterator[str]:
    """Yield the terms that the event with a sentence meets."""
    world = payload.state.world
    event = next((one for one in payload.events if one.sentence(world) == sentence), None)
    if event is None:
        return
    yield from (term for term in _terms_of(event) if _is_met(payload, term, event))


def _terms_of(event: Event) -> Iterator[str]:
    """Yield what can be asked of an event: its kind, its people, its place and its words."""
    yield f"event:{event.tag}"
    names = {key: getattr(event, key, "") for key in ("who", "to", "area")}
    yield from (f"{key}:{name}" for key, name in names.items() if name)
    if isinstance(event, Said) and (words := _phrase(event.words)):
        yield f'phrase:"{words}"'


def _is_met(payload: TickPayload, term: str, event: Event) -> bool:
    """Tell whether a term can be read, and an event meets it."""
    try:
        met = parse(term, payload.state.world).met(payload.state, (event,))
    except ExpressionError:
        return False
    return bool(met)


def _phrase(words: str) -> str:
    """Return the longest part of what was said that has no quotes, cut between two words."""
    part = max(re.split(r'["“”]', words), key=len).strip()
    return part if len(part) <= PHRASE else part[: PHRASE + 1].rpartition(" ")[0]


def _heading(payload: TickPayload, subject: str, sentence: str) -> str:
    """Return what is expected, in a few words."""
    state, when = payload.state, format_time(payload.state.minute)
    if sentence:
        return f"{fit(sentence.partition(':')[0].strip('. '), LONGEST_NAME)}, {when}"
    if subject in state.bodies:
        seen = state.bodies[subject].doing or "there"
    else:
        seen = state.things[subject].state if subject in state.things else "people in it"
    return f"{fit(f'{state.world.name_of(subject)}, {seen}', LONGEST_NAME)}, {when}"


def _stem(what: str) -> str:
    """Return a name for a file.

    >>> _stem("Ada Lindgren, having lunch, Mon 12:30")
    'ada_lindgren_having_lunch_mon_12_30'
    """
    return "_".join(re.findall(r"[a-z0-9]+", what.casefold()))[:LONGEST_STEM].strip("_") or "again"


def _notes(inputs: Sequence[tuple[int, Any]]) -> Iterator[str]:
    """Yield a comment for each input that no scenario can repeat."""
    for at, item in inputs:
        if isinstance(item, WorldReloaded):
            yield (
                f"# At tick {at} of the run the world was changed: the scenario runs the world as it "
                "is now.\n"
            )


def _inputs(replay: Replay, tick: int) -> Iterator[tuple[int, Any]]:
    """Yield what went into a run up to a tick, with the ticks."""
    newest = 0
    for line, *_ in replay.read_log(1, tick):
        if line.tick <= newest:
            continue
        newest = line.tick
        yield from ((line.tick, item) for item in effective_inputs(line.inputs))


def _table(
    replay: Replay,
    payload: TickPayload,
    what: str,
    expression: str,
    inputs: Sequence[tuple[int, Any]],
) -> dict[str, Any]:
    header, moment = replay.segments[0].header, _moment(payload)
    found: dict[str, Any] = {
        "name": what,
        "guards": f"What was seen in {replay.folder.name} comes again: {what}.",
        "seeds": [header.seed],
        "ticks" if isinstance(moment, int) else "until": moment,
    }
    if header.model != DEFAULT_MODEL:
        found["mind"] = f"{CACHE}{header.model}"
    repeated = [
        {"at": at, "do": item.__struct_config__.tag, **_fields(item)}
        for at, item in inputs
        if type(item) in KINDS.values()
    ]
    if repeated:
        found["inputs"] = repeated
    return {**found, "expect": [{"eventually": expression, "by": moment}]}


def _moment(payload: TickPayload) -> int | str:
    """Return the time of a tick where it names that tick alone, else the tick."""
    state, text = payload.state, format_time(payload.state.minute)
    try:
        named = deadline_of(text, state.world).last_tick(state.world)
    except ValueError:
        named = 0
    return text if named == payload.tick else payload.tick


def _fields(item: msgspec.Struct) -> dict[str, Any]:
    """Return the fields of an input, without those that say nothing."""
    table = msgspec.to_builtins(item)
    return {key: value for key, value in table.items() if key != "type" and value is not None}
