"""The command of a report: its arguments, and its answer as text or as JSON."""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from latticeville.cli.output import write, write_file
from latticeville.cli.progress import Share
from latticeville.db.replay import Replay
from latticeville.reports.arg_types import count, id_or_name
from latticeville.reports.plain_text import section_text
from latticeville.reports.report import Asked, Report, ReportError


@dataclass(frozen=True)
class ReportCommand:
    """A command that asks a run what its report asks."""

    report: Report[Any]

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments."""
        report = self.report
        if report.example:
            parser.epilog = f"example: latticeville {report.example}"
        parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
        if report.person:
            text = "of whom, by id or name" + ("; default: of everybody" if report.person == "optional" else "")
            parser.add_argument(
                "--agent", required=report.person == "required", type=id_or_name, metavar="ID", help=text
            )
        if report.at_tick:
            parser.add_argument("--tick", type=count, metavar="N", help="tick to look at; default: the last")
        report.declare(parser)
        parser.add_argument("--json", action="store_true", help="write JSON")

    def run(self, args: argparse.Namespace) -> int:
        """Run the command; 2 where nobody of that name lives in the run, 1 where the run lacks what is asked for."""
        run = Replay(args.run_folder)
        payload = run.at(getattr(args, "tick", None))
        progress = Share("read")
        asked = Asked(run, payload, "", args, progress.looked)
        try:
            asked = asked._replace(who=asked.person(getattr(args, "agent", None)))
            answer = self.report.ask(asked)
        except ReportError as error:
            sys.stderr.write(f"{error}\n")
            return 2
        finally:
            progress.clear()
        made = self.report.save(asked, answer)
        if made is not None:
            return write_file(*made)
        write(self.report.json(answer), section_text(self.report.tell(asked, answer)), json=args.json)
        losses = list(self.report.losses(asked, answer))
        sys.stderr.writelines(f"{sentence}\n" for sentence in losses)
        return int(bool(losses))
