"""A Tiled map of so many cells a side, imported and then searched for the place of one of its
tiles."""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SIDE = 1000
_TILES = 60


def write_map(file: Path, side: int) -> None:
    """Write a map with one layer, as Tiled writes it: the tiles of a layer on one line."""
    data = [1 + (x * 7 + y * 3) % _TILES for y in range(side) for x in range(side)]
    layer = {
        "type": "tilelayer",
        "name": "ground",
        "id": 1,
        "width": side,
        "height": side,
        "data": data,
    }
    names = [{"id": number, "type": f"ground {number}"} for number in range(_TILES)]
    table = {
        "type": "map",
        "orientation": "orthogonal",
        "width": side,
        "height": side,
        "tilewidth": 16,
        "tileheight": 16,
        "tilesets": [{"firstgid": 1, "name": "land", "tilecount": _TILES, "tiles": names}],
        "layers": [layer],
    }
    file.write_text(json.dumps(table), "utf-8")


def measure(file: Path, part: str) -> None:
    """Print the processor time and the most memory that a part of an import takes."""
    from latticeville.formats.world_import import import_world
    from latticeville.world.io.locate import locate_json

    since = time.process_time()
    if part == "import":
        files, problems = import_world(file)
        told = f"{len(files or {})} files, {len(problems)} problems"
    else:
        text = file.read_text("utf-8")
        since = time.process_time()
        told = f"the sixth tile is at {locate_json(text).find(('layers', 0, 'data', 5))}"
    seconds = time.process_time() - since
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{part:8} {seconds:6.1f} s  {most:6.0f} MB  {told}")


def main() -> None:
    """Measure each part in a process of its own."""
    side = int(sys.argv[1]) if len(sys.argv) > 1 else SIDE
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "town.tmj"
        write_map(file, side)
        print(f"{side} × {side} cells, {file.stat().st_size / 1e6:.0f} MB")
        for part in ("import", "locate"):
            subprocess.run(
                [sys.executable, "-m", "benchmarks.imports", str(file), part], check=True
            )


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measure(Path(sys.argv[1]), sys.argv[2])
    else:
        main()
