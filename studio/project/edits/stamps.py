"""Named stamps in `stamps.toml`, which the engine does not read."""

from collections.abc import Mapping
from typing import Any

from studio.project.documents.document import parse_document
from studio.project.documents.project import STAMPS_FILE, Project
from studio.project.documents.stamp import HOLE, Stamp
from studio.project.edits.edit import EditRefusedError, SingleEdit

_OPENINGS = "·¤¬¶§"
"""Signs for a cell through which the map shows; the first that the stamp does not have is taken."""


class SaveStamp(SingleEdit, frozen=True):
    """Keep a stamp under a name; one of that name is written over."""

    name: str
    stamp: Stamp

    @property
    def label(self) -> str:
        """What it does."""
        return f"save stamp {self.name}"

    def apply(self, project: Project) -> Project:
        """Keep it, in a file that is made where there is none."""
        if not self.name or not self.name.isprintable():
            raise EditRefusedError("a stamp needs a name with visible characters")
        if STAMPS_FILE not in project.files:
            project = project.with_file(STAMPS_FILE, parse_document(STAMPS_FILE, ""))
        drawn = "".join(self.stamp.rows)
        hole = next((sign for sign in _OPENINGS if sign not in drawn), "")
        if HOLE in drawn and not hole:
            raise EditRefusedError("this stamp uses too many different glyphs to be saved")
        table: dict[str, object] = {"rows": [row.replace(HOLE, hole) for row in self.stamp.rows]}
        return project.put(
            STAMPS_FILE, ("stamps", self.name), table | ({"hole": hole} if HOLE in drawn else {})
        )


class DeleteStamp(SingleEdit, frozen=True):
    """Let a stamp go."""

    name: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"delete stamp {self.name}"

    def apply(self, project: Project) -> Project:
        """Forget it."""
        if self.name not in read_stamps(project):
            raise EditRefusedError(f"there is no stamp “{self.name}”")
        return project.drop(STAMPS_FILE, ("stamps", self.name))


def read_stamps(project: Project) -> dict[str, Stamp]:
    """Return the stamps by name; what is none is left out."""
    found = project.data(STAMPS_FILE).get("stamps")
    made = {name: _stamp(table) for name, table in found.items()} if isinstance(found, dict) else {}
    return {name: stamp for name, stamp in made.items() if stamp is not None}


def _stamp(table: object) -> Stamp | None:
    if not isinstance(table, Mapping):
        return None
    rows: Any = table.get("rows")
    hole = table.get("hole")
    if (
        not isinstance(rows, list)
        or not rows
        or not all(isinstance(row, str) and row for row in rows)
    ):
        return None
    whole = Stamp.from_lines("\n".join(rows))
    if not isinstance(hole, str) or len(hole) != 1:
        return whole
    return Stamp(tuple(row.replace(hole, HOLE) for row in whole.rows))
