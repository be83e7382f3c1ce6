"""Behaviours to letters of the legend: as many as ASCII has room for, and merged where there are more."""

from collections.abc import Container, Iterable, Sequence
from typing import Any, NamedTuple

from latticeville.world.importers.glyphs import CUSTOM
from latticeville.world.importers.report import At, Report
from latticeville.world.importers.tables import Tables
from latticeville.world.importers.tiled.sets import Tile, TileLook

_MOST = 80
"""So many letters that a source does not choose itself; ASCII has some more."""


class Behaviour(NamedTuple):
    """How a cell looks, whether one can walk on it, and whether sight ends at it."""

    look: TileLook
    walkable: bool
    opaque: bool


class Behaviours:
    """Gives each behaviour a letter of the legend."""

    def __init__(self, tables: Tables, report: Report, at: At) -> None:
        self._tables, self._report, self._at = tables, report, at
        self._own: dict[Behaviour, str] = {}

    def keep(self, tiles: Iterable[Tile]) -> None:
        """Add the tiles that have letters of their own, in order, whether or not they are on the map."""
        for tile in tiles:
            look = tile.look
            behaviour = look and Behaviour(look, tile.walkable is not False, tile.opaque is True)
            if look is None or behaviour is None or behaviour in self._own:
                continue
            if look.glyph in self._tables.legend:
                what = f"two tiles have the glyph “{look.glyph}”; the first one keeps it"
                at = self._at.below("tilesets")
                self._report.lose(at, what, "duplicate-glyph", "give each a glyph of its own")
                continue
            self._own[behaviour] = look.glyph
            self._enter(look.glyph, look.name, behaviour)

    def glyphs(self, behaviours: Sequence[Behaviour]) -> dict[Behaviour, str]:
        """Return the letter of each behaviour; where they are too many, those that only look different share one."""
        left = [behaviour for behaviour in behaviours if behaviour not in self._own]
        merged = dict(zip(left, left, strict=True))
        for merge in (_by_word, _by_nothing):
            if len({*merged.values()}) > _MOST:
                merged = {behaviour: behaviour._replace(look=merge(behaviour.look)) for behaviour in left}
                what = "more kinds of ground than letters: those that behave alike share one; their tiles are kept"
                self._report.lose(self._at.below("tilesets"), what, "merged-tiles")
        all_ = dict.fromkeys(merged.values())
        usual_first = sorted(all_, key=lambda behaviour: behaviour.walkable == behaviour.look.usually_solid)
        letters = {behaviour: self._letter(behaviour, all_) for behaviour in usual_first}
        return self._own | {behaviour: letters[merged[behaviour]] for behaviour in left}

    def _letter(self, behaviour: Behaviour, others: Container[Behaviour]) -> str:
        glyph = self._tables.glyph("" if behaviour.look.own else behaviour.look.glyph, walkable=behaviour.walkable)
        self._enter(glyph, self._name(behaviour, others), behaviour)
        return glyph

    def _name(self, behaviour: Behaviour, others: Container[Behaviour]) -> str:
        """Return what the ground is called; of one look that behaves in several ways, the odd one says how."""
        name = behaviour.look.name or _plain_name(behaviour)
        signs = []
        odd = behaviour.walkable == behaviour.look.usually_solid
        if behaviour.look.name and odd and self._has(behaviour._replace(walkable=not behaviour.walkable), others):
            signs.append("open" if behaviour.walkable else "blocked")
        if behaviour.opaque and self._has(behaviour._replace(opaque=False), others):
            signs.append("opaque")
        return f"{name[:180]} ({', '.join(signs)})" if signs else name

    def _has(self, behaviour: Behaviour, others: Container[Behaviour]) -> bool:
        return behaviour in others or behaviour in self._own

    def _enter(self, glyph: str, name: str, behaviour: Behaviour) -> None:
        look = behaviour.look
        entry: dict[str, Any] = {"name": name}
        entry |= {} if behaviour.walkable else {"walkable": False}
        entry |= {"opaque": True} if behaviour.opaque else {}
        entry |= {key: value for key, value in (("color", look.color), ("terrain", look.terrain)) if value}
        self._tables.legend[glyph] = entry


def _by_word(look: TileLook) -> TileLook:
    """Return the look of all whose names hold one word of ours."""
    return (
        TileLook(look.word, *CUSTOM[look.word], look.terrain)
        if look.word
        else TileLook(look.terrain, terrain=look.terrain)
    )


def _by_nothing(_look: TileLook) -> TileLook:
    return TileLook("")


def _plain_name(behaviour: Behaviour) -> str:
    return "ground" if behaviour.walkable else "wall" if behaviour.opaque else "obstacle"
