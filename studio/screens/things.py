"""The things workbench: kinds of things and their machines, edited, tried and checked."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message

from studio.panes.facts import Facts
from studio.panes.graph import Graph
from studio.panes.kinds import Kinds
from studio.panes.machine import Table
from studio.panes.trial import TryIt
from studio.screens.showing import Showing
from studio.ui.room import Cramped, Room
from studio.widgets.ask import Ask
from studio.widgets.bar import Bar, Hints
from studio.widgets.lines import Lines
from studio.widgets.part import Abreast, Part, Stacked, bindings
from studio.widgets.title import Title

PANES = ("kinds", "machine", "graph", "trial", "facts")
DOUBLE = 76
"""Columns from which on two panes are seen: the kinds and another one, or the machine and its trial."""


class Things(Showing, Part):
    """Shares the bench with the map workbench: one history, one save."""

    where = "things"
    names = PANES
    CSS_PATH = "things.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings("things")
    AUTO_FOCUS = "#kinds"
    ready = True
    drawing = True
    """The run can be gone back to."""
    trying = True
    """Whether this is where machines are tried."""
    person = False
    past = False

    class Shown(Message):
        """An object is to be shown on the map."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        yield Title(id="title")
        with Abreast(id="middle"):
            yield Kinds(id="kinds")
            yield Table(id="machine")
            yield Graph(id="graph")
            with Stacked(id="right"):
                yield TryIt(id="trial")
                yield Facts(id="facts")
        yield Cramped()
        yield Bar(id="status")
        yield Hints(id="hints")

    def on_mount(self) -> None:
        """Show the project, and begin to watch its files."""
        self.changed()
        self.call_after_refresh(self.begin_keeping)

    def on_screen_resume(self) -> None:
        """Show what was edited elsewhere meanwhile."""
        if self.is_mounted and self.query(Kinds):
            self.changed()

    def on_resize(self, event: events.Resize) -> None:
        """Show as many panes as there is room for."""
        self._arrange(event.size.width, event.size.height)

    def shown_panes(self) -> tuple[str, ...]:
        """Return the names of the panes that are seen."""
        return self._shown(self.size.width, self.size.height)

    def _shown(self, width: int, height: int) -> tuple[str, ...]:
        room = Room(width, height)
        if room.too_small:
            return ()
        middle = "graph" if self.graphic else "machine"
        if room.wide:
            return ("kinds", middle, "trial", "facts")
        if width < DOUBLE:
            return (self.front,)
        if self.front == "trial":
            return (middle, "trial")
        return ("kinds", middle if self.front == "kinds" else self.front)

    def _arrange(self, width: int, height: int) -> None:
        shown = self._shown(width, height)
        for name in PANES:
            self.query_one(f"#{name}").display = name in shown
        self.query_one("#right").display = bool({"trial", "facts"} & {*shown})
        self.query_one("#middle").display = bool(shown)
        self.query_one("#room").display = not shown
        self.set_class(len(shown) == 1, "-single")
        self.set_class(len(shown) == 2 and "trial" not in shown, "-double")
        self.set_class(Room(width, height).roomy, "-roomy")
        if shown and (self.focused is None or not self.focused.display):
            self.set_focus(self.query_one(f"#{self.front if self.front in shown else shown[0]}"))
        self.tell_title()
        self._tell_status()

    @property
    def home(self) -> str:
        """The pane from which tab goes on where none has the focus."""
        return self.front

    def focus_pane(self, name: str) -> None:
        """Bring a pane to where it can be seen, and focus it."""
        if name in ("machine", "graph"):
            self.graphic = name == "graph"
        self.front = name
        self.set_focus(None)
        self._arrange(self.size.width, self.size.height)
        self.set_focus(self.query_one(f"#{name}"))

    # Lists

    def on_lines_moved(self) -> None:
        """Show the machine of the kind under the cursor."""
        pane = self.query_one(Kinds)
        link = pane.rows[pane.cursor].link if pane.rows else ""
        if self.focused is pane and link and link != self.chosen:
            self.choose(link)
            self._tell_status()

    def on_lines_opened(self, message: Lines.Opened) -> None:
        """Go where a line leads."""
        lines, link = message.lines, message.row.link
        if isinstance(lines, Kinds) and link:
            self.choose(link)
            self._tell_status()
            self.focus_pane("graph" if self.graphic else "machine")
        elif isinstance(lines, Facts) and link.startswith(("row:", "state:", "head:")):
            self.focus_pane("machine")
            self.query_one(Table).go_to(link)
        elif isinstance(lines, Facts) and link.startswith("test:"):
            self.follow(link.removeprefix("test:"))
        elif isinstance(lines, Facts) and link:
            self.post_message(self.Shown(link))

    def on_table_turned(self) -> None:
        """Turn the table into the graph, or back."""
        self.focus_pane("machine" if self.graphic else "graph")

    def on_mending_mend(self, message: Facts.Mend) -> None:
        """Do what certainly mends a problem."""
        self.mend(message.problem)

    # Actions

    @property
    def _item(self) -> tuple[str, str]:
        """What the cursor of the machine is on, if the machine has the focus."""
        pane = self.focused
        return pane.item if isinstance(pane, Table | Graph) else ("", "")

    async def action_design(self) -> None:
        """To the map workbench."""
        await self.app.run_action("design")

    def action_new(self) -> None:
        """Make a kind."""
        self.new_kind()

    def action_add(self) -> None:
        """Add what stands where the cursor is."""
        sort, name = self._item
        if self.focused is self.query_one(Kinds) or self.machine is None:
            self.new_kind()
        else:
            self.add(self.machine, name if sort == "head" else sort)

    def action_rename(self) -> None:
        """Rename what the cursor is on."""
        sort, name = self._item
        if self.machine is None:
            self.tell("Choose a kind first.")
        elif sort in ("state", "counter"):
            self.rename_part(self.machine, sort, name)
        else:
            self.rename_kind(self.machine)

    def action_remove(self) -> None:
        """Take out what the cursor is on."""
        sort, name = self._item
        if self.focused is self.query_one(Kinds) and self.chosen:
            self.remove_kind(self.chosen)
        elif self.machine is not None and sort:
            self.remove_part(self.machine, sort, name)

    def action_duplicate(self) -> None:
        """Make another kind like this one."""
        if self.machine is not None:
            self.duplicate_kind(self.machine)

    def action_place(self) -> None:
        """Put an object of this kind on the map."""
        if self.machine is not None:
            self.place_one(self.machine)

    def action_filter(self) -> None:
        """Ask for letters, and show only kinds that have them."""

        def asked(letters: str | None) -> None:
            if letters is not None:
                self.letters = letters
                listed = self._listed()
                self._show_kinds()
                self.choose(self.chosen if self.chosen in listed else next(iter(listed), self.chosen))
                self.focus_pane("kinds")

        self.app.push_screen(Ask("Show only kinds with these letters", "nothing shows all", self.letters), asked)

    def action_away(self) -> None:
        """To the list of kinds; there, let go of the filter."""
        if self.focused is not self.query_one(Kinds):
            self.focus_pane("kinds")
        elif self.letters:
            self.letters = ""
            self._show_kinds()
            self.choose(self.chosen)

    def places(self) -> tuple[tuple[str, str], ...]:
        """Return the kinds, for the palette."""
        return tuple((name, machine.kind.name) for name, machine in self._machines.items())

    def go_to(self, name: str) -> None:
        """Go to a kind."""
        self.choose(name)
        self.focus_pane("kinds")
