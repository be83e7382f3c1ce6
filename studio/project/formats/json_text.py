"""A JSON file as a value, edited by path; the rest of its text is kept."""

import json
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from studio.project.formats.plain_values import (
    KeyPath,
    deep_copy,
    has_value,
    is_equal,
    merge_table,
    to_json,
    value_at,
)
from studio.project.formats.refusal import EditRefusedError

_SPACE = re.compile(r"\s*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BARE = re.compile(r"[^\s,\]}]+")


class _Span(msgspec.Struct, frozen=True):
    """Where a value stands, with its key where it has one."""

    key: int
    start: int
    end: int
    below: dict[str | int, "_Span"]


class JsonText(msgspec.Struct, frozen=True, dict=True):
    """A text that is JSON."""

    text: str

    @classmethod
    def parse(cls, text: str) -> "JsonText":
        """Take a text that json accepts."""
        return cls(text)

    @cached_property
    def data(self) -> Any:  # noqa: ANN401 - whatever the file holds
        """What the text says; not to be changed."""
        return json.loads(self.text)

    def put(self, path: KeyPath, value: object) -> "JsonText":
        """Return the text with a value at a path; objects on the way are made."""
        value = deep_copy(value)
        if has_value(self.data, path):
            return self._replaced(path, value_at(self.data, path), value)
        outer, key = path[:-1], path[-1]
        if not has_value(self.data, outer):
            return self.put(outer, {str(key): value})
        if not isinstance(value_at(self.data, outer), dict):
            raise EditRefusedError(f"“{key}” cannot contain values here")
        return self._added(
            outer, len(self._span(outer).below), f"{to_json(str(key))}: {to_json(value)}"
        )

    def put_each(self, values: Mapping[KeyPath, object]) -> "JsonText":
        """Return the text with values at many paths."""
        result = self
        for path, value in values.items():
            result = result.put(path, value)
        return result

    def insert(self, path: KeyPath, value: object) -> "JsonText":
        """Return the text with another element in a list, before the one at a path that ends in an
        index."""
        *outer, index = path
        items = value_at(self.data, tuple(outer))
        if items is None:
            return self.put(tuple(outer), [value])
        if not isinstance(index, int) or not isinstance(items, list):
            raise EditRefusedError("only lists can get another element")
        return self._added(tuple(outer), min(index, len(items)), to_json(deep_copy(value)))

    def drop(self, path: KeyPath) -> "JsonText":
        """Return the text without the value at a path."""
        if not has_value(self.data, path):
            return self
        spans = list(self._span(path[:-1]).below.values())
        span = self._span(path)
        place = spans.index(span)
        if place:
            return self._spliced(spans[place - 1].end, span.end, "")
        if len(spans) > 1:
            return self._spliced(span.key, spans[1].key, "")
        outer = self._span(path[:-1])
        return self._spliced(outer.start + 1, outer.end - 1, "")

    def rename(self, path: KeyPath, key: str) -> "JsonText":
        """Return the text with another word for the last key of a path."""
        if not has_value(self.data, path) or path[-1] == key:
            return self
        if has_value(self.data, (*path[:-1], key)):
            raise EditRefusedError(f"“{key}” exists already")
        start = self._span(path).key
        match = _STRING.match(self.text, start)
        return self._spliced(start, match.end() if match else start, to_json(key))

    def _replaced(self, path: KeyPath, old: object, value: object) -> "JsonText":
        """Return the text with another value at a path; of an object or a list only what differs is
        written."""
        if is_equal(old, value):
            return self
        if isinstance(old, dict) and isinstance(value, dict) and path:
            return merge_table(self, path, old, value)
        if isinstance(old, list) and isinstance(value, list) and len(old) == len(value):
            return self.put_each({(*path, index): item for index, item in enumerate(value)})
        span = self._span(path)
        return self._spliced(span.start, span.end, to_json(value))

    def _added(self, outer: KeyPath, place: int, text: str) -> "JsonText":
        """Return the text with a pair or an element before one of those in an object or a list."""
        around = self._span(outer)
        spans = list(around.below.values())
        if not spans:
            return self._spliced(around.start + 1, around.end - 1, text)
        if place < len(spans):
            start = spans[place].key
            gap = self._gap(spans[place - 1].end if place else around.start + 1, start)
            return self._spliced(start, start, f"{text},{gap or ' '}")
        last = spans[-1]
        before = spans[-2].end if len(spans) > 1 else around.start + 1
        gap = self._gap(before, last.key) or " "
        return self._spliced(last.end, last.end, f",{gap}{text}")

    def _gap(self, start: int, end: int) -> str:
        return self.text[start:end].lstrip(",").replace(",", "")

    def _spliced(self, start: int, end: int, text: str) -> "JsonText":
        return JsonText(self.text[:start] + text + self.text[end:])

    def _span(self, path: KeyPath) -> _Span:
        span = self._root
        for part in path:
            span = span.below[part]
        return span

    @cached_property
    def _root(self) -> _Span:
        return _Scan(self.text).value(-1)


class _Scan:
    """A reader of places; it trusts its text, and that nothing nests deeper than json allows."""

    def __init__(self, text: str) -> None:
        self.text, self.pos = text, 0

    def skip(self) -> str:
        match = _SPACE.match(self.text, self.pos)
        self.pos = match.end() if match else self.pos
        return self.text[self.pos : self.pos + 1]

    def value(self, key: int) -> _Span:
        mark, start = self.skip(), self.pos
        key = start if key < 0 else key
        below = dict[str | int, _Span]()
        if mark and mark in "[{":
            self.pos += 1
            while (found := self.skip()) not in ("]", "}", ""):
                if found == ",":
                    self.pos += 1
                elif mark == "[":
                    below[len(below)] = self.value(-1)
                else:
                    name, at_key = self.word(_STRING), self.pos
                    self.skip()
                    self.pos += 1
                    below[json.loads(name, strict=False)] = self.value(at_key - len(name))
            self.pos += 1
        else:
            self.word(_STRING if mark == '"' else _BARE)
        return _Span(key, start, self.pos, below)

    def word(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.pos)
        start, self.pos = self.pos, match.end() if match else len(self.text)
        return self.text[start : self.pos]
