"""The command of a report: its arguments, and its answer as text, as JSON or as CSV."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from latticeville.cli import model_args
from latticeville.cli.output import (
    csv_as_parquet,
    encode_json,
    is_narrow,
    json_lines,
    record_lines,
    write,
    write_file,
    write_json,
)
from latticeville.cli.progress import Share
from latticeville.cli.store_args import add_store
from latticeville.cli.world_args import add_world
from latticeville.cli.worlds import read
from latticeville.models.spec import make_embedder
from latticeville.reports.arg_types import id_or_name, tick
from latticeville.reports.plain_text import section_text
from latticeville.reports.report import Asked, Report, ReportError
from latticeville.runs.foreign_run import answering_model
from latticeville.runs.lines import DamageError
from latticeville.runs.replay import Replay
from latticeville.sim.first_state import initial_state
from latticeville.sim.tick import TickPayload
from latticeville.tables.parquet_cache import NoTablesError, check_installed
from latticeville.world.shipped import find_world, missing_world

if TYPE_CHECKING:
    from latticeville.models.embed import Embedder
    from latticeville.models.model import Model


@dataclass(frozen=True)
class ReportCommand:
    """A command that asks a run what its report asks."""

    report: Report[Any]

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments."""
        report = self.report
        if report.example:
            parser.epilog = f"example: latticeville {report.example}"
        _add_subject(parser, report)
        if report.person:
            _add_person(parser, report)
        if report.at_tick:
            parser.add_argument(
                "--tick",
                type=tick,
                metavar="TICK",
                help="tick or time to look at, such as 90, 09:30 or 'Tue 09:30'; default: the last",
            )
        report.declare(parser)
        if report.tables:
            add_store(parser)
        if report.model:
            parser.add_argument("--llm", metavar="SPEC", help=report.model)
            model_args.add_arguments(parser, choose=False)
        if report.people_answer:
            own = "; default: the run's own"
            parser.add_argument("--llm", metavar="SPEC", help=f"model that answers{own}")
            parser.add_argument("--embedder", metavar="SPEC", help=f"embedder{own}")
            model_args.add_arguments(parser, choose=False)
        _add_forms(parser, report)

    def run(self, args: argparse.Namespace) -> int:
        """Run the command; 2 where the request or the file is wrong, 1 where the run lacks what is
        asked for."""
        report = self.report
        try:
            if report.catalog is not None and args.list:
                value, sections = report.catalog(args)
                write(value, section_text(sections), json=args.json)
                return 0
            asked = self.asked(args)
            if asked is None:
                return 1
            if getattr(args, "parquet", None):
                check_installed()
            with self.reading(asked) as read:
                if report.records is not None and (args.json or args.csv or args.parquet):
                    return self._write_records(read, report.records(read))
                return self._write_answer(read)
        except (ReportError, NoTablesError) as error:
            sys.stderr.write(f"{error}\n")
            return 2

    def asked(
        self, args: argparse.Namespace, open_run: Callable[[Path], Replay] = Replay
    ) -> Asked | None:
        """Return what is asked, None where a world has errors, which are told; ReportError where no
        run is named, nobody is meant, or a model is unknown."""
        report = self.report
        if report.subject == "world":
            asked = _ask_of_world(args)
            return asked and self._ask_of_person(asked, args)
        if report.subject == "runs":
            return _ask_of_runs(args)
        if args.run_folder is None:
            raise ReportError("name the folder of a run, or give --list")
        if report.model and (fault := model_args.optional_model_fault(args)):
            raise ReportError(f"latticeville {report.name}: {fault}")
        run = open_run(args.run_folder)
        payload = run.at(args.tick if report.at_tick else None)
        others = map(open_run, getattr(args, "other_runs", ()))
        asked = Asked((run, *others), payload, "", args)
        if report.model:
            asked = asked._replace(model=model_args.optional_model(args))
        if report.people_answer:
            asked = asked._replace(minds=partial(_minds, run, args))
        return self._ask_of_person(asked, args)

    @contextmanager
    def reading(self, asked: Asked) -> Iterator[Asked]:
        """Yield a question with the tables of the store that it names, while that is open;
        StoreError where it is behind the tick or has another run by the name."""
        address = asked.options.store if self.report.tables else None
        if address is None:
            yield asked
            return
        from latticeville.store.run_tables import read_store

        with read_store(address, asked.run, asked.payload.tick) as find:
            yield asked._replace(tables=find)

    def _ask_of_person(self, asked: Asked, args: argparse.Namespace) -> Asked:
        if self.report.person == "several":
            return asked._replace(people=tuple(map(asked.person, args.agent or ())))
        return asked._replace(who=asked.person(args.agent)) if self.report.person else asked

    def _write_answer(self, asked: Asked) -> int:
        report, progress = self.report, Share(self.report.progress)
        try:
            answer = report.ask(asked._replace(looked=progress.looked))
        finally:
            progress.clear()
        _tell(report.notes(asked, answer))
        code = 0
        if report.json_lines and asked.options.json:
            for value in report.json(answer):
                write_json(value)
        else:
            code = self._write(asked, answer)
        lost = _tell(report.losses(asked, answer))
        return code or int(lost or report.fails(answer))

    def _write(self, asked: Asked, answer: Any) -> int:  # noqa: ANN401 - what its report answers
        """Write an answer as a file of its own, or as text or JSON; the exit code."""
        report, options = self.report, asked.options
        made = report.save(asked, answer)
        if made is not None:
            return write_file(*made)
        if report.csv is not None and options.parquet:
            return write_file(options.parquet, csv_as_parquet(report.csv(answer)))
        if report.csv is not None and options.csv:
            sys.stdout.write(report.csv(answer))
            return 0
        return self._write_text(asked, answer)

    def _write_text(self, asked: Asked, answer: Any) -> int:  # noqa: ANN401 - what its report answers
        """Write an answer as text or JSON; the exit code."""
        report, options = self.report, asked.options
        text = (
            report.text(asked, answer) if report.text else section_text(report.tell(asked, answer))
        )
        if report.records is None and not report.out:
            write(report.json(answer), text, json=options.json)
            return 0
        if report.out and options.json:
            text = [encode_json(report.json(answer), only_ascii=not options.out and is_narrow())]
        return _write_lines((f"{line}\n" for line in text), options.out)

    def _write_records(self, asked: Asked, records: Iterable[Mapping[str, object]]) -> int:
        options = asked.options
        if options.parquet:
            return write_file(options.parquet, csv_as_parquet("".join(record_lines(records))))
        lines = (
            record_lines(records)
            if options.csv
            else json_lines(records, only_ascii=not options.out and is_narrow())
        )
        return _write_lines(lines, options.out)


