"""The base class of screens that edit a project: edits, undo, save, fixes, checks."""

from abc import abstractmethod
from collections.abc import Callable, Sequence

from textual import work

from latticeville.core.clock import format_time
from latticeville.core.problems import Problem, select_errors
from latticeville.core.sentence_case import capital
from latticeville.world.model.world_renames import Renames
from studio.editor.beat_dialogs import BeatDialogs
from studio.editor.workspace_controller import WorkspaceController
from studio.player.frame import PlaybackFrame, StatusMessage
from studio.player.playback_modes import SPEEDS
from studio.project.changes import (
    BrokenOnDisk,
    Change,
    ProjectChanged,
    ProjectChecked,
    ReloadedFromDisk,
    RepairedOnDisk,
)
from studio.project.documents.project import CAST, THINGS, WORLD, Project
from studio.project.edits.edit import Edit, EditRefusedError
from studio.project.fixes import find_fixes
from studio.project.history import History
from studio.project.project_checks import ProjectReport
from studio.ui.pane_screen import PaneScreen
from studio.ui.text import ALARM, QUIET, Span
from studio.ui.title_bar import TitleBar


class EditorScreen(PaneScreen):
    """A view of a workspace: while it is on the stack, it shows each change; when it is seen again,
    the newest."""

    ready = drawing = True
    """There is something to look at, and a run to go back to."""
    past = False
    clock = ""
    """What time it is in the run behind."""
    _unsubscribe: Callable[[], None] | None = None
    _missed = False
    """Whether something has changed while another screen was in the place of this one."""

    def __init__(self, controller: WorkspaceController) -> None:
        super().__init__()
        self.controller = controller
        self.workspace = controller.workspace

    def show_project(self) -> None:
        """Show the project as it is now, and have it checked."""

    def show_report(self, report: ProjectReport) -> None:
        """Show what the checks have found."""

    def follow_renames(self, renames: Renames) -> None:
        """Keep what is selected selected under its new name; the panes are shown after this."""

    def select_restored(self, before: Project) -> None:
        """Select what a step back or on has restored since an earlier value of the project."""

    def flash_changes(self, before: Project) -> None:
        """Let stand out what somebody else has changed since an earlier value of the project."""

    def tell_problems(self) -> None:
        """Show what is wrong, here and on disk."""

    @abstractmethod
    def find(self, way: int) -> None:
        """Go to the next match of the last search (1), or to the one before (-1)."""

    @property
    def project(self) -> Project:
        """The project as it is now."""
        return self.workspace.project

    @property
    def report(self) -> ProjectReport | None:
        """What the last check has found."""
        return self.workspace.report

    @property
    def read_only(self) -> str:
        """Why nothing can be changed here; nothing where it can."""
        return self.workspace.read_only

    @property
    def known_problems(self) -> tuple[Problem, ...]:
        """Everything that is known to be wrong, errors first, then by place."""
        return self.workspace.problems

    @property
    def modified_parts(self) -> frozenset[str]:
        """The workbenches whose files are not saved."""
        return frozenset(map(_part_of, self.workspace.history.modified))

    def on_mount(self) -> None:
        """Show the project, and follow the workspace."""
        self.show_project()
        self._unsubscribe = self.workspace.subscribe(self._heard)
        self.controller.attach(self)
        if self.report is not None:
            self.show_report(self.report)
        self.call_after_refresh(self.controller.begin)

    def on_unmount(self) -> None:
        """Follow it no more."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self.controller.detach(self)

    def on_screen_resume(self) -> None:
        """Show what has changed meanwhile."""
        if self._missed:
            self._missed = False
            self.show_project()
            if self.report is not None:
                self.show_report(self.report)
            self.tell_problems()

    def _heard(self, change: Change) -> None:
        """Show a change, unless another screen has taken the place of this one, or this one is
        being closed."""
        if isinstance(change, ProjectChanged):
            self.follow_renames(change.renames)
        if (
            self not in self.app.screen_stack or not self.display
        ):  # what is closed loses its panes first
            self._missed = True
            return
        match change:
            case ProjectChanged():
                self.show_project()
            case ReloadedFromDisk(_, before):
                self.show_project()
                self.flash_changes(before)
            case ProjectChecked(report):
                self.show_report(report)
            case BrokenOnDisk() | RepairedOnDisk():
                self.tell_problems()

    def check_soon(self) -> None:
        """Have the project checked once nothing was edited for a moment."""
        self.controller.check_soon()

    def do(self, edit: Edit) -> bool:
        """Do an edit; say why where it is refused."""
        before = self.project
        refused = self.workspace.do(edit)
        if refused:
            self.tell(refused)
        if self.project is before:  # what was typed gives way to what there is
            self.show_project()
        return not refused

    def attempt(self, make: Callable[[], Edit]) -> bool:
        """Make an edit and do it; say why where it is refused."""
        try:
            edit = make()
        except EditRefusedError as refused:
            self.tell_refused(refused)
            return False
        return self.do(edit)

    def tell_refused(self, refused: EditRefusedError) -> None:
        """Say why an edit cannot be made."""
        self.tell(f"{capital(str(refused))}.")

    def jump(self, step: int) -> None:
        """Go to a step of the history."""
        before = self.project
        self.tell(self.workspace.jump(step))
        if self.project is before:
            self.show_project()
        else:
            self.select_restored(before)

    def action_undo(self) -> None:
        """One step back."""
        self.jump(self.workspace.history.at - 1)

    def action_redo(self) -> None:
        """One step on."""
        self.jump(self.workspace.history.at + 1)

    def action_find_next(self) -> None:
        """To the next match."""
        self.find(1)

    def action_find_previous(self) -> None:
        """To the match before."""
        self.find(-1)

    def on_status_message(self, message: StatusMessage) -> None:
        """Say a sentence of a pane."""
        message.stop()
        self.tell(message.sentence)

    @work
    async def action_beats(self) -> None:
        """List the matters and storylines, and edit one."""
        await BeatDialogs(self, self.workspace, self.attempt).open()

    def action_save(self) -> None:
        """Write all that changed."""
        self.save()

    def save(self) -> bool:
        """Write all that changed; True where nothing is left unsaved."""
        return self.controller.save()

    def apply_fix(self, problem: Problem) -> None:
        """Do what certainly mends a problem."""
        report = self.report
        if report is None or not self.workspace.checked:
            self.tell("The project is still being checked; try again in a moment.")
            return
        found = find_fixes(problem, report)
        if found and self.do(found[0]):
            self.tell(f"Fixed: {found[0].label}")
        elif not found:
            self.tell(f"No automatic fix. {capital(problem.fix)}")

    def show_frame(self, frame: PlaybackFrame) -> None:
        """Show what time it is in the run behind."""
        state = frame.payload.state
        run = "►" if frame.playing else "║"
        self.clock = (
            f"{format_time(state.minute)} · tick {state.tick} · {run} {SPEEDS[frame.speed]}"
        )
        self.tell_title()

    def tell_title(self) -> None:
        """Name the world, say whether anything is not saved, and what time it is in the run."""
        name = self.project.data(WORLD).get("name", self.workspace.folder.name)
        right = Span(self.clock, QUIET)
        title = self.query_one("#title", TitleBar)
        title.mark_modified(self.modified_parts)
        title.tell(str(name), right, read_only=bool(self.read_only))


def _part_of(file: str) -> str:
    """Return the workbench in which a file is edited."""
    return (
        "people"
        if file.startswith("personas/") or file == CAST
        else "things"
        if file == THINGS
        else "design"
    )


def neighbor(names: Sequence[str], name: str, way: int) -> str:
    """Return the name that stands so many places behind one in a ring, the first or last where this
    is none of them; the name itself where there are none.

    >>> neighbor(["ada", "bob"], "bob", 1), neighbor(["ada", "bob"], "eve", -1), neighbor([], "eve", 1)
    ('ada', 'bob', 'eve')
    """
    if not names:
        return name
    place = names.index(name) if name in names else len(names) if way < 0 else -1
    return names[(place + way) % len(names)]


def count_problems(
    found: Sequence[Problem], history: History, report: ProjectReport | None
) -> Span:
    """Return what stands at the right of a status line: what is not saved, and how many problems
    there are."""
    bad = len(select_errors(found))
    word = f"✗{bad} !{len(found) - bad}" if found else "✓" if report else "…"
    modified = len(history.modified)
    return Span((f"● {modified} unsaved · " if modified else "") + word, ALARM if bad else QUIET)
