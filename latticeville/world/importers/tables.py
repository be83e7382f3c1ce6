"""The tables of a world in the making: every id free, every value one that our format accepts."""

import re
import tomllib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from latticeville.core.geometry import Box
from latticeville.world.areas import WORLD
from latticeville.world.importers.glyphs import choose, fits
from latticeville.world.importers.report import At, Report
from latticeville.world.importers.values import free, slug, words
from latticeville.world.texts import MAP, drawn
from latticeville.world.toml import document

ID = re.compile(r"[a-z][a-z0-9_]{0,63}")
THINGS = "things.toml"
_BOXES = 256
_DRAWN = {"map", "legend", "areas", "objects", "people"}
_REST = {"name", "seed", "rules", "simulation", "minds", "weather"}


class Tables:
    """What an importer has found so far."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._taken: set[str] = {WORLD}
        self._areas: dict[str, list[str]] = {}
        self.top: dict[str, Any] = {}
        self.legend: dict[str, dict[str, Any]] = {}
        self.rows: list[str] = []
        self.areas: list[dict[str, Any]] = []
        self.objects: list[dict[str, Any]] = []
        self.people: list[dict[str, Any]] = []
        self.kinds: dict[str, dict[str, Any]] = {}
        self.files: dict[str, str] = {}
        self.told = ""
        """The world.toml that came with the source, if one did."""
        self.fixed: frozenset[str] = frozenset()
        """The kinds that stand in a things.toml of the source's own."""

    def id_for(self, at: At, given: str, otherwise: str) -> str:
        """Take and return the id that was given, or one like it; where there is none, one like a name."""
        if ID.fullmatch(given) and given not in self._taken:
            self._taken.add(given)
            return given
        found = free(slug(given or otherwise), self._taken)
        if given:
            what = f"the id “{given[:60]}” is read as “{found}”"
            fix = "write an id of small letters, digits and _ that nothing else has"
            self._report.warn(at, "renamed-id", what, fix)
        return found

    def is_free(self, name: str) -> bool:
        """Tell whether nothing has the id that looks most like a name."""
        return slug(name) not in self._taken

    def area(
        self,
        at: At,
        name: str,
        boxes: list[Box],
        given: str = "",
        like: str = "",
        rules: Mapping[str, Any] = MappingProxyType({}),
    ) -> str:
        """Add an area, with who may be in it and when; one of more boxes than an area may have becomes several."""
        first = self.id_for(at, given, like or name)
        parts = [boxes[start : start + _BOXES] for start in range(0, len(boxes), _BOXES)]
        ids = [first, *(free(f"{first[:50]}_part", self._taken) for _ in parts[1:])]
        for part, identity in zip(parts, ids, strict=True):
            corners = [[box.x, box.y, box.width, box.height] for box in part]
            self.areas.append({"id": identity, "name": name, "boxes": corners, **rules})
        if len(parts) > 1:
            what = f"“{name}” takes {len(boxes)} boxes, and an area may have {_BOXES}: it becomes {len(parts)} areas"
            self._report.warn(at, "too-many-boxes", what, "draw it of fewer boxes")
        return first

    def kind(self, name: str, glyph: str = "", color: str = "", given: str = "") -> str:
        """Return the kind of a name; a new one is furniture that is never in the way."""
        found = given or slug(name)
        if found not in self.kinds and found not in self.fixed:
            letter = glyph or next((letter for letter in name.lower() if letter.isascii() and letter.isalnum()), "o")
            self.kinds[found] = {"name": name, "glyph": letter, **({"color": color} if color else {}), "blocks": False}
        return found

    def rest(self, at: At, text: str) -> None:
        """Take over the tables of a world.toml that are not drawn."""
        try:
            data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            self._report.warn(at, "toml-syntax", f"“world.toml” is no TOML, and is left out: {error}"[:300])
            return
        self.told = text
        for key in data.keys() - _REST - _DRAWN:
            self._report.lose(at, f"“{words(key, 60)}” of “world.toml” is no table that travels so")
        self.top |= {key: value for key, value in data.items() if key in _REST}

    def file(self, at: At, name: str, text: str) -> None:
        """Take over a file as it is."""
        self.files[name] = text
        if name == THINGS:
            try:
                kinds = tomllib.loads(text).get("kinds")
            except (ValueError, RecursionError) as error:
                self._report.warn(at, "toml-syntax", f"“{name}” is no TOML: {error}"[:300])
                kinds = None
            self.fixed = frozenset(kinds) if isinstance(kinds, dict) else frozenset()

    def glyph(self, wanted: str, *, walkable: bool) -> str:
        """Return a glyph that the legend does not have yet."""
        return choose(wanted if fits(wanted) else "", self.legend, walkable=walkable)

    def texts(self) -> dict[str, str]:
        """Return the files of the world."""
        lists = {"areas": self.areas, "objects": self.objects, "people": self.people}
        world = {**self.top, "legend": self.legend, **{key: rows for key, rows in lists.items() if rows}}
        kinds = {"kinds": self.kinds} if self.kinds else {}
        more = self.files.get(THINGS, "")
        things = "\n".join(part for part in (more, document(kinds)) if part)
        return {"world.toml": document(world), MAP: drawn(tuple(self.rows)), **self.files, THINGS: things}
