"""`latticeville studio [WORLD]`: the command, which starts the app."""

import argparse
import os
import shlex
import sys
from pathlib import Path

from latticeville.cli.world_args import complete_worlds
from latticeville.reports.arg_types import count
from latticeville.world.shipped import find_world, missing_world
from studio.web_entry import PORT, serve_studio

DUMB = ("dumb", "unknown")
"""Terminals that only print one line after the other."""
SWITCH = 0.001
"""Seconds after which the simulation's thread lets the screen's have its turn."""


class OpenStudio:
    """The command; Textual is imported only when it runs."""

    help = "open the studio: run, inspect and edit a world"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare what the command takes."""
        parser.description = (
            f"{self.help}. Without WORLD, choose one from ./worlds, recent and shipped worlds. "
            "The studio keeps the runs that it makes in the folder `runs` that `latticeville where` "
            "prints, not in ./runs, where `latticeville run` writes."
        )
        text = (
            "a folder with world.toml, the name of a shipped world, or the folder of a recorded run"
        )
        complete_worlds(
            parser.add_argument("world", type=Path, nargs="?", metavar="WORLD", help=text)
        )
        parser.add_argument(
            "--llm", metavar="SPEC", help="the language model (default: the world's, or builtin)"
        )
        parser.add_argument(
            "--embedder", metavar="SPEC", help="the embedding model (default: the world's, or hash)"
        )
        parser.add_argument(
            "--web",
            action="store_true",
            help="show the studio of WORLD in browsers, to whom you give the printed address",
        )
        parser.add_argument(
            "--host",
            metavar="ADDRESS",
            help="with --web, the address to listen on; default: this machine alone (127.0.0.1)",
        )
        parser.add_argument(
            "--port",
            type=count,
            metavar="N",
            help=f"with --web, the port; default: {PORT}; 0: any that is free",
        )
        parser.epilog = "examples: latticeville studio ville · latticeville studio runs/monday"

    def run(self, args: argparse.Namespace) -> int:
        """Open the studio; 2 where there is no fit terminal or no such folder, 70 after a crash."""
        folder: Path | None = args.world and find_world(args.world)
        if args.web or args.host or args.port is not None:
            return serve_studio(folder, args)
        if refused := _refusal(folder):
            sys.stderr.write(f"latticeville studio: {refused}\n")
            return 2
        return open_here(folder, args.llm or "", args.embedder or "")


def open_here(folder: Path | None, llm: str, embedder: str) -> int:
    """Open the studio in this terminal; 70 after a crash."""
    from latticeville.core.gc_control import collect_in_steps, disable_collector

    # A collector that walks over what imports make takes a fifth of the time until the first frame.
    disable_collector()
    from studio.app.app import Studio
    from studio.storage.litter import sweep_litter

    sweep_litter()

    sys.setswitchinterval(SWITCH)
    disable_collector()
    collect_in_steps()
    app = Studio(folder, llm=llm, embedder=embedder)
    app.runs.preloads = True
    try:
        app.run()
    finally:
        app.runs.end()
    if app.crash:
        sys.stderr.write(f"{app.crash}\n")
        return 70
    sys.stderr.write(exit_message(app.runs.last))
    return app.return_code or 0


def _refusal(folder: Path | None) -> str:
    """Return why the studio cannot open here; "" where it can."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "this needs a terminal; use `latticeville run` for pipes"
    if os.environ.get("TERM") in DUMB:
        told = (
            "this terminal cannot place text (TERM=dumb); use `latticeville run WORLD --view map`, "
        )
        return f"{told}or set TERM to what the terminal is, such as xterm"
    return "" if folder is None or folder.is_dir() else missing_world(folder)


def exit_message(run: Path | None) -> str:
    """Return a line on where the last run is kept and how to see it again; "" where nothing was
    made."""
    if run is None or not run.is_dir():
        return ""
    from studio.storage.locations import is_kept

    again = f"to open it again: latticeville studio {shlex.quote(str(run))}\n"
    if not is_kept(run):
        return f"the run is saved; {again}"
    return (
        f"the run is saved in {run.parent}, where the studio keeps its runs, not in ./runs; {again}"
    )


open_studio = OpenStudio()
"""What the command line runs."""
