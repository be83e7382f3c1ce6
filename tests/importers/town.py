"""A matrix folder of a town, drawn cell by cell, and what a reader of its files counts in them."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random

WIDTH, HEIGHT = 140, 100
LAYERS = ("collision", "sector", "arena", "game_object", "spawning_location")
Cells = dict[tuple[int, int], int]


def houses(seed: int = 7) -> tuple[dict[str, Cells], dict[str, list[str]]]:
    """Return mazes and blocks: houses in rows, each an L of two or three arenas that are no
    rectangles."""
    dice = Random(seed)
    mazes: dict[str, Cells] = {name: {} for name in LAYERS}
    blocks = {
        name: list[str]()
        for name in ("world", "sector", "arena", "game_object", "spawning_location")
    }
    blocks["world"].append("1, the Burgh")
    objects = {200 + number: name for number, name in enumerate(("bed", "desk", "stove", "shelf"))}
    blocks["game_object"] += [
        f"{number}, the Burgh, <all>, {name}" for number, name in objects.items()
    ]
    for number, (left, top) in enumerate(
        (x, y) for y in range(4, 80, 24) for x in range(4, 120, 28)
    ):
        house = f"House {number}" if number else "Café, no. 0".replace(",", "")
        blocks["sector"].append(f"{1000 + number}, the Burgh, {house}")
        cells = {(x, y) for x in range(left, left + 20) for y in range(top, top + 16)}
        cells -= {(x, y) for x, y in cells if x > left + dice.randint(9, 14) and y > top + 9}
        for room, name in enumerate(("hall", "bath room", "den")[: dice.randint(2, 3)]):
            blocks["arena"].append(f"{2000 + 10 * number + room}, the Burgh, {house}, {name}")
            for x, y in cells:
                if (x - left) // 7 == room or (room == 0 and y == top + 8):
                    mazes["arena"].setdefault((x, y), 2000 + 10 * number + room)
        for cell in sorted(cells):
            mazes["sector"][cell] = 1000 + number
            edge = any(
                (cell[0] + dx, cell[1] + dy) not in cells
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            )
            if edge and cell != (left + 3, top):
                mazes["collision"][cell] = 32125
        for _ in range(6):
            x, y, identity = (
                left + dice.randint(2, 8),
                top + dice.randint(2, 7),
                dice.choice([*objects]),
            )
            for cell in [(x, y), (x + 1, y), (x, y + 1)][: dice.randint(1, 3)]:
                mazes["game_object"][cell] = identity
        mazes["spawning_location"][left + 4, top + 4] = 300
    blocks["spawning_location"].append("300, the Burgh, <all>, <all>, sp-A")
    for _ in range(300):
        mazes["collision"][dice.randrange(WIDTH), dice.randrange(HEIGHT)] = 32125
    return mazes, blocks


def small() -> tuple[dict[str, Cells], dict[str, list[str]]]:
    """Return mazes and blocks of one house of 12 by 8 cells."""
    inside = {(x, y) for x in range(1, 9) for y in range(1, 7)}
    mazes: dict[str, Cells] = {
        "collision": {(x, y): 32125 for x, y in inside if x in (1, 8)},
        "sector": dict.fromkeys(inside, 5),
        "arena": {(x, y): 6 + (x > 4) for x, y in inside if x > 1 and y > 1},
        "game_object": {(3, 3): 8, (3, 4): 8, (6, 3): 8, (0, 0): 99},
        "spawning_location": {(2, 2): 9},
    }
    blocks = {
        "world": ["1, B"],
        "sector": ["5, B, House"],
        "arena": ["6, B, House, den", "7, B, House, hall"],
        "game_object": ["8, B, <all>, <all>, bed"],
        "spawning_location": ["9, B, House, den, sp"],
    }
    return mazes, blocks


def write(
    folder: Path,
    mazes: Mapping[str, Cells],
    blocks: Mapping[str, list[str]],
    size: tuple[int, int] = (WIDTH, HEIGHT),
) -> Path:
    """Write a matrix folder and return it."""
    (folder / "maze").mkdir(parents=True)
    (folder / "special_blocks").mkdir()
    meta = {
        "world_name": "the Burgh",
        "maze_width": size[0],
        "maze_height": size[1],
        "sq_tile_size": 32,
    }
    (folder / "maze_meta_info.json").write_text(json.dumps(meta), "utf-8")
    for name, cells in mazes.items():
        ids = (str(cells.get((x, y), 0)) for y in range(size[1]) for x in range(size[0]))
        (folder / "maze" / f"{name}_maze.csv").write_text(", ".join(ids), "utf-8")
    for name, rows in blocks.items():
        (folder / "special_blocks" / f"{name}_blocks.csv").write_text(
            "\n".join(rows) + "\n", "utf-8"
        )
    return folder


def flooded(cells: Mapping[tuple[int, int], tuple[int, ...]]) -> int:
    """Count the clusters of cells of one value that share sides."""
    left, count = dict(cells), 0
    while left:
        cell, value = left.popitem()
        edge, count = [cell], count + 1
        while edge:
            x, y = edge.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if left.get(near) == value:
                    del left[near]
                    edge.append(near)
    return count
