"""People who start in an area begin on its start cells, in the order of the file."""

from latticeville.core.geometry import Cell
from latticeville.world.load import build_unchecked
from tests.world.hut import FILES

WEST = "boxes = [[1, 1, 3, 3]]"


def starts(cells: str, *people: str) -> list[Cell]:
    """Return where some people begin in the hut whose west room has these start cells."""
    text = FILES["world.toml"].replace(WEST, f"{WEST}\nstarts = {cells}")
    head, _, _ = text.partition("[[people]]")
    rows = [
        f'[[people]]\npersona = "ada"\nid = "p{number}"\n{row}\n'
        for number, row in enumerate(people)
    ]
    world, _ = build_unchecked({**FILES, "world.toml": head + "\n".join(rows)})
    assert world is not None
    return [world.people[f"p{number}"].start for number in range(len(people))]


def test_people_take_the_start_cells_of_their_area_in_the_order_of_the_file() -> None:
    cells = "[[3, 2], [2, 2]]"
    assert starts(cells, 'home = "west"', 'start = "west"', 'home = "east"') == [
        (3, 2),
        (2, 2),
        (5, 1),
    ]
    assert starts(cells, 'home = "west"\nstart = [1, 2]', 'home = "west"') == [(1, 2), (3, 2)]
    assert starts(cells, 'home = "west"\nstart = [3, 2]', 'home = "west"') == [(3, 2), (2, 2)]


def test_who_finds_no_start_cell_left_takes_the_next_free_cell_of_the_area() -> None:
    plain = starts("[]", *['home = "west"'] * 3)
    assert starts("[[3, 2], [3, 2]]", *['home = "west"'] * 3) == [(3, 2), *plain[:2]]
    full = starts("[[3, 2]]", *['home = "west"'] * 12)
    assert full[-1] == (3, 2)
    assert {*full} == {*starts("[]", *['home = "west"'] * 12)}


def test_start_cells_that_nobody_can_stand_on_are_passed_over() -> None:
    assert starts("[[0, 0], [99, 99], [6, 2], [1, 1], [3, 2]]", 'home = "west"') == [(3, 2)]
