"""Commands of the trial: verbs, waits, start conditions, and saving it as a test."""

from latticeville.world.analysis.traces import record_trace
from studio.objects.model import LAST
from studio.objects.panes.trial_pane import TrialRequest
from studio.objects.trial_session import STAGE_HELP, TrialSession, parse_stage
from studio.objects.workbench import ObjectsWorkbench
from studio.project.documents.project import THINGS
from studio.project.documents.references import tables_at
from studio.project.edits.edit import EditRefusedError
from studio.project.edits.values import InsertValue
from studio.ui.dialogs.text_dialog import TextPrompt
from studio.ui.dialogs.validated_input import ValidatedInput

LONGEST = 7 * 24 * 60
"""Most minutes that one wait of a trial lasts."""


def press(bench: ObjectsWorkbench, verb: str) -> None:
    """Do a verb to the thing."""
    if bench.presenter.trial is not None:
        bench.presenter.trial.move(verb)
        bench.presenter.show_trial()


async def answer(bench: ObjectsWorkbench, request: TrialRequest) -> None:
    """Do what else is wanted of the trial."""
    trial = bench.presenter.trial
    if trial is None:
        return
    match request:
        case TrialRequest.UNDO:
            trial.undo()
        case TrialRequest.RESTART:
            trial.restart()
        case TrialRequest.WAIT:
            await _wait(bench, trial)
        case TrialRequest.STAGE:
            await _begin(bench, trial)
        case TrialRequest.SAVE:
            await _save(bench, trial)
    bench.presenter.show_trial()


def replay(bench: ObjectsWorkbench, name: str) -> None:
    """Do a saved test of the kind again, in the trial."""
    trial, machine = bench.presenter.trial, bench.presenter.machine
    kind = machine.id if machine else ""
    tests = enumerate(tables_at(bench.project.data(THINGS), "tests"), start=1)
    named = [one for place, one in tests if one.get("name", str(place)) == name]
    found = next((one for one in named if one.get("kind") == kind), None)
    if trial is None or found is None:
        bench.tell("This test cannot run: fix the kind first.")
        return
    try:
        trial.replay(found)
    except EditRefusedError as refused:
        bench.tell(f"This test cannot start: {refused}.")
        return
    bench.presenter.show_trial()
    bench.focus_pane("trial")


async def _wait(bench: ObjectsWorkbench, trial: TrialSession) -> None:
    def wrong(typed: str) -> str:
        fine = typed.isdigit() and 1 <= int(typed) <= LONGEST
        return "" if fine else f"type a number of minutes from 1 to {LONGEST}"

    help = "Minutes; the default is the time to the next possible event."  # noqa: A001
    ask = ValidatedInput("Let time pass", help, f"{trial.suggest_wait()}", wrong)
    if typed := await bench.app.push_screen_wait(ask):
        trial.move(int(typed))


async def _begin(bench: ObjectsWorkbench, trial: TrialSession) -> None:
    def wrong(typed: str) -> str:
        try:
            parse_stage(trial.kind, typed)
        except EditRefusedError as refused:
            return str(refused)
        return ""

    ask = ValidatedInput("Start conditions, comma-separated", STAGE_HELP, trial.stage, wrong)
    typed = await bench.app.push_screen_wait(ask)
    if typed is not None:
        trial.begin(typed)


async def _save(bench: ObjectsWorkbench, trial: TrialSession) -> None:
    """Ask for a name, and keep the moves as a test of the kind."""
    if not trial.moves:
        bench.tell("Use a verb or let time pass first; the test records the moves.")
        return
    ask = TextPrompt("Name of the test", "such as without water it refuses")
    name = await bench.app.push_screen_wait(ask)
    if not name:
        return
    table = record_trace(trial.first, trial.moves, name)
    if bench.do(InsertValue(THINGS, ("tests", LAST), table)):
        bench.tell(f"Saved test “{name}” of {trial.kind.id}; every check runs it.")
