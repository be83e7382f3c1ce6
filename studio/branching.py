"""Branches and earlier runs: how the open run forks, and how one goes from run to run."""

from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from textual.css.query import NoMatches

from latticeville.sim.inputs import SimulatorInput
from latticeville.world.pack import World
from studio import locations, runs
from studio.panes.timeline_pane import TimelinePane, Track
from studio.screens.simulate import Simulate
from studio.tapes import PURPOSE, Earlier, Going, Recorded, Tape
from studio.underway import Work
from studio.widgets.pick import Option, Pick
from studio.working import Working

if TYPE_CHECKING:
    from latticeville.lab.fork import Otherwise
    from latticeville.lab.runs import Left
    from latticeville.llm.embed import Embedder
    from latticeville.llm.model import Model

T = TypeVar("T")
WAYS: tuple[tuple[str, str, str], ...] = (
    ("same", "As it was", "the very same, until you change something"),
    ("seed", "With another seed", "the dice fall otherwise"),
    ("reflection", "Without reflection", "nobody draws conclusions"),
    ("planning", "Without planning", "nobody plans"),
    ("memory", "Without memory", "nothing is recalled"),
)
"""How a run may go on from a tick, besides other ways to score memories."""
DIGITS = 9
"""Most digits of a seed that is typed."""
UNFIT = "{} was made in another edition of this world, and ends here. f forks it, in its own edition."
"""Said where a run is not gone on with."""
ELSEWHERE = "It is of another edition of the world: look at it and fork it (f), but do not edit it."
"""Said of a run that is not of the world as it stands on the disk."""

WRITTEN = "It is being written by {}: look at it and fork it (f), but do not edit it."
"""Said of a run that another program writes."""


