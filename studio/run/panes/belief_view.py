"""Whose beliefs the map of a run shows: its scene, its banner, and the way from mark to mark."""

from bisect import bisect_left, bisect_right

from latticeville.core.clock import DAY, format_hours
from latticeville.core.geometry import Cell
from latticeville.draw.card import place
from latticeville.sim.state import State
from studio.run.panes.belief_scene import BELIEF, DIFFER, DOUBT, TRUTH, BeliefScene
from studio.run.panes.scene import Scene
from studio.ui.text import clean


class BeliefView:
    """What the map shows: how the world is, what somebody believes, or where beliefs are false or
    differ."""

    def __init__(self) -> None:
        self.way = TRUTH
        self.mind = ""
        """The id of whose beliefs are shown."""
        self.other = ""
        """The id of the person whose beliefs are compared with them."""

    @property
    def following(self) -> int:
        """What the map shows after the next press of the key."""
        return (self.way + 1) % DIFFER if self.way != DIFFER else TRUTH

    def make_scene(self, state: State, before: Scene | None) -> Scene:
        """Return the scene of a state; what did not change since the scene before is taken over
        from it."""
        if self.way and self.mind in state.minds:
            if self.way == DIFFER and self.other not in state.minds:
                return Scene(state)
            return BeliefScene(state, self.mind, self.way, self.other)
        return Scene(state, before if type(before) is Scene else None)

    def banner(self, scene: Scene | None, columns: int) -> str:
        """Return the sentence over the map that says whose view it is, as much of it as has room;
        "" for the truth."""
        if not isinstance(scene, BeliefScene):
            return ""
        parts = self._parts(scene)
        while len(parts) > 1 and len(" · ".join(parts)) > columns:
            parts.pop()
        return " · ".join(parts)

    def legend(self, scene: Scene) -> str:
        """Return the sentence that says what the marks of two compared people stand for."""
        one, other = (scene.state.world.name_with_article(who) for who in (self.mind, self.other))
        told = f"≠ both believe, ‹ only {one}, › only {other}. n next, v hides them."
        return f"{counted(len(marked_cells(scene)))}: {told}"

    def _parts(self, scene: BeliefScene) -> list[str]:
        world, at = scene.state.world, f"at {format_hours(scene.state.minute % DAY)}"
        name = world.name_with_article(self.mind)
        leave = "esc the world as it is"
        if self.way == BELIEF:
            return [f"{name}'s beliefs {at}", f"{scene.wrong} wrong", "v next view", leave]
        if self.way == DOUBT:
            marked = len(scene.told) - scene.wrong
            return [
                f"{name}'s false beliefs {at}",
                f"{scene.wrong} wrong",
                f"{marked} unknown",
                "n next mark",
                leave,
            ]
        return [
            f"{name} ≠ {world.name_with_article(self.other)} {at}",
            counted(len(scene.told)),
            "n next mark",
            leave,
        ]


def marked_cells(scene: Scene | None) -> tuple[Cell, ...]:
    """Return the cells with a mark for what is believed, as one reads."""
    return tuple(sorted(scene.told, key=_reading)) if isinstance(scene, BeliefScene) else ()


def place_text(scene: Scene, cell: Cell) -> str:
    """Say what a sign at a cell stands for, or else where that is."""
    world = scene.state.world
    where = place(world, world.areas.at(cell))
    return clean(scene.told.get(cell, where)) if isinstance(scene, BeliefScene) else where


def counted(marks: int) -> str:
    """Return a number of marks as words."""
    return f"{marks} mark{'s' * (marks != 1)}"


def next_mark(scene: Scene | None, here: Cell, way: int) -> tuple[Cell, str] | None:
    """Return the next (1) or previous (-1) mark from a cell and what it stands for; after the last
    comes the first."""
    marks = marked_cells(scene)
    if not isinstance(scene, BeliefScene) or not marks:
        return None
    row = _reading(here)
    after, before = (
        bisect_right(marks, row, key=_reading),
        bisect_left(marks, row, key=_reading) - 1,
    )
    place = (after if way > 0 else before) % len(marks)
    return marks[
        place
    ], f"{place + 1} of {len(marks)} · {scene.told[marks[place]]} · n next · N previous"


def _reading(cell: Cell) -> tuple[int, int]:
    """Return by what cells are ordered as one reads."""
    return cell.y, cell.x
