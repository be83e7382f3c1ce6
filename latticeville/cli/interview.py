"""`latticeville interview`: ask people questions at any tick of a run; the run is not changed."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from latticeville.cli import model_args as how
from latticeville.cli.output import write
from latticeville.cli.progress import Share
from latticeville.models.model_notice import RUN_OPTION, model_notice, uses_rules
from latticeville.models.spec import make_embedder
from latticeville.reports.arg_types import count, id_or_name
from latticeville.reports.interview.answers import answers_to_csv
from latticeville.reports.interview.interview import interview
from latticeville.reports.interview.questions import PAPER, QuestionnaireItem, read_questions
from latticeville.reports.interview.rows import interview_rows
from latticeville.reports.people import nobody, person
from latticeville.reports.plain_text import plain_text
from latticeville.runs.replay import Replay
from latticeville.sim.input_script import ScriptError
from latticeville.sim.state import State


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = (
        'example: latticeville interview runs/monday --agent ada --ask "What about the oak?"'
    )
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument(
        "--agent",
        action="append",
        type=id_or_name,
        metavar="ID",
        help="person to ask, by id or name; repeatable; default: everybody",
    )
    parser.add_argument(
        "--tick", type=count, metavar="N", help="tick at which to ask; default: the last"
    )
    parser.add_argument(
        "--ask", action="append", type=_question, metavar="TEXT", help="question; repeatable"
    )
    parser.add_argument(
        "--questions",
        type=Path,
        metavar="FILE",
        help=f"questionnaire in TOML, or “{PAPER}” for the built-in one",
    )
    parser.add_argument("--llm", metavar="SPEC", help="model that answers; default: the run's own")
    parser.add_argument("--embedder", metavar="SPEC", help="embedder; default: the run's own")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="write JSON, with prompts and replies")
    form.add_argument(
        "--csv", action="store_true", help="write CSV, one row per person and question"
    )
    how.add_arguments(parser, choose=False)


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where questions cannot be read, 2 where nobody is asked anything."""
    if not args.ask and args.questions is None:
        sys.stderr.write(
            "there is no question: give one with --ask, or a questionnaire with --questions\n"
        )
        return 2
    try:
        asked = _questions(args)
    except ScriptError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    replay = Replay(args.run_folder)
    state = replay.at(args.tick).state
    people = _people(state, args.agent)
    if people is None:
        return 2
    header = replay.segments[-1].header
    minds = how.thinking(args, args.llm or header.model, args.embedder or header.embedder)
    embedder = minds.embedder[1] or make_embedder(minds.embedder[0])
    _tell_of_rules(minds.spec, people)
    share = Share("asking")
    try:
        answers = interview(state, people, asked, minds.model, embedder, share.looked)
    finally:
        share.clear()
    if args.csv:
        sys.stdout.write(answers_to_csv(answers))
    else:
        write(answers, plain_text(interview_rows(answers)), json=args.json)
    return 0


def _tell_of_rules(model: str, people: Sequence[str]) -> None:
    """Say on stderr that built-in rules answer, where they do for everybody who is asked."""
    if all(uses_rules(model, who) for who in people):
        sys.stderr.write(f"{model_notice(model, RUN_OPTION, people[0])}\n")


def _questions(args: argparse.Namespace) -> list[QuestionnaireItem]:
    asked = [QuestionnaireItem(text) for text in args.ask or ()]
    return asked + (read_questions(args.questions) if args.questions else [])


def _people(state: State, words: Sequence[str] | None) -> list[str] | None:
    """Return who is asked, else everybody; None where nobody is called so, which is told."""
    people: list[str] = []
    for word in words or sorted(state.minds):
        who = person(state, word)
        if who is None:
            sys.stderr.write(nobody(state.minds, word))
            return None
        if words and 0 < state.tick_of_death(who) < state.tick:
            died = f"{state.world.name_of(who)} died at tick {state.tick_of_death(who)}"
            sys.stderr.write(f"{died}: ask them at that tick or before, with --tick\n")
            return None
        people.append(who)
    return [who for who in people if words or not state.tick_of_death(who)]


def _question(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("the question is empty: write what you want to know")
    return text
