"""`latticeville studio [WORLD]`: the command, which starts the app."""

import argparse
import os
import shlex
import sys
from pathlib import Path

DUMB = ("dumb", "unknown")
"""Terminals that only print one line after the other."""
SWITCH = 0.001
"""Seconds after which the simulation's thread lets the screen's have its turn."""


class OpenStudio:
    """The command; Textual is imported only when it runs."""

    help = "open the studio: run, inspect and edit a world"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare what the command takes."""
        parser.description = f"{self.help}. Without WORLD, choose one from ./worlds and recent worlds."
        parser.add_argument(
            "world", type=Path, nargs="?", metavar="WORLD",
            help="a folder with world.toml, or the folder of a recorded run",
        )  # fmt: skip
        parser.add_argument("--llm", metavar="SPEC", help="the language model (default: the world's, or builtin)")
        parser.add_argument("--embedder", metavar="SPEC", help="the embedding model (default: the world's, or hash)")
        parser.epilog = "examples: latticeville studio worlds/ville · latticeville studio runs/monday"

    def run(self, args: argparse.Namespace) -> int:
        """Open the studio; 2 where there is no fit terminal or no such folder, 70 after a crash."""
        folder: Path | None = args.world
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            sys.stderr.write("latticeville studio: this needs a terminal; use `latticeville run` for pipes\n")
            return 2
        if os.environ.get("TERM") in DUMB:
            sys.stderr.write(
                "latticeville studio: this terminal cannot place text (TERM=dumb); "
                "use `latticeville run WORLD --view map`, or set TERM to what the terminal is, such as xterm\n"
            )
            return 2
        if folder is not None and not folder.is_dir():
            sys.stderr.write(f"latticeville studio: there is no folder “{folder}”\n")
            return 2
        from latticeville.core.gc_control import disable_collector

        # A collector that walks over what imports make takes a fifth of the time until the first frame.
        disable_collector()
        from studio.app.app import Studio

        sys.setswitchinterval(SWITCH)
        disable_collector()
        app = Studio(folder, llm=args.llm or "", embedder=args.embedder or "")
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


def exit_message(run: Path | None) -> str:
    """Return a line on where the last run is kept and how to see it again; "" where nothing was made."""
    if run is None or not run.is_dir():
        return ""
    return f"the run is saved; to open it again: latticeville studio {shlex.quote(str(run))}\n"


open_studio = OpenStudio()
"""What the command line runs."""
