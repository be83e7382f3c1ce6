"""`latticeville studio WORLD --web`: the studio in browsers, one process for each visitor."""

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

from latticeville.world.shipped import missing_world

PORT = 8766
"""Port of the studio in browsers."""
NEEDED = ("fastapi", "uvicorn", "textual_serve")
MISSING = (
    "latticeville studio --web needs the extra `web`\n"
    "    fix: pip install 'latticeville[web]'   (FastAPI, uvicorn, textual-serve)\n"
)


def serve_studio(folder: Path | None, args: argparse.Namespace) -> int:
    """Serve until ctrl+c; 1 where the port is taken or a package missing, 2 for wrong words."""
    fault = _fault(folder, args)
    if fault or folder is None:
        sys.stderr.write(f"latticeville studio: {fault}\n")
        return 2
    if not all(map(find_spec, NEEDED)):
        sys.stderr.write(MISSING)
        return 1
    from latticeville.web.listener import LOOPBACK, host_names, listen, make_tokens, serve, warning
    from latticeville.web.terminal.app import MOST_MESSAGE, make_terminal

    host = args.host or LOOPBACK
    listener = listen(host, PORT if args.port is None else args.port, "studio --web")
    if listener is None:
        return 1
    words = [sys.executable, "-m", "studio.visitor", str(folder.absolute())]
    words += [args.llm or "", args.embedder or ""]
    with listener:
        tokens, hosts = make_tokens(), host_names(host, listener.getsockname()[1])
        sys.stdout.write(
            f"{warning(host)}{folder}\n"
            f"  studio: http://{hosts[0]}/?token={tokens.act}\n"
            "Who has the address can edit the world. ctrl+c ends it.\n"
        )
        sys.stdout.flush()
        serve(make_terminal(folder.name, words, tokens, hosts), listener, MOST_MESSAGE)
    return 0


def _fault(folder: Path | None, args: argparse.Namespace) -> str:
    """Return what is wrong with the words of the command line; "" for nothing."""
    if not args.web:
        return "--host and --port are for --web"
    if folder is None:
        return "--web needs the world to show: latticeville studio ville --web"
    return "" if folder.is_dir() else missing_world(folder)
