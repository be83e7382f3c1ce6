"""The hosts that may be contacted: this machine, and those in the user's settings."""

from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from latticeville.core import user_dirs
from latticeville.core.toml_table import TomlError, read_toml
from latticeville.models.model import ModelError

LOCALHOST = "localhost"
DEFAULT_PATH = "/v1"
"""The path of an address that names none: that of all servers with OpenAI's protocol."""


class ServerAddress(NamedTuple):
    """Where a server listens: addresses to try in order, never a name to look up."""

    addresses: tuple[str, ...]
    port: int
    path: str


def settings_file() -> Path:
    """Return the file in which the user allows hosts; no world can write to it or name another."""
    return user_dirs.config_dir() / "settings.toml"


def llm_settings() -> dict[str, Any]:
    """Return the table [llm] of the user's settings; ModelError where the file cannot be read."""
    path = settings_file()
    if not path.exists():
        return {}
    try:
        found = read_toml(path.name, path.read_text("utf-8")).get("llm", {})
    except (OSError, UnicodeDecodeError, TomlError) as error:
        raise ModelError(f"{path} cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise ModelError(f"{path} cannot be read: llm is no table")
    return found


def allowed_addresses() -> frozenset[str]:
    """Return the addresses that the user's settings allow besides this machine."""
    named = llm_settings().get("allow_hosts", [])
    if not isinstance(named, list) or not all(isinstance(host, str) for host in named):
        raise ModelError(
            f"{settings_file()}: allow_hosts must be a list of addresses, as in allow_hosts = "
            '["192.168.0.9"]'
        )
    return frozenset(named)


def _check_characters(url: str) -> None:
    if any(letter <= " " or letter == "\x7f" for letter in url):
        raise ModelError(f"{url!r} is not a server address: it contains a space")
    if not url.isascii():
        foreign = next(letter for letter in url if not letter.isascii())
        raise ModelError(
            f"{url!r} is not a server address: {foreign!r} is not ASCII; write "
            "http://127.0.0.1:PORT/v1"
        )


def parse_server_address(url: str, also: Collection[str] = ()) -> ServerAddress:
    """Return where a URL points to, or raise ModelError where that is neither this machine nor
    allowed.

    >>> parse_server_address("http://localhost:8080")
    ServerAddress(addresses=('127.0.0.1', '::1'), port=8080, path='/v1')
    """
    _check_characters(url)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", 80 if parts.port is None else parts.port
    except ValueError as error:
        raise ModelError(f"“{url}” is not a server address: {error}") from error
    if parts.scheme != "http" or not host or not port or parts.username is not None or parts.query:
        raise ModelError(
            f"“{url}” is not the address of a local server: write http://127.0.0.1:PORT/v1"
        )
    path = parts.path.rstrip("/") or DEFAULT_PATH
    return ServerAddress(_check_host(host, also), port, path)


def _check_host(host: str, also: Collection[str]) -> tuple[str, ...]:
    if host == LOCALHOST:
        return ("127.0.0.1", "::1")
    try:
        address = ip_address(host)
    except ValueError:
        raise ModelError(
            f"“{host}” is a host name, and host names are not looked up: write 127.0.0.1, [::1] "
            "or localhost"
        ) from None
    if not (_is_loopback(address) or host in also):
        raise ModelError(
            f"{host} is another machine, and only servers on this one are asked;"
            f' to allow it, write into {settings_file()}: [llm] allow_hosts = ["{host}"]'
        )
    return (host,)


def _is_loopback(address: IPv4Address | IPv6Address) -> bool:
    return (
        address.is_loopback
        and getattr(address, "ipv4_mapped", None) is None
        and "%" not in str(address)
    )
