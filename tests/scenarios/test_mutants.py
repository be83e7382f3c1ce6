"""Mutants: each is the world with one fault, drawn alike for a seed, and noticed by what guards it."""

from itertools import islice
from pathlib import Path

import pytest

from latticeville.scenarios.faults import FAULTS, draw_mutants
from latticeville.scenarios.mutants import Mutant, thinker
from latticeville.scenarios.mutation_score import MutantJob, MutationScore, try_mutant, try_mutants
from latticeville.sim.events import Said
from latticeville.world.load import check_texts
from latticeville.world.model.world import World
from tests.world_folders import SQUARE, shared_world
from tests.worlds import live

SPEAKS = (
    "guards = 'x'\nticks = 60\nseeds = [1]\n[[expect]]\neventually = 'event:said and who:mina'\n"
)
PLACES = "guards = 'x'\nticks = 1\n[[expect]]\nholds = 'in:well=square and in:kettle=house'\n"


@pytest.fixture(scope="module")
def world() -> World:
    return shared_world(SQUARE)


def mutants(world: World, sort: str) -> list[Mutant]:
    return [fault() for fault in FAULTS[sort](world)]


def test_each_mutant_is_drawn_once_and_alike_for_a_seed(world: World) -> None:
    names = [one.name for one in draw_mutants(world, 1)]
    assert len(names) == len({*names}) == sum(len(mutants(world, sort)) for sort in FAULTS)
    assert names == [one.name for one in draw_mutants(world, 1)]
    assert names != [one.name for one in draw_mutants(world, 2)]


@pytest.mark.parametrize("sort", FAULTS)
def test_a_mutant_differs_in_one_thing(world: World, sort: str) -> None:
    for mutant in islice(mutants(world, sort), 3):
        assert bool(mutant.files) != bool(mutant.muted)
        assert len(mutant.files) <= 1
        assert all(world.files[file] != text for file, text in mutant.files.items())
        other, problems = check_texts({**world.files, **mutant.files})
        assert other is not None or problems


def test_who_is_muted_says_nothing(world: World) -> None:
    said = [
        event.who
        for one in live(world, 40, minds=thinker(Mutant("mute", {}, "mina")))
        for event in one.events
        if isinstance(event, Said)
    ]
    assert "otto" in said
    assert "mina" not in said


def outcome(world: World, mutant: Mutant, *texts: str) -> tuple[str, str]:
    scenarios = {f"{n}.scenario.toml": text for n, text in enumerate(texts)}
    found = try_mutant(MutantJob(str(SQUARE), world.files, scenarios, mutant))
    return found.fate, found.killed


def test_what_guards_a_thing_notices_that_it_is_gone(world: World) -> None:
    mute = next(one for one in mutants(world, "mute") if one.muted == "mina")
    assert outcome(world, mute, SPEAKS) == ("killed", "0: seed 1, tick 60, Mon 09:00")
    assert outcome(world, mute, PLACES) == ("survived", "")
    moved = next(one for one in mutants(world, "move") if "well" in one.name)
    assert outcome(world, moved, PLACES)[0] == "killed"
    broken = Mutant("break", {"world.map": "#\n"})
    assert outcome(world, broken, PLACES)[0] == "unfit"


def test_the_score_is_the_same_in_several_processes(world: World) -> None:
    texts = {"speaks.scenario.toml": SPEAKS, "places.scenario.toml": PLACES}
    one, two = (
        MutationScore(tuple(try_mutants(Path(SQUARE), world, texts, 6, 3, n))) for n in (1, 2)
    )
    assert one == two
    assert len(one.outcomes) == 6
    assert one.killed + len(one.survivors) == 6
