"""Find the line and column of a value in TOML or JSON text, by its key path."""

import json
import re
import tomllib
from array import array
from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property

_SPACES = re.compile(r"(?:\s|#[^\n]*)*")
_GAP = re.compile(r"(?:[\s,]|#[^\n]*)*")
_JSON_GAP = re.compile(r"[\s,:]*")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""(?:"{0,2})'
    r"|'''(?:[^']|'(?!''))*'''(?:'{0,2})"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_PART = re.compile(r"""\s*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s.="'\]\[]+)\s*(\.?)""")
_BARE = re.compile(r"[^,\]}\n#]*")
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_JSON_BARE = re.compile(r"[^\s,\]}]+")
_NUMBERS = re.compile(r"\[[\s\d,.eE_+-]*\]")
"""An array of numbers, which may have millions of them."""
_NUMBER = re.compile(r"[^\s,\[\]]+")


class _Node:
    """One value: where it stands, what lies below it, and how many tables or elements it holds.

    An array of numbers is one node with the span of its text, which is looked into when somebody
    asks for an element.
    """

    __slots__ = ("below", "count", "numbers", "offset", "span")

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.below: dict[str | int, _Node] = {}
        self.count = 0
        self.span: tuple[int, int] | None = None
        self.numbers: array[int] | None = None

    def child(self, key: str | int, offset: int) -> "_Node":
        return self.below.setdefault(key, _Node(offset))

    def push(self, offset: int) -> "_Node":
        """Add the next element of an array."""
        self.count += 1
        return self.child(self.count - 1, offset)


class ValueLocations:
    """The places of all values of one text, which is scanned when the first of them is asked
    for."""

    def __init__(self, text: str, scan: Callable[[str], _Node]) -> None:
        self._text, self._scan = text, scan

    @cached_property
    def _root(self) -> _Node:
        return self._scan(self._text)

    @cached_property
    def _starts(self) -> "array[int]":
        """Where each line begins."""
        return array("Q", [0, *(match.end() for match in re.finditer("\n", self._text))])

    def find(self, path: tuple[str | int, ...]) -> tuple[int, int]:
        r"""Return line and column, from 1, of the value at a path, or of the nearest value around
        it.

        >>> locate_toml("a = 1\nb = [2, 3]").find(("b", 1))
        (2, 9)
        """
        node = self._root
        for part in path:
            below = self._find_below(node, part)
            if below is None:
                break
            node = below
        line = bisect_right(self._starts, node.offset)
        return line, node.offset - self._starts[line - 1] + 1

    def holds(self, path: tuple[str | int, ...]) -> bool:
        """Tell whether there is a value at a path."""
        node: _Node | None = self._root
        for part in path:
            node = node and self._find_below(node, part)
        return node is not None

    def _find_below(self, node: _Node, part: str | int) -> _Node | None:
        """Return what lies below a value by a key or an index."""
        if node.span is None:
            return node.below.get(part)
        if node.numbers is None:
            node.numbers = array(
                "Q", (match.start() for match in _NUMBER.finditer(self._text, *node.span))
            )
        return (
            _Node(node.numbers[part])
            if isinstance(part, int) and 0 <= part < len(node.numbers)
            else None
        )


def locate_toml(text: str) -> ValueLocations:
    """Find the places in a text that tomllib accepts."""
    return ValueLocations(text, lambda text: _TomlScanner(text).root)


def locate_json(text: str) -> ValueLocations:
    """Find the places in a text that json accepts."""
    return ValueLocations(text, _scan_json)


class _TomlScanner:
    """A scanner that trusts its text to be TOML and only keeps track of keys."""

    def __init__(self, text: str) -> None:
        self.text, self.pos, self.root = text, 0, _Node(0)
        table = self.root
        while self._skip(_SPACES):
            if text[self.pos] == "[":
                table = self._read_header()
            else:
                self._read_pair(table)

    def _skip(self, pattern: re.Pattern[str]) -> bool:
        """Move past a pattern and tell whether any text is left."""
        match = pattern.match(self.text, self.pos)
        self.pos = match.end() if match else self.pos
        return self.pos < len(self.text)

    def _read_key(self) -> list[tuple[str, int]]:
        """Read a dotted key: its parts, each with where it stands."""
        parts = []
        while match := _PART.match(self.text, self.pos):
            parts.append((_unquote(match[1]), match.start(1)))
            self.pos = match.end()
            if not match[2]:
                break
        return parts

    def _read_header(self) -> _Node:
        start, many = self.pos, self.text.startswith("[[", self.pos)
        self.pos += 2 if many else 1
        *outer, (last, _) = self._read_key() or [("", start)]
        self._skip(re.compile(r"[^\n]*"))
        node = self.root
        for part, _ in outer:
            node = _current_table(node.child(part, start))
        node = node.child(last, start)
        return node.push(start) if many else _current_table(node)

    def _read_pair(self, table: _Node) -> None:
        """Read `key = value`, where a value may hold values."""
        stack: list[tuple[_Node, str]] = []
        self._read_assignment(table, stack)
        while stack and self._skip(_GAP):
            node, close = stack[-1]
            if self.text[self.pos] == close:
                self.pos += 1
                stack.pop()
            elif close == "]":
                self._read_value(node.push(self.pos), stack)
            else:
                self._read_assignment(node, stack)

    def _read_assignment(self, node: _Node, stack: list[tuple[_Node, str]]) -> None:
        before = self.pos
        for part, offset in self._read_key():
            node = node.child(part, offset)
        self._skip(re.compile(r"\s*=?\s*"))
        self._read_value(node, stack)
        if self.pos == before:
            self.pos += 1

    def _read_value(self, node: _Node, stack: list[tuple[_Node, str]]) -> None:
        mark = self.text[self.pos : self.pos + 1]
        if mark == "[" and (numbers := _NUMBERS.match(self.text, self.pos)):
            node.span = numbers.span()
            self.pos = numbers.end()
            return
        if mark in ("[", "{"):
            self.pos += 1
            stack.append((node, "]" if mark == "[" else "}"))
            return
        start = self.pos
        self._skip(_STRING if mark in ('"', "'") else _BARE)
        if self.pos == start:
            self.pos += 1


def _current_table(node: _Node) -> _Node:
    """Return the table that a header speaks of: the last one of an array of tables."""
    return node.below[node.count - 1] if node.count else node


def _unquote(part: str) -> str:
    if part[0] == "'":
        return part[1:-1]
    if part[0] != '"':
        return part
    return part[1:-1] if "\\" not in part else _unescape(part)


def _unescape(part: str) -> str:
    try:
        return str(tomllib.loads(f"k = {part}")["k"])
    except ValueError:
        return part


_CLOSING = {"[": "]", "{": "}"}


def _scan_json(text: str) -> _Node:
    root, stack, pos = _Node(0), list[tuple[_Node, str]](), 0
    node: _Node | None = root
    while (pos := _match_end(_JSON_GAP, text, pos)) < len(text):
        mark = text[pos]
        if mark in "]}":
            pos, node = pos + 1, None
            del stack[-1:]
        elif node is None and not stack:
            break
        elif node is None and stack[-1][1] == "}":
            end = _match_end(_JSON_STRING, text, pos)
            node = stack[-1][0].below[_unquote_json(text[pos:end])] = _Node(pos)
            pos = max(end, pos + 1)
        else:
            pos = _enter_json_value(node or stack[-1][0].push(pos), stack, text, pos)
            node = None
    return root


def _enter_json_value(node: _Node, stack: list[tuple[_Node, str]], text: str, pos: int) -> int:
    """Return where to read on: behind a value, or inside one that holds values, which is put on the
    stack."""
    mark = text[pos]
    if mark == "[" and (numbers := _NUMBERS.match(text, pos)):
        node.span = numbers.span()
        return numbers.end()
    if mark in _CLOSING:
        stack.append((node, _CLOSING[mark]))
        return pos + 1
    return max(_match_end(_JSON_STRING if mark == '"' else _JSON_BARE, text, pos), pos + 1)


def _match_end(pattern: re.Pattern[str], text: str, pos: int) -> int:
    """Return where a pattern ends, or the same place where it does not fit."""
    match = pattern.match(text, pos)
    return match.end() if match else pos


def _unquote_json(text: str) -> str:
    """Return a key without its quotes and escapes."""
    if "\\" not in text:
        return text[1:-1]
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        return text
