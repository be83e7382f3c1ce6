"""Belief trees stay whole: what is perceived is true, what is not stays as it was, nobody is
deleted."""

from collections.abc import Mapping
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from latticeville.mind.belief import BEFORE_START, BeliefTree, merge
from latticeville.mind.mind import Decision, Mind, ThoughtProcess
from latticeville.mind.percept import AGENT, AREA, OBJECT, Node, PerceivedNews, Percept, Sights
from latticeville.mind.situation import Options
from latticeville.sim.tick import advance
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import Garbled, wild
from tests.random_worlds import worlds
from tests.worlds import first, live

pytestmark = pytest.mark.slow


class Held(msgspec.Struct, frozen=True):
    """What an oracle that follows the three laws word for word holds of a node."""

    node: Node
    seen: int
    missing: bool


Shadow = dict[str, Held]


def shadowed(shadow: Shadow, percept: Percept) -> Shadow:
    """Return the oracle's tree after a percept."""
    seen = {node.id: Held(node, percept.tick, missing=False) for node in percept.sights}
    kept = {
        name: msgspec.structs.replace(held, missing=True)
        if held.node.kind != AREA and is_in_sight(held.node, percept)
        else held
        for name, held in shadow.items()
    }
    return {**kept, **seen}


def is_in_sight(node: Node, percept: Percept) -> bool:
    """Tell whether a node that stood where it is believed to stand would be perceived."""
    return node.parent == percept.place if percept.view is None else node.cell in percept.view


def as_shadow(beliefs: BeliefTree) -> Shadow:
    """Return a tree in the form of the oracle's."""
    return {
        name: Held(belief.node, belief.seen, belief.missing)
        for name, belief in beliefs.nodes.items()
    }


def well_formed(nodes: Mapping[str, Node]) -> None:
    """Assert that the nodes make one tree under the world: every parent is there, and no chain runs
    in a ring."""
    assert not nodes or nodes[WORLD].parent == ""
    for name, node in nodes.items():
        assert node.id == name
        chain = [name]
        while nodes[chain[-1]].parent:
            chain.append(nodes[chain[-1]].parent)
            assert len(chain) <= len(nodes)
        assert chain[-1] == WORLD


def check(shadow: Shadow, percept: Percept, after: BeliefTree) -> Shadow:
    """Assert all laws of one merge and return the oracle's tree."""
    expected = shadowed(shadow, percept)
    assert as_shadow(after) == expected
    well_formed({name: belief.node for name, belief in after.nodes.items()})
    assert (after.tick, after.place, after.sights) == (percept.tick, percept.place, percept.sights)
    return expected


PARENTS = {WORLD: "", "house": WORLD, "kitchen": "house", "larder": "kitchen", "yard": WORLD}
AREAS = {name: Node(name, AREA, parent) for name, parent in PARENTS.items()}
KINDS = {"cup": OBJECT, "stove": OBJECT, "well": OBJECT, "ada": AGENT, "bob": AGENT, "cid": AGENT}

_cells = st.builds(Cell, st.integers(0, 3), st.integers(0, 2))
_places = st.sampled_from([*AREAS])
_stands = st.tuples(_places, _cells, st.sampled_from(["", "busy"]), st.booleans())
_worlds = st.dictionaries(st.sampled_from([*KINDS]), _stands)


@st.composite
def percepts(draw: st.DrawFn, tick: int, mode: str) -> Percept:
    """Draw what somebody perceives of a small world: by sight, or by area save under the open
    sky."""
    place, truth = draw(_places), draw(_worlds)
    view = draw(st.frozensets(_cells, min_size=1)) if mode == "sight" or place == WORLD else None
    nodes = [
        Node(name, KINDS[name], *stands[:3], alarm=stands[3])
        for name, stands in sorted(truth.items())
    ]
    members = [
        node for node in nodes if (node.parent == place if view is None else node.cell in view)
    ]
    near = {place, *(node.parent for node in members)}
    above = {name for area in near for name in path(area)}
    sights = Sights((*(node for name, node in AREAS.items() if name in above), *members))
    return Percept("zoe", tick, tick, place, Cell(0, 0), sights, PerceivedNews(), view=view)


def path(area: str) -> list[str]:
    return [area, *path(PARENTS[area])] if area else []


@law(200)
@given(st.data())
def test_any_sequence_of_percepts_keeps_the_tree_whole(data: st.DataObject) -> None:
    beliefs, shadow, last = BeliefTree(BEFORE_START, {}), Shadow(), None
    mode = data.draw(st.sampled_from(["area", "sight"]))
    for tick in range(1, data.draw(st.integers(2, 8))):
        percept = data.draw(percepts(tick, mode))
        if last is not None and data.draw(st.integers(0, 3)) == 0:
            percept = msgspec.structs.replace(last, tick=tick)
        after = merge(beliefs, percept)
        mirrored = msgspec.structs.replace(beliefs, kept=dict(reversed([*beliefs.kept.items()])))
        assert merge(mirrored, percept) == after
        shadow = check(shadow, percept, after)
        beliefs, last = after, percept


@law(40)
@given(st.data())
def test_any_run_keeps_every_tree_whole_and_true(data: st.DataObject) -> None:
    world = data.draw(worlds())
    seen: dict[str, Percept] = {}

    def spying(
        mind: Mind, percept: Percept, options: Options, own: World
    ) -> Decision | ThoughtProcess:
        seen[percept.who] = percept
        return wild(mind, percept, options, own)

    state = first(world).state
    shadows = {who: as_shadow(mind.beliefs) for who, mind in state.minds.items()}
    for _ in range(25):
        after = advance(state, (), spying, Garbled()).state
        for who, percept in seen.items():
            beliefs, memory = after.minds[who].beliefs, after.minds[who].memory
            assert [record.id for record in memory] == list(range(len(memory)))
            fresh = memory.since(len(state.minds[who].memory))
            told = [record.text for record in fresh if record.kind in ("observation", "action")]
            assert len(told) >= len(percept.news)
            for text, news in zip(told, percept.news, strict=False):
                assert text == news.text or " says something to " in text
            shadows[who] = check(shadows[who], percept, beliefs)
            for node in percept.sights:
                assert state.tree.nodes[node.id] == node
        state = after


@law(40)
@given(st.data())
def test_trees_stay_whole_in_a_new_edition(data: st.DataObject) -> None:
    world, edition = data.draw(worlds()), data.draw(worlds())
    payloads = live(world, 24, feed={10: [edition], 18: [world]}, minds=wild, model=Garbled())
    for before, after in pairwise(payloads):
        for who, mind in after.state.minds.items():
            nodes = {name: belief.node for name, belief in mind.beliefs.nodes.items()}
            well_formed(nodes)
            assert nodes.keys() <= after.state.tree.nodes.keys()
            if after.tick in (10, 18) and who in before.state.minds:
                told = before.state.minds[who].beliefs.nodes
                for name in nodes.keys() & told.keys():
                    kept = (told[name].node.parent or WORLD) in after.state.world.areas.by_id
                    seen = told[name].seen if kept else BEFORE_START
                    assert mind.beliefs.nodes[name].seen in (seen, after.tick)
