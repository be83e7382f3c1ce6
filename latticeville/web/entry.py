"""`latticeville serve SOURCE`: the command."""

import argparse
import ipaddress
import secrets
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.reports.arg_types import count

if TYPE_CHECKING:
    from latticeville.web.guard import Tokens

LOOPBACK = "127.0.0.1"
PORT = 8765
TOKEN_BYTES = 18
MISSING = (
    "serve needs the extra `web`\n    fix: pip install 'latticeville[web]'   (FastAPI, uvicorn)\n"
)


class Serve:
    """The command; FastAPI is imported only when it runs."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare what the command takes."""
        parser.epilog = "example: latticeville serve runs/monday"
        parser.add_argument(
            "source",
            type=Path,
            metavar="SOURCE",
            help="the folder of a run, or a world, of which a new run is begun",
        )
        parser.add_argument(
            "--host",
            default=LOOPBACK,
            help="address to listen on; default: this machine alone (127.0.0.1)",
        )
        parser.add_argument(
            "--port", type=count, default=PORT, help=f"port; default: {PORT}; 0: any that is free"
        )

    def run(self, args: argparse.Namespace) -> int:
        """Serve until ctrl+c; 1 where the port is taken, 2 where there is no such run or world."""
        if find_spec("fastapi") is None or find_spec("uvicorn") is None:
            sys.stderr.write(MISSING)
            return 1
        folder = _run_folder(args.source)
        if folder is None:
            return 2
        try:
            listener = _listen(args.host, args.port)
        except OSError as error:
            sys.stderr.write(
                f"latticeville serve: {args.host}:{args.port}: {error.strerror}\n"
                "    fix: another port with --port N, or --port 0 for any that is free\n"
            )
            return 1
        with listener:
            return _serve(folder, args.host, listener)


SERVE = Serve()


def _run_folder(source: Path) -> Path | None:
    """Return the folder of a run, a new one of a world; None, with a message, where there is
    neither."""
    from latticeville.runs.segments import list_segments

    if source.is_dir() and list_segments(source):
        return source
    from latticeville.api.open_run import new_run
    from latticeville.core.problems import WorldError

    try:
        with new_run(source) as run:
            return run.folder
    except (FileNotFoundError, WorldError) as error:
        sys.stderr.write(f"latticeville serve: {error}\n")
        return None


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
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


def _serve(folder: Path, host: str, listener: socket.socket) -> int:
    import uvicorn

    from latticeville.web.app import make_app
    from latticeville.web.guard import Tokens

    port = listener.getsockname()[1]
    tokens = Tokens(secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES))
    hosts = host_names(host, port)
    app = make_app(folder, tokens, hosts)
    sys.stdout.write(_greeting(folder, host, hosts[0], tokens))
    sys.stdout.flush()
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        ws_max_size=4096,
        ws_ping_interval=20,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=2,
        limit_concurrency=512,
    )
    uvicorn.Server(config).run([listener])
    sys.stderr.write(f"{folder}: closed; continue with: latticeville resume {folder}\n")
    return 0


def _greeting(folder: Path, host: str, address: str, tokens: "Tokens") -> str:
    """Return what is said at the start: both addresses, and a warning where others can reach it."""
    warning = (
        ""
        if is_loopback(host)
        else f"Everybody who reaches {host} can ask, and there is no TLS: what is sent can be read on "
        "the way. Put a server with TLS in front, such as Caddy: docs/serve.md.\n"
    )
    return (
        f"{warning}{folder}\n"
        f"  to look: http://{address}/?token={tokens.look}\n"
        f"  to act:  http://{address}/?token={tokens.act}\n"
        "ctrl+c ends it.\n"
    )
