"""A family of twelve, made by keys that are counted, and the relations of it as a matrix."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from latticeville.reports.mind_preview import find_unfinished
from latticeville.world.io.files import write_world
from latticeville.world.load import inspect_world
from latticeville.world.templates import template_files
from studio.editor.new_person import COLORS
from studio.people.model.relation_line import read_relation, relate
from studio.people.panes.persona_list import PersonaList
from studio.people.panes.relation_matrix import RelationMatrix
from studio.people.screen import PeopleScreen
from studio.project.documents.project import load_project, persona_file
from tests.studio.conftest import Driven, studio
from tests.studio.test_people_screen import checked, people, project, steps, typed, workbench

SIZES = [(80, 24), (120, 40), (160, 48)]
NAMES = "Tom Bauer, Eva Bauer, Ann Bauer, Bo Bauer, Cy Bauer, Dot Bauer, Emil Bauer, Fay Bauer, "
NAMES += "Gus Bauer, Hanna Weil, Ivo Weil, Jo Weil"
CHILDREN = "Ann, Bo, Cy, Dot, Emil, Fay, Gus"
DAY = "07:00 home having breakfast; 09:00 Garden working; 18:00 home eating; 22:00 home sleeping"
RELATIONS = (
    f"Tom, Eva: parents of: {CHILDREN}",
    "Tom: husband of: Eva",
    f"{CHILDREN}: siblings",
    f"Hanna, Ivo: grandparents of: {CHILDREN}",
    "Hanna: mother of: Eva, Jo",
    "Jo: rival 0.1 0.2 of: Tom",
)
HOUSE = """
[[areas]]
id = "house"
name = "House"
boxes = [[4, 2, 12, 8]]

[[areas]]
id = "garden"
name = "Garden"
boxes = [[20, 2, 10, 8]]

[[objects]]
id = "bed"
kind = "bed"
cell = [6, 4]
"""
BED = """
[kinds.bed]
name = "bed"
glyph = "b"
blocks = false
"""


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """Return a world with a house and a garden, and nobody in it."""
    folder = tmp_path / "worlds" / "farm"
    texts = dict(template_files("blank", "farm"))
    texts["world.toml"] += HOUSE
    texts["kinds.toml"] += BED
    write_world(folder, texts)
    return folder


class Counted:
    """A studio whose keys are counted, besides typed text."""

    def __init__(self, driven: Driven) -> None:
        self.driven, self.keys = driven, 0

    async def press(self, *keys: str) -> None:
        self.keys += len(keys)
        await self.driven.press(*keys)

    async def type_in(self, text: str) -> None:
        self.keys += 1
        await typed(self.driven, text)


async def back(driven: Driven) -> None:
    await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))


async def make_family(driven: Driven) -> int:
    """Make the family, and return the keys that it took."""
    hand = Counted(driven)
    await hand.press("2")
    await back(driven)
    await hand.press("a")
    await hand.type_in(NAMES)
    await hand.type_in("House")
    await hand.type_in("No work")
    for name in NAMES.split(", "):
        await hand.type_in(f"{name} lives with a big family.")
    await back(driven)
    await driven.until(lambda: len(driven.app.screen.query_one(PersonaList).marked) == 12)
    await hand.press("e")
    await hand.type_in("Day")
    await hand.type_in(DAY)
    await back(driven)
    await hand.press("r")
    for line in RELATIONS:
        await back(driven)
        await hand.press("a")
        await hand.type_in(line)
    await back(driven)
    await checked(driven)
    return hand.keys


async def test_a_family_of_twelve_takes_few_keys_besides_what_is_typed(empty: Path) -> None:
    async with studio(empty) as driven:
        keys = await make_family(driven)
        assert steps(driven) == 2 + len(RELATIONS)
        tom, ann, jo = (project(driven).data(persona_file(name)) for name in ("tom", "ann", "jo"))
        assert [(row["who"], row["how"]) for row in tom["relationships"]] == [
            *((child.lower(), "child") for child in CHILDREN.split(", ")),
            ("eva", "wife"),
            ("jo", "rival"),
        ]
        assert {"who": "tom", "how": "parent"} in ann["relationships"]
        assert {"who": "bo", "how": "sibling"} in ann["relationships"]
        assert {"who": "tom", "how": "rival", "closeness": 0.1, "trust": 0.2} in jo["relationships"]
        await driven.press("ctrl+s")
        world, problems = inspect_world(empty)
    assert world is not None
    assert len(world.people) == 12
    assert not [one for one in problems if one.severity == "error"]
    assert [who for who in world.people if find_unfinished(world, who)] == []
    assert keys <= 60


def related(folder: Path) -> Path:
    """Return the world with the family in it, written without a screen."""
    ids = [name.split()[0].lower() for name in NAMES.split(", ")]
    for id_, name, color in zip(ids, NAMES.split(", "), (*COLORS, *COLORS), strict=False):
        text = f'name = "{name}"\ncolor = "{color}"\nhome = "house"\nabout = "One of many."\n'
        (folder / "personas").mkdir(exist_ok=True)
        (folder / "personas" / f"{id_}.toml").write_text(text)
    rows = "".join(f'\n[[people]]\npersona = "{id_}"\n' for id_ in ids)
    (folder / "world.toml").write_text((folder / "world.toml").read_text() + rows)
    found = load_project(folder)[0]
    for one in RELATIONS:
        found = relate(found, read_relation(found, one, ())).apply(found)
    for id_ in ids:
        text = found.files[persona_file(id_)].text
        (folder / "personas" / f"{id_}.toml").write_text(text)
    return folder


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_relations_of_a_family_are_a_matrix(
    empty: Path, frames: SnapshotAssertion, size: tuple[int, int]
) -> None:
    async with studio(related(empty), size) as driven:
        await workbench(driven)
        await driven.press("r")
        matrix = people(driven).query_one(RelationMatrix)
        await driven.until(lambda: matrix.has_focus)
        await driven.press("g", "j", *["h"] * 12, "l", "l")
        assert (matrix.one, matrix.other) == ("eva", "ann")
        assert driven.frame() == frames
        before = steps(driven)
        await driven.press("enter")
        await typed(driven, "stepmother 0.3")
        await back(driven)
        assert steps(driven) == before + 1
        row = next(
            row
            for row in project(driven).data(persona_file("ann"))["relationships"]
            if row["who"] == "eva"
        )
        assert (row["how"], row["closeness"]) == ("stepmother", 0.3)
        await driven.press("x")
        assert "eva" not in [
            row["who"] for row in project(driven).data(persona_file("ann"))["relationships"]
        ]
        await driven.press("u", "u")
        assert {"who": "eva", "how": "parent"} in project(driven).data(persona_file("ann"))[
            "relationships"
        ]
