"""The hosts that may be contacted: this machine, and those in the user's settings."""

from pathlib import Path
from typing import Any

from latticeville.core import user_dirs
from latticeville.core.server_address import (
    AddressError,
    ForeignHostError,
    ServerAddresses,
    parse_server_addresses,
)
from latticeville.core.toml_table import TomlError, read_toml
from latticeville.models.model import ModelError


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


def read_allowed_addresses(text: str) -> ServerAddresses:
    """Return the addresses and the model in what stands behind `server:`; ModelError where one is
    no address, or of a host that is not allowed."""
    try:
        return parse_server_addresses(text, allowed_addresses())
    except ForeignHostError as error:
        raise ModelError(
            f"{error}; to allow it, write into {settings_file()}: "
            f'[llm] allow_hosts = ["{error.host}"]'
        ) from error
    except AddressError as error:
        raise ModelError(str(error)) from error