def _add_subject(parser: argparse.ArgumentParser, report: Report[Any]) -> None:
    """Add the arguments that name what is asked."""
    if report.subject == "world":
        add_world(parser)
    elif report.subject == "runs":
        parser.add_argument("a", type=Path, metavar="A", help="folder of the first run")
        parser.add_argument("b", type=Path, metavar="B", help="folder of the second run")
    else:
        some = "?" if report.catalog else None
        parser.add_argument(
            "run_folder", metavar="RUN", type=Path, nargs=some, help="folder of the run"
        )
        if report.several:
            parser.add_argument(
                "other_runs",
                metavar="RUN",
                type=Path,
                nargs="*",
                help="folders of other runs, side by side with it",
            )


def _add_person(parser: argparse.ArgumentParser, report: Report[Any]) -> None:
    """Add the argument that names a person, or several."""
    if report.subject == "world":
        text = "id of a person of the world"
        parser.add_argument("agent", type=id_or_name, metavar="ID", help=text)
        return
    several = report.person == "several"
    text = "of whom, by id or name" + ("; repeatable" if several else "")
    parser.add_argument(
        "--agent",
        action="append" if several else "store",
        required=report.person == "required",
        type=id_or_name,
        metavar="ID",
        help=text if report.person == "required" else f"{text}; default: of everybody",
    )


def _add_forms(parser: argparse.ArgumentParser, report: Report[Any]) -> None:
    """Add the arguments that choose the form of the answer, and the file that takes it."""
    lines = ", one object per line" if report.records is not None else ""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=f"write JSON{lines}")
    if report.records is not None or report.csv is not None:
        form.add_argument("--csv", action="store_true", help="write CSV")
        text = "write the rows of --csv to this file, as Parquet"
        form.add_argument("--parquet", type=Path, metavar="FILE", help=text)
    if report.records is not None:
        parser.add_argument("--out", type=Path, metavar="FILE", help="write to this file")
    elif report.out:
        text = "write the text, or with --json the JSON, to a file"
        parser.add_argument("--out", type=Path, metavar="FILE", help=text)


def _minds(run: Replay, args: argparse.Namespace) -> "tuple[Model, Embedder]":
    """Return the model and the embedder that are named, or else those of a run."""
    header = run.segments[-1].header
    model = args.llm or answering_model(header.model)
    minds = model_args.thinking(args, model, args.embedder or header.embedder)
    return minds.model, minds.embedder[1] or make_embedder(minds.embedder[0])


def _ask_of_world(args: argparse.Namespace) -> Asked | None:
    """Return a world at its start; None where it has errors, ReportError where there is none."""
    folder = find_world(args.world)
    if not folder.is_dir():
        raise ReportError(f"latticeville {args.command}: {missing_world(args.world)}")
    world = read(folder)
    return None if world is None else Asked((), TickPayload(0, initial_state(world)), "", args)


def _ask_of_runs(args: argparse.Namespace) -> Asked:
    """Return two runs at the first tick; ReportError where one cannot be read."""
    try:
        runs = Replay(args.a), Replay(args.b)
        return Asked(runs, runs[0].at(runs[0].first), "", args)
    except DamageError as error:
        raise ReportError(str(error)) from error


def _tell(sentences: Iterable[str]) -> bool:
    """Write sentences to stderr, and tell whether there are any."""
    told = [f"{sentence}\n" for sentence in sentences]
    sys.stderr.writelines(told)
    return bool(told)


def _write_lines(lines: Iterable[str], out: Path | None) -> int:
    """Print lines, or write them into a file; the exit code."""
    if out is not None:
        return write_file(out, (text.encode() for text in lines))
    sys.stdout.writelines(lines)
    return 0
