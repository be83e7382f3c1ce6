"""The signs that the studio draws: in the fonts of common terminals."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMON = (
    range(0x100),  # ASCII, Latin-1
    range(0x384, 0x3CF),  # Greek
    range(0x2500, 0x25A0),  # box drawing, block elements
)
"""Blocks of which every sign may be drawn."""
WGL4 = frozenset("–—‘’“”†•…‹›ⁿ←↑→↓↔↕∏−√∩∪≈≠≡≤≥⌂■□▪▫▬▲►▼◄◊○●◘◙◦☺☻☼♀♂♠♣♥♦♪♫")
"""Further signs of the Windows Glyph List 4."""
EXCEPTIONS = {
    "✓": "a check that passed",
    "✗": "an error",
    "▸": "the row or side that is chosen, a closed branch",
    "▾": "an open branch",
    "◂": "the other way of ▸",
    "▴": "grass and hills of the map",
    "▮": "the filled part of a bar",
    "▯": "the empty part of a bar",
    "\ufffd": "a sign that cannot be drawn",
    "🐈": "an example in a docstring",
}
"""Signs outside of both, and what they stand for."""
UNSEEN = frozenset("\ud800\udfff")
"""Code points that programs name and never draw."""
EMOJI = ROOT / "latticeville/draw/emoji.py"
"""The table of emoji, which its own test keeps two cells wide; fonts of their own draw them."""


def find_signs(file: Path) -> Iterator[tuple[str, int]]:
    """Yield every sign of the string literals of a file, with its line."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from ((sign, node.lineno) for sign in node.value)


@pytest.mark.parametrize("folder", ["studio", "latticeville/draw"])
def test_fonts_have_the_signs_that_are_drawn(folder: str) -> None:
    known = WGL4 | {*EXCEPTIONS} | UNSEEN
    rare = [
        f"{file.relative_to(ROOT)}:{line}: {sign} U+{ord(sign):04X}"
        for file in sorted({*(ROOT / folder).rglob("*.py")} - {EMOJI})
        for sign, line in find_signs(file)
        if sign not in known and not any(ord(sign) in block for block in COMMON)
    ]
    assert rare == []


def test_every_exception_is_needed() -> None:
    files = [
        file for folder in ("studio", "latticeville/draw") for file in (ROOT / folder).rglob("*.py")
    ]
    drawn = {sign for file in files for sign, _ in find_signs(file)}
    assert drawn >= {*EXCEPTIONS}
