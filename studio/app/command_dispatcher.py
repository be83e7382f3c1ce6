"""Run commands of the registry in the pane they belong to, or say why they are unavailable."""

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import App
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.geometry import Offset
from textual.screen import ModalScreen

from latticeville.reports.rows import count
from studio.ui.command_scope import CommandScope, scopes_of
from studio.ui.commands.key_names import key_name
from studio.ui.commands.registry import Command, commands_of, find_command
from studio.ui.commands.user_keymap import Keymap
from studio.ui.dialogs.typeahead import TypeaheadDialog
from studio.ui.footer import CommandFooter
from studio.ui.in_worker import Announce, in_worker
from studio.ui.pane_screen import PaneScreen
from studio.ui.welcome_card import WelcomeCard

if TYPE_CHECKING:
    from studio.app.context_menu import MenuItem
    from studio.editor.recovery_dialog import RecoveryDialog


class CommandDispatcher:
    """Does commands wherever they belong."""

    def __init__(self, app: App[None], say: Announce, keymap: Keymap) -> None:
        self.app, self.say = app, say
        self._keymap = keymap

    def run(self, command: Command) -> None:
        """Run a command wherever it belongs."""
        screen = self.app.screen
        node = self.app if command.where == "app" else scopes_of(screen).get(command.where)
        if node is None:
            return
        if reason := command.reason_unavailable(screen):
            self.say(f"{command.name}: {reason}.")
            return
        if isinstance(screen, PaneScreen) and command.where in screen.names:
            screen.focus_pane(command.where)
        self.app.run_worker(self.app.run_action(command.action, node), group="command")

    def run_id(self, name: str) -> None:
        """Run the command of an id."""
        command = find_command(name)
        if command:
            self.run(command)

    def catch(self, event: events.Event) -> bool:
        """Take a key that a dialog is not ready for; any key or click tells that what the footer
        says was read."""
        if not isinstance(event, events.Key | events.MouseDown) or not self.app.screen_stack:
            return False
        screen, key = self.app.screen, event if isinstance(event, events.Key) else None
        if key and not getattr(screen, "takes_keys", True):
            cast("RecoveryDialog", screen).refuse(key.key)
            return True
        if not event.is_forwarded:
            with suppress(NoMatches):
                screen.get_child_by_id("hints", CommandFooter).hush()
            with suppress(NoMatches):
                screen.get_child_by_id("greeting", WelcomeCard).leave()
            return False
        return key is not None and isinstance(screen, TypeaheadDialog) and screen.catch_key(key)

    def explain(self, event: events.Key) -> None:
        """Say why a key does nothing, where its command does not hold now."""
        screen, bound = self.app.screen, list(self._bound_commands(event.key))
        holds = any(part.check_action(command.action, ()) for part, command in bound)
        if bound and not holds and event.key not in screen.active_bindings:
            _, refused = bound[0]
            self.say(f"{refused.name}: {refused.reason_unavailable(screen)}.")

    def _bound_commands(self, key: str) -> Iterator[tuple[DOMNode, Command]]:
        """Yield the commands of a key and whose they are, from the focus up to its screen."""
        for node in (self.app.focused or self.app.screen).ancestors_with_self:
            where = (
                node.where if isinstance(node, CommandScope) else "app" if node is self.app else ""
            )
            for command in commands_of(where) if where else ():
                if key in self._keymap.keys_of(command):
                    yield node, command
            if node.is_modal:
                return

    async def show_palette(self) -> None:
        """Open the palette, unless a dialog is open."""
        if isinstance(self.app.screen, ModalScreen):
            return
        from studio.app.palette import PROVIDERS, StudioPalette

        palette = StudioPalette(
            providers=PROVIDERS, placeholder="a command, person, place or object"
        )
        await self.app.push_screen(palette)
        palette.set_focus(palette.query_one("CommandInput"))

    def show_help(self) -> None:
        """Explain the focused pane or the window; the help itself is closed."""
        from studio.app.help import HelpDialog

        if isinstance(self.app.screen, HelpDialog):
            self.app.screen.dismiss(None)
            return
        scope = self._focused_scope()
        other = "dialog" if isinstance(self.app.screen, ModalScreen) else "app"
        self.app.push_screen(HelpDialog(scope.where if scope else other, self._keymap))

    def copy(self) -> None:
        """Copy the text of the focused pane, of the first one where none has the focus."""
        screen = self.app.screen
        panes = screen.query(f"#{screen.default_pane}") if isinstance(screen, PaneScreen) else ()
        found = (getattr(one, "text", None) for one in (screen.focused, *panes))
        text = next((make() for make in found if callable(make)), "")
        if text:
            self.app.copy_to_clipboard(text)
            self._tell(
                f"Copied {count(len(text.splitlines()), 'line')} (if the terminal allows it)."
            )
        else:
            self._tell("There is nothing to copy here.")

    def _tell(self, sentence: str) -> None:
        """Say a sentence in the footer of the screen, or of the first one below that has one."""
        footers = (one for each in reversed(self.app.screen_stack) for one in each.query("#hints"))
        found = next((one for one in footers if isinstance(one, CommandFooter)), None)
        if found is not None:
            found.tell(sentence)

    def _focused_scope(self) -> CommandScope | None:
        """Return the part of the screen that has the focus."""
        nodes = self.app.focused.ancestors_with_self if self.app.focused else [self.app.screen]
        return next((node for node in nodes if isinstance(node, CommandScope) and node.where), None)

    @in_worker
    async def show_menu(self, node: CommandScope | None = None, at: Offset | None = None) -> None:
        """Offer what can be done in a pane now, or in the focused one, and do what is chosen."""
        scope = node or self._focused_scope()
        items = (
            []
            if scope is None or isinstance(self.app.screen, ModalScreen)
            else self._menu_items(scope.where)
        )
        if scope is None or not items:
            return
        from studio.app.context_menu import ContextMenu

        menu = ContextMenu(items, scope.menu_offset if at is None else at)
        if chosen := await self.app.push_screen_wait(menu):
            self.run_id(chosen)

    def _menu_items(self, where: str) -> "list[MenuItem]":
        """Return what can be done in a part of the screen now."""
        from studio.app.context_menu import MenuItem, menu_commands

        screen, scopes = self.app.screen, scopes_of(self.app.screen)
        items = []
        for command in menu_commands(where, has_person=bool(getattr(screen, "person", False))):
            node = scopes.get(command.where)
            holds = not command.reason_unavailable(screen)
            if holds and node is not None and node.check_action(command.action, ()):
                keys = self._keymap.keys_of(command)
                items.append(
                    MenuItem(
                        command.id, command.name, *((key_name(keys[0]), keys[0]) if keys else ())
                    )
                )
        return items

    @in_worker
    async def jump(self) -> None:
        """Put letters on the panes, and go to the one whose letter is pressed."""
        from studio.app.jump_mode import JumpMode

        screen = self.app.screen
        if isinstance(screen, PaneScreen):
            shown = {name: screen.query_one(f"#{name}").region for name in screen.shown_panes()}
            if name := await self.app.push_screen_wait(JumpMode(shown)):
                screen.focus_pane(name)
