"""How people live with a model, beside the built-in mind and beside a hybrid of both: a Friday with a
party and false rumours.

`python -m benchmarks.people --llm SPEC [--world FOLDER] [--hours 9] [--seed 7]` lets somebody invite to
a party at five, tells each of the others what is false of somebody else, and prints a row for `builtin`,
`hybrid:SPEC` and SPEC. Without a world it is a village drawn by seed (`claims_village.py`); fewer hours
than 9 end before the party. Seconds are those of the clock, or with `--busy` of the processor, where
others use the machine, too.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from benchmarks.claims import Line, outcome
from benchmarks.claims_village import village
from latticeville.core.clock import DAY
from latticeville.core.plugins import HYBRID
from latticeville.mind.claims.told import sentences_of
from latticeville.mind.secrets import brings_up
from latticeville.mind.telling_words import tells
from latticeville.models.limits import CheckedModel
from latticeville.models.model import MODEL, Model, Reply, Request, token_counts
from latticeville.models.routes import BUILTIN, RoutedModel, split_routes
from latticeville.models.spec import make_model
from latticeville.sim.events import Said
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import Whisper
from latticeville.sim.run import Run
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load_world
from latticeville.world.model.confidants import audience
from latticeville.world.model.place_names import spoken_place
from latticeville.world.model.world import World

HOUR = 60
FRIDAY, MORNING, PARTY = 4 * DAY, 9 * HOUR, 17 * HOUR
INVITATION = "You are giving a party at {place} today at five. Invite everybody you meet."
RUMOURS = (
    "{name} has sold the old bell to a stranger.",
    "{name} has stolen a horse.",
    "{name} is going to marry a duke.",
    "{name} was bitten by a mad dog.",
    "{name} has gambled away all the money.",
)
LEAST_WORDS = 4
"""Words from which on a sentence that comes again counts as repeated."""


class Meter:
    """Passes requests on to a model, and counts replies, tokens and seconds."""

    def __init__(self, model: Model, clock: Callable[[], float] = time.perf_counter) -> None:
        self._model, self._clock = model, clock
        self.replies, self.tokens, self.seconds = 0, 0, 0.0

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the model's replies."""
        begun = self._clock()
        replies = self._model.answer(requests)
        self.seconds += self._clock() - begun
        self.replies += sum(one.source == MODEL for one in replies)
        self.tokens += sum(sum(token_counts(*pair)) for pair in zip(requests, replies, strict=True))
        return replies


class Friday(NamedTuple):
    """What a Friday was like: utterances, those that leaked a secret, sentences and the repeated of
    them, guests, rumours and the denied of them, and replies that a mind could not use."""

    said: int
    leaks: int
    sentences: int
    repeated: int
    guests: int
    rumours: int
    denied: int
    unusable: int


def on_friday(world: World) -> World:
    """Return a world that begins on a Friday morning."""
    return replace(world, settings=replace(world.settings, start=FRIDAY + MORNING))


def party(world: World) -> tuple[str, str]:
    """Return who gives a party, and where: who works at the place that most people usually visit."""
    rows = Counter(
        row.place for one in world.people.values() for row in one.persona.routine if row.place
    )
    hosts = {one.work: who for who, one in sorted(world.people.items()) if one.work}
    place = max(sorted(hosts), key=lambda one: rows[one])
    return hosts[place], place


def rumours(world: World, host: str) -> dict[str, Line]:
    """Return what is told to whom: to each of the others something false of the next of them."""
    others = [who for who in world.person_ids if who != host]
    pairs = zip(others, [*others[1:], *others[:1]], strict=True)
    return {
        who: Line(RUMOURS[at % len(RUMOURS)].format(name=world.name_with_article(of)), of)
        for at, (who, of) in enumerate(pairs)
    }


