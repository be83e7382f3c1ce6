"""`latticeville serve SOURCE`: the command."""

import argparse
import signal
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.cli.store_args import add_store
from latticeville.cli.store_view import check_store, served
from latticeville.reports.arg_types import count

if TYPE_CHECKING:
    from latticeville.web.guard import Tokens

LOOPBACK = "127.0.0.1"
PORT = 8765
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

        parser.add_argument(
            "--beside",
            type=Path,
            metavar="RUN",
            help="another run on a map of the same size, to look at side by side",
        )
        add_store(parser)

    def run(self, args: argparse.Namespace) -> int:
        """Serve until ctrl+c; 1 where the port is taken, 2 where there is no such run or world."""
        if find_spec("fastapi") is None or find_spec("uvicorn") is None:
            sys.stderr.write(MISSING)
            return 1
        check_store(args)
        folder = _run_folder(args.source)
        if folder is None or not _fits(folder, args.beside):
            return 2
        from latticeville.web.listener import listen

        listener = listen(args.host, args.port, "serve")
        if listener is None:
            return 1
        with listener, served(args.store, folder) as store:
            if args.store is not None:  # a store has the last tick even where serve is ended
                signal.signal(signal.SIGTERM, signal.default_int_handler)
            try:
                _serve(args, folder, listener)
            finally:
                code = store.end(folder, _newest_tick(folder))
            return code


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


def _fits(folder: Path, beside: Path | None) -> bool:
    """Tell whether another run can be shown beside one; says why not."""
    if beside is None:
        return True
    from latticeville.runs.replay import Replay
    from latticeville.runs.segments import list_segments

    if not (beside.is_dir() and list_segments(beside)):
        sys.stderr.write(f"latticeville serve: --beside {beside}: there is no run\n")
        return False
    grids = [Replay(one).at(None).state.world.grid for one in (folder, beside)]
    if (grids[0].width, grids[0].height) != (grids[1].width, grids[1].height):
        sys.stderr.write(f"latticeville serve: --beside {beside}: its map has another size\n")
        return False
    return True


def _serve(args: argparse.Namespace, folder: Path, listener: socket.socket) -> None:
    from latticeville.web.app import make_app
    from latticeville.web.listener import host_names, make_tokens, serve

    tokens, hosts = make_tokens(), host_names(args.host, listener.getsockname()[1])
    sys.stdout.write(_greeting(folder, args.host, hosts[0], tokens))
    sys.stdout.flush()
    serve(make_app(folder, tokens, hosts, args.beside, args.store), listener)
    sys.stderr.write(f"{folder}: closed; continue with: latticeville resume {folder}\n")


def _newest_tick(folder: Path) -> int:
    from latticeville.runs.replay import Replay

    return Replay(folder).last


def _greeting(folder: Path, host: str, address: str, tokens: "Tokens") -> str:
    """Return what is said at the start: both addresses, and a warning where others can reach it."""
    from latticeville.web.listener import warning

    return (
        f"{warning(host)}{folder}\n"
        f"  to look: http://{address}/?token={tokens.look}\n"
        f"  to act:  http://{address}/?token={tokens.act}\n"
        "ctrl+c ends it.\n"
    )
