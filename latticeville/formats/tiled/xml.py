"""Read XML as a tree of elements with positions, without document types and entities."""

from xml.parsers import expat

from latticeville.formats.report import (
    FixedLocation,
    ImportReport,
    SourceDocument,
    SourceValue,
)

_MAX_DEPTH = 100


class XmlElement:
    """One element: its attributes, its text, and the elements in it."""

    __slots__ = ("attributes", "children", "gids", "spot", "tag", "texts")

    def __init__(self, tag: str, attributes: dict[str, str], spot: FixedLocation) -> None:
        self.tag, self.attributes, self.spot = tag, attributes, spot
        self.children: list[XmlElement] = []
        self.texts: list[str] = []
        self.gids: list[int] = []
        """The tiles of layer data that are written one by one."""

    @property
    def text(self) -> str:
        """The text directly in the element."""
        return "".join(self.texts)


class _ForbiddenError(Exception):
    """The document holds what an import does not read."""


class _Builder:
    def __init__(self) -> None:
        self.root = XmlElement("", {}, FixedLocation(1, 1))
        self.stack = [self.root]
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype

    @property
    def spot(self) -> FixedLocation:
        return FixedLocation(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        around = self.stack[-1]
        if len(self.stack) > _MAX_DEPTH:
            raise _ForbiddenError("elements that are nested too deeply")
        element = XmlElement(tag, attributes, self.spot)
        if tag == "tile" and around.tag in ("data", "chunk"):
            gid = attributes.get("gid", "0")
            around.gids.append(int(gid) if gid.isascii() and gid.isdigit() and len(gid) < 11 else 0)
        else:
            around.children.append(element)
        self.stack.append(element)

    def _end(self, _tag: str) -> None:
        self.stack.pop()

    def _text(self, text: str) -> None:
        self.stack[-1].texts.append(text)

    def _doctype(self, *_details: object) -> None:
        raise _ForbiddenError("a document type")


def parse_xml(name: str, data: bytes, report: ImportReport) -> XmlElement:
    """Return the outermost element of a file."""
    builder = _Builder()
    try:
        builder.parser.Parse(data, True)  # noqa: FBT003 - expat takes it so
    except expat.ExpatError as error:
        what = f"invalid XML: {expat.ErrorString(error.code)}"
        at = SourceValue(SourceDocument(name, None, FixedLocation(error.lineno, error.offset + 1)))
        raise report.make_error(
            at, "xml-syntax", what, "correct the XML, or save the map again in Tiled"
        ) from error
    except (_ForbiddenError, ValueError, LookupError) as error:
        what = f"this XML cannot be imported: it has {error}"
        why = (
            "a document type can expand without end or read other files; deep nesting can "
            "exhaust the memory"
        )
        raise report.make_error(
            SourceValue(SourceDocument(name, None, builder.spot)),
            "xml-syntax",
            what,
            "remove it",
            why,
        ) from error
    return builder.root.children[0]