def lived(world: World, model: Model, seed: int, ticks: int) -> Friday:
    """Return what became of a Friday."""
    host, place = party(world)
    lines = rumours(world, host)
    run = Run(TickPayload(0, initial_state(world, seed)), model, lambda _payload: None)
    run.feed(Whisper(host, INVITATION.format(place=spoken_place(world.name_of(place)))))
    for who, line in lines.items():
        run.feed(Whisper(who, line.text))
    said: list[Said] = []
    guests: set[str] = set()
    unusable, leaks = 0, 0
    for _ in range(ticks):
        payload = run.step()
        for event in payload.events:
            if isinstance(event, Said):
                leaks += is_leak(event, said, world)
                said.append(event)
        asks = [ask for one in payload.thoughts.values() for ask in one.asks]
        unusable += sum(one.error.startswith("the reply cannot be used") for one in asks)
        guests |= {*guests_at(payload.state, place)} - {host}
    state = run.payload.state
    denied = sum(outcome(state, who, line).is_denied for who, line in lines.items())
    told = [one.casefold() for event in said for one in sentences_of(event.words)]
    told = [one for one in told if len(one.split()) >= LEAST_WORDS]
    repeated = len(told) - len({*told})
    return Friday(len(said), leaks, len(told), repeated, len(guests), len(lines), denied, unusable)


def is_leak(event: Said, before: Sequence[Said], world: World) -> bool:
    """Tell whether words tell a secret to somebody who may not know it, or one that waits for a word
    which was not said to the speaker."""
    heard = next((one.words for one in reversed(before) if event.who in one.listeners), "")
    hearers = {*event.listeners}
    return any(
        not hearers <= {owner, *audience(world, owner, secret)}
        or (bool(secret.when) and owner == event.who and not brings_up(secret, heard))
        for owner, one in sorted(world.people.items())
        for secret in one.persona.secrets
        if tells(event.words, secret)
    )


def guests_at(state: State, place: str) -> Iterator[str]:
    """Yield who is at a party during its hour, and has agreed to be there."""
    area = state.world.areas.by_id[place]
    if PARTY <= state.minute - FRIDAY < PARTY + HOUR:
        for who, body in state.bodies.items():
            agreed = (one.at for one in state.minds[who].commitments if one.at.place == place)
            if body.cell in area and any(state.minute in at for at in agreed):
                yield who


def row(
    spec: str,
    world: World,
    seed: int,
    ticks: int,
    clock: Callable[[], float] = time.perf_counter,
) -> str:
    """Live a Friday with a model and return its row of the table."""
    first, own = split_routes(spec)
    models = {one: make_model(one) for one in sorted({first, *own.values()})}
    meters = {one: Meter(model, clock) for one, model in models.items()}
    routed = RoutedModel(meters[first], {key: meters[one] for key, one in own.items()})
    friday = lived(world, routed, seed, ticks)
    hours = ticks * world.settings.tick_minutes / HOUR
    replies = sum(one.replies for one in meters.values())
    unfit = sum(one.unfit for one in models.values() if isinstance(one, CheckedModel))
    fitting = f"{1 - (unfit + friday.unusable) / replies:.0%} of {replies:,}" if replies else "–"
    tokens = sum(one.tokens for one in meters.values()) / hours
    seconds = sum(one.seconds for one in meters.values()) / hours
    cells = (
        f"`{spec}`",
        fitting,
        f"{friday.repeated} of {friday.sentences}",
        f"{friday.leaks} of {friday.said}",
        f"{friday.denied} of {friday.rumours}",
        f"{friday.guests} of {len(world.people) - 1}",
        f"{tokens:,.0f}",
        f"{seconds:.1f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--llm", default=BUILTIN)
    parser.add_argument("--world", type=Path)
    parser.add_argument("--hours", type=float, default=9.0)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--busy", action="store_true")
    asked = parser.parse_args()
    drawn = village(asked.seed)[0] if asked.world is None else load_world(asked.world)
    world = on_friday(drawn)
    ticks = round(asked.hours * HOUR / world.settings.tick_minutes)
    print(
        "| model | valid at the first try | sentences repeated | secrets leaked | rumours denied | "
        "guests | tokens an hour | seconds an hour |\n|---|---:|---:|---:|---:|---:|---:|---:|",
        flush=True,
    )
    clock = time.process_time if asked.busy else time.perf_counter
    plain = asked.llm.removeprefix(HYBRID)
    for spec in dict.fromkeys(
        (BUILTIN, f"{HYBRID}{plain}" if plain != BUILTIN else BUILTIN, plain)
    ):
        print(row(spec, world, asked.seed, ticks, clock), flush=True)


if __name__ == "__main__":
    main()
