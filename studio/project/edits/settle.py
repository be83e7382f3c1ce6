"""Let somebody of another world settle in this one: a persona of its own, without what is not
here."""

from collections.abc import Iterator, Mapping
from typing import Any

from studio.project.documents.entries import list_entries
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import Project, persona_file
from studio.project.documents.references import people_of_secrets, tables_at
from studio.project.edits.edit import EditRefusedError, SingleEdit
from studio.project.formats.plain_values import KeyPath

_OWN_PLACES = frozenset({"home", "work"})
"""Places of a routine that everybody has."""


class SettlePersona(SingleEdit, frozen=True):
    """Write a persona of this world that is like one of another world.

    It has a home and a work place of this world. The routine is left out, and so are beliefs,
    relationships, confidants and their answers that are not here.
    """

    id: str
    new: str
    home: str
    work: str = ""

    @property
    def label(self) -> str:
        """What it does."""
        return f"settle {self.id}"

    def apply(self, project: Project) -> Project:
        """Write the file."""
        old, file = persona_file(self.id), persona_file(self.new)
        if old not in project.files:
            raise EditRefusedError(f"there is no persona “{self.id}”")
        if file in project.files:
            raise EditRefusedError(f"there is a persona “{self.new}” already")
        project = project.with_file(file, project.files[old]).drop(file, ("routine",))
        for path in reversed([*_strangers(project, project.data(file))]):
            project = project.drop(file, path)
        for key, place in (("home", self.home), ("work", self.work)):
            project = project.put(file, (key,), place) if place else project.drop(file, (key,))
        return project


def foreign_places(project: Project, persona: str) -> tuple[str, ...]:
    """Return the places and objects that a persona needs and that this world does not have."""
    table = project.data(persona_file(persona))
    areas = {*list_entries(project, "areas")}
    known = {*areas, *list_entries(project, "objects"), *_OWN_PLACES}
    used = {*known, *kind_tables(project)}
    found = [table[key] for key in ("home", "work") if table.get(key, "") not in {"", *areas}]
    for row in tables_at(table, "routine"):
        found += [row["place"]] if row.get("place", "home") not in known else []
        uses = row.get("uses")
        named = [str(use).partition(" ")[2] for use in uses] if isinstance(uses, list) else []
        found += [name for name in named if name not in used]
    return tuple(dict.fromkeys(map(str, found)))


def _strangers(project: Project, persona: Mapping[str, Any]) -> Iterator[KeyPath]:
    """Yield the rows of a persona about people and places that are not here."""
    people, areas = list_entries(project, "people"), list_entries(project, "areas")
    for row, belief in enumerate(tables_at(persona, "beliefs")):
        if belief.get("area") not in areas or belief.get("things"):
            yield "beliefs", row
    for row, tie in enumerate(tables_at(persona, "relationships")):
        if tie.get("who") not in people:
            yield "relationships", row
    for path, who in people_of_secrets(persona):
        if who not in people:
            yield path[:_ROW_OF_SECRET]


_ROW_OF_SECRET = 4
"""The length of the path of a confidant of a secret, and of an answer to it."""
