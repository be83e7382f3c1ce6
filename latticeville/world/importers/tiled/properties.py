"""The properties of a value in Tiled: each is asked for by name, and what nobody asks for is reported."""

import json
from collections.abc import Mapping
from typing import Any

from latticeville.world.importers.glyphs import usable
from latticeville.world.importers.report import At, Report
from latticeville.world.importers.sources import array, table
from latticeville.world.importers.values import color, title, words
from latticeville.world.schema.world import RULES, AreaTable, ObjectTable

SAMPLE = '"capacity": 1, "owners": ["ada"]'
"""What rules may look like."""
_PLACE: Mapping[type[AreaTable] | type[ObjectTable], dict[str, Any]] = {
    AreaTable: {"id": "a", "name": "a", "boxes": [[0, 0, 1, 1]]},
    ObjectTable: {"id": "a", "kind": "a", "cell": [0, 0]},
}
"""The least that a table needs beside its rules."""


class Properties:
    """The properties of one value."""

    def __init__(self, at: At, owner: dict[str, Any], report: Report) -> None:
        self._at, self._report = at.below("properties"), report
        self._left: dict[str, tuple[int, Any]] = {}
        for index, row in enumerate(array(owner.get("properties"))):
            name = table(row).get("name")
            if isinstance(name, str):
                self._left[name] = index, table(row).get("value")

    def __contains__(self, name: str) -> bool:
        return name in self._left

    def at(self, name: str) -> At:
        """Return where a property stands."""
        return self._at.below(self._left[name][0]) if name in self._left else self._at

    def take(self, name: str) -> Any:  # noqa: ANN401 - whatever the file holds
        """Return the value of a property, or None, and count it as understood."""
        return self._left.pop(name, (0, None))[1]

    def flag(self, name: str) -> bool | None:
        """Return a property that is true or false, or None."""
        at, value = self.at(name), self.take(name)
        if value is None or isinstance(value, bool):
            return value
        self._wrong(at, name, "true or false")
        return None

    def text(self, name: str, sample: str = "") -> str:
        """Return a property that is a text on one line, such as the sample, or an empty text."""
        at, value = self.at(name), self.take(name)
        if value is not None and not isinstance(value, str):
            self._wrong(at, name, f'a text such as "{sample}"' if sample else "a text")
        return title(value)

    def rules(self, table: type[AreaTable] | type[ObjectTable]) -> dict[str, Any]:
        """Return the fields of a table that the value has as JSON; none where they are not what they should be."""
        at, value = self.at("rules"), self.take("rules")
        if value is None:
            return {}
        try:
            given = json.loads(value)
            fields = {name: given[name] for name in RULES if name in given}
            whole = table.model_validate({**_PLACE[table], **fields})
        except (TypeError, ValueError, RecursionError):
            self._wrong(at, "rules", f"JSON such as {{{SAMPLE}}}")
            return {}
        return whole.model_dump(mode="json", exclude_defaults=True, include={*RULES})

    def glyph(self) -> str:
        """Return the glyph of the value, or an empty text."""
        at, value = self.at("glyph"), self.take("glyph")
        if value is None or usable(value):
            return str(value or "")
        self._wrong(at, "glyph", "one letter or sign")
        return ""

    def color(self) -> str:
        """Return the colour of the value, or an empty text; one of Tiled's loses how clear it is."""
        at, value = self.at("color"), self.take("color")
        if value is None or value == "":
            return ""
        if isinstance(value, str) and value.startswith("#") and len(value) == 9:
            value = f"#{value[3:]}"
        found = value if isinstance(value, str) and color(value.lower()) == value.lower() else None
        if found is None:
            self._wrong(at, "color", "a colour such as “wood” or “#rrggbb”")
        return found or ""

    def names(self) -> list[str]:
        """Return the names of the properties that nobody has asked for yet."""
        return [*self._left]

    def lose(self, whose: str) -> None:
        """Report what is left."""
        for name in self._left:
            self._report.lose(self.at(name), f"the property “{words(name, 60)}” of {whose} has no room in a world")
        self._left = {}

    def _wrong(self, at: At, name: str, wanted: str) -> None:
        self._report.warn(at, "bad-value", f"“{words(name, 60)}” must be {wanted}; it is left out", f"write {wanted}")
