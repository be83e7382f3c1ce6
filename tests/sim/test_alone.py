"""People alone think with less work than others, and come to the same."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.rng import rng
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.mind import Decision, Mind, ThoughtProcess
from latticeville.mind.percept import Percept
from latticeville.mind.situation import Options
from latticeville.mind.think import think
from latticeville.models.model import Model, Reply, Request
from latticeville.sim.inputs import GodEvent
from latticeville.sim.rule_set import rules_of
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import LanguageModel
from tests.sim.test_survival_laws import LEGEND, NAMES, shares
from tests.worlds import Feed, Table, build, live, told

GROUND = "....f...f..w..#..r"


@st.composite
def scattered_worlds(draw: st.DrawFn) -> World:
    """Draw a world of few people on much ground, who meet now and then."""
    width, height = draw(st.integers(8, 36)), draw(st.integers(4, 18))
    chance = draw(st.randoms(use_true_random=False))
    drawing = "\n".join(
        "".join(chance.choice(GROUND) if (x + y) % 5 else "." for x in range(width))
        for y in range(height)
    )
    free = [
        [x, y]
        for y, line in enumerate(drawing.split())
        for x, glyph in enumerate(line)
        if glyph not in "#r"
    ]
    rules: Table = {key: draw(shares) for key in ("hunger", "starvation", "tiring", "meal")}
    rules |= {
        "step_ticks": draw(st.integers(1, 3)),
        "radius": draw(st.integers(0, 3)),
        "start_food": draw(st.integers(0, 4)),
        "resources": {"food": {"regrowth": draw(shares)}, "wood": {"regrowth": 0.1}},
        "events": {
            "flood": {"chance": draw(shares) / 4, "radius": 1},
            "blight": {"chance": draw(shares) / 4, "radius": 1},
        },
        "seasons": [{"name": "summer", "steps": 4}, {"name": "winter", "steps": 3}],
    }
    people: dict[str, Table] = {
        name: {
            "start": draw(st.sampled_from(free)),
            "big_five": {"conscientiousness": draw(shares), "openness": draw(shares)},
            "attention": {"radius": draw(st.integers(1, 2))},
        }
        for name in NAMES[: draw(st.integers(1, 5))]
    }
    minds = {
        "plan": "none",
        "act": "model",
        "talk": draw(st.booleans()),
        "relations": draw(st.booleans()),
        "reflect": draw(st.booleans()),
        "trigger": draw(st.integers(3, 200)),
    }
    areas = {"wood": [0, 0, width // 2, height]} if draw(st.booleans()) else {}
    simulation = {
        "perception": draw(st.sampled_from(["area", "sight"])),
        "radius": draw(st.integers(1, 2)),
        "tick_minutes": draw(st.sampled_from([1, 60])),
    }
    return build(
        drawing,
        areas=areas,
        people=people,
        rules=["survival"],
        minds=minds,
        legend=LEGEND,
        survival=rules,
        simulation=simulation,
        seed=draw(st.integers(0, 99)),
    )


def in_company(
    mind: Mind, percept: Percept, options: Options, world: World
) -> Decision | ThoughtProcess:
    """Think as everybody does, whether alone or not."""
    return think(mind, percept, options, world)


class Wilful:
    """Does what is proposed only now and then; otherwise says something else, also what cannot be
    done, or fails."""

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request."""
        return [
            self._wilful(request, reply)
            for request, reply in zip(requests, BuiltinMind().answer(requests), strict=True)
        ]

    def _wilful(self, request: Request, reply: Reply) -> Reply:
        chance = rng(2, request.tick, request.who, request.kind)
        if request.kind != "act" or chance.uniform() < 0.4:
            return reply
        said = chance.pick(
            ["I rest.", "go north", "eat", "gather food", "what?", "", request.digest]
        )
        return chance.pick([Reply(said), Reply("", error="no answer")])


@pytest.mark.parametrize("model", [BuiltinMind(), LanguageModel(BuiltinMind()), Wilful()])
@law(30)
@given(scattered_worlds(), scattered_worlds())
def test_people_alone_come_to_the_same(model: Model, world: World, other: World) -> None:
    feed: Feed = {9: [GodEvent("It thunders.")], 16: [other]}
    quick = live(world, 24, model=model, feed=feed)
    whole = live(world, 24, model=model, feed=feed, minds=in_company)
    assert [told(one) for one in quick] == [told(one) for one in whole]


@law(12)
@given(scattered_worlds())
def test_a_model_reads_the_same_of_people_alone(world: World) -> None:
    quick, whole = Reader(), Reader()
    live(world, 12, model=quick)
    live(world, 12, model=whole, minds=in_company)
    assert quick.read == whole.read


class Reader:
    """Keeps the digest of each request, which is of all that a model may read, and does what is
    proposed."""

    def __init__(self) -> None:
        self.read: list[tuple[str, str]] = []

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request."""
        self.read += [(request.who, request.digest) for request in requests]
        return BuiltinMind().answer(requests)


def alone_in(world: World, ticks: int) -> list[set[str]]:
    """Return who thinks alone after each tick."""
    states = [one.state for one in live(world, ticks, model=BuiltinMind())]
    return [{*rules_of(world.rules).alone(state, None)} for state in states]


def test_whoever_sees_nobody_thinks_alone_until_they_meet() -> None:
    people: dict[str, Table] = {
        "ada": {"start": [0, 0]},
        "bob": {"start": [3, 0]},
        "cy": {"start": [30, 0]},
    }
    world = build(
        "." * 40,
        people=people,
        rules=["survival"],
        minds={"plan": "none", "act": "model"},
        simulation={"radius": 4},
    )
    found = alone_in(world, 6)
    assert found[3] == {"cy"}


def test_people_with_plans_do_not_think_alone() -> None:
    world = build(
        "." * 40,
        people={"ada": {"start": [0, 0]}},
        rules=["social", "survival"],
        minds={"plan": "none", "act": "model"},
    )
    assert alone_in(world, 2) == [set(), set(), set()]
