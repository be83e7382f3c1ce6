"""A small world as a project in memory, with something of everything in it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from studio.project.documents.document import parse_document
from studio.project.documents.project import Project, make_project
from studio.project.edits.edit import Edit, SingleEdit
from studio.project.project_checks import find_problems
from tests.lifeless import LIFELESS

FILES: Mapping[str, str] = {
    "world.toml": """\
# A hall and what stands in it.
name = "Hall"
map = "world.map"   # drawn by hand

[legend]
"#" = { name = "wall", walkable = false, opaque = true }
"." = { name = "floor" }
"," = { name = "grass" }  # soft
"+" = { name = "doorway" }

# Rooms.
[[areas]]
id = "hall"
name = "Hall"
boxes = [[1, 1, 6, 5]]   # walls included

[[areas]]
id = "nook"
name = "Nook"
boxes = [[2, 2, 2, 1]]

[[areas]]
id = "lawn"
name = "Lawn"
boxes = [
  [8, 0, 4, 7],   # east
  [0, 6, 8, 1],   # south
]

# Things.
[[objects]]
id = "urn"
kind = "urn"
cell = [5, 4]

[[objects]]
id = "key"
kind = "key"
cell = [9, 1]
state = "shiny"
counters = { uses = 2 }

# People.
[[people]]
persona = "ada"
home = "hall"
start = [3, 3]
knows = ["hall", "nook"]   # not the lawn

[[people]]
persona = "bo"
id = "bob"
home = "lawn"
""",
    "world.map": """\
,,,,,,,,,,,,
,######,,,,,
,#....#,,,,,
,#....+,,,,,
,#....#,,,,,
,######,,,,,
,,,,,,,,,,,,
""",
    "kinds.toml": """\
[kinds.urn]            # it holds tea
glyph = "u"
start = "cold"

[kinds.urn.states]
cold = {}
hot = { color = "red" }   # careful

[kinds.urn.counters]
cups = { start = 1, max = 3 }

[[kinds.urn.transitions]]
from = "cold"
verb = "use"
to = "hot"
needs = [{ has = "key" }, { counter = "cups", min = 1 }]
does = [{ counter = "cups", add = -1 }, { give = "tea" }]

[[kinds.urn.transitions]]
from = ["hot"]
after = 5
to = "cold"
does = [{ counter = "cups", set = 3 }]

[kinds.key]
glyph = "k"
portable = true
blocks = false
start = "dull"
states = { dull = {}, shiny = { color = "gold" } }
counters.uses = { start = 0, max = 9 }

[[kinds.key.transitions]]
from = "dull"
verb = "use"
to = "shiny"
needs = [{ lacks = "tea" }]

[[kinds.key.transitions]]
from = "shiny"
verb = "use"
to = "dull"
""",
    "personas/ada.toml": """\
# Ada.
name = "Ada"
work = "lawn"   # she mows

[[relationships]]
who = "bob"
how = "friend"

[[routine]]
from = "08:00"
place = "nook"
doing = "reading"
uses = ["take key", "use urn"]

[[routine]]
from = "12:00"
place = "urn"
doing = "having tea"
""",
    "personas/bo.toml": """\
name = "Bo"

[[relationships]]
who = "ada"
how = "friend"

[[routine]]
from = "08:00"
place = "hall"
doing = "idling"
""",
    "personas/cy.toml": 'name = "Cy"\nhome = "nook"\n',
}
ORIGINAL: Mapping[str, str] = {
    name: (Path(__file__).parents[1] / "data" / "original" / name).read_text("utf-8")
    for name in ("world.json", "characters.json", "village.map")
}


def hall(**changed: str) -> Project:
    """Return the project; a keyword such as `world_map` replaces a file's text."""
    files = dict(FILES)
    for name, text in changed.items():
        files[name.replace("_", ".", 1)] = text
    return make_project(Path("worlds/hall"), files)


class Rewrite(SingleEdit, frozen=True):
    """Replace the text of a file as a whole, as an editor beside the studio does."""

    file: str
    text: str
    label: str = "rewrite"

    def apply(self, project: Project) -> Project:
        return project.with_file(self.file, parse_document(self.file, self.text, project.map_name))


def original() -> Project:
    """Return a world of the original format."""
    return make_project(Path("worlds/tern"), ORIGINAL)


def done(project: Project, *edits: Edit, wrong: str = "") -> Project:
    """Do edits, and look whether the texts hold what the documents say, and nothing is wrong but
    for some codes."""
    before = {problem.code for problem in find_problems(project)}
    for edit in edits:
        assert edit.label
        project = edit.apply(project)
    again = make_project(
        project.folder,
        {name: document.text for name, document in project.files.items()},
        project.places,
    )
    assert again.files.keys() == project.files.keys()
    for name in project.files:
        assert again.data(name) == project.data(name), name
    found = [
        problem
        for problem in find_problems(project)
        if problem.code not in (*before, *LIFELESS, *wrong.split())
    ]
    assert not found, found
    return project


def area(project: Project, name: str) -> Any:
    """Return the table of an area."""
    return next(table for table in project.data("world.toml")["areas"] if table["id"] == name)


def lines(before: Project, after: Project, name: str) -> tuple[list[str], list[str]]:
    """Return the lines of a file that are gone, and those that are new."""
    old, new = (project.files[name].text.splitlines() for project in (before, after))
    return [line for line in old if line not in new], [line for line in new if line not in old]
