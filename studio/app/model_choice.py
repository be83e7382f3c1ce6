"""Choose a model and an embedder: the list of what this machine has, each tried in a thread, and
what a choice does."""

from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from textual.app import App

from studio.app.runs import RunController
from studio.app.worlds import WorldLoader
from studio.project.world_access import OpenWorld
from studio.ui import settings
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.in_worker import Announce, in_worker

if TYPE_CHECKING:
    from latticeville.models.model_offers import ModelOffer
    from latticeville.models.model_trial import ModelTrial

NOW, LATER, WRITE = "now", "later", "write"
WAYS = (
    Option(NOW, "Begin a new run with it", "remembered for this world"),
    Option(LATER, "Use it from the next run on", "remembered for this world"),
    Option(WRITE, "Write it into world.toml", "used from the next run on"),
)
"""What can be done with a choice."""
LOOKING = Option("", "Looking for models…")


class ModelController:
    """Lists what can be had on this machine, tries it, and remembers what was chosen for the open
    world."""

    def __init__(
        self,
        app: App[None],
        say: Announce,
        world: OpenWorld,
        runs: RunController,
        worlds: WorldLoader,
    ) -> None:
        self.app, self.say = app, say
        self._world, self._runs, self._worlds = world, runs, worlds
        self._trials: dict[str, ModelTrial] = {}
        """What came of trials, by the key of the option; failures are tried again."""

    @in_worker
    async def ask(self) -> None:
        """Let one choose a model or an embedder, and what to do with it."""
        frame, player = self._runs.frame, self._runs.player
        if frame is None or player is None:
            self.say("Open a world first.")
            return
        people, used = (
            len(frame.payload.state.bodies),
            (player.source.model, player.source.embedder),
        )
        text = (
            f"In use: {used[0]} · embedder {used[1]}. Each is tried with small questions; esc "
            "stops that."
        )
        dialog, closed = (
            OptionDialog("Choose a model", [LOOKING], text=text, search=False, wide=True),
            Event(),
        )
        self.app.run_worker(
            lambda: self._try_all(dialog, people, closed), thread=True, group="models"
        )
        try:
            chosen = await self.app.push_screen_wait(dialog)
        finally:
            closed.set()
        kind, _, spec = (chosen or "").partition(" ")
        if spec and (
            way := await self.app.push_screen_wait(OptionDialog(spec, WAYS, search=False))
        ):
            self._use(kind, spec, way)

    def _try_all(self, dialog: OptionDialog, people: int, closed: Event) -> None:
        """Find what there is and try it, one after the other, in a thread, until the dialog is
        closed."""
        from latticeville.models.model import ModelError
        from latticeville.models.model_offers import find_offers
        from latticeville.models.model_trial import WORKS, try_in_time

        try:
            offers = find_offers()
        except ModelError as error:
            self._show(dialog, [Option("", str(error))], closed)
            return
        self._trials = {key: trial for key, trial in self._trials.items() if trial.state == WORKS}
        for offer in offers:
            self._show(dialog, self._options(offers, people, offer), closed)
            if closed.is_set():
                return
            if _key(offer) not in self._trials:
                self._trials[_key(offer)] = try_in_time(offer, closed.is_set)
        self._show(dialog, self._options(offers, people), closed)

    def _show(self, dialog: OptionDialog, options: Sequence[Option], closed: Event) -> None:
        if not closed.is_set():
            self.app.call_from_thread(dialog.offer, options)

    def _options(
        self, offers: "Sequence[ModelOffer]", people: int, tried: "ModelOffer | None" = None
    ) -> list[Option]:
        """Return a line for each offer, with what came of its trial so far."""
        from latticeville.reports.model_trials import offer_name, trial_note

        options = []
        for offer in offers:
            trial = self._trials.get(_key(offer))
            note = trial_note(trial, people) if trial else "trying…" if offer is tried else "waits"
            options.append(Option(_key(offer), offer_name(offer), note))
        return options

    def _use(self, kind: str, spec: str, way: str) -> None:
        """Remember a choice or write it into the world, and begin a run with it where that is
        wanted."""
        folder = self._world.folder
        if way == WRITE and (told := self._write(folder, kind, spec)):
            self.say(told, lasting=True)
            return
        settings.save_model(folder, kind, "" if way == WRITE else spec)
        self._worlds.drop_argument(kind)
        if way == NOW:
            self._worlds.leave_for(folder)
        else:
            copied = self._world.folder != folder
            where = f" {self._world.folder} is your copy of the shipped world." if copied else ""
            self.say(f"The next run of this world uses {spec}.{where}", lasting=True)

    def _write(self, folder: Path, key: str, spec: str) -> str:
        """Write the key `model` or `embedder` of [minds] into world.toml; return why that cannot be
        done."""
        import tomlkit
        from tomlkit.exceptions import TOMLKitError

        from latticeville.core.disk import FolderExistsError, write_atomic

        access, file = self._world.access, folder / "world.toml"
        if access is not None and access.read_only:
            return f"{file} cannot be written: {access.notice}"
        try:
            file = access.make_writable() / file.name if access else file
            document = tomlkit.parse(file.read_text("utf-8"))
            document.setdefault("minds", tomlkit.table())[key] = spec
            write_atomic(file, tomlkit.dumps(document).encode())
        except (OSError, FolderExistsError, UnicodeDecodeError, TOMLKitError) as error:
            return f"{file} cannot be written: {error}"
        return ""


def _key(offer: "ModelOffer") -> str:
    return f"{offer.kind} {offer.spec}"
