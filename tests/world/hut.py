"""A world of two rooms without any fault, and ways to spoil it."""

from collections.abc import Mapping

from latticeville.core.problems import Problem
from latticeville.world.load import check_texts

FILES: Mapping[str, str] = {
    "world.toml": """\
name = "Hut"
seed = 7

[simulation]
tick_minutes = 5
start = "Tue 06:30"

[weather]
start = "clear"
[weather.chain]
clear = { clear = 3, rain = 1 }
rain = { clear = 1 }

[legend]
"#" = { name = "wall", walkable = false, opaque = true }
"." = { name = "floor" }
"+" = { name = "door" }

[[areas]]
id = "west"
name = "West Room"
boxes = [[1, 1, 3, 3]]

[[areas]]
id = "east"
name = "East Room"
boxes = [
  [5, 1, 3, 2],
  [5, 3, 3, 1],
]

[[objects]]
id = "oven"
kind = "stove"
cell = [1, 1]
counters = { wood = 2 }

[[objects]]
id = "chest"
kind = "chest"
name = "oak chest"
cell = [6, 3]
size = [2, 1]

[[objects]]
id = "firewood"
kind = "log"
cell = [3, 3]

[[people]]
persona = "ada"

[[people]]
persona = "bo"
id = "bob"
start = [7, 1]
knows = ["east"]
""",
    "world.map": """\
#########
#...#...#
#...+...#
#...#...#
#########
""",
    "kinds.toml": """\
[kinds.chest]
glyph = "c"

[kinds.log]
glyph = "l"
portable = true

[kinds.stove]
glyph = "s"
start = "cold"

[kinds.stove.states.cold]
[kinds.stove.states.hot]
color = "red"
alarm = true

[kinds.stove.counters]
wood = { start = 1, max = 5 }

[[kinds.stove.transitions]]
from = "cold"
verb = "use"
to = "hot"
needs = [{ counter = "wood", min = 1 }, { between = ["06:00", "22:00"] }]
does = [{ counter = "wood", add = -1 }]
says = "{who} lights the {thing}."
fails = "There is no wood."

[[kinds.stove.transitions]]
from = "hot"
after = 30
to = "cold"
does = [{ give = "ash" }]

[[kinds.stove.transitions]]
from = "*"
verb = "open"
needs = [{ lacks = "ash" }, { weather = ["rain"] }]
does = [{ take = "log", count = 2 }, { counter = "wood", set = 5 }]
""",
    "personas/ada.toml": """\
name = "Ada Berg"
home = "west"
work = "east"

[[relationships]]
who = "bob"
how = "brother"

[[routine]]
from = "22:00"
place = "home"
doing = "sleeping"

[[routine]]
from = "07:00"
place = "work"
doing = "baking"
uses = ["use oven", "take log", "open stove"]
every = 20
""",
    "personas/bo.toml": """\
name = "Bo Berg"
home = "east"
traits = ["quiet"]

[[memories]]
text = "The roof leaks."

[[routine]]
from = "00:00"
place = "home"
doing = "spending time at home"
""",
}


def spoiled(file: str, old: str, new: str) -> dict[str, str]:
    """Return the hut with one piece of text replaced, or with one more file where nothing is to be
    replaced."""
    if not old:
        return {**FILES, file: new}
    text = FILES[file]
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    return {**FILES, file: text.replace(old, new)}


def problem(files: Mapping[str, str], code: str) -> Problem:
    """Return the only problem of a code."""
    found = check_texts(files)[1]
    assert [each.code for each in found].count(code) == 1, "\n".join(map(str, found))
    return next(each for each in found if each.code == code)


def place(files: Mapping[str, str], file: str, mark: str) -> tuple[str, int, int]:
    """Return where a piece of text stands."""
    text = files[file]
    assert not mark or text.count(mark) == 1, f"{mark!r} stands {text.count(mark)} times in {file}"
    head = text[: text.index(mark)]
    return file, head.count("\n") + 1, len(head) - head.rfind("\n")


def where(found: Problem) -> tuple[str, int, int]:
    """Return where a problem stands."""
    return found.file, found.line, found.column
