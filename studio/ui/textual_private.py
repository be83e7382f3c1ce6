"""The private parts of Textual that the studio uses, each with its reason."""

from textual.app import App
from textual.command import Command, CommandList, CommandPalette
from textual.worker import WorkerFailed


class CrashHook(App[None]):
    """An app that is told of the error that ends it.

    Textual writes a traceback onto the terminal, and has no public hook in its place.
    """

    def crashed(self, error: BaseException) -> None:
        """Take notice of the error that ends the app."""

    def _fatal_error(self) -> None:
        error: BaseException = self._exception or RuntimeError("nobody knows what")
        self.crashed(error.error if isinstance(error, WorkerFailed) else error)
        self._close_messages_no_wait()


class PromptPalette(CommandPalette):
    """A command palette that says at once where nothing fits, and whose list can have headings.

    Textual waits for half a second, and fills the list where no event tells of it.
    """

    def group_hits(self) -> None:
        """Put headings into the list that was filled."""

    def nothing_fits(self, letters: str) -> None:
        """Say that nothing fits the typed letters."""

    def _refresh_command_list(
        self,
        command_list: CommandList,
        commands: list[Command],
        clear_current: bool,  # noqa: FBT001 - as Textual has it
    ) -> None:
        super()._refresh_command_list(command_list, commands, clear_current)
        self.group_hits()

    def _start_no_matches_countdown(self, search_value: str) -> None:
        self.nothing_fits(search_value)


NO_MATCHES = CommandPalette._NO_MATCHES  # noqa: SLF001
"""The id of the line that says that nothing fits: Textual takes the line with it away once
something does."""


def start_search(palette: CommandPalette, letters: str) -> None:
    """Begin to search at once; Textual does so only when it hears that the line was changed."""
    palette._gather_commands(letters)  # noqa: SLF001


def is_gathering(palette: CommandPalette) -> bool:
    """Tell whether a search is under way, of which Textual sends no event."""
    group = palette._GATHER_COMMANDS_GROUP  # noqa: SLF001
    return any(one.group == group and not one.is_finished for one in palette.workers)


def run_marked(palette: CommandPalette) -> None:
    """Run what is marked, or mark the first line, as enter does; Textual's action for it is
    private."""
    palette._select_or_command()  # noqa: SLF001


def show_list(palette: CommandPalette, *, shown: bool) -> None:
    """Show the list or not, which Textual does only with commands in it."""
    palette._list_visible = shown  # noqa: SLF001
