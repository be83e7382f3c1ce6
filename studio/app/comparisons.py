"""Choose two runs to compare, and go from a comparison or an answer to its place and back."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textual.app import App

from studio.app import run_list
from studio.app.branches import BranchController
from studio.app.runs import RunController
from studio.player.orders import GoTo
from studio.player.run_sources import PURPOSE
from studio.run.panes.agent_pane import AgentPane
from studio.run.panes.run_context import LineTarget
from studio.storage import locations
from studio.task import Task
from studio.ui.dialogs.option_dialog import OptionDialog
from studio.ui.in_worker import Announce, in_worker
from studio.ui.task_runner import TaskRunner

if TYPE_CHECKING:
    from collections.abc import Callable

    from latticeville.runs.run_summaries import RunSummary
    from studio.run.comparison_screen import ComparisonChoice, ComparisonPlace, ComparisonScreen


def repeat_unacted(parent: Path, folder: Path, task: Task) -> str:
    """Make a branch of a run up to its last tick, with all inputs but those of acting; return why
    it cannot be made, or ""."""
    from latticeville.models.cache_registry import shared_embedder, shared_model
    from latticeville.models.model import ModelError
    from latticeville.models.spec import UnknownModelError
    from latticeville.runs.fork import ForkChanges, ForkError, discard_branch, fork, unacted_inputs
    from latticeville.runs.lines import DamageError
    from latticeville.runs.replay import Replay
    from latticeville.sim.inputs import WorldReloaded

    try:
        replay = Replay(parent)
        unacted = unacted_inputs(replay)
        if unacted is None:
            return "You have acted as nobody in this run: a acts as the selected person."
        run = fork(
            replay,
            unacted.before,
            folder,
            ForkChanges(),
            shared_model,
            shared_embedder,
            task.report_progress,
            purpose=PURPOSE,
        )
    except (DamageError, ForkError, ModelError, UnknownModelError, OSError) as error:
        return f"Cannot repeat the run: {error}"
    try:
        for tick in range(unacted.before + 1, replay.last + 1):
            for item in unacted.inputs.get(tick, ()):
                named = replay.world(item.digest) if isinstance(item, WorldReloaded) else None
                run.feed(item, named)
            run.step()
            task.report_progress(tick - unacted.before, replay.last - unacted.before)
    except (DamageError, ModelError, OSError) as error:
        run.close()
        return f"Cannot repeat the run: {error}"
    except BaseException:
        run.close()
        discard_branch(folder)
        raise
    run.close()
    return ""


class OpenComparison(NamedTuple):
    """A comparison that can be shown again: `make` makes its screen, `runs` are the folders and
    last ticks of both."""

    make: "Callable[[int, ComparisonPlace], ComparisonScreen]"
    runs: tuple[tuple[str, int], tuple[str, int]]


class ComparisonController:
    """Compares the open run with its relatives."""

    def __init__(
        self,
        app: App[None],
        say: Announce,
        tasks: TaskRunner,
        runs: RunController,
        branches: BranchController,
    ) -> None:
        self.app, self.say = app, say
        self._tasks, self._runs, self._branches = tasks, runs, branches
        self._back: tuple[OpenComparison, ComparisonPlace] | None = None

    @in_worker
    async def ask_comparison(self) -> None:
        """Compare the open run with one that it is related to."""
        trees = await self._branches.read_trees()
        if trees is None:
            return
        own, others = trees.own, trees.relatives
        if own is not None and self._returned(trees.by_folder, own):
            return
        if own is None or not others:
            self.say("There is no run to compare with yet. f forks this run.")
        elif len(others) == 1:
            self._compare(others[0], own)
        else:
            options = run_list.format_forest([(0, one) for one in others], trees.here)
            key = await self.app.push_screen_wait(
                OptionDialog(f"Compare {own.name} with", options, wide=True)
            )
            if key:
                self._compare(trees.by_folder[key], own)

    @in_worker
    async def compare_unacted(self) -> None:
        """Repeat the open run without what was acted in it, and compare both."""
        trees, player = await self._branches.read_trees(), self._runs.player
        own = trees.own if trees else None
        if own is None or player is None:
            self.say("There is nothing to compare yet: a acts as the selected person.")
            return
        task = Task("Repeating without you", "Comparison cancelled.")
        parent, folder = player.source.folder, locations.new_branch(player.source.folder)

        def do() -> None:

            told = repeat_unacted(parent, folder, task)
            self.app.call_from_thread(
                self._tasks.complete, task, lambda: self._compare_repeated(told, folder)
            )

        self._tasks.begin(task, do, "branch")

    @in_worker
    async def _compare_repeated(self, trouble: str, folder: Path) -> None:
        """Compare the open run with its repetition; say what is in the way of that."""
        trees = None if trouble else await self._branches.read_trees()
        if trees is None or trees.own is None or str(folder) not in trees.by_folder:
            self.say(trouble or "The runs cannot be read.")
            return
        self._compare(trees.by_folder[str(folder)], trees.own)

    def compare_folders(self, one: Path, other: Path) -> None:
        """Compare the runs in two folders."""
        from latticeville.runs.run_summaries import summarize_run

        self._compare(summarize_run(one), summarize_run(other))

    def _compare(self, one: "RunSummary", other: "RunSummary") -> None:
        """Compare two runs; the one that the other goes on from stands first."""
        if one.parent and Path(one.parent) == Path(other.folder):
            one, other = other, one
        fresh = next((each for each in (other, one) if each.parent and each.last <= each.at), None)
        if fresh is not None:
            self.say(
                f"{fresh.name} has no tick after the fork at {fresh.at} yet: run it (space or .), "
                "then press d."
            )
            return
        names, task = (one.name, other.name), Task("Comparing", "Comparison cancelled.")

        def do() -> None:
            from latticeville.reports.diff.compare import compare_all
            from latticeville.runs.lines import DamageError

            try:
                whole = compare_all(
                    Path(one.folder), Path(other.folder), task.report_progress, names
                )
            except DamageError as error:
                told = str(error)
                self.app.call_from_thread(self._tasks.complete, task, lambda: self.say(told))
                return
            from studio.run.comparison_screen import ComparisonPlace, ComparisonScreen

            origins = ((each.name, run_list.describe_origin(each)) for each in (one, other))
            about = " and ".join(f"{name} ({since})" if since else name for name, since in origins)
            ends = (one.last, other.last)

            def make(here: int, at: ComparisonPlace) -> ComparisonScreen:
                folders = Path(one.folder), Path(other.folder)
                return ComparisonScreen(names, whole, about, ends, here, at, folders)

            sides = OpenComparison(make, ((one.folder, one.last), (other.folder, other.last)))
            self.app.call_from_thread(
                self._tasks.complete, task, lambda: self._compared(sides, ComparisonPlace())
            )

        self._tasks.begin(task, do, "branch")

    @in_worker
    async def _compared(self, sides: "OpenComparison", at: "ComparisonPlace") -> None:
        """Show a comparison; then go where a line of it leads."""
        here = self._runs.player.source.folder if self._runs.player else Path()
        screen = sides.make(int(Path(sides.runs[0][0]) != here), at)
        chosen = await self.app.push_screen_wait(screen)
        if chosen is not None:
            self._back = sides, screen.at
            self._go_to(Path(sides.runs[chosen.side][0]), chosen)

    def _go_to(self, folder: Path, chosen: "ComparisonChoice") -> None:
        """Show a tick of a run, and what a comparison told of, in the pane that shows it."""
        target = chosen.target
        key, told = target.keys[chosen.side], target.sides[chosen.side]
        spot = LineTarget(folder, target.tick, target.what, key, told)
        lacks = " (not in this run)" if not key and any(target.keys) else ""
        said = f"{folder.name}, tick {target.tick}{lacks}. C: back to the comparison."
        self._lead(spot, target.who, chosen.pane, said)

    def show_memory(self, message: AgentPane.MemoryFollowed) -> None:
        """Show a memory that an answer rests on, where it is remembered."""
        spot = LineTarget(message.folder, message.tick, "memories", str(message.memory))
        said = f"{message.folder.name}, tick {message.tick}. backspace: back."
        self._lead(spot, message.who, "memory", said)

    def _lead(self, spot: LineTarget, who: str, pane: str, said: str) -> None:
        """Show a tick of a run, somebody there, and in a pane the line that is sought, if one
        is."""
        simulate, player = self._runs.simulate, self._runs.player
        if simulate is None or player is None:
            return
        simulate.push_mark()
        if who:
            simulate.select(who)
        if pane:
            simulate.focus_pane(pane)
            simulate.run_panes.seek_line(pane, spot)
        if spot.folder == player.source.folder:
            player.do(GoTo(spot.tick))
            self.say(said)
        else:
            self._branches.open_run(spot.folder, spot.tick, said)

    def _returned(self, known: "dict[str, RunSummary]", own: "RunSummary") -> bool:
        """Show the comparison again that one has just come from, if it is of the open run and still
        holds."""
        back, self._back = self._back, None
        if back is None or all(folder != own.folder for folder, _last in back[0].runs):
            return False
        if any(folder not in known or known[folder].last != last for folder, last in back[0].runs):
            return False
        self._compared(*back)
        return True
