"""How a spec of a model is shown: without what may be a password."""

import re

from latticeville.core.server_address import USER_REFUSAL, AddressError, parse_server_addresses
from latticeville.models.model import ModelError
from latticeville.models.spec_options import split_options

_SERVER = "server:"
_ROUTE = re.compile(r"^@?[\w-]+=")
"""Whose model it is, before the spec of the model."""


def shown_spec(spec: str) -> str:
    """Return a spec as it may be shown: without what may be a password.

    >>> shown_spec("server:http://ada:secret@127.0.0.1:1/v1#small"), shown_spec("server:http://127.0.0.1:1#q@4")
    ('server:http://…@127.0.0.1:1/v1#small', 'server:http://127.0.0.1:1#q@4')
    """
    routes = [_ROUTE.sub("", part) for part in spec.split(";")]
    if not any("@" in part for part in routes) or all(map(_is_plain, routes)):
        return spec
    head, _, rest = spec.partition(_SERVER)
    return f"{head}{_SERVER}http://…@{rest.rpartition('@')[2]}"


def refuse_password(spec: str) -> None:
    """Raise ModelError where a spec holds what may be a password."""
    if shown_spec(spec) != spec:
        raise ModelError(USER_REFUSAL)


def _is_plain(part: str) -> bool:
    """Tell whether a spec has no server, or plain addresses and nothing more before the name of its
    model."""
    text = split_options(part)[0].partition(_SERVER)[2].partition("#")[0]
    try:
        parse_server_addresses(text, None)
    except AddressError:
        return not text
    return True
