"""The tutorial of the studio, key by key: a hamlet is drawn on an empty map, and lives."""

import re
from pathlib import Path

from latticeville.core.clock import DAY
from latticeville.sim.events import Said
from latticeville.world.io.files import write_world
from latticeville.world.load import inspect_world
from latticeville.world.templates import template_files
from studio.map.panes.next_step import RUN, NextStepBar
from studio.run.screen import SimulateScreen
from tests.studio.conftest import Driven, studio
from tests.studio.test_map_screen import checked, design
from tests.world_folders import ROOT
from tests.worlds import stepped

PAGE = (ROOT / "docs" / "hamlet.md").read_text("utf-8")
MOST = 150
"""The most keys, besides typed text, with which somebody draws a living hamlet."""
KEYS = {"/": "slash"}


def steps() -> list[tuple[str, str]]:
    """Return the keys and the typed texts of the page in order, each with "" for the other."""
    rows = [line for line in PAGE.splitlines() if line.startswith(("| `", "| “"))]
    pressed = (row.split(" | ")[0] for row in rows)
    return [found for row in pressed for found in re.findall(r"`([^`]+)`|“([^”]+)”", row)]


async def follow(driven: Driven, found: list[tuple[str, str]]) -> None:
    """Press and type what the page says, each when the studio has answered what was before."""
    for key, text in found:
        if key:
            await driven.press(KEYS.get(key, key))
        await driven.write(text)
        await driven.until(lambda: driven.app.focused is not None)


def test_the_page_counts_its_keys() -> None:
    pressed = [key for key, _ in steps() if key]
    assert len(pressed) <= MOST
    assert f"You need {len(pressed)} keys" in PAGE


async def test_a_hamlet_that_is_drawn_by_the_page_lives(tmp_path: Path) -> None:
    folder = tmp_path / "worlds" / "hamlet"
    write_world(folder, template_files("blank", "hamlet"))
    *drawn, run, play = steps()
    async with studio(folder, (80, 24)) as driven:
        await driven.until(lambda: driven.app.design is not None)
        await driven.until(lambda: driven.app.screen is driven.app.design)
        assert "Next: a house. W" in driven.frame()
        await follow(driven, drawn)
        await checked(driven)
        assert design(driven).query_one(NextStepBar).step == RUN
        await follow(driven, [run])
        await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))
        await follow(driven, [play])
        await driven.until(lambda: driven.view.payload.tick > 2)
    world, problems = inspect_world(folder)
    assert world is not None
    assert problems == []
    assert {area.name for area in world.areas.by_id.values()} >= {
        "Mara's House",
        "Bo's House",
        "Café",
        "Pond",
    }
    assert [one.kind for one in world.objects.values()].count("coffee_machine") == 1
    events = (event for payload in stepped(world, DAY) for event in payload.events)
    assert {event.who for event in events if isinstance(event, Said)} == {"mara", "bo", "lin"}
