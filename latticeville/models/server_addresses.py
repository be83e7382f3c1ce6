"""What stands behind `server:`: addresses of replicas, with commas, and the name of their model."""

import re
from collections.abc import Collection
from typing import NamedTuple

from latticeville.models.allowed_hosts import ServerAddress, parse_server_address
from latticeville.models.model import ModelError
from latticeville.models.spec_options import split_options

SEPARATOR = ","
"""Stands between the addresses of replicas."""
_REFUSAL = (
    "an address with a user or a password is refused, since a run records its addresses: "
    "write http://127.0.0.1:PORT"
)


_SERVER = "server:"
_ROUTE = re.compile(r"^@?[\w-]+=")
"""Whose model it is, before the spec of the model."""


class ServerAddresses(NamedTuple):
    """The replicas of one model, as they were written and where they are; `model` is "" where none
    is named."""

    urls: tuple[str, ...]
    places: tuple[ServerAddress, ...]
    model: str


def parse_server_addresses(text: str, also: Collection[str] = ()) -> ServerAddresses:
    """Return the addresses and the model in what stands behind `server:`.

    `also` are hosts that are allowed besides this machine. ModelError where an address is none, is
    not allowed or stands there twice; its sentence repeats no password.

    >>> parse_server_addresses("http://127.0.0.1:1,http://127.0.0.1:2#qwen3:4b").model
    'qwen3:4b'
    """
    listed, _, model = text.partition("#")
    urls = tuple(listed.split(SEPARATOR))
    try:
        places = tuple(parse_server_address(url, also) for url in urls)
    except ModelError as error:
        if "@" in text:
            raise ModelError(_REFUSAL) from None
        if len(urls) > 1 and not all(urls):
            raise ModelError(
                f"“{listed}”: an address is missing beside a comma; write "
                "http://127.0.0.1:PORT,http://127.0.0.1:PORT"
            ) from error
        raise
    for number, place in enumerate(places):
        if place in places[:number]:
            raise ModelError(f"“{urls[number]}” is named twice: write each replica once")
    return ServerAddresses(urls, places, model)


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
        raise ModelError(_REFUSAL)


def _is_plain(part: str) -> bool:
    """Tell whether a spec has no server, or plain addresses and nothing more before the name of its
    model."""
    text = split_options(part)[0].partition(_SERVER)[2].partition("#")[0]
    hosts = {url.partition("//")[2].partition("/")[0].rpartition(":")[0] for url in text.split(",")}
    try:
        parse_server_addresses(text, {host.strip("[]") for host in hosts})
    except ModelError:
        return not text
    return True
