"""A short run of a small world, and its cells, for the tests of pictures."""

from collections.abc import Iterable
from pathlib import Path

from latticeville.draw.export import ExportOptions, ExportTicks, export_ticks
from latticeville.draw.map_frame import FramePainter, Rows
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.worlds import all_day, build, live

HOSTILE = "</script><img src=x onerror=alert(1)>"
HOUSE = """
    ############
    #....#.....#
    #....+.....#
    #....#.....#
    ###+########
    ,,,,,,,,~~~,
"""
ROOMS = {"hall": [1, 1, 4, 3], "study": [6, 1, 5, 3], "lawn": [0, 5, 12, 1]}


def house(name: str = "House", person: str = "Ada") -> World:
    """Return a house of two rooms with Ada and Ben in it; Ada walks to the study."""
    people = {
        "ada": {
            "start": [1, 1],
            "home": "hall",
            "knows": [*ROOMS],
            "name": person,
            **all_day("study"),
        },
        "ben": {"start": [2, 5], "home": "lawn", "knows": [*ROOMS], **all_day("lawn")},
    }
    return build(HOUSE, areas=ROOMS, people=people, name=name)


def recorded(ticks: int = 9) -> list[TickPayload]:
    """Return the payloads of a short run in the house."""
    return live(house(), ticks)


def exported(
    payloads: Iterable[TickPayload], name: str, options: ExportOptions | None = None, every: int = 1
) -> bytes:
    """Return payloads as the file of a name."""
    told = [*payloads]
    return export_ticks(ExportTicks(told, len(told), every), Path(name), options or ExportOptions())


def painted(payload: TickPayload, style: MapStyle = MapStyle.TILES) -> Rows:
    """Return the cells of a payload's whole map."""
    return FramePainter(payload.state.world, style).paint(payload.state).rows
