"""A world holds far more people than a village, each on a cell of their own in one area."""

import pytest

from latticeville.sim.first_state import initial_state
from latticeville.world.load import build_unchecked

SIDE = 102
"""Cells of a side, for more people than ten thousand."""


@pytest.mark.slow
def test_an_area_holds_more_than_ten_thousand_people() -> None:
    cells = [[x, y] for y in range(SIDE) for x in range(SIDE)]
    lines = ['name = "Crowd"', "seed = 1", '[legend]\n"." = { name = "grass" }']
    lines.append(f'[[areas]]\nid = "field"\nname = "Field"\nboxes = [[0, 0, {SIDE}, {SIDE}]]')
    lines.append(f"capacity = {len(cells)}\nstarts = {cells}")
    lines += [
        f'[[people]]\nid = "p{number:05}"\npersona = "anybody"\nhome = "field"'
        for number in range(len(cells))
    ]
    files = {"world.map": "\n".join(["." * SIDE] * SIDE), "world.toml": "\n".join(lines)}
    persona = {"personas/anybody.toml": 'name = "Anybody"', "kinds.toml": ""}
    world, problems = build_unchecked(files | persona)
    assert not problems
    assert world is not None
    bodies = initial_state(world).bodies.values()
    assert {tuple(body.cell) for body in bodies} == {(x, y) for x, y in cells}
