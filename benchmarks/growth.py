"""How long `check` takes as a world grows: seconds for each size, and each over the size before
it."""

import sys
import time
from collections.abc import Callable

from benchmarks.towns import town_files
from latticeville.world.load import check_texts_in_context

Files = dict[str, str]
_LEGEND = (
    'name = "Plain"\n[legend]\n"." = { name = "floor" }\n"#" = { name = "wall", walkable = '
    "false }\n"
)
_BOX = """
[kinds.box{number}]
glyph = "b"
start = "shut"
counters.coins = {{ start = 3, max = 9 }}
[kinds.box{number}.states.shut]
[kinds.box{number}.states.open]
[[kinds.box{number}.transitions]]
from = "open"
verb = "close"
to = "shut"
"""
_ROW = """
[[kinds.box0.transitions]]
from = "shut"
verb = "use"
to = "open"
needs = [{ has = "coin" }, { counter = "coins", min = 1 }]
"""


def rows(size: int) -> Files:
    """Return a world of one kind with so many equal rows."""
    return {
        "world.toml": _LEGEND,
        "world.map": "....\n",
        "kinds.toml": _BOX.format(number=0) + _ROW * size,
    }


def kinds(size: int) -> Files:
    """Return a world of so many kinds."""
    things = "".join(_BOX.format(number=number) for number in range(size))
    return {"world.toml": _LEGEND, "world.map": "....\n", "kinds.toml": things}


def objects(size: int) -> Files:
    """Return a world of so many objects in a field, one cell in two."""
    placed = "".join(
        f'[[objects]]\nid = "o{number}"\nkind = "box0"\ncell = [{number % 100 * 2}, '
        f"{number // 100 * 2}]\n"
        for number in range(size)
    )
    ground = ("." * 200 + "\n") * (size // 50 + 2)
    return {
        "world.toml": _LEGEND + placed,
        "world.map": ground,
        "kinds.toml": _BOX.format(number=0),
    }


def areas(size: int) -> Files:
    """Return a world of so many areas of 3 × 3 cells, side by side."""
    drawn = "".join(
        f'[[areas]]\nid = "a{number}"\nname = "A{number}"\nboxes = [[{number % 50 * 3}, '
        f"{number // 50 * 3}, 3, 3]]\n"
        for number in range(size)
    )
    return {"world.toml": _LEGEND + drawn, "world.map": ("." * 150 + "\n") * (3 * (size // 50 + 1))}


CASES: dict[str, tuple[Callable[[int], Files], list[int]]] = {
    "rows": (rows, [50, 100, 200, 400, 800, 1600, 3200]),
    "kinds": (kinds, [100, 200, 400, 800]),
    "objects": (objects, [1250, 2500, 5000, 10_000]),
    "areas": (areas, [500, 1000, 2000, 4000]),
    "people": (town_files, [375, 750, 1500, 3000]),
}


def main() -> None:
    """Print the table."""
    for name in sys.argv[1:] or CASES:
        make, sizes = CASES[name]
        before = 0.0
        for size in sizes:
            files = make(size)
            start = time.perf_counter()
            check_texts_in_context(files)
            took = time.perf_counter() - start
            print(
                f"{name:>8}{size:>7}{took:>9.3f} s" + (f"{took / before:>6.1f}" if before else ""),
                flush=True,
            )
            before = took


if __name__ == "__main__":
    main()
