"""Assign a glyph to each behaviour of tiles; merge behaviours if ASCII has too few glyphs."""

import json
from collections.abc import Container, Iterable, Sequence
from typing import Any, NamedTuple

from latticeville.formats.glyphs import CUSTOMARY_GLYPHS
from latticeville.formats.report import ImportReport, SourceValue
from latticeville.formats.tables import WorldTables
from latticeville.formats.tiled.tilesets import TiledTile, TileLook

_MAX_GLYPHS = 80
"""So many letters that a source does not choose itself; ASCII has some more."""


class Behaviour(NamedTuple):
    """How a cell looks, whether one can walk on it, and whether sight ends at it."""

    look: TileLook
    walkable: bool
    opaque: bool


class LegendBuilder:
    """Gives each behaviour a letter of the legend."""

    def __init__(self, tables: WorldTables, report: ImportReport, at: SourceValue) -> None:
        self._tables, self._report, self._at = tables, report, at
        self._own: dict[Behaviour, str] = {}

    def add_own_tiles(self, tiles: Iterable[TiledTile]) -> None:
        """Add the tiles that have letters of their own, in order, whether or not they are on the
        map."""
        for tile in tiles:
            look = tile.look
            behaviour = look and Behaviour(look, tile.walkable is not False, tile.opaque is True)
            if look is None or behaviour is None or behaviour in self._own:
                continue
            if look.glyph in self._tables.legend:
                what = f"two tiles have the glyph “{look.glyph}”; the first one keeps it"
                at = self._at.child("tilesets")
                self._report.report_lost(
                    at, what, "duplicate-glyph", "give each a glyph of its own"
                )
                continue
            self._own[behaviour] = look.glyph
            self._add_to_legend(look.glyph, look.name, behaviour)

    def assign_glyphs(self, behaviours: Sequence[Behaviour]) -> dict[Behaviour, str]:
        """Return the letter of each behaviour; where they are too many, those that only look
        different share one."""
        left = [behaviour for behaviour in behaviours if behaviour not in self._own]
        merged = dict(zip(left, left, strict=True))
        for merge in (_merge_by_word, _merge_all):
            if len({*merged.values()}) > _MAX_GLYPHS:
                merged = {
                    behaviour: behaviour._replace(look=merge(behaviour.look)) for behaviour in left
                }
                what = (
                    "there are more kinds of ground than glyphs: those that behave alike share "
                    "one; all tiles are kept"
                )
                self._report.report_lost(self._at.child("tilesets"), what, "merged-tiles")
        all_ = dict.fromkeys(merged.values())
        usual_first = sorted(
            all_, key=lambda behaviour: behaviour.walkable == behaviour.look.usually_solid
        )
        letters = {behaviour: self._assign_glyph(behaviour, all_) for behaviour in usual_first}
        return self._own | {behaviour: letters[merged[behaviour]] for behaviour in left}

    def _assign_glyph(self, behaviour: Behaviour, others: Container[Behaviour]) -> str:
        glyph = self._tables.free_glyph(
            "" if behaviour.look.own else behaviour.look.glyph, walkable=behaviour.walkable
        )
        self._add_to_legend(glyph, self._name_ground(behaviour, others), behaviour)
        return glyph

    def _name_ground(self, behaviour: Behaviour, others: Container[Behaviour]) -> str:
        """Return what the ground is called; of one look that behaves in several ways, the odd one
        says how."""
        name = behaviour.look.name or _default_name(behaviour)
        signs = []
        odd = behaviour.walkable == behaviour.look.usually_solid
        if (
            behaviour.look.name
            and odd
            and self._exists(behaviour._replace(walkable=not behaviour.walkable), others)
        ):
            signs.append("open" if behaviour.walkable else "blocked")
        if behaviour.opaque and self._exists(behaviour._replace(opaque=False), others):
            signs.append("opaque")
        return f"{name[:180]} ({', '.join(signs)})" if signs else name

    def _exists(self, behaviour: Behaviour, others: Container[Behaviour]) -> bool:
        return behaviour in others or behaviour in self._own

    def _add_to_legend(self, glyph: str, name: str, behaviour: Behaviour) -> None:
        look = behaviour.look
        entry: dict[str, Any] = {"name": name}
        entry |= {} if behaviour.walkable else {"walkable": False}
        entry |= {"opaque": True} if behaviour.opaque else {}
        chosen = {
            "color": look.color,
            "terrain": look.terrain,
            "ground": look.ground,
            "resources": dict(look.resources),
        }
        entry |= {key: value for key, value in chosen.items() if value}
        match [*look.textures]:
            case [texture]:
                entry["tile"] = texture
            case [_, *_] as textures:
                entry["tiles"] = textures
        self._tables.legend[glyph] = entry | (json.loads(look.carried) if look.carried else {})


def _merge_by_word(look: TileLook) -> TileLook:
    """Return the look of all whose names hold one word of ours."""
    return (
        TileLook(look.word, *CUSTOMARY_GLYPHS[look.word], look.terrain)
        if look.word
        else TileLook(look.terrain, terrain=look.terrain)
    )


def _merge_all(_look: TileLook) -> TileLook:
    return TileLook("")


def _default_name(behaviour: Behaviour) -> str:
    return "ground" if behaviour.walkable else "wall" if behaviour.opaque else "obstacle"
