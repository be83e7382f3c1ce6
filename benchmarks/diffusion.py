"""The tests of Generative Agents (Park et al. 2023, section 7) with the built-in mind: a party, an
election, and who knows whom.

On Monday at 08:00 an inner voice tells one person to give a party on the next day, and another to
stand for mayor. `python -m benchmarks.diffusion` lives two days with ten seeds, in worlds/ville and in
a village that is drawn anew for each seed, and prints the means beside the paper's figures.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.claims_village import village
from latticeville.core.clock import DAY
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.reports.coordination import coordinate
from latticeville.reports.diffusion.spread import Spread, find_fact, trace, utterances_of
from latticeville.reports.relationships.network import density_at
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import Whisper
from latticeville.world.load import load_world
from latticeville.world.model.world import World

SEEDS = range(1, 11)
TICKS = 2 * DAY
PARTY = "You are giving a party at the {place} tomorrow at five. Invite everybody you meet."
ELECTION = "You have decided to stand for mayor."


class Town(NamedTuple):
    """A world, who gives a party at which place, and who stands for mayor."""

    world: World
    host: str
    place: str
    candidate: str


class Trial(NamedTuple):
    """What came of both in a run: shares who know at the beginning and the end, without provenance,
    who came of those asked, unasked, and the density at the beginning and the end."""

    people: int
    party: float
    mayor: float
    unexplained: float
    asked: int
    agreed: int
    came: int
    unasked: int
    dense_before: float
    dense_after: float


PAPER = (
    ("people", "25"),
    ("know of the party, %", "4 → 52"),
    ("know who stands for mayor, %", "4 → 32"),
    ("claims without provenance, %", "1.3"),
    ("asked to the party", "12"),
    ("agreed to come", "–"),
    ("came", "5"),
    ("came unasked", "–"),
    ("density of who knows whom", "0.167 → 0.74"),
)
"""The rows of the table, with the figures of the paper."""


def ville(_seed: int) -> Town:
    """Return the shipped village of ten."""
    return Town(load_world(Path("worlds/ville")), "hugo", "inn", "ines")


def drawn(seed: int) -> Town:
    """Return a village of six strangers to us, drawn by a seed."""
    world, names = village(seed)
    host, candidate = names["priest"].lower(), names["miller"].lower()
    return Town(world, host, "chapel", candidate)


def trial(town: Town, seed: int, folder: Path) -> Trial:
    """Live two days, and count."""
    run = RecordedRun.start(folder, town.world, BuiltinMind(), "builtin", seed)
    party = PARTY.format(place=town.place)
    run.feed(Whisper(town.host, party))
    run.feed(Whisper(town.candidate, ELECTION))
    for _ in range(TICKS):
        run.step()
    run.close()
    replay = Replay(folder)
    state, start = replay.at().state, replay.at(0).state
    told, stood = (_spread(replay, who, text) for who, text in _facts(town, party))
    claims = [*told.knowers, *stood.knowers]
    came = coordinate(replay, state, find_fact(state, _memory(replay, town.host, party)))
    return Trial(
        told.people,
        told.share,
        stood.share,
        sum(one.route == "unexplained" for one in claims) / len(claims),
        came.asked,
        came.agreed,
        came.came,
        came.came_unasked,
        density_at(start).density or 0.0,
        density_at(state).density or 0.0,
    )


def _facts(town: Town, party: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return (town.host, party), (town.candidate, ELECTION)


def _spread(replay: Replay, who: str, text: str) -> Spread:
    state = replay.at().state
    fact = find_fact(state, _memory(replay, who, text))
    return trace(state, fact, utterances_of(replay, fact, state.tick))


def _memory(replay: Replay, who: str, text: str) -> str:
    """Return the memory of a sentence as WHO.ID."""
    memory = replay.at().state.minds[who].memory
    return f"{who}.{next(one.id for one in memory if one.text == text)}"


def cells(trials: Sequence[Trial]) -> Iterator[str]:
    """Yield the means, in the order of PAPER."""

    def mean(name: str) -> float:
        return fmean(getattr(one, name) for one in trials)

    first = 100 * fmean(1 / one.people for one in trials)
    yield f"{mean('people'):.0f}"
    yield f"{first:.0f} → {100 * mean('party'):.0f}"
    yield f"{first:.0f} → {100 * mean('mayor'):.0f}"
    yield f"{100 * mean('unexplained'):.1f}"
    yield from (f"{mean(name):.1f}" for name in ("asked", "agreed", "came", "unasked"))
    yield f"{mean('dense_before'):.2f} → {mean('dense_after'):.2f}"


def main() -> None:
    """Print the table; a number as the argument is that of the seeds."""
    seeds = SEEDS[: int(sys.argv[1])] if len(sys.argv) > 1 else SEEDS
    columns = []
    for town in (ville, drawn):
        with TemporaryDirectory() as folder:
            trials = [trial(town(seed), seed, Path(folder) / str(seed)) for seed in seeds]
        columns.append([*cells(trials)])
    print(f"{'mean of ' + str(len(seeds)) + ' seeds':<30}{'paper':>14}{'ville':>14}{'drawn':>14}")
    for (name, paper), *found in zip(PAPER, *columns, strict=True):
        print(f"{name:<30}{paper:>14}" + "".join(f"{cell:>14}" for cell in found))


if __name__ == "__main__":
    main()
