#!/bin/sh
# after move.py world_moves.txt, in the project root
set -e
sed -i 's/Path(__file__).parents\[1\]/Path(__file__).parents[2]/' latticeville/world/io/world_cache.py
sed -i 's/"world" \/ "world_cache.py"/"world" \/ "io" \/ "world_cache.py"/' tests/world/test_world_cache.py
sed -i 's/written = codes(package.glob("\*.py"))/written = codes([*package.glob("*.py"), *(package \/ "io").glob("*.py")])/' tests/world/test_checks.py
sed -i 's/^from latticeville.world import world_cache$/from latticeville.world.io import world_cache/' tests/world/test_world_cache.py
echo '"""A world as frozen values: the map, areas, objects and their machines, people; no file format."""' > latticeville/world/model/__init__.py
echo '"""Reading, building and writing the files of a world."""' > latticeville/world/io/__init__.py
# paths in the docs, written without the package (run with the table beside this file)
python3 - "$(dirname "$0")/world_moves.txt" <<'P'
import pathlib, re, sys
rows = [l.split("#")[0].strip() for l in open(sys.argv[1])]
path = lambda m: m.removeprefix("latticeville.").replace(".", "/") + ".py"
moves = {path(a): path(b) for a, b in (map(str.strip, r.split("->")) for r in rows if "->" in r)} | {"world/bases.toml": "world/io/bases.toml"}
pattern = re.compile(r"(?<![\w/])(" + "|".join(map(re.escape, sorted(moves, key=len, reverse=True))) + r")")
for p in [*pathlib.Path("docs").rglob("*.md"), pathlib.Path("CONTRIBUTING.md")]:
    t = p.read_text(); n = pattern.sub(lambda m: moves[m[1]], t)
    if n != t: p.write_text(n); print("docs", p)
P
