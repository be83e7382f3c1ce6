"""Cut a TOML text into sections: header, comment above it, pairs below it."""

import re
import tomllib
from functools import cached_property
from typing import Any

import msgspec

from studio.project.formats.plain_values import KeyPath, to_toml_key

_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""(?:"{0,2})'
    r"|'''(?:[^']|'(?!''))*'''(?:'{0,2})"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*|[\[\]{}]|\n",
    re.DOTALL,
)
PART = re.compile(r"""\s*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s.="'\]\[]+)\s*(\.?)""")


class Section(msgspec.Struct, frozen=True, dict=True):
    """A header line, the lines of comment and space above it, and its pairs; the first has no
    header."""

    lead: str
    header: str
    body: str

    @property
    def text(self) -> str:
        """The section as it stands in the file."""
        return self.lead + self.header + self.body

    @cached_property
    def data(self) -> dict[str, Any]:
        """What the pairs say."""
        return tomllib.loads(self.body)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The parts of the header's name."""
        name = self.header.strip().lstrip("[")
        parts, pos = list[str](), 0
        while match := PART.match(name, pos):
            parts.append(_plain(match[1]))
            pos = match.end()
            if not match[2]:
                break
        return tuple(parts)

    @property
    def is_array(self) -> bool:
        """Whether the header adds an element to a list."""
        return self.header.lstrip().startswith("[[")

    def renamed(self, place: int, key: str) -> "Section":
        """Return the section with another word at a place of its header's name."""
        start = self.header.index("[") + (2 if self.is_array else 1)
        for _ in range(place):
            match = PART.match(self.header, start)
            start = match.end() if match else start
        match = PART.match(self.header, start)
        if not match:
            return self
        header = (
            self.header[: match.start(1)]
            + to_toml_key(key, like=match[1])
            + self.header[match.end(1) :]
        )
        return Section(self.lead, header, self.body)


def _plain(part: str) -> str:
    return part if part[0] not in "\"'" else str(next(iter(tomllib.loads(f"{part} = 0"))))


def split_sections(text: str) -> tuple[tuple[Section, ...], str]:
    """Return the sections of a text that tomllib accepts, and the trivia at its end."""
    starts, ends = _scan(text)
    sections, header, body, lead = list[Section](), "", 0, ""
    for start, end in zip(starts, ends, strict=False):
        sections.append(Section(lead, header, text[body:end]))
        lead = text[end:start]
        body = text.find("\n", start) + 1 or len(text)
        header = text[start:body]
    end = ends[-1]
    sections.append(Section(lead, header, text[body:end]))
    return tuple(sections), text[end:]


def _scan(text: str) -> tuple[list[int], list[int]]:
    """Return where each header begins, and where the last pair before it, or before the end,
    ends."""
    starts, ends = list[int](), list[int]()
    depth = line = content = body = pos = 0
    while match := _TOKEN.search(text, pos):
        found, before = match[0], text[pos : match.start()].strip()
        pos = match.end()
        if found == "\n":
            content = match.end() if before else content
            line = pos
        elif found == "[" and not depth and not text[line : match.start()].strip():
            starts.append(line)
            ends.append(max(content, body))
            pos = line = body = _line_end(text, pos)
        else:
            depth += (found in "[{") - (found in "]}")
            if before or found[0] != "#":
                content = _line_end(text, pos)
    if text[pos:].strip():
        content = len(text)
    ends.append(max(content, body))
    return starts, ends


def _line_end(text: str, pos: int) -> int:
    """Return where the line after that of a place begins, or the end."""
    stop = text.find("\n", pos)
    return len(text) if stop < 0 else stop + 1


def detached_comments(lead: str) -> str:
    """Return what of a lead does not belong to the header below it: all but the comment that
    touches it."""
    lines = lead.splitlines(keepends=True)
    while lines and lines[-1].lstrip().startswith("#"):
        lines.pop()
    kept = "".join(lines).rstrip()
    return kept + "\n" if kept else ""


def resolve_sections(sections: tuple[Section, ...]) -> tuple[dict[str, Any], list[KeyPath]]:
    """Return what all sections say together, and for each the path of its table."""
    root: dict[str, Any] = dict(sections[0].data) if sections else {}
    own, paths = {id(root)}, list[KeyPath]([()])
    for section in sections[1:]:
        node, path = root, list[str | int]()
        for part in section.keys[:-1]:
            node = _into(node, part, own, path)
        last = section.keys[-1]
        if section.is_array:
            found = node.setdefault(last, [])
            path += [last, len(found)]
            found.append(table := dict(section.data))
            own.add(id(table))
        else:
            _into(node, last, own, path).update(section.data)
        paths.append(tuple(path))
    return root, paths


def _into(node: dict[str, Any], part: str, own: set[int], path: list[str | int]) -> dict[str, Any]:
    """Step into a table, or the last one of a list, and make it one that may be added to."""
    path.append(part)
    below = node.get(part)
    if isinstance(below, list):
        path.append(len(below) - 1)
        return below[-1]  # type: ignore[no-any-return]
    if below is None or id(below) not in own:
        below = node[part] = dict(below or {})
        own.add(id(below))
    return below
