"""The people of the map of a run: on their way between two ticks, with signs for what they do."""

from latticeville.core.geometry import Box, Cell
from latticeville.draw.frame import Layer
from latticeville.draw.tilemap.activities import add_activity_notes
from latticeville.draw.tilemap.surfaces import is_open_ground
from latticeville.draw.tilemap.walks import Walk, place_walkers, walks_between
from latticeville.sim.state import State
from studio.player.frame import PlaybackFrame
from studio.player.playback_modes import RATES
from studio.run.panes.scene import Scene

FASTEST = 16.0
"""The most ticks a second at which people are shown between two ticks."""


class PeopleLayer:
    """Makes the layer of people from a scene; it holds who walks in the shown tick."""

    def __init__(self) -> None:
        self.shows_activities = True
        self.walks: dict[str, Walk] = {}
        """Who goes a cell on in the shown tick."""

    def follow(self, before: State | None, after: State) -> None:
        """Note who goes a cell on, if the states are of two ticks one after the other."""
        is_next = before is not None and before.tick + 1 == after.tick
        self.walks = walks_between(before.bodies, after.bodies) if before and is_next else {}

    def pause_before_arrival(self, frame: PlaybackFrame, view: Box) -> float:
        """Return the seconds for which people are shown half way; 0 where nobody in sight is to be
        shown so."""
        rate = RATES[frame.speed]
        if not frame.playing or not 0 < rate <= FASTEST:
            return 0.0
        in_sight = any(start.y == end.y and end in view for start, end in self.walks.values())
        return 0.5 / rate if in_sight else 0.0

    def make(self, scene: Scene, *, on_way: bool = False) -> Layer:
        """Return the people of a scene, half way where `on_way` says so, with the signs of what
        they do."""
        people = place_walkers(scene.standing, self.walks, 0.5) if on_way else scene.standing
        if not self.shows_activities:
            return people
        taken = {walk.start for walk in self.walks.values()} | {
            walk.end for walk in self.walks.values()
        }
        grid, objects = scene.grid, scene.objects

        def is_free(cell: Cell) -> bool:
            if not grid.contains(cell) or cell in taken or cell.x in objects.get(cell.y, {}):
                return False
            tile = grid.tile(cell)
            return tile.walkable and is_open_ground(tile)

        return add_activity_notes(people, scene.state, is_free)
