"""An address to listen on, its names, and the server on it."""

import ipaddress
import secrets
import socket
import sys
from typing import TYPE_CHECKING

from latticeville.web.guard import Tokens

if TYPE_CHECKING:
    from latticeville.web.guard import App

LOOPBACK = "127.0.0.1"
TOKEN_BYTES = 18


def make_tokens() -> Tokens:
    """Return two fresh words."""
    return Tokens(secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES))


def listen(host: str, port: int, command: str) -> socket.socket | None:
    """Return a socket that is bound to an address; None, with a message, where it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)  # who comes before the server accepts waits
    except OSError as error:
        listener.close()
        sys.stderr.write(
            f"latticeville {command}: {host}:{port}: {error.strerror}\n"
            "    fix: another port with --port N, or --port 0 for any that is free\n"
        )
        return None
    return listener


def host_names(host: str, port: int) -> list[str]:
    """Return the values of the header Host that mean a server at an address."""
    names = {host, "localhost", LOOPBACK, "::1"} if is_loopback(host) else {host}
    shown = [f"[{name}]" if ":" in name else name for name in sorted(names)]
    return [f"{name}:{port}" for name in shown] + (shown if port == 80 else [])


def is_loopback(host: str) -> bool:
    """Tell whether an address is this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def warning(host: str) -> str:
    """Return what to say of an address that others can reach; "" for this machine alone."""
    if is_loopback(host):
        return ""
    return (
        f"Everybody who reaches {host} can ask, and there is no TLS: what is sent can be read on "
        "the way. Put a server with TLS in front, such as Caddy: docs/serve.md.\n"
    )


def serve(app: "App", listener: socket.socket, most_message: int = 4096) -> None:
    """Serve until ctrl+c; a message of a WebSocket has at most so many bytes."""
    import uvicorn

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        ws_max_size=most_message,
        ws_ping_interval=20,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=2,
        limit_concurrency=512,
    )
    uvicorn.Server(config).run([listener])
