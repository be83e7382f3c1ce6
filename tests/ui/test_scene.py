"""Scenes of a run: rows that are made when they are drawn."""

import gc
import weakref

from latticeville.core.geometry import Box, Cell
from latticeville.draw.frame import object_layer, people_layer
from latticeville.sim.first_state import initial_state
from latticeville.world.load import load_world
from studio.run.panes.run_overlays import PeopleLayer
from studio.run.panes.scene import Scene
from tests.world_folders import VILLE

STATE = initial_state(load_world(VILLE))


def test_a_scene_is_freed_at_once() -> None:
    gc.disable()
    try:
        layer, scene = PeopleLayer(), Scene(STATE)
        layer.follow(None, STATE)
        scene.people = layer.make(scene, on_way=True)
        assert [*scene.people.items()]
        assert [*scene.objects.items()]
        held = [weakref.ref(one) for one in (scene, scene.standing, scene.placed, scene.people)]
        del scene
        assert [one() for one in held] == [None] * 4
    finally:
        gc.enable()


def test_who_is_at_a_cell_is_found_by_row() -> None:
    scene = Scene(STATE)
    for body in STATE.bodies.values():
        assert body.id in scene.ids_at(Box(*body.cell, 1, 1), body.cell)
    for thing in STATE.things.values():
        if not thing.holder:
            assert thing.id in scene.ids_at(Box(*thing.cell, 1, 1), thing.cell)
    whole = Box(0, 0, scene.grid.width, scene.grid.height)
    found = scene.ids_at(whole, Cell(0, 0))
    assert {*STATE.bodies} <= {*found}
    assert len(found) == len({*found})


def test_layers_know_which_rows_they_have() -> None:
    people = people_layer(STATE.world, STATE.bodies)
    assert {*people} == {body.cell.y for body in STATE.bodies.values()} == {*people.bodies}
    assert sum(sprite.crowd for row in people.values() for sprite in row.values()) == len(
        STATE.bodies
    )
    objects = object_layer(STATE.world, STATE.things)
    assert len(objects) == len({*objects})
    assert -1 not in objects
    assert objects.get(-1) is None
