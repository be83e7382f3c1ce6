"""`latticeville study plan|run FILE`: what a study costs, and its runs, tables, figure and page."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from latticeville.cli.output import write
from latticeville.cli.progress import Share
from latticeville.core.file_lock import FileLock, LockedError
from latticeville.core.process_pool import cores
from latticeville.reports.arg_types import count, count_from_one
from latticeville.studies.design import Design, make_design, with_words
from latticeville.studies.driver import Driver
from latticeville.studies.local_pool import LocalPool, SameProcess, TaskExecutor
from latticeville.studies.measurement import Measures, measures_of_study
from latticeville.studies.outcome import study_outcome
from latticeville.studies.plan import StudyPlan, make_plan
from latticeville.studies.ray_pool import LOCAL, OPENS, SCHEME, RayPool
from latticeville.studies.run_task import PURPOSE, RunRow
from latticeville.studies.study_file import SUFFIX, StudyError, open_study
from latticeville.studies.study_folder import StudyFolder, known_rows, names_of_done
from latticeville.studies.study_tables import write_outcome
from latticeville.studies.tasks import RunTask, make_tasks

INTERRUPTED = 130
STUDIES = Path("studies")
"""Where studies lie that are given no folder."""
LISTED = 40
"""Configurations that a plan lists as text; `--json` has all."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.epilog = (
        "example: latticeville study run party.study.toml seed=1..20 profile=village,paper · both "
        "ends of a range are included"
    )
    parser.add_argument("what", choices=("plan", "run"), help="tell what it costs, or run it")
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help=f"NAME{SUFFIX}, or a shipped study: party, mayor, coordination",
    )
    parser.add_argument(
        "words",
        nargs="*",
        default=None,
        metavar="KEY=VALUES",
        help="what varies instead or besides, such as seed=1..20 or profile=village,paper",
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="folder of the study; default: studies/NAME"
    )
    parser.add_argument(
        "--workers",
        type=count_from_one,
        metavar="N",
        help="processes that run at once; default: one for each core",
    )
    parser.add_argument(
        "--max-runs", type=count, metavar="N", help="refuse a study of more runs than that"
    )
    parser.add_argument(
        "--max-seconds", type=count, metavar="S", help="refuse one that takes more seconds"
    )
    parser.add_argument(
        "--max-tokens", type=count, metavar="N", help="refuse one that takes more tokens"
    )
    parser.add_argument(
        "--on",
        metavar="WHERE",
        default="local",
        help="where runs are made: local, ray (a cluster on this machine) or ray://HOST:PORT",
    )
    parser.add_argument(
        "--yes", action="store_true", help="yes, Ray may listen on every network interface"
    )
    parser.add_argument("--retry", action="store_true", help="run again what failed before")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where a cap refuses or a run fails, 2 where the study is wrong."""
    if fault := _check_place(args):
        sys.stderr.write(fault)
        return 2
    try:
        design, measures = _read(args)
    except StudyError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    tasks = make_tasks(design.configurations, measures)
    root = args.out or STUDIES / args.file.name.removesuffix(SUFFIX).removesuffix(".toml")
    refusal = _refuse_many(args, tasks)
    if not refusal and (args.what == "plan" or (args.max_seconds, args.max_tokens) != (None, None)):
        done = names_of_done(known_rows(root, tasks).values())
        plan = make_plan(design, measures, tasks, done, _workers(args))
        if args.what == "plan":
            write(plan, _plan_lines(plan, args), json=args.json)
        refusal = _refuse_costly(args, plan)
    sys.stderr.write(refusal)
    if refusal or args.what == "plan":
        return int(bool(refusal))
    return _run(args, design, measures, tasks, root)


def _read(args: argparse.Namespace) -> tuple[Design, Measures]:
    text, study = open_study(args.file)
    design = make_design(text, with_words(study, args.words or ()))
    return design, measures_of_study(text, design.study, design.configurations[0].world)


def _workers(args: argparse.Namespace) -> int:
    return args.workers or cores()


def _refuse_many(args: argparse.Namespace, tasks: Sequence[RunTask]) -> str:
    if args.max_runs is None or len(tasks) <= args.max_runs:
        return ""
    return f"refused: {len(tasks)} runs, and --max-runs is {args.max_runs}\n"


def _refuse_costly(args: argparse.Namespace, plan: StudyPlan) -> str:
    caps = (
        ("--max-seconds", args.max_seconds, plan.seconds, "seconds"),
        ("--max-tokens", args.max_tokens, plan.tokens, "tokens"),
    )
    for option, most, found, unit in caps:
        if most is not None and found > most:
            return f"refused: about {found:,.0f} {unit}, and {option} is {most:,}\n"
    return ""


def _plan_lines(plan: StudyPlan, args: argparse.Namespace) -> Iterator[str]:
    yield f"{'condition':32} {'seed':>11} {'shared':>7} {'ticks':>7} {'seconds':>8} {'tokens':>10}"
    for one in plan.runs[:LISTED]:
        there = "  there already" if one.is_done else ""
        yield (
            f"{one.condition[:32]:32} {one.seed:>11} {one.shared:>7} {one.ticks:>7} "
            f"{one.seconds:>8.1f} {one.tokens:>10,}{there}"
        )
    if len(plan.runs) > LISTED:
        yield f"… and {len(plan.runs) - LISTED} more; --json lists all"
    if plan.prefixes:
        ticks = sum(one.ticks for one in plan.prefixes)
        seconds = sum(one.seconds for one in plan.prefixes)
        yield f"{len(plan.prefixes)} shared beginnings: {ticks:,} ticks, {seconds:.1f} seconds"
    done = sum(one.is_done for one in plan.runs)
    yield (
        f"{len(plan.runs)} runs, {done} of them there already; left: {plan.ticks:,} ticks, "
        f"{plan.tokens:,} tokens, {plan.seconds:.0f} seconds of a processor, about "
        f"{plan.clock:.0f} seconds with {_workers(args)} workers"
    )
    if plan.asks_a_model:
        yield "Seconds are those of this program; those of the model come on top. Tokens are estimates."


def _run(
    args: argparse.Namespace,
    design: Design,
    measures: Measures,
    tasks: Sequence[RunTask],
    root: Path,
) -> int:
    """Run what is left, and write the tables; what is there counts without being run again."""
    folder = StudyFolder(root)
    try:
        lock = FileLock(root / ".lock", PURPOSE)
    except LockedError as error:
        sys.stderr.write(f"{root}: {error.holder} runs this study\n")
        return 1
    with lock:
        rows: dict[str, RunRow] = {}
        code = _drive(args, folder, tasks, rows)
        outcome = study_outcome(design, measures, rows)
        write_outcome(root, design, measures, outcome)
    failed = outcome.count("failed") + outcome.count("aborted")
    told = f"{outcome.count('succeeded')} of {len(outcome.rows)} runs succeeded"
    write(outcome, [f"{told}: {root / 'study.md'}"], json=args.json)
    return code or int(failed > 0)


def _check_place(args: argparse.Namespace) -> str:
    """Return why runs cannot be made where they are to be; "" where they can."""
    if args.on == "local":
        return ""
    if args.on != LOCAL and not (args.on.startswith(SCHEME) and args.on != SCHEME):
        return f"“{args.on[:80]}” is no place: write --on local, --on ray or --on ray://HOST:PORT\n"
    if args.on == LOCAL and not args.yes:
        return f"{OPENS}.\n    fix: add --yes if that is right, or leave out --on ray\n"
    return ""


def _executor(args: argparse.Namespace) -> TaskExecutor:
    if args.on == "local":
        return SameProcess() if _workers(args) == 1 else LocalPool(_workers(args))
    sys.stderr.write(f"{OPENS}.\n" if args.on == LOCAL else f"runs are made on {args.on}\n")
    return RayPool(args.on, _workers(args))


def _drive(
    args: argparse.Namespace, folder: StudyFolder, tasks: Sequence[RunTask], rows: dict[str, RunRow]
) -> int:
    share, known = Share("running"), len(tasks)
    done = 0

    def tell(row: RunRow) -> None:
        nonlocal done
        done += 1
        share.looked(done, known)
        if row.error:
            share.clear()
            sys.stderr.write(f"{row.name}: {row.status}: {row.error}\n")

    driver = Driver(folder, tasks, tell, retry=args.retry)
    known -= len(driver.rows)
    executor = _executor(args)
    try:
        driver.run(executor)
    except KeyboardInterrupt:
        sys.stderr.write("interrupted; the same command goes on with what is left\n")
        return INTERRUPTED
    finally:
        executor.close()
        share.clear()
        rows |= driver.rows
    return 0
