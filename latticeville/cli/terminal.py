"""Standard output and error of every command: printable in any encoding, safe if closed."""

import codecs
import os
import sys
from io import TextIOBase

from latticeville.core.printable import REPLACEMENT, make_printable

TYPE_CHECKING = False  # typing.TYPE_CHECKING would import typing
if TYPE_CHECKING:
    from typing import TextIO

STDOUT, STDERR = "standard output", "standard error"
"""What the streams are called in messages."""
SIGNS = {
    **dict.fromkeys("“”", '"'),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("–—−─━═", "-"),
    **dict.fromkeys("│┃║", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼┿╂╋╔╗╚╝┏┓┗┛", "+"),
    **dict(zip("▁▂▃▄▅▆▇█", ".:-=+*%#", strict=True)),
    "†": "+",
    "≥": ">",
    "±": "~",
    "≠": "#",
    "«": '"',
    "»": '"',
    "…": "~",
    "·": "-",
    "→": ">",
    "›": ">",
    "▸": ">",
    "◄": "<",
    "×": "x",
    "▮": "#",
    "▯": ".",
    "☾": ")",
    "▀": "#",
    "╱": "/",
    "●": "*",
    "○": "o",
    "⌂": "^",
    "¤": "%",
    "◊": "&",
    "✓": "ok",
    REPLACEMENT: "?",
}
"""What the signs of our own output become where the encoding lacks them, as wide as they are but
for the check mark."""
_ERASE = "\r\x1b[K"
"""Erases the line that the cursor is in, and goes to its beginning."""
_SUBSTITUTE = "latticeville.substitute"


def _substitute(error: UnicodeError) -> tuple[str, int]:
    """Handle an encoding error: our own signs become ASCII, pictures go, the rest escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(map(_substitute_letter, letters)), error.end


def _substitute_letter(letter: str) -> str:
    import unicodedata

    picture = (
        ""
        if unicodedata.category(letter) == "So"
        else letter.encode("ascii", "backslashreplace").decode()
    )
    return SIGNS.get(letter, picture)


codecs.register_error(_SUBSTITUTE, _substitute)


class CleanStream(TextIOBase):
    """A text stream that makes whatever is written to it safe to print.

    A write or flush that fails raises an OSError that names the stream, once; after that all is
    dropped and `error` says why. A `forgiving` stream raises nothing.
    """

    def __init__(self, out: "TextIO | None", name: str, *, forgiving: bool = False) -> None:
        self._out = out or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - kept as long as this
        self._name, self._forgiving = name, forgiving
        self._drawn = False
        self._beside: CleanStream | None = None
        self.error: OSError | None = None
        coding = self._out.encoding or "utf-8"
        self._narrow = "" if codecs.lookup(coding).name.startswith("utf") else coding

    @property
    def narrow(self) -> bool:
        """Whether the encoding lacks most characters."""
        return bool(self._narrow)

    def write(self, text: str, /) -> int:
        """Write a text without what is unsafe to print."""
        (self._beside or self).wipe()
        self._put(self._fit(text))
        return len(text)

    def share_terminal(self, other: "CleanStream") -> None:
        """Wipe the status line of a stream that leads to the same terminal before each write."""
        self._beside = other

    @property
    def has_status(self) -> bool:
        """Whether there can be a status line."""
        return self.isatty() and os.environ.get("TERM") != "dumb"

    def status(self, text: str) -> None:
        """Show a line, cut to the width of the terminal, until the next write."""
        self._put(_ERASE + self._fit(text)[: self._columns() - 1])
        self._drawn = True
        self.flush()

    def wipe(self) -> None:
        """Wipe the status line."""
        if self._drawn:
            self._drawn = False
            self._put(_ERASE)
            self.flush()

    def _fit(self, text: str) -> str:
        """Return a text that is safe to print, in letters that the encoding has."""
        clean = make_printable(text)
        if self._narrow and not clean.isascii():
            return clean.encode(self._narrow, _SUBSTITUTE).decode(self._narrow)
        return clean

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self.fileno()).columns or 80
        except (OSError, ValueError):
            return 80

    def _put(self, text: str) -> None:
        if self.error is None:
            try:
                self._out.write(text)
            except OSError as error:
                self._fail(error)

    def flush(self) -> None:
        """Hand on what was written."""
        if self.error is None:
            try:
                self._out.flush()
            except OSError as error:
                self._fail(error)

    def _fail(self, error: OSError) -> None:
        error.filename, self.error = self._name, error
        _discard(self._out)
        if not self._forgiving:
            raise error

    def close(self) -> None:
        """Leave what is beneath open."""

    def isatty(self) -> bool:
        """Tell whether this is a terminal."""
        return self._out.isatty()

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._out.fileno()

    def writable(self) -> bool:
        """Return True."""
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of what is written."""
        return self._out.encoding


class StandardStreams:
    """`sys.stdout` and `sys.stderr` as clean streams, from `replace` to `finish`."""

    def replace(self) -> None:
        """Clean both streams; one that is closed, or stdin, becomes the null device, and so does
        its descriptor."""
        for number in range(3):
            try:
                os.fstat(number)
            except OSError:
                os.open(os.devnull, os.O_RDWR)
        if sys.stdin is None:
            sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - kept to the end
        self._before = sys.stdout, sys.stderr
        self._stdout = CleanStream(sys.stdout, STDOUT)
        self._stderr = CleanStream(sys.stderr, STDERR, forgiving=True)
        if self._stdout.isatty():
            self._stdout.share_terminal(self._stderr)
        sys.stdout, sys.stderr = self._stdout, self._stderr

    def finish(self, code: int) -> int:
        """Flush both, put back those before, and return the exit code: 1 where output was lost and
        all else went well.

        Output that nobody reads to its end is not lost. Who returns another code than 0 has told of
        an earlier loss.
        """
        untold = not code or self._stdout.error is None
        try:  # noqa: SIM105 - `latticeville --version` does without contextlib
            self._stdout.flush()
        except OSError:
            pass
        error = self._stdout.error
        if untold and error is not None and not isinstance(error, BrokenPipeError):
            self._stderr.write(f"{error.filename}: {error.strerror}\n")
            code = code or 1
        self._stderr.flush()
        sys.stdout, sys.stderr = self._before
        return code


def _discard(out: "TextIO") -> None:
    """Let the descriptor of a stream lead nowhere, so that what it still buffers does no harm when
    it is closed."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, out.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass
