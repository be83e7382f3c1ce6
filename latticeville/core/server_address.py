"""Addresses of model servers: what may stand behind `server:`, and never a name to look up."""

from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

LOCALHOST = "localhost"
DEFAULT_PATH = "/v1"
"""The path of an address that names none: that of all servers with OpenAI's protocol."""
SEPARATOR = ","
"""Stands between the addresses of replicas."""
USER_REFUSAL = (
    "an address with a user or a password is refused, since a run records its addresses: "
    "write http://127.0.0.1:PORT"
)


class AddressError(ValueError):
    """An address cannot be used; the sentence says why, and repeats no password."""


class ForeignHostError(AddressError):
    """The host of an address is another machine, which nobody allowed; `host` is its address."""

    def __init__(self, host: str) -> None:
        super().__init__(f"{host} is another machine, and only servers on this one are asked")
        self.host = host


class ServerAddress(NamedTuple):
    """Where a server listens: addresses to try in order, never a name to look up."""

    addresses: tuple[str, ...]
    port: int
    path: str


class ServerAddresses(NamedTuple):
    """The replicas of one model, as they were written and where they are; `model` is "" where none
    is named."""

    urls: tuple[str, ...]
    places: tuple[ServerAddress, ...]
    model: str


def parse_server_addresses(text: str, also: Collection[str] | None = ()) -> ServerAddresses:
    """Return the addresses and the model in what stands behind `server:`.

    `also` are hosts that are allowed besides this machine, None for all. AddressError where an
    address is none, is not allowed or stands there twice.

    >>> parse_server_addresses("http://127.0.0.1:1,http://127.0.0.1:2#qwen3:4b").model
    'qwen3:4b'
    """
    listed, _, model = text.partition("#")
    urls = tuple(listed.split(SEPARATOR))
    if len(urls) > 1 and not all(urls) and "@" not in text:
        raise AddressError(
            f"“{listed}”: an address is missing beside a comma; write "
            "http://127.0.0.1:PORT,http://127.0.0.1:PORT"
        )
    try:
        places = tuple(parse_server_address(url, also) for url in urls)
    except ForeignHostError:
        raise
    except AddressError:
        if "@" in text:
            raise AddressError(USER_REFUSAL) from None
        raise
    for number, place in enumerate(places):
        if place in places[:number]:
            raise AddressError(f"“{urls[number]}” is named twice: write each replica once")
    return ServerAddresses(urls, places, model)


def _check_characters(url: str) -> None:
    if any(letter <= " " or letter == "\x7f" for letter in url):
        raise AddressError(f"{url!r} is not a server address: it contains a space")
    if not url.isascii():
        foreign = next(letter for letter in url if not letter.isascii())
        raise AddressError(
            f"{url!r} is not a server address: {foreign!r} is not ASCII; write "
            "http://127.0.0.1:PORT/v1"
        )


def parse_server_address(url: str, also: Collection[str] | None = ()) -> ServerAddress:
    """Return where a URL points to, or raise AddressError where that is neither this machine nor
    allowed.

    >>> parse_server_address("http://localhost:8080")
    ServerAddress(addresses=('127.0.0.1', '::1'), port=8080, path='/v1')
    """
    _check_characters(url)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", 80 if parts.port is None else parts.port
    except ValueError as error:
        raise AddressError(f"“{url}” is not a server address: {error}") from error
    if parts.scheme != "http" or not host or not port or parts.username is not None or parts.query:
        raise AddressError(
            f"“{url}” is not the address of a local server: write http://127.0.0.1:PORT/v1"
        )
    path = parts.path.rstrip("/") or DEFAULT_PATH
    return ServerAddress(_check_host(host, also), port, path)


def _check_host(host: str, also: Collection[str] | None) -> tuple[str, ...]:
    if host == LOCALHOST:
        return ("127.0.0.1", "::1")
    try:
        address = ip_address(host)
    except ValueError:
        raise AddressError(
            f"“{host}” is a host name, and host names are not looked up: write 127.0.0.1, [::1] "
            "or localhost"
        ) from None
    if not (_is_loopback(address) or also is None or host in also):
        raise ForeignHostError(host)
    return (host,)


def _is_loopback(address: IPv4Address | IPv6Address) -> bool:
    return (
        address.is_loopback
        and getattr(address, "ipv4_mapped", None) is None
        and "%" not in str(address)
    )