class Branching(Working):
    """Opens branches of the open run, and runs of earlier sittings."""

    wanted: Path | None = None
    """The run that is to be shown as soon as its world is open."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.runs: list[Path] = []
        self._made: set[Path] = set()
        self._edition = ""

    def forget_sitting(self) -> None:
        """Forget the runs of the world that was open."""
        self.runs, self._made, self._edition = [], set(), ""

    @abstractmethod
    def switch(self, tape: Tape, tick: int) -> None:
        """Show another run in the place of the open one, at a tick."""

    def action_fork(self) -> None:
        """Ask how a branch is to go on from the shown tick."""
        view = self.simulate.view if self.simulate else None
        if view is None:
            return
        if view.end == 0:
            self.say("Nothing has happened yet that a branch could share: one step first (.).")
            return
        from latticeville.mind.profiles import PROFILES

        minds = view.payload.state.world.minds
        others = [
            Option(f"profile {name}", f"With memories scored as {name}") for name in PROFILES if name != minds.profile
        ]
        options = [Option(*way) for way in WAYS] + others
        tick = view.payload.tick
        self.push_screen(Pick(f"Fork at tick {tick}", options), lambda way: self._fork_so(tick, way) if way else None)

    def _fork_so(self, tick: int, way: str) -> None:
        from latticeville.lab.fork import Otherwise

        if way == "seed":
            self._ask_seed(tick)
            return
        sort, _, name = way.partition(" ")
        profile = name if sort == "profile" else None
        without = (way,) if way in ("reflection", "planning", "memory") else ()
        told = f"without {way}" if without else f"memories scored as {name}" if profile else ""
        self.fork(tick, Otherwise(None, None, profile, without), told=told)

    def _ask_seed(self, tick: int) -> None:
        """Ask which seed a branch is to have; the next one is offered."""
        from latticeville.lab.fork import Otherwise
        from studio.widgets.fill import Fill

        view = self.simulate.view if self.simulate else None
        if view is None:
            return
        seed = view.payload.state.seed

        def wrong(text: str) -> str:
            if not text.isdecimal() or len(text) > DIGITS:
                return f"write a whole number of at most {DIGITS} digits"
            return f"{seed} is the seed that this run has already" if int(text) == seed else ""

        def chosen(text: str | None) -> None:
            if text:
                self.fork(tick, Otherwise(seed=int(text)), told=f"seed {int(text)}")

        ask = Fill(f"Fork at tick {tick} with which seed?", f"This run has seed {seed}.", str(seed + 1), wrong)
        self.push_screen(ask, chosen)

    def fork(self, tick: int, otherwise: "Otherwise", item: SimulatorInput | None = None, told: str = "") -> None:
        """Go on from a tick in a branch, with an input at its beginning or without; `told` says what is otherwise."""
        if self.session is None:
            return
        parent = self.session.tape.folder
        work = Work("Forking", "Stopped: nothing was forked.")

        def make() -> Tape:
            from latticeville.db.replay import Replay
            from latticeville.lab.fork import clear, fork
            from latticeville.llm.ready import shared_embedder, shared_model

            def model(spec: str) -> "Model":
                return self._loaded(work, spec, shared_model)

            def embedder(spec: str) -> "Embedder | None":
                return self._loaded(work, spec, shared_embedder)

            folder = locations.new_branch(parent)
            try:
                inputs = () if item is None else (item,)
                run = fork(
                    Replay(parent), tick, folder, otherwise, model, embedder, work.looked, inputs, purpose=PURPOSE
                )
            except BaseException:
                clear(folder)
                raise
            return Going(run)

        said = f"A branch from tick {tick}{f': {told}' if told else ''}. B shows all, C compares."
        self._make(work, make, tick, said)

    def _loaded(self, work: Work, spec: str, load: Callable[[str], T]) -> T:
        """Load a model or an embedder, which nobody knows the length of, and go on forking unless it is to end."""
        work.begin(f"Loading {spec}")
        loaded = load(spec)
        work.begin("Forking")
        return loaded

    def _make(self, work: Work, make: Callable[[], Tape], tick: int | None, said: str) -> None:
        """Make a run ready in a thread, and show it at a tick, or at its newest, unless the world was left."""
        simulate = self.simulate

        def do() -> None:
            from latticeville.db.lines import DamageError
            from latticeville.lab.fork import ForkError
            from latticeville.llm.model import ModelError
            from latticeville.llm.spec import UnknownModelError

            try:
                tape = make()
            except (DamageError, ForkError, ModelError, UnknownModelError, OSError) as error:
                told = f"This cannot be: {error}"
                self.call_from_thread(self.come_to, work, lambda: self.say(told))
            else:
                self.call_from_thread(self._show, work, tape, tick, said, simulate)

        self.begin_work(work, do, "branch")

    def _show(self, work: Work, tape: Tape, tick: int | None, said: str, simulate: Simulate | None) -> None:
        """Show a run that was made ready; one that nobody wants any more is let go, and a branch leaves nothing."""
        self.end_work(work)
        if work.stopped or self.simulate is None or self.simulate is not simulate:
            if isinstance(tape, Going):
                tape.discard()
            else:
                tape.close(empty=False)
            return
        last = tape.last if isinstance(tape, Earlier | Recorded) else tick or 0
        if isinstance(tape, Going):
            self._made.add(tape.folder)
        self.switch(tape, last if tick is None else min(tick, last))
        if tick is not None and tick > last:
            said = f"{tape.folder.name} has no tick {tick}: this is its newest."
        if isinstance(tape, Earlier) and (tape.ending or tape.writer):
            said = f"{said} {ELSEWHERE if tape.ending else WRITTEN.format(tape.writer)}"
        self.say(said)
        self._with_runs(self._lay_tracks)

    def on_timeline_pane_chosen(self, message: TimelinePane.Chosen) -> None:
        """Show the run of a track at the shown tick."""
        view = self.simulate.view if self.simulate else None
        self._go(Path(message.folder), view.payload.tick if view else None)

    def _lay_tracks(self, trees: "list[tuple[int, Left]]", here: Path) -> None:
        """Show on the timeline the runs that began as the open one did."""
        own = next((one for _, one in trees if one.folder == str(here)), None)
        if self.simulate is None or own is None:
            return
        tracks = [
            Track(one.folder, one.name, one.at, one.last, one.cause)
            for _, one in trees
            if one.root == own.root and not one.trouble
        ]
        with suppress(NoMatches):  # what was read may still come while screens are taken down
            self.simulate.lay_tracks(tracks, str(here))

    def arrived(self, world: World) -> None:
        """Show the earlier run that was asked for with the world, or say that there is one."""
        self._edition = world.digest
        wanted, self.wanted = self.wanted, None
        if wanted is not None:
            self.show_run(wanted)
            return
        session = self.session
        here = session.tape.folder if session else Path()
        self._made.add(here)

        def work() -> None:
            if session is not None:
                session.painted.wait()
            before = runs.left(here.parent, but=(here,))
            newest = max((one for one in before if not one.trouble), key=lambda one: one.changed, default=None)
            if newest is not None:
                told = f"{newest.name} of {runs.when(newest.changed)}, tick {newest.last}: B opens it."
                self.call_from_thread(self.say, told)

        self.run_worker(work, thread=True, group="earlier")

    def show_run(self, folder: Path) -> None:
        """Show a run that lies on the disk, at its newest tick."""
        self._go(folder, None)

    def action_branches(self) -> None:
        """Show the runs of this world, those of earlier sittings too, as trees, and go to another."""
        self._with_runs(self._choose)

    def _with_runs(self, then: "Callable[[list[tuple[int, Left]], Path], None]") -> None:
        """Read what runs of this world there are, in a thread, and go on with them as trees and with the open one."""
        if self.session is None:
            return
        here, sitting = self.session.tape.folder, list(self.runs)

        def work() -> None:
            from latticeville.lab.runs import forest, glance

            read = map(glance, filter(locations.begun, sitting))
            own = [one for one in read if not one.trouble or Path(one.folder).is_dir()]
            kept = runs.left(here.parent, but=sitting) if locations.is_kept(here) else runs.beside(here, but=sitting)
            self.call_from_thread(self._told_of, then, forest([*own, *kept]), here)

        self.run_worker(work, thread=True, group="branch")

    def _told_of(
        self, then: "Callable[[list[tuple[int, Left]], Path], None]", trees: "list[tuple[int, Left]]", here: Path
    ) -> None:
        """Go on with what was read, unless another run has been opened meanwhile."""
        if self.session is not None and self.session.tape.folder == here:
            then(trees, here)

    def _choose(self, trees: "list[tuple[int, Left]]", here: Path) -> None:
        known = {one.folder: one for _, one in trees}

        def go(key: str | None) -> None:
            if not key or Path(key) == here:
                return
            one, own = known[key], known.get(str(here))
            same = own is not None and own.root == one.root
            tick = self.simulate.view.payload.tick if same and self.simulate and self.simulate.view else None
            self._go(Path(key), tick)

        self.push_screen(Pick("Branches and earlier runs", runs.lines(trees, here), wide=True), go)

    def _go(self, folder: Path, tick: int | None, said: str = "") -> None:
        edition, own = self._edition, folder in self._made
        said = said or (f"{folder.name}, at its newest tick." if tick is None else f"{folder.name} at the same tick.")

        def make() -> Tape:
            from latticeville.lab.runs import glance

            if not locations.is_kept(folder):
                return Recorded(folder)
            locations.use(folder)
            lived = glance(folder).worlds
            fits = own or not edition or any(edition.startswith(one) for one in lived)
            return Earlier(folder, "" if fits else UNFIT.format(folder.name))

        self._make(Work("Opening", "Stopped: the run that was open stays."), make, tick, said)
