"""A world in which everybody starves, as a folder."""

from pathlib import Path

DEATH = 3
"""The tick at which everybody dies."""
FILES = {
    "world.toml": """\
name = "Famine"
seed = 7
rules = ["survival"]
map = "world.map"

[minds]
plan = "none"
talk = false

[survival]
hunger = 0.0
start_hunger = 1.0
start_food = 0
starvation = 0.4
meal = 0.0
meal_health = 0.0

[legend]
# What the valley grows.
"," = { name = "grass", color = "grass", terrain = "grass" }
"b" = { name = "berries", color = "leaf", terrain = "grass", resources = { food = 4 } }  # ripe in summer
"#" = { name = "rock", walkable = false, color = "stone", terrain = "rock" }

[[areas]]
id = "patch"
name = "Berry Patch"
boxes = [[1, 1, 2, 2]]

[[people]]
persona = "ada"
start = [4, 2]

[[people]]
persona = "bob"
start = [6, 3]
""",
    "world.map": "##########\n#bb,,,,,,#\n#bb,,,,,,#\n#,,,,,,,,#\n##########\n",
    "personas/ada.toml": 'name = "Ada"\ncolor = "red"\nstrength = 0.8\n',
    "personas/bob.toml": 'name = "Bob"\ncolor = "water"\n',
}


def write_famine(folder: Path) -> Path:
    """Write the world into a folder, and return the folder."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder
