"""Draws rows of a map as painted cells: tiles or compact cells under the light of a moment."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.color import ColorSystem
from rich.style import Style

from latticeville.draw.frame import Sprite
from latticeville.draw.tilemap.color import (
    BLACK,
    RGB,
    WHITE,
    contrast,
    mix,
    readable_ink,
)
from latticeville.draw.tilemap.heat_tint import tint_cell
from latticeville.draw.tilemap.light import DARKEST, DAYLIGHT, Light
from latticeville.draw.tilemap.looks import PERSON_CONTRAST, SIGN_CONTRAST
from latticeville.draw.tilemap.painter import MapPainter, MapStyle, Moment, PaintedCell, seen
from latticeville.world.model.grid import Grid
from studio.canvas.area_borders import BorderLayer
from studio.canvas.marks import (
    CHOSEN,
    CURSOR,
    FRAME,
    HEAT_SHIFT,
    LAID,
    NAMED,
    PICKED,
    PREVIEW,
    SPEECH,
    WAY,
)
from studio.canvas.prerendered_strip import StripPiece, make_ink, make_piece
from studio.canvas.zoom import ZoomedMap
from studio.ui.color16 import FULL, SOLID, nearest_of_16, shade_of_16
from studio.ui.color256 import standard_palette
from studio.ui.oklab import OKLab, oklab

_DUSK_DARK = 2
"""The darkness of dusk."""
_LAMP_STEP = 5
"""Levels of lamp light that look alike."""
PIECES = 1 << 15
"""Most pieces that are kept."""
TINTS = {FRAME: 0.22, LAID: 0.5, PICKED: 0.45, PREVIEW: 0.3, CHOSEN: 0.6}
"""The share of the accent that a mark mixes into the ground of a cell."""
PAPER: RGB = (238, 234, 220)
PAPER_INK: RGB = (34, 32, 28)
"""Ground and ink of speech bubbles."""
NAME_SHADE = 0.55
"""How much darker the ground of a name is."""
MARK_CONTRAST = 4.5
EDGES = "▄▀▌▐▬"
"""Texts that are edges, not texture."""
_NONE: Mapping[int, str] = {}


class _Metric(NamedTuple):
    """How colours are compared: what is added to lightness, its factor, and the weights of
    differences."""

    base: float
    dark: float
    """The lightness below which less is added, so that black stays black."""
    factor: float
    lightness: float
    chroma: float
    hue: float
    grey: float
    """The weight of the chroma that a grey loses."""


_BRIGHT = _Metric(0.18, 0.32, 0.9, 1, 0.6, 2, 1)
"""For cells in daylight, and for people at any hour."""
_DUSK = _Metric(0.16, 0.3, 0.92, 1, 0.6, 2, 2)
_NIGHT = _Metric(0.15, 0.22, 1.2, 1.5, 0.6, 2, 2)
"""For cells at dusk, and at night."""


def step_light(light: Light) -> Light:
    """Return a light in the steps that 256 colours can show: day, dusk without lamps, night with
    three lamp levels."""
    if light.dark < _DUSK_DARK:
        return DAYLIGHT
    if light.dark < DARKEST - 1:
        return Light(_DUSK_DARK, {})
    return Light(DARKEST, {y: row.translate(_LAMP_LEVELS) for y, row in light.lamps.items()})


_LAMP_LEVELS = bytes((level + _LAMP_STEP // 2) // _LAMP_STEP * _LAMP_STEP for level in range(256))


@lru_cache(1 << 15)
def to_256(cell: PaintedCell, dark: int) -> PaintedCell:
    """Return a cell in colours that the terminal has; people and signs stay as readable as they are
    required to be."""
    metric = _BRIGHT if cell.is_bold or not dark else _NIGHT if dark == DARKEST else _DUSK
    ground = _nearest(cell.ground, metric)
    found = contrast(cell.ink, cell.ground)
    least = next((ratio for ratio in (PERSON_CONTRAST, SIGN_CONTRAST) if found >= ratio), 0)
    return cell._replace(ink=_nearest(cell.ink, metric, ground, least), ground=ground)


@lru_cache(1 << 15)
def _nearest(color: RGB, metric: _Metric, ground: RGB | None = None, least: float = 0) -> RGB:
    """Return the most similar colour that the terminal has, of those with at least a contrast with
    a ground."""
    lightness, chroma, a, b = oklab(color)
    lifted = metric.base * min(1, lightness / metric.dark) ** 2 + metric.factor * lightness
    scale = lifted / lightness if lightness else 0
    chroma, a, b = chroma * scale, a * scale, b * scale

    def difference(look: OKLab) -> float:
        strength = (chroma - look[1]) ** 2
        hue = max(0.0, (a - look[2]) ** 2 + (b - look[3]) ** 2 - strength)
        lost = metric.grey * chroma**2 if look[1] < _GREY else 0
        return (
            metric.lightness * (lifted - look[0]) ** 2
            + metric.chroma * strength
            + metric.hue * hue
            + lost
        )

    fit = _looks()
    if ground is not None and least:
        fit = {one: look for one, look in fit.items() if contrast(one, ground) >= least}
    return min(fit, key=lambda one: difference(fit[one]))


_GREY = 0.01
"""The chroma below which a colour is grey."""


@cache
def _looks() -> dict[RGB, OKLab]:
    """Return how each colour of the terminal looks."""
    return {one.rgb: oklab(one.rgb) for one in standard_palette()}


@lru_cache(1 << 15)
def to_16(cell: PaintedCell, dark: int) -> PaintedCell:
    """Return a cell in the sixteen colours; a ground on which nothing is written is shaded."""
    del dark
    sign, shade, behind = shade_of_16(cell.ground)
    if cell.is_bold or sign == SOLID:
        ground = nearest_of_16(cell.ground)
    elif contrast(cell.ink, cell.ground) < SIGN_CONTRAST and cell.text[0] not in EDGES:
        return cell._replace(text=sign * len(cell.text), ink=shade, ground=behind)
    else:
        ground = nearest_of_16(cell.ground) if sign == FULL else behind
    least = PERSON_CONTRAST if cell.is_bold else SIGN_CONTRAST
    return cell._replace(ink=nearest_of_16(cell.ink, ground, least), ground=ground)


CONVERTERS: Mapping[ColorSystem, Callable[[PaintedCell, int], PaintedCell]] = {
    ColorSystem.EIGHT_BIT: to_256,
    ColorSystem.STANDARD: to_16,
}
"""What makes cells of the colours that a terminal has, where these are few."""


class _RowTexts(NamedTuple):
    """Texts over the cells of a row: borders of areas, names, speech."""

    borders: Mapping[int, str]
    names: Mapping[int, str]
    speech: Mapping[int, str]

    def without_names_over(self, people: Mapping[int, Sprite]) -> "_RowTexts":
        """Return the texts without the letters of names that would hide a person."""
        if not self.names or not people:
            return self
        return self._replace(names={x: text for x, text in self.names.items() if x not in people})


class TileRenderer:
    """Draws one map in one style; each look is turned into what the terminal is sent once."""

    def __init__(self, grid: Grid, style: MapStyle, accent: RGB, system: ColorSystem) -> None:
        self._convert = CONVERTERS.get(system)
        self.painter = MapPainter(grid, style, is_even=self._convert is not None)
        self.moment = Moment()
        self._given = self.moment
        self._accent = accent
        self._system = system
        self._pieces: dict[tuple[PaintedCell, int, int], StripPiece] = {}

    @property
    def grid(self) -> Grid:
        """The map."""
        return self.painter.grid

    def use(self, grid: Grid, moment: Moment) -> None:
        """Draw another edition of the map, or another moment."""
        self.painter.use(grid)
        if moment is not self._given:
            self._given = moment
            self.moment = (
                moment._replace(light=step_light(moment.light)) if self.painter.is_even else moment
            )

    def row(
        self,
        scene: ZoomedMap,
        row: int,
        columns: range,
        frames: BorderLayer,
        marks: Mapping[int, int],
        ground: str = "",
    ) -> list[StripPiece]:
        """Return a stretch of a row of the map, or of a ground that is drawn instead of it."""
        roofs = frames.roofs.get(row, {})
        people = _outside(roofs, scene.people.get(row, {}))
        cells = self.painter.row(
            self.moment, row, columns, scene.objects.get(row, {}), people, ground, roofs
        )
        if self._convert:
            dark = self.moment.light.dark
            cells = [self._convert(cell, dark) for cell in cells]
        texts = _RowTexts(*(layer.get(row, _NONE) for layer in frames[:3])).without_names_over(
            people
        )
        if marks or any(texts):
            keys = [
                self._marked(cell, x, marks, texts) for x, cell in zip(columns, cells, strict=True)
            ]
        else:
            keys = [(cell, 0) for cell in cells]
        keys = self._with_walkers(keys, columns, people)
        return [self._piece(key, len(list(run))) for key, run in groupby(keys)]

    def _with_walkers(
        self, keys: list[tuple[PaintedCell, int]], columns: range, people: Mapping[int, Sprite]
    ) -> list[tuple[PaintedCell, int]]:
        """Return the cells of a row with those who are between two cells over a half of each."""
        walkers = [x for x, sprite in people.items() if sprite.shift]
        if not walkers:
            return keys
        halves: dict[int, list[tuple[PaintedCell, int]]] = {}
        for x in walkers:
            walker = seen(self.painter.person_look(people[x]), 0, 0)
            for half, column in enumerate((x, x + 1)):
                if column in columns:
                    cell, flags = keys[column - columns.start]
                    aside = flags & ~(CHOSEN | CURSOR)
                    pair = halves.setdefault(
                        column, [(cell._replace(text=text), aside) for text in cell.text]
                    )
                    pair[1 - half] = walker._replace(text=walker.text[half]), flags
        return [one for x, key in zip(columns, keys, strict=True) for one in halves.get(x, (key,))]

    def _marked(
        self, cell: PaintedCell, x: int, marks: Mapping[int, int], texts: "_RowTexts"
    ) -> tuple[PaintedCell, int]:
        flags = marks.get(x, 0) | (FRAME if x in texts.borders else 0)
        if x in texts.speech:
            return cell._replace(text=texts.speech[x]), SPEECH
        if x in texts.names:
            return cell._replace(text=texts.names[x].ljust(len(cell.text))), flags & ~FRAME | NAMED
        if flags & WAY and not cell.text.strip():
            return cell._replace(text="·" * len(cell.text)), flags
        return cell, flags & ~WAY

    def _piece(self, key: tuple[PaintedCell, int], count: int) -> StripPiece:
        cell, flags = key
        piece = self._pieces.get((cell, flags, count))
        if piece is None:
            if len(self._pieces) >= PIECES:
                self._pieces.clear()
            piece = make_piece(cell.text * count, make_ink(self._style(cell, flags), self._system))
            self._pieces[cell, flags, count] = piece
        return piece

    def _style(self, cell: PaintedCell, flags: int) -> Style:
        cell, flags = tint_cell(cell, flags >> HEAT_SHIFT), flags & ((1 << HEAT_SHIFT) - 1)
        ink, ground, is_bold = cell.ink, cell.ground, cell.is_bold
        if flags == SPEECH:
            ink, ground = PAPER_INK, PAPER
        elif flags == WAY:
            ink, is_bold = readable_ink(self._accent, ground, MARK_CONTRAST), True
        elif flags == FRAME:
            ground = mix(ground, self._accent, TINTS[FRAME])
            ink = mix(ink, self._accent, TINTS[FRAME])
        elif flags:
            ground = mix(
                ground,
                self._accent,
                max((TINTS[flag] for flag in TINTS if flags & flag), default=0.0),
            )
            is_bold = True
            if flags & NAMED:
                ink, ground = WHITE, mix(ground, BLACK, NAME_SHADE)
            if flags & CURSOR:
                ground = mix(self._accent, WHITE, 0.55)
                ink = BLACK
            ink = readable_ink(ink, ground, MARK_CONTRAST)
        return Style(
            color=f"rgb{_text(ink)}",
            bgcolor=f"rgb{_text(ground)}",
            bold=is_bold,
            underline=bool(flags & CURSOR),
        )


def _outside(roofs: Mapping[int, object], people: Mapping[int, Sprite]) -> Mapping[int, Sprite]:
    """Return those in a row whom no roof hides."""
    return (
        {x: sprite for x, sprite in people.items() if x not in roofs}
        if roofs and people
        else people
    )


def _text(color: RGB) -> str:
    return "({},{},{})".format(*color)
