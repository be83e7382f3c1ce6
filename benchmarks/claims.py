"""Whispers that are true, false or nonsense: who denies and corrects them, and how far they come.

`python -m benchmarks.claims [--world WORLD] [--each 4] [SEED …]` whispers each line of
`data/claims.toml` to somebody on Monday at 08:00 and prints what became of it in two days; without a
world in `worlds/ville` and in a village that is drawn by seed (`claims_village.py`).
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.claims_village import village
from latticeville.core.clock import DAY
from latticeville.core.rng import rng
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import Whisper
from latticeville.sim.run import Run
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load_world
from latticeville.world.model.world import World

TICKS = 2 * DAY
PERSON, PLACE, TRUE, NONSENSE = "person", "place", "true", "nonsense"
"""Classes of whispers: false of a person, false of a place, true of a person, without a sense."""


class Line(msgspec.Struct, frozen=True):
    """A whisper, whom it is about, "" for nobody, and who hears it; "" for somebody drawn."""

    text: str
    subject: str = ""
    to: str = ""


class Outcome(NamedTuple):
    """What became of a whisper: whether its subject, or anybody, denied it, and whom it reached."""

    line: Line
    heard_by: str
    is_denied: bool
    is_corrected: bool
    is_confirmed: bool
    reached: tuple[str, ...]


def lived(world: World, seed: int, lines: Mapping[str, Line]) -> State:
    """Return the state two days after whispers, by who hears them."""
    run = Run(TickPayload(0, initial_state(world, seed)), BuiltinMind(), lambda _payload: None)
    for who, line in lines.items():
        run.feed(Whisper(who, line.text))
    for _ in range(TICKS // world.settings.tick_minutes):
        run.step()
    return run.payload.state


def outcome(state: State, heard_by: str, line: Line) -> Outcome:
    """Return what became of a whisper."""
    root = next(one for one in state.minds[heard_by].memory if one.text == line.text)
    key = root.topic.key if root.topic is not None else ""
    known: dict[str, set[str]] = defaultdict(set)
    for who, mind in state.minds.items():
        for one in mind.memory:
            if one.topic is not None and one.topic.key in (key, f"x.{key}", f"y.{key}"):
                known[one.topic.key].add(who)
                if one.topic.source == "" and one.topic.who == who:
                    known[f"by {one.topic.key}"].add(who)
    deniers = known[f"by x.{key}"]
    return Outcome(
        line,
        heard_by,
        line.subject in deniers,
        bool(deniers),
        bool(known[f"by y.{key}"]),
        tuple(sorted(known[key] - {heard_by})),
    )


def batches(world: World, lines: Sequence[Line], each: int, seed: int) -> Iterator[dict[str, Line]]:
    """Yield whispers for a run each, to different people, none to who is its subject."""
    draw = rng(seed, 0, "claims", "hearers")
    left = list(lines)
    while left:
        found: dict[str, Line] = {}
        for line in [*left]:
            free = [who for who in world.person_ids if who not in found and who != line.subject]
            who = line.to or (draw.pick(free) if free else "")
            if len(found) < each and who and who not in found:
                found[who] = line
                left.remove(line)
        yield found


def measured(world: World, lines: Sequence[Line], each: int, seed: int) -> Iterator[Outcome]:
    """Yield what became of each whisper."""
    for batch in batches(world, lines, each, seed):
        state = lived(world, seed, batch)
        for who, line in batch.items():
            yield outcome(state, who, line)


def rows(
    world: World, classes: Mapping[str, Sequence[Line]], each: int, seed: int
) -> Iterator[str]:
    """Yield the table of a world and seed, and what went wrong."""
    others = len(world.people) - 1
    mixed = [(name, line) for name, lines in classes.items() for line in lines]
    kinds = {line.text: name for name, line in mixed}
    found: dict[str, list[Outcome]] = defaultdict(list)
    ordered = sorted((line for _, line in mixed), key=lambda line: _shuffle(line, seed))
    for one in measured(world, ordered, each, seed):
        found[kinds[one.line.text]].append(one)
    for name in classes:
        yield f"  {name}: {_summary(name, found[name], others)}"
        yield from (f"    {line}" for line in _faults(name, found[name], others))


def _shuffle(line: Line, seed: int) -> float:
    return rng(seed, 0, line.text, "order").uniform()


def _summary(name: str, some: Sequence[Outcome], others: int) -> str:
    reach = [len(one.reached) / others for one in some]
    mean = sum(reach) / max(1, len(reach))
    spread = f"reach mean {mean:.0%}, from {min(reach):.0%} to {max(reach):.0%}" if some else ""
    if name == PERSON:
        return (
            f"denied by their subject {sum(one.is_denied for one in some)} of {len(some)}; {spread}"
        )
    if name == PLACE:
        return f"corrected {sum(one.is_corrected for one in some)} of {len(some)}; {spread}"
    if name == TRUE:
        inside = sum(0.2 <= one <= 0.8 for one in reach)
        return (
            f"denied by their subject {sum(one.is_denied for one in some)} of {len(some)}, "
            f"confirmed {sum(one.is_confirmed for one in some)}; {spread}; "
            f"20 to 80 %: {inside} of {len(some)}"
        )
    return f"at most a third {sum(one <= 1 / 3 for one in reach)} of {len(some)}; {spread}"


def _faults(name: str, some: Iterable[Outcome], others: int) -> Iterator[str]:
    for one in some:
        share = len(one.reached) / others
        is_right = {
            PERSON: one.is_denied,
            PLACE: one.is_corrected,
            TRUE: not one.is_denied and 0.2 <= share <= 0.8,
            NONSENSE: share <= 1 / 3,
        }[name]
        if not is_right:
            what = "denied, " if name == TRUE and one.is_denied else ""
            yield f"– {what}reach {share:.0%}, to {one.heard_by}: {one.line.text}"


def read_lines(path: Path, part: str) -> dict[str, list[Line]]:
    """Return the whispers of a part of a file, by class."""
    found = msgspec.toml.decode(path.read_bytes(), type=dict[str, dict[str, list[Line]]])
    return found[part]


def main() -> None:
    """Print the tables of worlds and seeds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seeds", nargs="*", type=int, default=[7])
    parser.add_argument("--each", type=int, default=3, help="whispers in one run")
    parser.add_argument("--lines", type=Path, default=Path(__file__).parent / "data/claims.toml")
    parser.add_argument("--only", choices=("ville", "village"))
    asked = parser.parse_args()
    for seed in asked.seeds:
        if asked.only != "village":
            print(f"ville, seed {seed}", flush=True)
            world = load_world(Path("worlds/ville"))
            for row in rows(world, read_lines(asked.lines, "ville"), asked.each, seed):
                print(row, flush=True)
        if asked.only != "ville":
            print(f"village, seed {seed}", flush=True)
            drawn, names = village(seed)
            lines = read_lines(asked.lines, "village")
            for row in rows(drawn, _filled(lines, names), asked.each, seed):
                print(row, flush=True)


def _filled(lines: Mapping[str, Sequence[Line]], names: Mapping[str, str]) -> dict[str, list[Line]]:
    ids = {trade: name.lower() for trade, name in names.items()}
    return {
        name: [
            Line(one.text.format(**names), *(each.format(**ids) for each in (one.subject, one.to)))
            for one in some
        ]
        for name, some in lines.items()
    }


if __name__ == "__main__":
    main()
