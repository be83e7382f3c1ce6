"""Fork the open run, list earlier runs, and switch between runs."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from textual.app import App
from textual.css.query import NoMatches

from latticeville.sim.inputs import SimulatorInput
from latticeville.world.model.world import World
from studio.app import run_list
from studio.app.run_changes import RunChanges
from studio.app.runs import RunController
from studio.app.runs_dialog import RunsDialog
from studio.player.frame import PlaybackFrame
from studio.player.run_sources import PURPOSE, RunSource, earlier_run, new_branch, recorded_run
from studio.run.panes.timeline_pane import RunTrack
from studio.run.screen import SimulateScreen
from studio.storage import locations
from studio.task import Task
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.in_worker import Announce, in_worker
from studio.ui.task_runner import TaskRunner

if TYPE_CHECKING:
    from latticeville.models.embed import Embedder
    from latticeville.models.model import Model
    from latticeville.runs.fork import ForkChanges

T = TypeVar("T")
WITHOUT = (
    ("reflection", "people do not reflect"),
    ("planning", "people do not plan"),
    ("memory", "no memory is retrieved"),
    ("relations", "all are strangers to each other"),
)
"""What minds may be without in a branch, and what that means."""
DIGITS = 9
"""Most digits of a seed that is typed."""
UNFIT = (
    "{} was made with another version of this world and ends here. f forks it with that version."
)
"""Said where a run is not gone on with."""
ELSEWHERE = "It uses another version of the world: view or fork it (f); it cannot be edited."
"""Said of a run that is not of the world as it stands on the disk."""

WRITTEN = "It is being written by {}: view or fork it (f); it cannot be edited."
"""Said of a run that another program writes."""


class ForkChoice(NamedTuple):
    """How a branch may go on: how it is offered, what is otherwise in it, and how that is told."""

    option: Option
    otherwise: "ForkChanges"
    description: str = ""


class BranchController:
    """Opens branches of the open run, and runs of earlier sittings."""

    def __init__(
        self, app: App[None], say: Announce, tasks: TaskRunner, runs: RunController
    ) -> None:
        self.app, self.say = app, say
        self._tasks, self._runs = tasks, runs
        self._changes = RunChanges()
        self._made: set[Path] = set()
        self._edition = ""

    def clear(self) -> None:
        """Forget the runs of the world that was open."""
        self._made, self._edition = set(), ""

    @in_worker
    async def ask_fork(self) -> None:
        """Ask how a branch is to go on from the shown tick, and make it."""
        frame = self._runs.frame
        if frame is None:
            return
        if frame.end == 0:
            self.say("There is nothing to fork yet: step once first (.).")
            return
        from latticeville.runs.fork import ForkChanges

        tick = frame.payload.tick
        choices = {one.option.key: one for one in _choices(frame.payload.state.world.minds.profile)}
        pick = OptionDialog(f"Fork at tick {tick}", [one.option for one in choices.values()])
        key = await self.app.push_screen_wait(pick)
        if key == "seed":
            if typed := await self._ask_seed(frame):
                self.fork(tick, ForkChanges(seed=int(typed)), told=f"seed {int(typed)}")
        elif key:
            self.fork(tick, choices[key].otherwise, told=choices[key].description)

    async def _ask_seed(self, frame: PlaybackFrame) -> str | None:
        """Ask which seed a branch is to have; the next one is offered."""
        from studio.ui.dialogs.validated_input import ValidatedInput

        seed = frame.payload.state.seed

        def wrong(text: str) -> str:
            if not text.isdecimal() or len(text) > DIGITS:
                return f"type a whole number of at most {DIGITS} digits"
            return f"{seed} is this run's own seed" if int(text) == seed else ""

        title = f"Fork at tick {frame.payload.tick}: seed"
        return await self.app.push_screen_wait(
            ValidatedInput(title, f"The seed of this run is {seed}.", str(seed + 1), wrong)
        )

    def branch_with_input(self, tick: int, item: SimulatorInput) -> None:
        """Let something happen after a tick of the past: in a branch, which shares what came
        before."""
        from latticeville.runs.fork import ForkChanges

        self.fork(tick, ForkChanges(), item)

    def fork(
        self,
        tick: int,
        otherwise: "ForkChanges",
        item: SimulatorInput | None = None,
        told: str = "",
    ) -> None:
        """Go on from a tick in a branch, with an input at its beginning or without; `told` says
        what is otherwise."""
        player = self._runs.player
        if player is None:
            return
        parent = player.source.folder
        task = Task("Forking", "Fork cancelled.")

        def make() -> RunSource:
            from latticeville.models.cache_registry import shared_embedder, shared_model
            from latticeville.runs.fork import discard_branch, fork
            from latticeville.runs.replay import Replay

            def model(spec: str) -> "Model":
                return self._loaded(task, spec, shared_model)

            def embedder(spec: str) -> "Embedder | None":
                return self._loaded(task, spec, shared_embedder)

            folder = locations.new_branch(parent)
            try:
                inputs = () if item is None else (item,)
                run = fork(
                    Replay(parent),
                    tick,
                    folder,
                    otherwise,
                    model,
                    embedder,
                    task.report_progress,
                    inputs,
                    purpose=PURPOSE,
                )
            except BaseException:
                discard_branch(folder)
                raise
            return new_branch(run)

        said = (
            f"New branch from tick {tick}{f': {told}' if told else ''}. B: all branches, d: "
            "compare."
        )
        self._make(task, make, tick, said, "Cannot fork")

    def _loaded(self, task: Task, spec: str, load: Callable[[str], T]) -> T:
        """Load a model or an embedder, which nobody knows the length of, and go on forking unless
        it is to end."""
        task.begin(f"Loading {spec}")
        loaded = load(spec)
        task.begin("Forking")
        return loaded

    def _make(
        self, task: Task, make: Callable[[], RunSource], tick: int | None, said: str, refused: str
    ) -> None:
        """Make a run ready in a thread, and show it at a tick, or at its newest, unless the world
        was left.

        `refused` begins the sentence on why it cannot be had.
        """
        simulate = self._runs.simulate

        def do() -> None:
            from latticeville.models.model import ModelError
            from latticeville.models.spec import UnknownModelError
            from latticeville.runs.fork import ForkError
            from latticeville.runs.lines import DamageError

            try:
                source = make()
            except (DamageError, ForkError, ModelError, UnknownModelError, OSError) as error:
                told = f"{refused}: {error}"
                self.app.call_from_thread(self._tasks.complete, task, lambda: self.say(told))
            else:
                self.app.call_from_thread(self._show, task, source, tick, said, simulate)

        self._tasks.begin(task, do, "branch")

    def _show(
        self,
        task: Task,
        source: RunSource,
        tick: int | None,
        said: str,
        simulate: SimulateScreen | None,
    ) -> None:
        """Show a run that was made ready; one that nobody wants any more is let go, and a branch
        leaves nothing."""
        self._tasks.end(task)
        if task.stopped or simulate is None or self._runs.simulate is not simulate:
            source.discard()
            return
        last = tick or 0 if source.fresh else source.last
        if source.fresh:
            self._made.add(source.folder)
        self._runs.switch(source, last if tick is None else min(tick, last))
        if tick is not None and tick > last:
            said = f"{source.folder.name} has no tick {tick}; showing its newest."
        self.say(f"{said} {_editing_warning(source)}".rstrip())
        self._lay_tracks()

    def go_at_shown_tick(self, folder: Path) -> None:
        """Show a run at the tick that is shown of the open one."""
        frame = self._runs.frame
        self.open_run(folder, frame.payload.tick if frame else None)

    @in_worker
    async def _lay_tracks(self) -> None:
        """Show on the timeline the runs that began as the open one did."""
        trees = await self.read_trees()
        own = trees.own if trees else None
        if trees is None or own is None or self._runs.simulate is None:
            return
        tracks = [
            RunTrack(one.folder, one.name, one.at, one.last, one.cause)
            for one in trees.by_folder.values()
            if one.root == own.root and not one.trouble
        ]
        with suppress(NoMatches):  # what was read may still come while screens are taken down
            self._runs.simulate.show_tracks(tracks, own.folder)

    def show_requested_run(self, world: World, wanted: Path | None) -> None:
        """Show the earlier run that was asked for with the world, or say that there is one."""
        self._edition = world.digest
        if wanted is not None:
            self.show_run(wanted)
            return
        player = self._runs.player
        here = player.source.folder if player else Path()
        self._made.add(here)

        def work() -> None:
            if player is not None:
                player.painted.wait()
            before = run_list.kept_runs(here.parent, but=(here,))
            newest = max(
                (one for one in before if not one.trouble),
                key=lambda one: one.changed,
                default=None,
            )
            if newest is not None:
                told = (
                    f"Last run: {newest.name}, {run_list.format_when(newest.changed)}, tick "
                    f"{newest.last}. B: open it."
                )
                self.app.call_from_thread(partial(self.say, told, gently=True))

        self.app.run_worker(work, thread=True, group="earlier")

    def show_run(self, folder: Path) -> None:
        """Show a run that lies on the disk, at its newest tick."""
        self.open_run(folder, None)

    @in_worker
    async def ask_run(self) -> None:
        """Show the runs of this world, those of earlier sittings too, as trees, and go to
        another."""
        trees = await self.read_trees()
        if trees is None:
            return
        pick = RunsDialog(trees, self._changes, self.read_trees)
        key = await self.app.push_screen_wait(pick)
        trees = pick.trees
        if pick.has_changed:
            self._lay_tracks()
        if not key or Path(key) == trees.here:
            return
        one, own = trees.by_folder[key], trees.own
        if own is not None and own.root == one.root:
            self.go_at_shown_tick(Path(key))
        else:
            self.open_run(Path(key), None)

    async def read_trees(self) -> run_list.RunTrees | None:
        """Read what runs of this world there are; None where there is none, or another one was
        opened meanwhile."""
        player = self._runs.player
        if player is None:
            return None
        trees = await asyncio.to_thread(_read, player.source.folder, tuple(self._runs.sitting))
        player = self._runs.player
        return trees if player is not None and player.source.folder == trees.here else None

    def open_run(self, folder: Path, tick: int | None, said: str = "") -> None:
        """Show a run that lies on the disk, at a tick or at its newest."""
        edition, own = self._edition, folder in self._made
        said = said or (
            f"{folder.name} at its newest tick."
            if tick is None
            else f"{folder.name} at the same tick."
        )

        def make() -> RunSource:
            from latticeville.runs.run_summaries import summarize_run

            if not locations.is_kept(folder):
                return recorded_run(folder)
            locations.mark_used(folder)
            lived = summarize_run(folder).worlds
            fits = own or not edition or any(edition.startswith(one) for one in lived)
            return earlier_run(folder, "" if fits else UNFIT.format(folder.name))

        self._make(
            Task("Opening", "Cancelled; the open run stays."), make, tick, said, "Cannot open"
        )


def _editing_warning(source: RunSource) -> str:
    """Say why a run can be looked at and forked only, or nothing."""
    if not locations.is_kept(source.folder):
        return ""
    if source.ending:
        return ELSEWHERE
    return WRITTEN.format(source.writer) if source.writer else ""


def _choices(profile: str) -> list[ForkChoice]:
    """Return how a branch of a run of this profile may go on; which seed it is to have is asked
    besides."""
    from latticeville.mind.retrieval.profiles import PROFILES
    from latticeville.runs.fork import ForkChanges

    choices = [
        ForkChoice(
            Option("same", "Unchanged", "identical until you change something"), ForkChanges()
        ),
        ForkChoice(Option("seed", "Another seed", "different random events"), ForkChanges()),
    ]
    for name, note in WITHOUT:
        option = Option(name, f"Without {name}", note)
        choices.append(ForkChoice(option, ForkChanges(without=(name,)), f"without {name}"))
    for name in PROFILES:
        if name != profile:
            told = f"retrieval profile {name}"
            choices.append(
                ForkChoice(
                    Option(f"profile {name}", f"With {told}"), ForkChanges(profile=name), told
                )
            )
    return choices


def _read(here: Path, sitting: Sequence[Path]) -> run_list.RunTrees:
    """Read what lies on the disk of the runs of this sitting, and of those beside them."""
    from latticeville.runs.run_summaries import forest, summarize_run

    read = map(summarize_run, filter(locations.has_log, sitting))
    own = [one for one in read if not one.trouble or Path(one.folder).is_dir()]
    kept = (
        run_list.kept_runs(here.parent, but=sitting)
        if locations.is_kept(here)
        else run_list.neighbouring_runs(here, but=sitting)
    )
    return run_list.RunTrees(here, forest([*own, *kept]))
