"""What people under need say: places in words, warnings for those who need them, no coordinates."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from latticeville.core.rng import rng
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.topic import EVENT, FOOD, PLEA, THREAT, attacker_of
from latticeville.rules.survival.mind.places import spoken_cell, way_to
from latticeville.sim.events import Said
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import LanguageModel, Listening
from tests.sim.test_survival import survivors, valley
from tests.worlds import Table, live

COORDINATES = re.compile(r"\(-?\d+, ?-?\d+\)")
DRAWING = "............\n.ff.....~~..\n.ff.....~~..\n............\n.......f....\n............"
NAMES = ("ada", "bob", "cy", "dot", "eve", "fay")


def hungry_world(seed: int) -> World:
    """Return a small valley of six drawn people, some of them fierce, kin and talkative."""
    draw = rng(seed, 0, "test", "people")
    people: dict[str, Table] = {}
    for number, who in enumerate(NAMES):
        traits = ("agreeableness", "neuroticism", "extraversion", "openness")
        people[who] = {
            "start": [draw.integer_below(8), draw.integer_below(6) if number else 0],
            "strength": 0.2 + draw.uniform() * 0.8,
            "big_five": {name: round(draw.uniform(), 2) for name in traits},
            "relationships": [{"who": NAMES[number - 1], "how": draw.pick(["sister", "rival"])}],
        }
    return survivors(people, {"start_food": 1, "hunger": 0.08, "gather": 3}, DRAWING)


def utterances(run: list[TickPayload]) -> Iterator[tuple[TickPayload, Said]]:
    """Yield all words with the tick before them, on whose end they rest."""
    for before, payload in pairwise(run):
        yield from ((before, one) for one in payload.events if isinstance(one, Said))


def live_hungry(seed: int) -> list[TickPayload]:
    """Return a run of a drawn world."""
    return live(hungry_world(seed), 70, model=BuiltinMind(), seed=seed)


@cache
def said_in_fifteen_worlds() -> list[Said]:
    """Return what is said in fifteen drawn worlds."""
    return [said for seed in range(2000, 2015) for _, said in utterances(live_hungry(seed))]


@law(25)
@given(st.integers(0, 10**6))
def test_words_are_for_those_whom_they_concern_and_say_places_without_coordinates(
    seed: int,
) -> None:
    run = live_hungry(seed)
    check_warnings(run)
    check_places(run)


def check_warnings(run: list[TickPayload]) -> None:
    """Nobody is warned of oneself, of the dead, or of what happened to them."""
    for before, said in utterances(run):
        assert not any(before.state.bodies[who].is_dead for who in said.listeners)
        if said.topic is None or not attacker_of(said.topic):
            continue
        _attack, attacker, victim, _day = said.topic.key.split(".")
        assert attacker not in (said.who, *said.listeners)
        assert victim not in said.listeners
        assert not before.state.bodies[attacker].is_dead


def check_places(run: list[TickPayload]) -> None:
    """Words and memories say places and never coordinates."""
    for _before, said in utterances(run):
        assert not COORDINATES.search(said.words), said.words
        assert said.words[0].isupper()
        assert said.words[-1] in ".?!"
        assert said.topic is None or not COORDINATES.search(said.topic.gist)
    for mind in run[-1].state.minds.values():
        assert not [one.text for one in mind.memory if COORDINATES.search(one.text)]
    for payload in run:
        for thought in payload.thoughts.values():
            assert not [one.reply for one in thought.asks if COORDINATES.search(one.reply)]


def test_people_warn_others_of_the_living_who_attacked_a_third_person() -> None:
    warned = [
        said
        for said in said_in_fifteen_worlds()
        if said.topic is not None and attacker_of(said.topic)
    ]
    assert warned
    for one in warned:
        assert one.topic is not None
        assert one.topic.gist.startswith(attacker_of(one.topic).capitalize())
    assert len({re.sub(r"\b[A-Z]\w+\b", "X", one.words) for one in warned}) > 1


def test_prompts_say_places_in_words() -> None:
    listening = Listening(LanguageModel(BuiltinMind()))
    live(hungry_world(31), 12, model=listening, seed=31)
    prompts = [one.prompt for one in listening.requests]
    assert any("There is food" in one for one in prompts)
    assert not [one for one in prompts if COORDINATES.search(one)]


def test_each_kind_of_words_is_said_in_more_than_one_form() -> None:
    found: dict[str, set[str]] = {}
    for said in said_in_fifteen_worlds():
        if said.topic is not None:
            names = "|".join(name.capitalize() for name in NAMES)
            found.setdefault(said.topic.kind, set()).add(re.sub(names, "X", said.words))
    assert {kind for kind, forms in found.items() if len(forms) > 1} >= {PLEA, THREAT, EVENT, FOOD}


def test_places_are_said_by_area_landmark_and_direction() -> None:
    world = valley(
        {"ada": {"start": [0, 0]}},
        drawing="\n".join(["....................~..."] * 3 + ["." * 24] * 21),
        areas={"orchard": [2, 2, 3, 3]},
        legend={"~": {"name": "brook", "walkable": False, "terrain": "water"}},
    )
    assert spoken_cell(world, Cell(3, 3), Cell(9, 9)) == "at the Orchard"
    assert spoken_cell(world, Cell(3, 3), Cell(2, 2)) == "here at the Orchard"
    assert spoken_cell(world, Cell(9, 3)) == "east of the Orchard"
    assert spoken_cell(world, Cell(19, 1), Cell(14, 1)) == "by the brook, a few steps east of here"
    assert spoken_cell(world, Cell(19, 1)) == "by the brook in the north-east"
    assert spoken_cell(world, Cell(12, 20), Cell(12, 2)) == "far to the south"
    assert spoken_cell(world, Cell(12, 12)) == "in the middle"
    assert way_to(Cell(4, 4), Cell(0, 4)) == "west"
