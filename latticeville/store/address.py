"""What may be typed behind `--store`: an address without a password, or `postgres` for a server in
the run's folder."""

import re
from urllib.parse import parse_qsl

EMBEDDED = "postgres"
"""The word for a server in the run's own folder."""
_SCHEME = re.compile(r"postgres(?:ql)?://", re.IGNORECASE)
_SECRET = re.compile(r"password|secret|passcode", re.IGNORECASE)
REFUSED = (
    "an address with a password is refused: others can read the command line; set PGPASSWORD, or "
    "write it into ~/.pgpass"
)
_FORM = "write postgres://USER@HOST:PORT/DATABASE, or postgres for a server in the run's folder"


class StoreAddressError(ValueError):
    """A text is no address of a store; the sentence does not repeat it."""


class StoreAddress:
    """Where a store is. Only `secret_text` gives the address back: it belongs into no message."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        """Read what was typed; StoreAddressError where it is no address or holds a password."""
        if text != EMBEDDED:
            _check(text)
        self._text = text

    @property
    def is_embedded(self) -> bool:
        """Whether it is a server in the run's folder."""
        return self._text == EMBEDDED

    def secret_text(self) -> str:
        """Return the address, for the driver alone."""
        return self._text

    def __repr__(self) -> str:
        return f"StoreAddress({EMBEDDED if self.is_embedded else '…'})"


def _check(text: str) -> None:
    if has_password(text):
        raise StoreAddressError(REFUSED)
    if not _SCHEME.match(text) or any(ord(letter) < 33 for letter in text):
        raise StoreAddressError(f"this is no address of a store: {_FORM}")


def has_password(text: str) -> bool:
    """Tell whether an address holds a password, however it is written.

    >>> [has_password(f"postgres://{rest}") for rest in ("a@h/d", "a:b@h/d", "h/d?pass%77ord=b")]
    [False, True, True]
    """
    rest = _SCHEME.sub("", text, count=1)
    users, _, _ = rest.split("/", 1)[0].rpartition("@")
    _, _, query = rest.partition("?")
    names = [name for name, _ in parse_qsl(query.replace("#", "&"), keep_blank_values=True)]
    return ":" in users or any(_SECRET.search(name) for name in names)
