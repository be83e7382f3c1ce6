"""Tests of a world with the fixtures of latticeville; `pytest` in the folder above runs them."""

import asyncio

from textual.app import App
from textual.widgets import Static


def test_mina_and_otto_live_here(latticeville_world):
    world = latticeville_world("worlds/tea")
    assert sorted(world.people) == ["mina", "otto"]


def test_a_run_is_a_table(latticeville_run):
    run = latticeville_run("worlds/tea", ticks=90, seed=1)
    said = [row for row in run.table("events") if row["kind"] == "said"]
    assert said


class People(App):
    """A screen of this project's own: who lives in the world."""

    def __init__(self, world):
        super().__init__()
        self._world = world

    def compose(self):
        yield Static("\n".join(self._world.people.values()))


def test_the_screen_looks_as_it_did(latticeville_world, latticeville_frame):
    async def look():
        async with People(latticeville_world("worlds/tea")).run_test(size=(20, 4)) as pilot:
            assert pilot == latticeville_frame

    asyncio.run(look())


def test_the_studio_opens_the_world(latticeville_studio):
    async def look():
        async with latticeville_studio("worlds/tea", size=(80, 24)) as pilot:
            assert pilot.app.simulate.frame.payload.tick == 0

    asyncio.run(look())
