"""The portrait of a person as the head of a list: a face in half blocks, with name, age and traits
beside it."""

from collections.abc import Iterator, Mapping
from itertools import chain, groupby
from math import ceil

from rich.color import ColorSystem
from textual.app import App
from textual.geometry import Size

from latticeville.core.text_width import fit, pad
from latticeville.draw.portrait import HalfBlock, draw_face, half_blocks
from latticeville.draw.tilemap.color import parse_color, to_hex
from latticeville.world.model.personas import Persona
from studio.ui.terminal import COLORFUL, color_system, has_own_colors
from studio.ui.text import QUIET, STRONG, Span, TextRow, clean, wrap_text

LEAST = Size(28, 20)
"""The room of a pane below which it shows no portrait."""
GAP = "  "
BESIDE, HIGH = 11, 5
"""Columns and lines of a face among others, its name and the space around it included."""


def find_colors(app: App[object]) -> ColorSystem | None:
    """Return the colours of the terminal; None where the program uses the terminal's own or
    none."""
    return color_system(app) if has_own_colors(app) else None


def has_portraits(app: App[object], room: Size) -> bool:
    """Tell whether a pane shows portraits: in so many colours and with so much room."""
    return (
        find_colors(app) in COLORFUL and room.width >= LEAST.width and room.height >= LEAST.height
    )


def portrait_rows(person_id: str, persona: Persona, cells: int) -> list[TextRow]:
    """Return the rows of a portrait."""
    face = half_blocks(draw_face(person_id, parse_color(persona.color), persona.age))
    age = f"{persona.age} years" if persona.age is not None else ""
    about = (
        [Span(clean(persona.name), STRONG), Span(age, QUIET)]
        if age
        else [Span(clean(persona.name), STRONG)]
    )
    room = cells - len(face[0]) - len(GAP)
    about += [Span(line, QUIET) for line in wrap_text(", ".join(persona.traits), room)]
    about += [Span("")] * len(face)
    return [
        TextRow("portrait", (*_spans(row), Span(GAP), told))
        for row, told in zip(face, about[: len(face)], strict=True)
    ]


def face_rows(cast: Mapping[str, Persona], cells: int, lines: int) -> list[TextRow]:
    """Return the faces of people side by side with their first names below, as many as fit into so
    many lines."""
    across, down = max(1, cells // BESIDE), lines // HIGH
    people = [*cast.items()][: across * down]
    across = ceil(len(people) / max(1, ceil(len(people) / across)))  # as many in each line
    rows: list[TextRow] = []
    for start in range(0, len(people), max(1, across)):
        some = people[start : start + across]
        faces = [half_blocks(draw_face(who, parse_color(one.color), one.age)) for who, one in some]
        for line in zip(*faces, strict=True):
            spans = chain.from_iterable(
                (*_spans(row), Span(" " * (BESIDE - len(row)))) for row in line
            )
            rows.append(TextRow("face", tuple(spans)))
        names = (fit(clean(one.name).partition(" ")[0], BESIDE - 1) for _who, one in some)
        rows.append(TextRow("name", (Span("".join(pad(name, BESIDE) for name in names), QUIET),)))
    return rows


def _spans(row: list[HalfBlock]) -> Iterator[Span]:
    for (text, ink, ground), run in groupby(row):
        style = " on ".join(to_hex(color) for color in (ink, ground) if color)
        yield Span(text * len(list(run)), style or QUIET)
