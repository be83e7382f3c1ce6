"""Read the properties of Tiled values by name, and report those that nobody read."""

import json
from collections.abc import Mapping
from typing import Any

from latticeville.formats.glyphs import is_usable_glyph
from latticeville.formats.report import ImportReport, SourceValue, as_list, as_table
from latticeville.formats.tiled.carried import CARRIED, carried_fields
from latticeville.world.model.looks import is_ground, is_tile_text
from latticeville.world.original.values import clean_name, one_line, parse_color
from latticeville.world.schema.table import Table
from latticeville.world.schema.world import AreaTable, ObjectTable, PersonTable, TileTable

RULES_SAMPLE = '"capacity": 1, "owners": ["ada"]'
"""What rules may look like."""
_FLAGS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
"""What texts and numbers mean where a flag belongs."""
_MINIMAL_TABLES: Mapping[type[Table], dict[str, Any]] = {
    TileTable: {"name": "a"},
    AreaTable: {"id": "a", "name": "a", "boxes": [[0, 0, 1, 1]]},
    ObjectTable: {"id": "a", "kind": "a", "cell": [0, 0]},
    PersonTable: {"persona": "a"},
}
"""The least that a table needs beside the fields that are carried."""


class TiledProperties:
    """The properties of one value."""

    def __init__(self, at: SourceValue, owner: dict[str, Any], report: ImportReport) -> None:
        self._at, self._report = at.child("properties"), report
        self._unread: dict[str, tuple[int, Any]] = {}
        for index, row in enumerate(as_list(owner.get("properties"))):
            name = as_table(row).get("name")
            if isinstance(name, str):
                self._unread[name] = index, as_table(row).get("value")

    def __contains__(self, name: str) -> bool:
        return name in self._unread

    def at(self, name: str) -> SourceValue:
        """Return where a property stands."""
        return self._at.child(self._unread[name][0]) if name in self._unread else self._at

    def take(self, name: str) -> Any:  # noqa: ANN401 - whatever the file holds
        """Return the value of a property, or None, and count it as understood."""
        return self._unread.pop(name, (0, None))[1]

    def read_flag(self, name: str) -> bool | None:
        """Return a property that is true or false, or None; a text or a number that means one is
        read as it."""
        at, value = self.at(name), self.take(name)
        if value is None or isinstance(value, bool):
            return value
        flag = _FLAGS.get(str(value).strip().casefold())
        if flag is not None:
            what = (
                f"“{one_line(name, 60)}” has the value “{value}” without the type bool: read "
                f"as {str(flag).lower()}"
            )
            self._report.report_lost(
                at, what, "untyped-flag", "set the type of the property to bool in Tiled"
            )
            return flag
        self._warn_value(at, name, "true or false")
        return None

    def read_text(self, name: str, sample: str = "") -> str:
        """Return a property that is a text on one line, such as the sample, or an empty text."""
        at, value = self.at(name), self.take(name)
        if value is not None and not isinstance(value, str):
            self._warn_value(at, name, f'a text such as "{sample}"' if sample else "a text")
        return clean_name(value)

    def read_carried(self, table: type[Table]) -> dict[str, Any]:
        """Return the fields of a table that are carried as JSON; none where they are not what they
        should be."""
        at, value = self.at(CARRIED), self.take(CARRIED)
        if value is None:
            return {}
        try:
            given = json.loads(value)
            fields = {name: given[name] for name in carried_fields(table) if name in given}
            whole = table.model_validate({**_MINIMAL_TABLES[table], **fields})
        except (TypeError, ValueError, RecursionError):
            self._warn_value(at, CARRIED, f"JSON such as {{{RULES_SAMPLE}}}")
            return {}
        return whole.model_dump(
            mode="json", exclude_defaults=True, include={*carried_fields(table)}
        )

    def read_glyph(self) -> str:
        """Return the glyph of the value, or an empty text."""
        at, value = self.at("glyph"), self.take("glyph")
        if value is None or is_usable_glyph(value):
            return str(value or "")
        self._warn_value(at, "glyph", "one character")
        return ""

    def read_color(self) -> str:
        """Return the colour of the value, or an empty text; one of Tiled's loses how clear it
        is."""
        at, value = self.at("color"), self.take("color")
        if value is None or value == "":
            return ""
        if isinstance(value, str) and value.startswith("#") and len(value) == 9:
            value = f"#{value[3:]}"
        found = (
            value
            if isinstance(value, str) and parse_color(value.lower()) == value.lower()
            else None
        )
        if found is None:
            self._warn_value(at, "color", "a colour such as “wood” or “#rrggbb”")
        return found or ""

    def read_ground(self) -> str:
        """Return the material or the colour of the ground, or an empty text."""
        at, value = self.at("ground"), self.take("ground")
        if value is None or (isinstance(value, str) and is_ground(value)):
            return str(value or "")
        self._warn_value(at, "ground", "a material such as “grass”, or a colour")
        return ""

    def read_textures(self) -> tuple[str, ...]:
        """Return the textures of the value: one as it is, or several as JSON."""
        at, one, several = self.at("tiles"), self.take("tile"), self.take("tiles")
        try:
            found = [one] if several is None else json.loads(several)
        except (TypeError, ValueError, RecursionError):
            found = None
        texts = found if isinstance(found, list) else [found]
        if all(isinstance(text, str) and is_tile_text(text) for text in texts):
            return tuple(texts)
        if one is not None or several is not None:
            self._warn_value(at, "tiles", 'texts of one or two columns such as ["♣♠", "♠♣"]')
        return ()

    def read_resources(self) -> tuple[tuple[str, int], ...]:
        """Return the most units of each resource, which the value has as JSON; nothing where it is
        no such table."""
        at, value = self.at("resources"), self.take("resources")
        if value is None:
            return ()
        try:
            found = TileTable.model_validate(
                {"name": "a", "resources": json.loads(value)}
            ).resources
        except (TypeError, ValueError, RecursionError):
            self._warn_value(at, "resources", 'JSON such as {"food": 10}')
            return ()
        return tuple(found.items())

    def unread_names(self) -> list[str]:
        """Return the names of the properties that nobody has asked for yet."""
        return [*self._unread]

    def report_unread(self, whose: str) -> None:
        """Report what is left."""
        for name in self._unread:
            self._report.report_lost(
                self.at(name), f"the property “{one_line(name, 60)}” of {whose} is not supported"
            )
        self._unread = {}

    def _warn_value(self, at: SourceValue, name: str, wanted: str) -> None:
        what = f"“{one_line(name, 60)}” must be {wanted}; it is left out"
        self._report.report_lost(at, what, "bad-value", f"write {wanted}")
