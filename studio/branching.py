"""Branches: how the open run forks, how one goes from branch to branch, and how two are compared."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from latticeville.sim.inputs import SimulatorInput
from studio import locations
from studio.tapes import Going, Tape
from studio.widgets.pick import Option, Pick
from studio.workbench import Workbenches

if TYPE_CHECKING:
    from latticeville.db.recording import RecordedRun
    from latticeville.lab.fork import Otherwise

WAYS: tuple[tuple[str, str, str], ...] = (
    ("same", "As it was", "the very same, until you change something"),
    ("seed", "With another seed", "the dice fall otherwise"),
    ("reflection", "Without reflection", "nobody draws conclusions"),
    ("planning", "Without planning", "nobody plans"),
    ("memory", "Without memory", "nothing is recalled"),
)
"""How a run may go on from a tick, besides other ways to score memories."""


class Branching(Workbenches):
    """Opens branches of the open run."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.runs: list[Path] = []

    def switch(self, tape: Tape, tick: int) -> None:
        """Show another run in the place of the open one, at a tick."""
        raise NotImplementedError

    def action_fork(self) -> None:
        """Ask how a branch is to go on from the shown tick."""
        view = self.simulate.view if self.simulate else None
        if view is None:
            return
        if view.end == 0:
            self.say("Nothing has happened yet that a branch could share: one step first (.).")
            return
        from latticeville.mind.profiles import PROFILES  # noqa: PLC0415 - wanted seldom, and never for a first paint

        minds = view.payload.state.world.minds
        others = [
            Option(f"profile {name}", f"With memories scored as {name}") for name in PROFILES if name != minds.profile
        ]
        options = [Option(*way) for way in WAYS] + others
        tick = view.payload.tick
        self.push_screen(Pick(f"Fork at tick {tick}", options), lambda way: self._fork_so(tick, way) if way else None)

    def _fork_so(self, tick: int, way: str) -> None:
        from latticeville.lab.fork import Otherwise  # noqa: PLC0415 - as above

        view = self.simulate.view if self.simulate else None
        seed = view.payload.state.seed + 1 if view and way == "seed" else None
        sort, _, name = way.partition(" ")
        profile = name if sort == "profile" else None
        without = (way,) if way in ("reflection", "planning", "memory") else ()
        self.fork(tick, Otherwise(seed, None, profile, without))

    def fork(self, tick: int, otherwise: "Otherwise", item: SimulatorInput | None = None) -> None:
        """Go on from a tick in a branch, with an input at its beginning or without."""
        if self.session is None:
            return
        parent, name = self.session.tape.folder, self.session.tape.folder.parent.name
        self.say("Forking…")

        def make() -> "RecordedRun":
            from latticeville.db.replay import Replay  # noqa: PLC0415 - as above
            from latticeville.lab.fork import fork  # noqa: PLC0415 - as above
            from latticeville.llm.ready import shared_embedder, shared_model  # noqa: PLC0415 - as above

            run = fork(Replay(parent), tick, locations.new_run(name), otherwise, shared_model, shared_embedder)
            if item is not None:
                run.feed(item)
            return run

        self._make(
            make, tick, f"A branch from tick {tick}. B shows all branches, C compares it with where it came from."
        )

    def _make(self, make: Callable[[], "RecordedRun"], tick: int, said: str) -> None:
        """Make a run ready in a thread, and show it."""

        def work() -> None:
            from latticeville.db.lines import DamageError  # noqa: PLC0415 - as above
            from latticeville.lab.fork import ForkError  # noqa: PLC0415 - as above
            from latticeville.llm.model import ModelError  # noqa: PLC0415 - as above
            from latticeville.llm.spec import UnknownModelError  # noqa: PLC0415 - as above

            try:
                tape = Going(make())
            except (DamageError, ForkError, ModelError, UnknownModelError, OSError) as error:
                self.call_from_thread(self.say, f"No branch: {error}")
            else:
                self.call_from_thread(self._show, tape, tick, said)

        self.run_worker(work, thread=True, group="branch")

    def _show(self, tape: Tape, tick: int, said: str) -> None:
        if self.simulate is None:
            tape.close(empty=False)
            return
        self.switch(tape, tick)
        self.say(said)

    def action_branches(self) -> None:
        """Show the runs of this sitting as a tree, and go to another."""
        if self.session is None:
            return
        here, runs = self.session.tape.folder, list(self.runs)

        def work() -> None:
            from latticeville.db.lines import DamageError  # noqa: PLC0415 - as above
            from latticeville.lab.fork import family  # noqa: PLC0415 - as above

            try:
                twigs = family([one for one in runs if any(one.glob("segment-*.jsonl"))])
            except DamageError as error:
                self.call_from_thread(self.say, str(error))
                return
            depth: dict[str, int] = {}
            options = []
            for twig in twigs:
                depth[twig.folder] = depth.get(twig.parent, -1) + 1
                mark = "⑂ " if twig.parent else ""
                name = f"{'  ' * depth[twig.folder]}{mark}{Path(twig.folder).name}"
                shown = " · shown" if Path(twig.folder) == here else ""
                since = f"from tick {twig.at}, " if twig.parent else ""
                options.append(Option(twig.folder, name, f"{since}to tick {twig.last}{shown}"))
            self.call_from_thread(self._choose, options, here)

        self.run_worker(work, thread=True, group="branch")

    def _choose(self, options: list[Option], here: Path) -> None:
        self.push_screen(
            Pick("Branches", options), lambda key: self._go(Path(key)) if key and Path(key) != here else None
        )

    def _go(self, folder: Path) -> None:
        tick = self.simulate.view.payload.tick if self.simulate and self.simulate.view else 0

        def make() -> "RecordedRun":
            from latticeville.db.recording import RecordedRun  # noqa: PLC0415 - as above
            from latticeville.llm.ready import shared_embedder, shared_model  # noqa: PLC0415 - as above

            return RecordedRun.resume(folder, shared_model, shared_embedder)

        self._make(make, tick, f"{folder.name}, at the same tick.")

    def action_compare(self) -> None:
        """Compare the open run with the one that it goes on from, or with another of this sitting."""
        if self.session is None:
            return
        here = self.session.tape.folder
        from latticeville.db.branch import branch_of, found  # noqa: PLC0415 - as above

        own = branch_of(here)
        if own is not None:
            self._compare(found(here, own), here)
            return
        others = [Option(str(one), one.name) for one in self.runs if one != here]
        if not others:
            self.say("There is nothing to compare with yet: f forks this run.")
            return
        self.push_screen(Pick("Compare with", others), lambda key: self._compare(here, Path(key)) if key else None)

    def _compare(self, one: Path, other: Path) -> None:
        self.say("Comparing…")

        def work() -> None:
            from latticeville.db.lines import DamageError  # noqa: PLC0415 - as above
            from latticeville.lab.diff import compare_all  # noqa: PLC0415 - as above

            try:
                whole = compare_all(one, other)
            except DamageError as error:
                self.call_from_thread(self.say, str(error))
                return
            from studio.screens.partings import Partings  # noqa: PLC0415 - as above

            self.call_from_thread(self.push_screen, Partings(one.name, other.name, whole))

        self.run_worker(work, thread=True, group="branch")
