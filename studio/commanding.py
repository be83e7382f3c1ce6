"""How commands of the registry are done wherever they belong, and why one is not; what says what there is to do."""

from contextlib import suppress
from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import App
from textual.css.query import NoMatches
from textual.screen import ModalScreen, Screen

from studio.commands import Circumstances, Command, commands, find
from studio.keymap import Keymap
from studio.ui.pane_screen import Paned
from studio.widgets.bar import Hints
from studio.widgets.early import Early
from studio.widgets.greeting import Greeting
from studio.widgets.part import Part

if TYPE_CHECKING:
    from studio.screens.recovery import RecoveryDialog


class Commanding(App[None]):
    """Does commands, and speaks in the footer."""

    keymap_file: Keymap

    def places(self, screen: Screen[object]) -> dict[str, Part]:
        """Return who has the commands of each part of a screen."""
        nodes = [screen, *screen.query("*")]
        return {node.where: node for node in nodes if isinstance(node, Part) and node.where}

    def do(self, command: Command) -> None:
        """Run a command wherever it belongs."""
        node = self if command.where == "app" else self.places(self.screen).get(command.where)
        if node is None:
            return
        if reason := command.reason(cast("Circumstances", self.screen)):
            self.say(f"{command.name}: {reason}.")
            return
        screen = self.screen
        if isinstance(screen, Paned) and command.where in screen.names:
            screen.focus_pane(command.where)
        self.run_worker(self.run_action(command.action, node), group="command")

    def on_hints_clicked(self, message: Hints.Clicked) -> None:
        """Do what the footer's clicked word says."""
        command = find(message.command)
        if command:
            self.do(command)

    async def on_event(self, event: events.Event) -> None:
        """Take every key as a sign that what the footer says was read, and a greeting with it."""
        if isinstance(event, events.Key) and self.screen_stack and not getattr(self.screen, "takes_keys", True):
            cast("RecoveryDialog", self.screen).refuse(event.key)
            return
        if isinstance(event, events.Key | events.MouseDown) and not event.is_forwarded and self.screen_stack:
            with suppress(NoMatches):
                self.screen.get_child_by_id("hints", Hints).hush()
            with suppress(NoMatches):
                self.screen.get_child_by_id("greeting", Greeting).leave()
        early = self.screen if self.screen_stack and isinstance(self.screen, Early) else None
        if early and isinstance(event, events.Key) and event.is_forwarded and early.catch(event):
            return
        await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing, where its command does not hold now."""
        refused: Command | None = None
        for node in (self.focused or self.screen).ancestors_with_self:
            for command in commands(node.where) if isinstance(node, Part) and node.where else ():
                if event.key in self.keymap_file.of(command):
                    if node.check_action(command.action, ()):
                        return
                    refused = refused or command
            if node.is_modal:
                break
        if refused is not None and event.key not in self.screen.active_bindings:
            self.say(f"{refused.name}: {refused.reason(cast('Circumstances', self.screen))}.")

    async def action_palette(self) -> None:
        """Open the palette, unless a dialog is open."""
        if isinstance(self.screen, ModalScreen):
            return
        from studio.screens.palette import PROVIDERS, Palette

        palette = Palette(providers=PROVIDERS, placeholder="a command, a person, a place, a thing")
        await self.push_screen(palette)
        palette.set_focus(palette.query_one("CommandInput"))

    def action_help(self) -> None:
        """Explain the focused pane."""
        nodes = self.focused.ancestors_with_self if self.focused else [self.screen]
        subject = next((node.where for node in nodes if isinstance(node, Part) and node.where), "app")
        from studio.screens.help import Help

        self.push_screen(Help(subject, self.keymap_file))

    def action_jump(self) -> None:
        """Put letters on the panes."""
        from studio.screens.jump import Jump

        screen = self.screen
        if isinstance(screen, Paned):
            shown = {name: screen.query_one(f"#{name}").region for name in screen.shown_panes()}
            self.push_screen(Jump(shown), lambda name: screen.focus_pane(name) if name else None)

    def say(self, sentence: str, *, lasting: bool = False) -> None:
        """Say a sentence in the footer for some seconds, or until a key is pressed."""
        for hints in self.screen.query(Hints):
            hints.tell(sentence, lasting=lasting)
