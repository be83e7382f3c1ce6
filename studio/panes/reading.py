"""Answers of the lab as lines to read."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.cells import cell_len

from latticeville.core.clock import hours
from latticeville.world.pack import World
from studio.drawing.named import housed
from studio.widgets.spans import PLAIN, QUIET, STRONG, WARM, Row, Span, clean, wrap

if TYPE_CHECKING:
    from latticeville.lab.cast import CastView, Difference
    from latticeville.lab.people import Sent, Summary

LABEL = 14
"""Cells that the names of compared fields fill."""


def words(key: str, text: str, cells: int, style: str = PLAIN, head: str = "") -> Iterator[Row]:
    """Yield a text, wrapped, after a head that stands in its first line."""
    turn = 0
    for part in text.split("\n"):
        for line in wrap(part, cells - len(head)):
            yield Row(key, (Span(head if turn == 0 else " " * len(head), QUIET), Span(clean(line), style)))
            turn += 1


def title(key: str, text: str, tail: str = "") -> Row:
    """Return a heading."""
    return Row(key, (Span(text, STRONG),), Span(tail, QUIET))


def summary_rows(found: "Summary", cells: int) -> Iterator[Row]:
    """Yield who somebody is to their mind."""
    parts = (
        ("about", "In every question", found.about),
        ("portrait", "Where they sum themselves up", found.portrait),
        ("usual", "Where their day is planned", found.usual),
    )
    for key, heading, text in parts:
        yield title(key, heading)
        yield from words(key, text or "–", cells)
        yield Row(f"{key} gap", (Span(""),))


def sent_rows(found: "Sent", cells: int) -> Iterator[Row]:
    """Yield a question exactly as it is sent."""
    told = f"“{found.kind}” at {found.when}, tick {found.tick}: about {found.tokens} tokens, at most {found.most} back"
    yield from words("told", told, cells, WARM)
    rest = (("choices", "\n".join(found.choices)), ("schema", found.schema))
    for key, text in (("system", found.system), ("prompt", found.prompt), *rest):
        if text:
            yield title(f"{key} title", key)
            yield from words(key, text, cells)


def cast_rows(found: "CastView", world: World, cells: int) -> Iterator[Row]:
    """Yield homes and work, who knows whom, and who will meet whom."""
    yield title("people", "Homes and work", f"{len(found.people)}")
    for one in found.people:
        home = f"{housed(world, one.home)} {_at(one.home_cell)}" if one.home else "no home"
        work = f" · works in {housed(world, one.work)} {_at(one.work_cell)}" if one.work else ""
        head = f"{one.glyph} {one.name}: "
        for turn, line in enumerate(wrap(f"{home}{work}", cells - 4 if len(head) > cells // 2 else cells - len(head))):
            text = head if turn == 0 else " " * min(len(head), 4)
            yield Row(
                f"p {one.who}", (Span(clean(text), f"@{one.color}" if turn == 0 else QUIET), Span(line)), link=one.who
            )
    yield Row("gap", (Span(""),))
    yield title("knows", "Who knows whom", f"{len(found.ties)}")
    yield from _graph(found, cells)
    for tie in found.ties:
        back = f"; in turn: {tie.back_how}" if tie.back_how else "; not in turn"
        yield from _linked(f"t {tie.who} {tie.other}", f"{tie.who} → {tie.other}: ", f"{tie.how}{back}", cells, tie.who)
    yield Row("gap 2", (Span(""),))
    yield title("meets", "Who will meet whom, if all goes to plan", f"{len(found.meetings)}")
    for turn, one_ in enumerate(found.meetings):
        when = f"{hours(one_.start)}–{hours(one_.end)} "
        yield from words(f"m{turn}", f"{housed(world, one_.place)}: {', '.join(one_.who)}", cells, PLAIN, when)


def _graph(found: "CastView", cells: int) -> Iterator[Row]:
    """Yield who knows whom as a square of signs, where it has room: → knows, ↔ know each other."""
    names = [one.who for one in found.people]
    wide = max((len(name) for name in names), default=0) + 1
    if not names or wide + 2 * len(names) > cells or len(names) > 40:
        return
    ties = {(tie.who, tie.other) for tie in found.ties}
    yield Row("g", (Span(" " * wide + " ".join(one.glyph for one in found.people), QUIET),))
    for one in found.people:
        signs = [
            "·" if (one.who, other) not in ties else "↔" if (other, one.who) in ties else "→" for other in names
        ]  # fmt: skip
        yield Row(f"g {one.who}", (Span(f"{one.who:<{wide}}", QUIET), Span(" ".join(signs), WARM)), link=one.who)


def _linked(key: str, head: str, text: str, cells: int, link: str) -> Iterator[Row]:
    for row in words(key, f"{head}{text}", cells):
        yield row._replace(link=link)


def _at(cell: object) -> str:
    x, y = (getattr(cell, "x", None), getattr(cell, "y", None))
    return "" if x is None else f"({x},{y})"


def compare_rows(found: "Sequence[Difference]", cells: int) -> Iterator[Row]:
    """Yield two people field by field, side by side: what is long under its name, what is the same quiet."""
    short, half = (cells - LABEL - 3) // 2, max(8, (cells - 3) // 2)
    for one in found:
        if not one.one and not one.other:
            continue
        style, bar = (QUIET, " │ ") if one.same else (PLAIN, " ┃ ")
        if max(cell_len(text) for text in (one.one, one.other)) <= short and "\n" not in one.one + one.other:
            left, right = (clean(text) or "–" for text in (one.one, one.other))
            label = Span(f"{one.field:<{LABEL}}", QUIET)
            yield Row(one.field, (label, Span(_filled(left, short), style), Span(bar, QUIET), Span(right, style)))
            continue
        yield title(one.field, one.field)
        sides = [
            [line for part in text.split("\n") for line in wrap(part or "–", half)] for text in (one.one, one.other)
        ]
        for left, right in zip_longest(*sides, fillvalue=""):
            yield Row(one.field, (Span(_filled(left, half), style), Span(bar, QUIET), Span(right, style)))


def _broken(text: str, cells: int) -> list[str]:
    return [line for part in text.split("\n") for line in wrap(part or "–", cells)]


def _filled(text: str, cells: int) -> str:
    return text + " " * (cells - cell_len(text))
