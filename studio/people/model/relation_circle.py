"""Those around a person as a picture: elders above, children below, others at their side."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from studio.ui.text import QUIET, WARM, Span, span_width

LEAST = 6
"""Lines of the picture."""
ABOVE = (
    "mother", "father", "parent", "stepmother", "stepfather", "grandmother", "grandfather",
    "grandparent", "godparent", "guardian", "aunt", "uncle", "aunt or uncle", "teacher", "master",
    "employer", "boss", "landlord", "mentor", "leader",
)  # fmt: skip
BELOW = (
    "child", "daughter", "son", "stepchild", "grandchild", "granddaughter", "grandson", "godchild",
    "ward", "niece", "nephew", "niece or nephew", "pupil", "apprentice", "employee", "tenant",
    "follower",
)  # fmt: skip
_JOINTS = {
    (True, False, False, True): "└", (True, False, True, False): "┘", (True, False, True, True): "┴",
    (False, True, False, True): "┌", (False, True, True, False): "┐", (False, True, True, True): "┬",
    (True, True, False, False): "│", (True, True, True, True): "┼", (True, True, True, False): "┤",
    (True, True, False, True): "├", (False, False, True, True): "─",
}  # fmt: skip
"""Signs of a line by whether it goes up, down, left and right."""


class Face(NamedTuple):
    """How somebody is drawn: a first name, and the sign and colour of their face."""

    name: str
    glyph: str
    color: str


class _Drawn(NamedTuple):
    """People in one line: the pieces, and the middle of each."""

    spans: tuple[Span, ...]
    middles: tuple[int, ...]


def draw_circle(
    faces: Mapping[str, Face], who: str, roles: Mapping[str, str], cells: int
) -> Iterator[tuple[Span, ...]]:
    """Yield the lines of the picture of somebody, with what each other is to them."""
    levels: dict[str, list[str]] = {"above": [], "beside": [], "below": []}
    for other, role in roles.items():
        side = "above" if role in ABOVE else "below" if role in BELOW else "beside"
        levels[side].append(other)
    middle = cells // 2
    upper, lower = (_row(faces, levels[side], roles, cells) for side in ("above", "below"))
    yield upper.spans
    yield _joints(upper.middles, middle, up=True)
    yield _middle(faces, who, levels["beside"], roles, cells)
    yield _joints(lower.middles, middle, up=False)
    yield lower.spans


def _chip(face: Face, role: str) -> tuple[Span, ...]:
    return (
        Span(f"{face.glyph} {face.name}", f"@{face.color}"),
        Span(f" {role}" if role else "", QUIET),
    )


def _row(
    faces: Mapping[str, Face], people: Sequence[str], roles: Mapping[str, str], cells: int
) -> _Drawn:
    """Return people in the middle of a line, as many as fit, and the number of the others."""
    chips, used = list[tuple[Span, ...]](), 0
    for one in people:
        chip = _chip(faces[one], roles[one])
        if used + span_width(chip) + 2 > cells - 5:
            break
        chips.append(chip)
        used += span_width(chip) + 2
    at = max(0, (cells - used) // 2)
    spans, middles = [Span(" " * at)], list[int]()
    for chip in chips:
        middles.append(at + span_width(chip) // 2)
        spans += [*chip, Span("  ")]
        at += span_width(chip) + 2
    left = len(people) - len(chips)
    return _Drawn((*spans, Span(f"+{left}" if left else "", QUIET)), tuple(middles))


def _joints(middles: Sequence[int], middle: int, *, up: bool) -> tuple[Span, ...]:
    """Return the line that joins people above or below to the one in the middle."""
    if not middles:
        return ()
    first, last = min(*middles, middle), max(*middles, middle)
    ends = {*middles}
    signs = [
        _JOINTS[
            (x in ends if up else x == middle),
            (x == middle if up else x in ends),
            x > first,
            x < last,
        ]
        for x in range(first, last + 1)
    ]
    return (Span(" " * first + "".join(signs), QUIET),)


def _middle(
    faces: Mapping[str, Face], who: str, beside: Sequence[str], roles: Mapping[str, str], cells: int
) -> tuple[Span, ...]:
    """Return the person between those at their side."""
    me = f"[{faces[who].glyph} {faces[who].name}]"
    half = cells // 2 - len(me) // 2
    left, right = list[Span](), list[Span]()
    hidden = 0
    for place, one in enumerate(beside):
        chip, side = _chip(faces[one], roles[one]), (left, right)[place % 2]
        if span_width(side) + span_width(chip) + 4 > half - 3:
            hidden += 1
        elif side is left:
            left[:0] = [*chip, Span(" ── ", QUIET)]
        else:
            right += [Span(" ── ", QUIET), *chip]
    pad = Span(" " * (half - span_width(left)))
    more = (Span(f" +{hidden}", QUIET),) if hidden else ()
    return (pad, *left, Span(me, WARM), *right, *more)
